import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Definition } from '../../../console/src/filter/definition.ts';
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
