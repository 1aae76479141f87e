import { describe, expect, it } from '@jest/globals';
import { type GraphQLObjectType, parse } from 'graphql';
import { schema } from '../../src/api/schema.ts';
import { selectsPlainRows, withRowsAsLeaves } from '../../src/graphql/selections.ts';

const enrich = (selected: string, more = '') =>
  `mutation { enrichPartnerships(input: { domains: ["x.example"] }) { results { ${selected} } } } ${more}`;
const judge = (document: string) => selectsPlainRows(schema, parse(document));

describe('a list of rows', () => {
  it.each([
    enrich('domain partnerships { partnerName firstObservedAt description }'),
    enrich('partnerships { name: partnerName again: partnerName }'),
    enrich(
      '...R',
      'fragment R on EnrichmentResult { partnerships { ...P } } fragment P on Partnership { partnerName }',
    ),
    enrich('partnerships { ... on Partnership { partnerName } ... { partnerSlug } }'),
    '{ company(identifier: "x") { name detections(first: 3) { key: techKey firstSeen } } }',
  ])('stays packed where only properties of rows are selected: %s', (document) => {
    expect(judge(document)).toBe(true);
  });

  it.each([
    ['is not selected', enrich('domain partnershipCount')],
    ['has the name of its type selected', enrich('partnerships { __typename partnerName }')],
    ['has a field with a directive', enrich('partnerships { partnerName @include(if: true) }')],
    [
      'has a fragment with a directive',
      enrich('partnerships { ...P @skip(if: true) }', 'fragment P on Partnership { partnerName }'),
    ],
    [
      'has an inline fragment with a directive',
      enrich('partnerships { ... @include(if: true) { partnerName } }'),
    ],
  ])('is one of objects if it %s', (_, document) => {
    expect(judge(document)).toBe(false);
  });

  it('has its type and its resolver again after compiling, also after a failure', () => {
    const field = () => {
      const { type, resolve } = (schema.getType('EnrichmentResult') as GraphQLObjectType).getFields()
        .partnerships ?? { type: undefined, resolve: undefined };
      return { type: String(type), resolve };
    };
    const before = field();
    expect(before.type).toBe('[Partnership!]!');
    expect(withRowsAsLeaves(schema, () => field().type)).toBe('Rows!');
    expect(field()).toEqual(before);
    // A refusal leaves the fields beside the list alone.
    const detections = () => (schema.getType('Company') as GraphQLObjectType).getFields().detections;
    expect(withRowsAsLeaves(schema, () => String(detections()?.type))).toBe('Rows');
    const fail = () => {
      throw new Error('no code');
    };
    expect(() => withRowsAsLeaves(schema, fail)).toThrow('no code');
    expect(field()).toEqual(before);
  });
});
