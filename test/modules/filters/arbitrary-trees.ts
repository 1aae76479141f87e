import fc from 'fast-check';
import { MAX_PATTERNS } from '../../../src/modules/filters/operators.ts';
import {
  CATEGORIES,
  COUNTRIES,
  companyName,
  HUBS,
  INDUSTRIES,
  INVESTORS,
  PRIMARY,
  RANGES,
  SECONDARY,
  TECHNOLOGIES,
  YEARS,
} from './arbitraries.ts';
import { RARE_CATEGORIES, RARE_TECHNOLOGIES } from './arbitrary-rarities.ts';
import { type Condition, isBounded, mapConditions, nodesOf, type Tree } from './oracle-tree.ts';

/** Domains in spellings that look-ups clean, and slugs. */
const PARTNERS = [
  ...PRIMARY.slice(0, HUBS + 2),
  ...SECONDARY,
  ...['WWW.C0.example', 'C1.Example', 'www.c2.example'],
  ...['s0', 's1', 's2', 's3', 's11'],
];

/** Possible values of conditions by field. `withKnownValues` removes those that the catalogue does not have. */
const POOLS: Record<string, readonly string[]> = {
  technology: [...TECHNOLOGIES, ...RARE_TECHNOLOGIES],
  technology_category: [...CATEGORIES, ...RARE_CATEGORIES],
  partner: PARTNERS,
  investor: INVESTORS,
  industry: INDUSTRIES,
  country: [...COUNTRIES, 'BR'],
  employee_range: [...RANGES, '501-1000'],
};

const several = (values: fc.Arbitrary<string>) =>
  fc.oneof(
    { weight: 30, arbitrary: fc.array(values, { minLength: 1, maxLength: 4 }) },
    { weight: 1, arbitrary: fc.array(values, { minLength: 200, maxLength: 250 }) },
  );

const condition = <V extends string | number | boolean>(
  field: string,
  operators: string[],
  values: fc.Arbitrary<V[]>,
): fc.Arbitrary<Condition> =>
  fc.record({ field: fc.constant(field), operator: fc.constantFrom(...operators), values });

const flag = fc.boolean().map((known) => [known]);
const pool = (field: string) => fc.constantFrom(...(POOLS[field] ?? []));
const set = (field: string, ...operators: string[]) => condition(field, operators, several(pool(field)));

function integer(field: string, values: fc.Arbitrary<number>): fc.Arbitrary<Condition>[] {
  const range = fc.tuple(values, values).map((ends) => ends.sort((a, b) => a - b));
  return [condition(field, ['eq', 'gte', 'lte'], fc.tuple(values)), condition(field, ['between'], range)];
}

const year = fc.oneof(
  fc.constantFrom(...YEARS.flatMap((each) => [each, each - 1, each + 1])),
  fc.constantFrom(-(2 ** 31 - 1), -1, 0, 4095, 4096, 2 ** 24, 2 ** 31 - 1),
);
const count = fc.oneof(fc.integer({ min: -1, max: 9 }), fc.constantFrom(2 ** 24 - 1, 2 ** 24, 2 ** 31 - 1));

/** Parts of existing texts, some in another case, of the 2 characters that the contract requires at least. */
const partOf = (texts: fc.Arbitrary<string>) =>
  fc
    .tuple(texts, fc.nat(4), fc.integer({ min: 2, max: 8 }), fc.constantFrom('as is', 'upper', 'lower'))
    .map(([text, from, length, letters]) => {
      const signs = [...text];
      const part = signs
        .slice(Math.min(from, Math.max(signs.length - 2, 0)))
        .slice(0, length)
        .join('');
      if (letters === 'as is') return part;
      return letters === 'upper' ? part.toUpperCase() : part.toLowerCase();
    })
    .map((part) => ([...part].length < 2 ? '%_' : part));
const namePart = fc.oneof(
  partOf(companyName),
  companyName.filter((name) => [...name].length > 1),
  fc.constantFrom('%_', '\\%', '__', '%%'),
);
const domainName = fc.constantFrom(...PRIMARY.slice(0, 12), ...SECONDARY);
const domainPart = fc.oneof(
  partOf(domainName),
  domainName,
  fc.constantFrom('.test', '.EXAMPLE', '%', '_', '\\', 'e'),
);

/** Ages of the evidence that counts. */
const when = fc
  .tuple(
    fc.constantFrom('first_seen', 'last_seen', 'not_seen'),
    fc.constantFrom('30d', '90d', '180d', '365d'),
  )
  .map(([key, window]) => ({ [key]: window }));

/** Conditions of which every second has an age. */
const dated = (conditions: fc.Arbitrary<Condition>): fc.Arbitrary<Condition> =>
  fc
    .tuple(conditions, fc.option(when))
    .map(([drawn, age]) => (age === null ? drawn : { ...drawn, when: age }));

const anyCondition: fc.Arbitrary<Condition> = fc.oneof(
  dated(set('technology', 'any_of', 'all_of', 'none_of')),
  dated(set('technology_category', 'any_of', 'none_of')),
  dated(set('partner', 'any_of', 'all_of', 'none_of')),
  set('investor', 'any_of', 'all_of', 'none_of'),
  ...['industry', 'country', 'employee_range'].flatMap((field) => [
    set(field, 'any_of', 'none_of'),
    condition(field, ['is_known'], flag),
  ]),
  condition('founded_year', ['is_known'], flag),
  ...integer('founded_year', year),
  ...integer('partnership_count', count),
  ...integer('technology_count', count),
  condition('name', ['contains', 'starts_with', 'equals'], several(namePart)),
  condition('domain', ['contains', 'ends_with', 'equals'], several(domainPart)),
);

const leaf: fc.Arbitrary<Tree> = anyCondition.map((drawn) => ({ condition: drawn }));
const join = (kind: 'and' | 'or', children: Tree[]): Tree =>
  kind === 'and' ? { and: children } : { or: children };
const kind = fc.constantFrom('and', 'or');

function bushy(depth: number): fc.Arbitrary<Tree> {
  if (depth === 1) return leaf;
  const below = bushy(depth - 1);
  return fc.oneof(
    leaf,
    below.map((child): Tree => ({ not: child })),
    fc
      .tuple(kind, fc.array(below, { minLength: 1, maxLength: 3 }))
      .map(([key, children]) => join(key, children)),
  );
}

/** Trees of maximum depth: a condition in nested nodes, some with siblings. */
const deep = fc
  .tuple(
    leaf,
    fc.array(fc.tuple(fc.constantFrom('and', 'or', 'not'), fc.array(leaf, { maxLength: 2 })), {
      maxLength: 6,
    }),
  )
  .map(([core, levels]) =>
    levels.reduce<Tree>(
      (tree, [key, beside]) => (key === 'not' ? { not: tree } : join(key, [tree, ...beside])),
      core,
    ),
  );

/** Trees of maximum width: 100 conditions, including the one that bounds them. */
const wide = fc
  .tuple(kind, fc.array(leaf, { minLength: 20, maxLength: 99, size: 'max' }))
  .map(([key, children]) => join(key, children));

const BOUNDING: Tree[] = [
  { condition: { field: 'technology_count', operator: 'gte', values: [0] } },
  { condition: { field: 'founded_year', operator: 'gte', values: [0] } },
  { condition: { field: 'country', operator: 'any_of', values: COUNTRIES } },
];

/** Trees up to the bounds of the contract: depth 8, 100 conditions. Some get a condition that makes them bounded. */
export const anyTree: fc.Arbitrary<Tree> = fc
  .tuple(
    fc.oneof(
      { weight: 10, arbitrary: bushy(4) },
      { weight: 8, arbitrary: deep },
      { weight: 1, arbitrary: wide },
    ),
    fc.constantFrom(...BOUNDING),
    fc.boolean(),
  )
  .map(([tree, bounding, anyway]) => (anyway || !isBounded(tree) ? { and: [bounding, tree] } : tree))
  .filter((tree) => [...nodesOf(tree)].filter(([, node]) => 'condition' in node).length <= 100);

/** A condition with a single value, which reveals errors of its posting. */
export const plainTree: fc.Arbitrary<Tree> = fc
  .constantFrom(
    'technology',
    'technology',
    'technology_category',
    'partner',
    'partner',
    'investor',
    'industry',
  )
  .chain((field) => {
    const plain = condition(field, ['any_of'], fc.tuple(pool(field)));
    return ['technology', 'technology_category', 'partner'].includes(field) ? dated(plain) : plain;
  })
  .map((drawn) => ({ condition: drawn }));

/** A condition for each technology, whose postings change as the as-of time moves. */
export const EACH_TECHNOLOGY: readonly Tree[] = TECHNOLOGIES.flatMap((technology, index) => {
  const plain = { field: 'technology', operator: 'any_of', values: [technology] };
  const age = { [index % 2 === 0 ? 'first_seen' : 'not_seen']: index % 3 === 0 ? '30d' : '180d' };
  return [{ condition: plain }, { condition: { ...plain, when: age } }];
});

/** Values of the catalogue by field; no entry for a field that accepts any value. */
export type Known = ReadonlyMap<string, ReadonlySet<string>>;

const PATTERN_OPERATORS: readonly string[] = ['contains', 'starts_with', 'ends_with'];

/** Replaces unknown values of a tree by known ones, and removes patterns above the maximum. */
export function withKnownValues(tree: Tree, known: Known): Tree {
  let patternsLeft = MAX_PATTERNS;
  return mapConditions(tree, (drawn) => {
    if (PATTERN_OPERATORS.includes(drawn.operator)) {
      const values = drawn.values.slice(0, patternsLeft);
      patternsLeft -= values.length;
      // The replacement is positive, as patterns are.
      return values.length > 0
        ? { ...drawn, values }
        : { field: 'country', operator: 'any_of', values: ['DE'] };
    }
    const allowed = known.get(drawn.field);
    if (allowed === undefined || drawn.operator === 'is_known') return drawn;
    const all = [...allowed].sort();
    const [first] = all;
    // Without a known value, the replacement is negative if the condition was.
    if (first === undefined) {
      return {
        field: 'country',
        operator: drawn.operator === 'none_of' ? 'none_of' : 'any_of',
        values: ['DE'],
      };
    }
    const values = drawn.values.map((value) => {
      const text = String(value);
      return allowed.has(text) ? text : (all[(POOLS[drawn.field] ?? []).indexOf(text) % all.length] ?? first);
    });
    return { ...drawn, values };
  });
}
