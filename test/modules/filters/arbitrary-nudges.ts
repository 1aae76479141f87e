import fc from 'fast-check';
import { type CatalogueFile, PRIMARY } from './arbitraries.ts';
import type { Tree } from './oracle-tree.ts';

const nudgedRow = (index: number) => ({
  primary_domain: PRIMARY[index],
  name: 'Nudged',
  domains: [`nudged-${index}-a.test`, `nudged-${index}-b.test`],
  investors: ['Ann', 'Bob, Inc.', 'Žižka'],
  industry: 'Games',
  employee_range: '1-10',
  country: 'DE',
  founded_year: 2000,
});

/** What a field may say instead: something else, less, more, in another order, nothing. */
const OTHERS: Record<string, (index: number) => unknown[]> = {
  name: () => ['Nudged too', 'NUDGED'],
  domains: (index) => {
    const [a, b, c] = ['a', 'b', 'c'].map((letter) => `nudged-${index}-${letter}.test`);
    return [[a], [b, a], [a, b, c], [], null];
  },
  investors: () => [
    ['Ann', 'Žižka'],
    ['Žižka', 'Bob, Inc.', 'Ann'],
    ['Ann', 'Bob, Inc.', 'Žižka', 'ann'],
    [],
    null,
  ],
  industry: () => ['games', null],
  employee_range: () => ['11-50', null],
  country: () => ['AT', null],
  founded_year: () => [2001, null],
};

/**
 * A company whose one field is changed, and changed back: an import that takes it for unchanged shows. Companies drawn
 * anew differ in so much that one difference overlooked does not.
 */
export const nudge: fc.Arbitrary<CatalogueFile[]> = fc
  .tuple(fc.nat(2), fc.constantFrom(...Object.entries(OTHERS)))
  .chain(([index, [field, othersOf]]) => {
    const row = nudgedRow(index);
    return fc
      .constantFrom(...othersOf(index))
      .map((other) => [row, { ...row, [field]: other }, row])
      .map((rows) => rows.map((each): CatalogueFile => ({ kind: 'companies', rows: [each] })));
  });

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
