import { describe, expect, it, test } from '@jest/globals';
import { whenChoices } from '../../../console/src/filter/catalogue.ts';
import type { FilterNode, When } from '../../../console/src/filter/definition.ts';
import { diffDefinitions } from '../../../console/src/filter/diff.ts';
import { readDraftLink, toDraftLink } from '../../../console/src/filter/draft-link.ts';
import { edit } from '../../../console/src/filter/edit.ts';
import type { EditAction } from '../../../console/src/filter/edit-actions.ts';
import { placeFaults } from '../../../console/src/filter/faults.ts';
import { mergeDefinitions } from '../../../console/src/filter/merge.ts';
import { parseDefinition } from '../../../console/src/filter/parse-definition.ts';
import { readPaste } from '../../../console/src/filter/paste.ts';
import { evidenceOf } from '../../../console/src/filter/reasons.ts';
import { labelsOf, nodeSentence, toPlainText, toSentence } from '../../../console/src/filter/sentence.ts';
import { fromDefinition, toDefinition } from '../../../console/src/filter/tree.ts';
import { formatDay } from '../../../console/src/lib/format.ts';
import { catalogue, definitionOf, is } from './support.ts';

const seen = (when: When, field = 'technology', ...values: string[]): FilterNode => ({
  condition: { field, operator: 'any_of', values: values.length > 0 ? values : ['kubernetes'], when },
});
const ADOPTED = seen({ first_seen: '90d' });
const DEFINITION = definitionOf({ and: [ADOPTED, is('country', 'DE')] });

describe('the age of evidence', () => {
  test.each<[string, FilterNode]>([
    ['technology is kubernetes, adopted in the last 90 days of data', ADOPTED],
    ['technology is kubernetes, in use in the last 30 days of data', seen({ last_seen: '30d' })],
    [
      'technology is kubernetes or nomad, not seen in the last 180 days of data',
      seen({ not_seen: '180d' }, 'technology', 'kubernetes', 'nomad'),
    ],
    ['partner is acme, new in the last 365 days of data', seen({ first_seen: '365d' }, 'partner', 'acme')],
    ['partner is acme, seen in the last 90 days of data', seen({ last_seen: '90d' }, 'partner', 'acme')],
    ['partner is acme, not seen in the last 90 days of data', seen({ not_seen: '90d' }, 'partner', 'acme')],
  ])('is a part of the sentence: %s', (words, node) => {
    expect(nodeSentence(node, labelsOf(catalogue))).toBe(words);
  });

  it('names the newest observation, from which it counts back, where that is known', () => {
    const dated = labelsOf({ ...catalogue, asOf: '2026-03-01T00:00:00Z' });
    const day = formatDay('2026-03-01T00:00:00Z');
    expect(nodeSentence(ADOPTED, dated)).toBe(
      `technology is kubernetes, adopted in the 90 days before ${day}`,
    );
  });

  it('ends before the next condition of a sentence', () => {
    expect(toPlainText(toSentence(DEFINITION, labelsOf(catalogue)))).toBe(
      'Companies where technology is kubernetes, adopted in the last 90 days of data, and country is Germany',
    );
  });

  it('can be chosen for fields whose evidence has dates', () => {
    const dated = catalogue.fields.filter(({ key }) => whenChoices(catalogue, key).length > 0);
    expect(dated.map(({ key }) => key)).toEqual(['technology', 'technology_category', 'partner']);
    expect(whenChoices(catalogue, 'technology')).toHaveLength(12);
    expect(whenChoices(catalogue, 'technology')[1]).toEqual({ first_seen: '90d' });
  });

  it('is carried by links, and the links of other drafts stay as they are', () => {
    const link = toDraftLink({ definition: DEFINITION });
    expect(link).toMatch(/^#d2=/);
    expect(readDraftLink(link ?? '')).toEqual({ kind: 'draft', draft: { definition: DEFINITION } });
    const old = '#d1=(%221%22~(5~12~%22DE%22)~null~null~null).w'.replaceAll('%22', '!');
    const definition = definitionOf(is('country', 'DE'));
    expect(readDraftLink(old)).toEqual({ kind: 'draft', draft: { definition } });
    expect(toDraftLink({ definition })).toBe(old);
  });
});

const CONDITION = '{field: TECHNOLOGY, operator: ANY_OF, values: ["kubernetes"], when: {firstSeen: DAYS_90}}';

test.each<[string, string, unknown]>([
  ['JSON', JSON.stringify(DEFINITION), DEFINITION],
  ['a literal of GraphQL', `{registryVersion: "1", root: {condition: ${CONDITION}}}`, definitionOf(ADOPTED)],
  [
    'variables of GraphQL with nulls',
    '{"root": {"condition": {"field": "TECHNOLOGY", "operator": "ANY_OF", "values": ["kubernetes"], "when": {"firstSeen": "DAYS_90", "notSeen": null}}}}',
    definitionOf(ADOPTED),
  ],
  [
    'variables of GraphQL without an age',
    '{"root": {"condition": {"field": "COUNTRY", "operator": "ANY_OF", "values": ["DE"], "when": null}}}',
    definitionOf(is('country', 'DE')),
  ],
])('reads the age of evidence from %s', (_, text, definition) => {
  expect(readPaste(text, '1')).toEqual({ ok: true, definition });
});

test.each<[unknown, string]>([
  ['90d', ''],
  [{}, ''],
  [{ first_seen: '90d', last_seen: '90d' }, ''],
  [{ first_seen: 90 }, '/first_seen'],
])('refuses the age %j at its place', (when, below) => {
  const root = { condition: { field: 'technology', operator: 'any_of', values: ['a'], when } };
  expect(parseDefinition({ registry_version: '1', root })).toMatchObject({
    ok: false,
    fault: { pointer: `/root/condition/when${below}` },
  });
});

describe('an edit of a condition with an age', () => {
  const run = (root: FilterNode, action: EditAction) => {
    const result = edit(fromDefinition(definitionOf(root)), action, catalogue);
    return result.ok ? toDefinition(result.tree, catalogue).definition.root : result.refusal;
  };
  const id = 'n2';
  const KUBERNETES = is('technology', 'kubernetes');

  test.each<[string, FilterNode, EditAction, unknown]>([
    [
      'another technology keeps it',
      ADOPTED,
      { type: 'setValues', id, values: ['nomad'] },
      seen({ first_seen: '90d' }, 'technology', 'nomad'),
    ],
    ['an age is set', KUBERNETES, { type: 'setWhen', id, when: { first_seen: '90d' } }, ADOPTED],
    [
      'an age replaces another',
      ADOPTED,
      { type: 'setWhen', id, when: { not_seen: '30d' } },
      seen({ not_seen: '30d' }),
    ],
    ['an age is taken away', ADOPTED, { type: 'setWhen', id }, KUBERNETES],
    ['a negation keeps it', ADOPTED, { type: 'negate', id }, { not: ADOPTED }],
    ['a copy has it', ADOPTED, { type: 'duplicate', id }, { and: [ADOPTED, ADOPTED] }],
    [
      'a field without dates takes none',
      is('country', 'DE'),
      { type: 'setWhen', id, when: { first_seen: '90d' } },
      'when_not_allowed',
    ],
  ])('%s', (_, root, action, expected) => {
    expect(run(root, action)).toEqual(expected);
  });

  it('keeps the age on another field with dates, and drops it on others', () => {
    const ageOn = (field: string) => {
      const result = edit(fromDefinition(definitionOf(ADOPTED)), { type: 'setField', id, field }, catalogue);
      return result.ok && result.tree.root.children[0];
    };
    expect(ageOn('partner')).toMatchObject({ field: 'partner', when: { first_seen: '90d' } });
    expect(ageOn('country')).not.toHaveProperty('when');
  });
});

describe('versions of a condition with different ages', () => {
  const IN_USE = seen({ last_seen: '30d' });

  it('differ by one change', () => {
    const changes = diffDefinitions(definitionOf(ADOPTED), definitionOf(IN_USE));
    expect(changes).toMatchObject([{ kind: 'conditionChanged', added: [], removed: [] }]);
  });

  it('are told apart by their age', () => {
    const before = definitionOf({ and: [ADOPTED, IN_USE] });
    const after = definitionOf({ and: [seen({ first_seen: '90d' }, 'technology', 'nomad'), IN_USE] });
    const changes = diffDefinitions(before, after);
    expect(changes).toMatchObject([{ kind: 'conditionChanged', was: { when: { first_seen: '90d' } } }]);
  });

  it('are a conflict without a form that means both', () => {
    const base = definitionOf(is('technology', 'kubernetes'));
    const { hunks } = mergeDefinitions(base, definitionOf(ADOPTED), definitionOf(IN_USE));
    expect(hunks).toHaveLength(1);
    expect(hunks[0]?.automatic).toBeUndefined();
    expect(hunks[0]?.both).toBeUndefined();
  });

  it('join their values where the age is one', () => {
    const mine = seen({ first_seen: '90d' }, 'technology', 'kubernetes', 'nomad');
    const theirs = seen({ first_seen: '90d' }, 'technology', 'kubernetes', 'helm');
    const merge = mergeDefinitions(definitionOf(ADOPTED), definitionOf(mine), definitionOf(theirs));
    const both = seen({ first_seen: '90d' }, 'technology', 'kubernetes', 'nomad', 'helm');
    expect(merge.apply({ h1: 'both' })).toEqual(definitionOf(both));
  });
});

test.each(['', '/first_seen', '/firstSeen'])(
  'places a fault at /when%s at the age, with its fix',
  (below) => {
    const tree = fromDefinition(DEFINITION);
    const { places } = toDefinition(tree, catalogue);
    const pointer = `/definition/root/and/0/condition/when${below}`;
    const allowed = ['30d', '90d', '180d', '365d'];
    const [fault] = placeFaults([{ pointer, code: 'unknown_value', message: 'no', allowed }], tree, places);
    const id = places.placeOf('/root/and/0')?.id;
    expect(fault).toMatchObject({ id, part: 'when' });
    expect(fault?.fixes).toEqual([{ label: 'Use “any time”', action: { type: 'setWhen', id } }]);
  },
);

describe('the evidence of a condition', () => {
  const AS_OF = '2026-03-01T00:00:00Z';
  const FIRST = '2026-01-10T00:00:00Z';
  const LAST = '2026-02-20T00:00:00Z';
  const until = formatDay(AS_OF);

  test.each<[string, When | undefined, string, string, string]>([
    [
      'the first sighting for adopted',
      { first_seen: '90d' },
      'first seen',
      FIRST,
      `in the 90 days before ${until}`,
    ],
    [
      'an earlier first sighting',
      { first_seen: '30d' },
      'first seen',
      FIRST,
      `more than 30 days before ${until}`,
    ],
    [
      'the last sighting for in use',
      { last_seen: '30d' },
      'last seen',
      LAST,
      `in the 30 days before ${until}`,
    ],
    [
      'the last sighting for not seen',
      { not_seen: '30d' },
      'last seen',
      LAST,
      `in the 30 days before ${until}`,
    ],
    [
      'the last sighting for a tier',
      undefined,
      'last seen',
      LAST,
      `in the 90 days before ${until} that count for tier High`,
    ],
  ])('is %s', (_, when, label, seenAt, meaning) => {
    const condition = { field: 'technology', operator: 'any_of', values: ['a'], ...(when && { when }) };
    const verdict = { condition, met: true, negated: false, firstSeen: FIRST, lastSeen: LAST };
    expect(evidenceOf(verdict, AS_OF)).toEqual({ label, seen: seenAt, meaning });
    expect(evidenceOf({ ...verdict, firstSeen: null, lastSeen: null }, AS_OF)).toBeUndefined();
  });
});
