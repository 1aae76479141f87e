import { type CatalogueFile, PRIMARY } from './arbitraries.ts';
import type { Tree } from './oracle-tree.ts';

const ROW = {
  primary_domain: PRIMARY[0],
  name: 'Nudged',
  domains: ['nudged-a.test', 'nudged-b.test'],
  investors: ['Ann', 'Bob, Inc.', 'Žižka'],
  industry: 'Games',
  employee_range: '1-10',
  country: 'DE',
  founded_year: 2000,
};

/** What a field may say instead: something else, less, more, in another order, nothing. */
const OTHERS: Record<string, readonly unknown[]> = {
  name: ['Nudged too', 'NUDGED'],
  domains: [
    ['nudged-a.test'],
    ['nudged-b.test', 'nudged-a.test'],
    ['nudged-a.test', 'nudged-b.test', 'nudged-c.test'],
    [],
    null,
  ],
  investors: [
    ['Ann', 'Žižka'],
    ['Žižka', 'Bob, Inc.', 'Ann'],
    ['Ann', 'Bob, Inc.', 'Žižka', 'ann'],
    [],
    null,
  ],
  industry: ['games', null],
  employee_range: ['11-50', null],
  country: ['AT', null],
  founded_year: [2001, null],
};

/**
 * A company whose fields are changed and changed back, one at a time: an import that takes it for unchanged shows.
 * Companies drawn anew differ in so much that one difference overlooked does not.
 */
export const NUDGES: readonly CatalogueFile[] = Object.entries(OTHERS)
  .flatMap(([field, others]) => others.flatMap((other) => [ROW, { ...ROW, [field]: other }]))
  .map((row) => ({ kind: 'companies', rows: [row] }));

const ask = (field: string, operator: string, ...values: string[]): Tree => ({
  condition: { field, operator, values },
});

/** What SQL answers of such a company. An answer must not outlive the import that makes it wrong. */
export const ASK_NUDGED: readonly Tree[] = [
  ask('name', 'equals', 'nudged'),
  ask('name', 'contains', ' too'),
  ask('domain', 'ends_with', '-a.test'),
  ask('domain', 'ends_with', '-b.test'),
  ask('domain', 'ends_with', '-c.test'),
];
