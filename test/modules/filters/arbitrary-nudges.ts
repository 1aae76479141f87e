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

/** Other values of each field: different, fewer, more, in another order, none. */
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
 * Files that change one field of a company at a time and change it back. They reveal an import that overlooks the
 * change of a single field; random companies differ in too many fields for that.
 */
export const NUDGES: readonly CatalogueFile[] = Object.entries(OTHERS)
  .flatMap(([field, others]) => others.flatMap((other) => [ROW, { ...ROW, [field]: other }]))
  .map((row) => ({ kind: 'companies', rows: [row] }));

const ask = (field: string, operator: string, ...values: string[]): Tree => ({
  condition: { field, operator, values },
});

/** Conditions on such a company that SQL evaluates. Cached results must not survive an import that changes them. */
export const ASK_NUDGED: readonly Tree[] = [
  ask('name', 'equals', 'nudged'),
  ask('name', 'contains', ' too'),
  ask('domain', 'ends_with', '-a.test'),
  ask('domain', 'ends_with', '-b.test'),
  ask('domain', 'ends_with', '-c.test'),
];
