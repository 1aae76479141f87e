import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Definition, type FilterNode, groupOf } from '../../../console/src/filter/definition.ts';
import { diffDefinitions } from '../../../console/src/filter/diff.ts';
import { mergeDefinitions } from '../../../console/src/filter/merge.ts';
import { anyDefinition, definitionOf, is } from './support.ts';

const [A, B, C, D] = [
  is('country', 'DE'),
  is('industry', 'SaaS'),
  is('technology', 'k8s'),
  is('investor', 'Ann'),
];

/** A changed definition: one child dropped, or another tree beside it. */
const anyThree = fc
  .tuple(anyDefinition, anyDefinition, anyDefinition, fc.boolean())
  .map(([base, mine, other, related]): [Definition, Definition, Definition] => {
    const { root } = base;
    if (!related || root === null || !('and' in root) || root.and.length < 2) return [base, mine, other];
    const more = other.root === null ? [] : [other.root];
    return [
      base,
      { ...base, root: { and: root.and.slice(1) } },
      { ...base, root: { or: [...root.and, ...more] } },
    ];
  });

describe('the merge of three definitions', () => {
  it('gives exactly mine or theirs when all choices are one side', () => {
    fc.assert(
      fc.property(anyThree, ([base, mine, theirs]) => {
        const merge = mergeDefinitions(base, mine, theirs);
        const all = (side: 'mine' | 'theirs') => Object.fromEntries(merge.hunks.map(({ id }) => [id, side]));
        expect(merge.apply(all('mine'))).toEqual(mine);
        expect(merge.apply(all('theirs'))).toEqual(theirs);
      }),
    );
  });

  it('takes the changes of one side without a conflict', () => {
    fc.assert(
      fc.property(anyDefinition, anyDefinition, (base, theirs) => {
        const merge = mergeDefinitions(base, base, theirs);
        expect(merge.hunks.filter(({ automatic }) => automatic !== 'theirs')).toEqual([]);
        expect(merge.apply({})).toEqual(theirs);
      }),
    );
  });

  it('keeps unrelated edits of both sides', () => {
    const merge = mergeDefinitions(
      definitionOf(A),
      definitionOf({ and: [A, B] }),
      definitionOf({ and: [A, C] }),
    );
    expect(merge.hunks.map(({ automatic }) => automatic)).toEqual(['mine', 'theirs']);
    expect(merge.apply({})).toEqual(definitionOf({ and: [A, B, C] }));
  });

  it('asks when both sides change one condition, and can keep the values of both', () => {
    const [mine, theirs] = [is('country', 'DE', 'AT'), is('country', 'DE', 'CH')];
    const merge = mergeDefinitions(
      definitionOf({ and: [A, D] }),
      definitionOf({ and: [mine, D] }),
      definitionOf({ and: [theirs, D] }),
    );
    expect(merge.hunks.map(({ automatic }) => automatic)).toEqual([undefined]);
    expect(merge.apply({ h1: 'both' })).toEqual(definitionOf({ and: [is('country', 'DE', 'AT', 'CH'), D] }));
  });
});

/** Definition that takes both wherever that is offered. */
function mergeBoth(base: FilterNode | null, mine: FilterNode | null, theirs: FilterNode | null) {
  const merge = mergeDefinitions(definitionOf(base), definitionOf(mine), definitionOf(theirs));
  const choices = merge.hunks.flatMap(({ id, both }) => (both ? [[id, 'both'] as const] : []));
  const conflicts = merge.hunks.filter(({ automatic, both }) => automatic === undefined && !both).length;
  return { root: merge.apply(Object.fromEntries(choices)).root, offered: choices.length, conflicts };
}

/** Tells whether a company with these values matches. */
function matches(node: FilterNode | null, values: ReadonlySet<unknown>): boolean {
  if (node === null) return true;
  if ('not' in node) return !matches(node.not, values);
  if ('and' in node) return node.and.every((child) => matches(child, values));
  if ('or' in node) return node.or.some((child) => matches(child, values));
  const { operator, values: wanted } = node.condition;
  if (operator === 'all_of') return wanted.every((value) => values.has(value));
  return wanted.some((value) => values.has(value)) === (operator === 'any_of');
}

describe('taking both sides of a conflict', () => {
  const [AT, CH, DOCKER] = [is('country', 'AT'), is('country', 'CH'), is('technology', 'docker')];
  const and = (...nodes: FilterNode[]): FilterNode => groupOf('and', nodes);
  const or = (...nodes: FilterNode[]): FilterNode => groupOf('or', nodes);
  const not = (node: FilterNode): FilterNode => ({ not: node });
  const german = (...others: string[]) => is('country', 'DE', ...others);
  const none = (...values: string[]) => ({ condition: { field: 'country', operator: 'none_of', values } });
  const all = (...values: string[]) => ({ condition: { field: 'technology', operator: 'all_of', values } });
  const between = (...values: number[]) => ({
    condition: { field: 'founded_year', operator: 'between', values },
  });

  it.each<[string, FilterNode | null, FilterNode | null, FilterNode | null, FilterNode | null]>([
    ['conditions of one field added to an and', and(B), and(B, AT), and(B, CH), and(B, AT, CH)],
    ['conditions of one field added to an or', or(B), or(B, AT), or(B, CH), or(B, AT, CH)],
    [
      'conditions added within a group',
      and(A, or(B, D)),
      and(A, or(B, D, C)),
      and(A, or(B, D, DOCKER)),
      and(A, or(B, D, C, DOCKER)),
    ],
    [
      'conditions added to a negated group',
      not(and(B, D)),
      not(and(B, D, AT)),
      not(and(B, D, CH)),
      not(and(B, D, AT, CH)),
    ],
    ['groups added', and(B), and(B, or(AT, D)), and(B, or(AT, C)), and(B, or(AT, D), or(AT, C))],
    ['a condition becoming a group', B, and(B, AT), and(B, CH), and(B, AT, CH)],
    ['a condition becoming an or', B, or(B, AT), or(B, CH), or(B, AT, CH)],
    ['first conditions', null, AT, CH, and(AT, CH)],
    ['the same addition', and(B), and(B, AT), and(B, AT), and(B, AT)],
    ['values of any_of', and(A, B), and(german('AT'), B), and(german('CH'), B), and(german('AT', 'CH'), B)],
    ['values of all_of', all('a'), all('a', 'b'), all('a', 'c'), all('a', 'b', 'c')],
    ['values of none_of', none('DE'), none('DE', 'AT'), none('DE', 'CH'), none('DE', 'AT', 'CH')],
    ['values of a negated condition', not(A), not(german('AT')), not(german('CH')), not(german('AT', 'CH'))],
    ['a value added and one removed', german('AT'), A, german('AT', 'CH'), german('CH')],
  ])('keeps both meanings: %s', (_, base, mine, theirs, expected) => {
    expect(mergeBoth(base, mine, theirs)).toMatchObject({ root: expected, conflicts: 0 });
  });

  it.each<[string, FilterNode | null, FilterNode | null, FilterNode | null]>([
    ['one removed what the other changed', and(A, B), and(B), and(german('CH'), B)],
    ['the operators differ', and(A, B), and(none('DE'), B), and(german('CH'), B)],
    ['one negated what the other changed', and(A, B), and(not(A), B), and(german('CH'), B)],
    ['both changed the bounds of a number', between(1990, 2000), between(1990, 2010), between(1980, 2000)],
    ['no value is left', german('AT'), AT, A],
    ['one made an or of the and to which the other added', and(A, B), or(A, B), and(A, B, C)],
    ['one negated the group to which the other added', and(A, B), not(and(A, B)), and(A, B, C)],
    ['one did so within a group', and(D, and(A, B)), and(D, or(A, B)), and(D, and(A, B, C))],
    ['a condition became an and, and an or', B, and(B, AT), or(B, CH)],
    ['both replaced the root', A, B, C],
    ['both replaced the root, one by a group', and(A, B), or(C, D), and(A, B, C)],
  ])('is not offered where %s', (_, base, mine, theirs) => {
    const { offered, conflicts, root } = mergeBoth(base, mine, theirs);
    expect([offered, conflicts]).toEqual([0, 1]);
    expect(root).toEqual(mine);
  });

  const values = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const leaf = fc
    .tuple(
      fc.constantFrom('country', 'technology'),
      fc.constantFrom('any_of', 'all_of', 'none_of'),
      fc.uniqueArray(values, { minLength: 1, maxLength: 3 }),
    )
    .map(([field, operator, each]): FilterNode => ({ condition: { field, operator, values: each } }));
  const node = fc.oneof(
    leaf,
    fc.array(leaf, { minLength: 1, maxLength: 3 }).map((or): FilterNode => ({ or })),
  );
  const nodes = fc.array(node, { minLength: 1, maxLength: 3 });
  const company = fc.uniqueArray(values).map((each) => new Set<unknown>(each));

  it.each(['and', 'or'] as const)('of additions to an %s matches what both versions mean', (kind) => {
    fc.assert(
      fc.property(nodes, nodes, nodes, company, (before, mine, theirs, has) => {
        const group = (...parts: FilterNode[][]) => groupOf(kind, parts.flat());
        const { root, conflicts } = mergeBoth(group(before), group(before, mine), group(before, theirs));
        const [one, other] = [matches(group(before, mine), has), matches(group(before, theirs), has)];
        expect([conflicts, matches(root, has)]).toEqual([0, kind === 'and' ? one && other : one || other]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is what both did where they did the same, and what one did where the other did nothing', () => {
    fc.assert(
      fc.property(anyDefinition, anyDefinition, ({ root: base }, { root: changed }) => {
        expect(mergeBoth(base, changed, changed)).toEqual({ root: changed, offered: 0, conflicts: 0 });
        const alone = mergeDefinitions(definitionOf(base), definitionOf(changed), definitionOf(base));
        expect(alone.apply({}).root).toEqual(changed);
        expect(
          mergeDefinitions(definitionOf(base), definitionOf(base), definitionOf(changed)).apply({}).root,
        ).toEqual(changed);
      }),
    );
  });
});

describe('the diff of two definitions', () => {
  it('is empty exactly when they are equal', () => {
    fc.assert(
      fc.property(anyDefinition, anyDefinition, (a, b) => {
        expect(diffDefinitions(a, a)).toEqual([]);
        const equal = JSON.stringify(a.root) === JSON.stringify(b.root);
        expect(diffDefinitions(a, b).length === 0).toBe(equal);
      }),
      { numRuns: 40 },
    );
  });

  it('names a small edit as one change', () => {
    const before = definitionOf({ and: [A, B, C] });
    const kinds = (root: Definition['root']) =>
      diffDefinitions(before, definitionOf(root)).map(({ kind }) => kind);
    expect(kinds({ and: [A, B, C, D] })).toEqual(['conditionAdded']);
    expect(kinds({ and: [A, C] })).toEqual(['conditionRemoved']);
    expect(kinds({ or: [A, B, C] })).toEqual(['groupKindChanged']);
    expect(kinds({ and: [A, { not: B }, C] })).toEqual(['negationChanged']);
    expect(kinds({ and: [A, { or: [B, C] }] })).toEqual(['groupAdded']);
    expect(kinds({ and: [B, C, A] })).toEqual(['moved']);
    expect(kinds({ and: [is('country', 'DE', 'AT'), B, C] })).toEqual(['conditionChanged']);
    expect(kinds({ or: [{ and: [A, B, C] }, D] })).toEqual(['groupAdded', 'conditionAdded']);
  });
});
