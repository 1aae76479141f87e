import { expect, test } from '@jest/globals';
import type { FilterNode } from '../../../console/src/filter/definition.ts';
import { aloneOf, contextOf, fixedFields, prefixOf, withoutEach } from '../../../console/src/filter/parts.ts';
import { fromDefinition } from '../../../console/src/filter/tree.ts';
import { usualBreakdowns } from '../../../console/src/preview/usual-breakdowns.ts';
import { condition, definitionOf } from '../fixture.ts';
import { catalogue } from './support.ts';

const GERMANY = condition('country', 'any_of', 'DE');
const SOFTWARE = condition('industry', 'any_of', 'Software');
const NOT_AWS = { not: condition('partner', 'any_of', 'aws.example') };
const KUBERNETES = condition('technology', 'any_of', 'kubernetes');
const EVERY = condition('partnership_count', 'gte', 0);
const ROOT = { and: [NOT_AWS, GERMANY, { or: [SOFTWARE, { and: [KUBERNETES, GERMANY] }] }] };

test('what remains after a node is what it and those before it in its group match', () => {
  const remaining = (pointer: string) => prefixOf(definitionOf(ROOT), pointer).root;
  expect(remaining('/root/and/1')).toEqual({ and: [NOT_AWS, GERMANY] });
  expect(remaining('/root/and/2')).toEqual(ROOT);
  expect(remaining('/root/and/2/or/0')).toEqual(SOFTWARE);
  expect(remaining('/root/and/2/or/1/and/0')).toEqual(KUBERNETES);
  expect(remaining('/root')).toEqual(ROOT);
});

test('a negation by itself stands beside a condition that each company meets', () => {
  expect(aloneOf(definitionOf(ROOT), '/root/and/0').root).toEqual({ and: [EVERY, NOT_AWS] });
  expect(prefixOf(definitionOf(ROOT), '/root/and/0').root).toEqual({ and: [EVERY, NOT_AWS] });
  expect(aloneOf(definitionOf(ROOT), '/root/and/0/not').root).toEqual(NOT_AWS.not);
});

test('a filter without each of its nodes is counted by one definition, unless nothing would find companies', () => {
  expect(withoutEach(definitionOf({ and: [NOT_AWS, GERMANY, KUBERNETES] }))).toEqual({
    definition: definitionOf({
      or: [{ and: [GERMANY, KUBERNETES] }, { and: [NOT_AWS, KUBERNETES] }, { and: [NOT_AWS, GERMANY] }],
    }),
    pointers: ['/root/and/0', '/root/and/1', '/root/and/2'],
  });
  expect(withoutEach(definitionOf({ and: [NOT_AWS, GERMANY] }))).toEqual({
    definition: definitionOf({ or: [GERMANY] }),
    pointers: ['/root/and/0'],
  });
  const one = { and: [GERMANY] };
  const many = { and: Array.from({ length: 12 }, () => GERMANY) };
  for (const root of [null, GERMANY, one, { or: [GERMANY, SOFTWARE] }, many])
    expect(withoutEach(definitionOf(root))).toBeUndefined();
});

test('values are chosen among what the conditions leave that hold together with theirs', () => {
  const context = (root: FilterNode, at: readonly number[], keepsOwn = false) => {
    const tree = fromDefinition(definitionOf(root));
    let id = tree.root.id;
    let { children } = tree.root;
    for (const index of at) {
      const child = children[index];
      id = child?.id ?? '';
      children = child && 'children' in child ? child.children : [];
    }
    return contextOf(tree, catalogue, id, keepsOwn).root;
  };
  expect(context(ROOT, [1])).toEqual({ and: [NOT_AWS, ROOT.and[2]] });
  expect(context(ROOT, [2, 0])).toEqual({ and: [NOT_AWS, GERMANY] });
  expect(context(ROOT, [2, 1, 0])).toEqual({ and: [NOT_AWS, GERMANY, GERMANY] });
  expect(context({ and: [NOT_AWS, GERMANY] }, [1])).toEqual({ and: [EVERY, NOT_AWS] });
  expect(context({ or: [GERMANY, SOFTWARE] }, [0])).toBeNull();
  expect(context({ and: [GERMANY, KUBERNETES] }, [1], true)).toEqual({ and: [GERMANY, KUBERNETES] });
  const unfinished = condition('industry', 'any_of');
  expect(context({ and: [GERMANY, unfinished] }, [1])).toEqual(GERMANY);
});

test('a filter fixes the fields of conditions that hold for each match', () => {
  expect([...fixedFields(ROOT)]).toEqual(['country']);
  expect([...fixedFields(SOFTWARE)]).toEqual(['industry']);
  expect([
    ...fixedFields({ and: [condition('country', 'none_of', 'DE'), { or: [SOFTWARE, KUBERNETES] }] }),
  ]).toEqual([]);
  expect([...fixedFields(null)]).toEqual([]);
});

test('matches are broken down by the first two fields that a filter leaves open', () => {
  const usual = ['nonsense', 'name', 'industry', 'country', 'technology', 'founded_year'];
  const open = (root: FilterNode | null) =>
    usualBreakdowns(catalogue, root, usual).map(({ key, most }) => [key, most]);
  expect(open(null)).toEqual([
    ['industry', 25],
    ['country', 250],
  ]);
  // A company has many technologies: a filter that names one leaves the others open.
  expect(open({ and: [SOFTWARE, GERMANY, KUBERNETES] })).toEqual([
    ['technology', 25],
    ['founded_year', 250],
  ]);
});
