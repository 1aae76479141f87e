import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import {
  fitsType,
  isCounted,
  listedLabel,
  toValue,
  valueEditor,
} from '../../../console/src/filter/catalogue.ts';
import type { FilterNode } from '../../../console/src/filter/definition.ts';
import { readDraftLink, toDraftLink } from '../../../console/src/filter/draft-link.ts';
import { edit } from '../../../console/src/filter/edit.ts';
import { placeFaults } from '../../../console/src/filter/faults.ts';
import { mergeDefinitions } from '../../../console/src/filter/merge.ts';
import { readPaste } from '../../../console/src/filter/paste.ts';
import { quickAdd, searchCandidates } from '../../../console/src/filter/quick-add.ts';
import { labelsOf, nodeSentence } from '../../../console/src/filter/sentence.ts';
import { fromDefinition, toDefinition } from '../../../console/src/filter/tree.ts';
import { catalogue, definitionOf, is } from './support.ts';

const NAMES: Record<string, string> = { 7: 'Customers', 8: 'Partners' };
const labels = labelsOf(catalogue, (field, value) => (field === 'list' ? NAMES[String(value)] : undefined));
const none = (...values: number[]): FilterNode => ({
  condition: { field: 'list', operator: 'none_of', values },
});
const field = catalogue.fields.find(({ key }) => key === 'list');
if (!field) throw new Error('the service has no lists in filters');

describe('a list as a condition', () => {
  test.each<[string, FilterNode]>([
    ['the company is in the list Customers', is('list', 7)],
    ['the company is in one of the lists Customers, Partners', is('list', 7, 8)],
    ['the company is not in the list Customers', none(7)],
    ['the company is in none of the lists Customers, Partners', none(7, 8)],
    ['not the company is in the list List 12', { not: is('list', 12) }],
  ])('is a part of the sentence: %s', (words, node) => {
    expect(nodeSentence(node, labels)).toBe(words);
  });

  it('counts the lists that a short sentence leaves out', () => {
    expect(nodeSentence(none(7, 8, 9, 10), labels, 2)).toBe(
      'the company is in none of the lists Customers, Partners and 2 more',
    );
  });

  it('has numbers as values, which are chosen and not counted', () => {
    expect(valueEditor(catalogue, 'list', 'none_of')).toEqual({ kind: 'list', maxValues: 250 });
    expect(isCounted(catalogue, 'list')).toBe(false);
    expect(toValue(field, '7')).toBe(7);
    expect([7, '7', 7.5, true].map((value) => fitsType(catalogue, 'list', 'any_of', value))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(listedLabel(catalogue, 'list', 7)).toBe('List 7');
  });

  it('refuses texts, and loses its values with another field', () => {
    const tree = fromDefinition(definitionOf(is('list', 7)));
    const texts = edit(tree, { type: 'setValues', id: 'n2', values: ['7'] }, catalogue);
    expect(texts).toMatchObject({ refusal: 'wrong_type' });
    for (const other of ['founded_year', 'country', 'name']) {
      expect(edit(tree, { type: 'setField', id: 'n2', field: other }, catalogue)).toMatchObject({
        tree: { root: { children: [{ field: other, values: [] }] } },
      });
      const start = fromDefinition(definitionOf(is(other, other === 'founded_year' ? 1999 : 'DE')));
      expect(edit(start, { type: 'setField', id: 'n2', field: 'list' }, catalogue)).toMatchObject({
        tree: { root: { children: [{ field: 'list', operator: 'any_of', values: [] }] } },
      });
    }
  });

  it('is carried by links that older consoles read, and is merged by its lists', () => {
    const definition = definitionOf({ and: [is('country', 'DE'), none(7, 2_147_483_647)] });
    const link = toDraftLink({ definition });
    expect(link).toMatch(/^#d1=/);
    expect(readDraftLink(link ?? '')).toEqual({ kind: 'draft', draft: { definition } });
    const merge = mergeDefinitions(definitionOf(none(7)), definitionOf(none(7, 8)), definitionOf(none(7, 9)));
    expect(merge.apply({ h1: 'both' })).toEqual(definitionOf(none(7, 8, 9)));
  });

  test.each([
    ['JSON', JSON.stringify(none(7))],
    ['a literal of GraphQL', '{condition: {field: LIST, operator: NONE_OF, values: [7]}}'],
  ])('is read from %s', (_, text) => {
    expect(readPaste(text, '1')).toEqual({ ok: true, definition: definitionOf(none(7)) });
  });

  test.each<[string, string, boolean]>([
    ['in list customers', 'customers', false],
    ['not in list customers', 'customers', true],
    ['customers', 'customers', false],
    ['list q3 2025', 'q3 2025', false],
  ])('is searched by name for “%s”', (typed, text, negated) => {
    expect(quickAdd(typed, catalogue).searches).toContainEqual({ field: 'list', text, negated });
  });

  it('is not searched for numbers alone', () => {
    expect(quickAdd('after 2015', catalogue).searches).toEqual([]);
  });

  it('is added by its number, and without a count', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), fc.boolean(), (id, negated) => {
        const found = searchCandidates(field, [{ value: String(id), label: 'Customers' }], 'cust', negated);
        const operator = negated ? 'none_of' : 'any_of';
        const candidate = { field: 'list', operator, values: [id], negated: false };
        expect(found).toEqual([{ ...candidate, label: 'Customers', grade: 1 }]);
      }),
    );
  });

  it('that leads back to itself is placed at its value, with the lists on the way', () => {
    const tree = fromDefinition(definitionOf({ and: [is('country', 'DE'), none(8, 7)] }));
    const { places } = toDefinition(tree, catalogue);
    const fault = { code: 'list_cycle', message: 'A circle', path: [7, 3] };
    expect(placeFaults([{ pointer: '/root/and/1/condition/values/1', ...fault }], tree, places)).toEqual([
      {
        ...fault,
        id: 'n3',
        part: 'values',
        valueIndex: 1,
        suggestions: [],
        fixes: [{ label: 'Remove this value', action: { type: 'setValues', id: 'n3', values: [8] } }],
      },
    ]);
  });
});
