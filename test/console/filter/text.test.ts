import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { valueEditor } from '../../../console/src/filter/catalogue.ts';
import { readDraftLink, toDraftLink } from '../../../console/src/filter/draft-link.ts';
import { edit } from '../../../console/src/filter/edit.ts';
import { placeFaults } from '../../../console/src/filter/faults.ts';
import { readPaste } from '../../../console/src/filter/paste.ts';
import { quickAdd } from '../../../console/src/filter/quick-add.ts';
import { isExact } from '../../../console/src/filter/rank.ts';
import { labelsOf, toPlainText, toSentence } from '../../../console/src/filter/sentence.ts';
import { fromDefinition, toDefinition } from '../../../console/src/filter/tree.ts';
import { anyDefinition, catalogue, definitionOf, is } from './support.ts';

const ours = definitionOf({
  and: [is('industry', 'Software', 'SaaS'), is('country', 'DE', 'AT', 'CH'), { not: is('partner', 'AWS') }],
});

it('says a definition in words', () => {
  expect(toPlainText(toSentence(ours, labelsOf(catalogue)))).toBe(
    'Companies where industry is Software or SaaS, and country is Germany, Austria or Switzerland, and not partner is AWS',
  );
});

describe('a link to a draft', () => {
  it('carries any definition that fits, and refuses every cut', () => {
    fc.assert(
      fc.property(anyDefinition, fc.string({ unit: 'binary' }), fc.nat(40), (definition, name, cut) => {
        const link = toDraftLink({ definition, name, listId: '7', baseVersion: 3 });
        if (link === undefined) return;
        const draft = { definition, name: name.toWellFormed(), listId: '7', baseVersion: 3 };
        const read = readDraftLink(link);
        if (name.isWellFormed()) expect(read).toEqual({ kind: 'draft', draft });
        expect(readDraftLink(link.slice(0, -1 - cut)).kind).not.toBe('draft');
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(['none', 'draft', 'stored', 'broken']).toContain(readDraftLink(`#d1=${text}`).kind);
      }),
    );
  });

  it('has at most 2,600 characters for 50 conditions with three values each', () => {
    const fifty = definitionOf({
      and: Array.from({ length: 50 }, () => is('technology', 'kubernetes', 'nomad', 'amazon-ecs')),
    });
    expect(toDraftLink({ definition: fifty })?.length).toBeLessThan(2600);
    expect(readDraftLink('#d3=x').kind).toBe('broken');
  });
});

describe('pasted text', () => {
  const json = JSON.stringify(ours);
  const graphql =
    '{registryVersion: "1", root: {condition: {field: COUNTRY, operator: ANY_OF, values: ["DE"]}}}';
  it.each([
    ['a definition', json, ours],
    ['a node', JSON.stringify(ours.root), ours],
    ['a body', `{"definition": ${json}, "funnel": true}`, ours],
    ['a curl command', `curl -H 'A: b' http://x -d '\n{"definition": ${json}}'`, ours],
    ['a literal of GraphQL', graphql, definitionOf(is('country', 'DE'))],
    ['a query', `{ previewCount(definition: ${graphql}) { count } }`, definitionOf(is('country', 'DE'))],
  ])('is read as %s', (_, text, definition) => {
    expect(readPaste(text, '1')).toEqual({ ok: true, definition });
  });

  it('names the place of an error', () => {
    expect(readPaste('{"root":\n  }', '1')).toEqual({
      ok: false,
      reason: 'A value is expected: line 2, column 3.',
      position: { offset: 11, line: 2, column: 3 },
    });
  });
});

it('places a fault at the value, whatever argument held the definition, with its fix', () => {
  const tree = fromDefinition(ours);
  const { places } = toDefinition(tree, catalogue);
  const fault = { code: 'unknown_value', message: 'Unknown', did_you_mean: ['FR'] };
  const pointer = '/definition/root/and/1/condition/values/2';
  const id = places.placeOf('/root/and/1')?.id;
  const [first] = placeFaults([{ pointer, ...fault }], tree, places);
  expect(first).toMatchObject({ id, part: 'values', valueIndex: 2 });
  expect(first?.fixes[0]?.action).toEqual({ type: 'setValues', id, values: ['DE', 'AT', 'FR'] });
});

it.each([
  ['germ', 'country', 'any_of', ['DE'], false],
  ['not germ', 'country', 'none_of', ['DE'], false],
  ['after 2015', 'founded_year', 'gte', [2016], false],
  ['before 2000', 'founded_year', 'lte', [1999], false],
  ['founded 2010-2015', 'founded_year', 'between', [2010, 2015], false],
  ['more than 100 technologies', 'technology_count', 'gte', [101], false],
  ['50-200 employees', 'employee_range', 'any_of', ['51-200'], false],
  ['.de', 'domain', 'ends_with', ['.de'], false],
  ['name contains bank', 'name', 'contains', ['bank'], false],
])('reads "%s"', (typed, field, operator, values, negated) => {
  expect(quickAdd(typed, catalogue).candidates[0]).toMatchObject({ field, operator, values, negated });
});

describe('a time in "+ condition"', () => {
  const technology = { label: 'Kubernetes', value: 'kubernetes', companyCount: 7 };
  const fields = catalogue.fields.map((field) =>
    field.key === 'technology' ? { ...field, values: [technology] } : field,
  );
  const listed = { ...catalogue, fields };
  const read = (typed: string) => quickAdd(typed, listed).candidates;

  it.each([
    ['using kubernetes in the last 90 days', { last_seen: '90d' }, false],
    ['kubernetes last seen in the past month', { last_seen: '30d' }, false],
    ['adopted kubernetes within the last year', { first_seen: '365d' }, false],
    ['kubernetes not seen for 180 days', { not_seen: '180d' }, false],
    ['not kubernetes in the last 90 days', { last_seen: '90d' }, true],
  ])('is read in "%s"', (typed, when, isNegative) => {
    const [first] = read(typed);
    expect(first).toMatchObject({ field: 'technology', values: ['kubernetes'], when });
    expect(first?.operator === 'none_of' || first?.negated).toBe(isNegative);
    // That number would be of evidence of any age.
    expect(first).not.toHaveProperty('count');
  });

  it.each(['kubernetes in the last 45 days', 'adopted kubernetes'])(
    'is offered where "%s" leaves it open, without an exact match',
    (typed) => {
      const found = read(typed);
      const windows = found.flatMap(({ when }) => Object.values(when ?? {}));
      expect(windows).toEqual(['30d', '90d', '180d', '365d']);
      expect(found.some(isExact)).toBe(false);
    },
  );

  it('searches fields whose evidence has dates, without the words of the time', () => {
    const { searches, candidates } = quickAdd('globex in the last 90 days', catalogue);
    expect(new Set(searches.map(({ field }) => field))).toEqual(
      new Set(['technology', 'technology_category', 'partner']),
    );
    expect(searches.every(({ text, times }) => text === 'globex' && times?.[0]?.last_seen === '90d')).toBe(
      true,
    );
    expect(candidates).toEqual([]);
  });

  it('is no part of a condition on a field without dates', () => {
    expect(read('germany in the last 90 days')).toEqual([]);
    const tree = fromDefinition(definitionOf(null));
    const added = { field: 'country', operator: 'any_of', values: ['DE'], when: { last_seen: '90d' } };
    const at = { into: tree.root.id };
    expect(edit(tree, { type: 'addCondition', at, ...added }, catalogue)).toEqual({
      ok: false,
      refusal: 'when_not_allowed',
    });
  });
});

it('asks for a search where the catalogue does not list values', () => {
  expect(quickAdd('not aws', catalogue).searches).toContainEqual({
    field: 'partner',
    text: 'aws',
    negated: true,
  });
  expect(valueEditor(catalogue, 'founded_year', 'between')).toEqual({ kind: 'integer', count: 2 });
});
