import { describe, expect, it } from '@jest/globals';
import { parse, validate } from 'graphql';
import { schema } from '../../src/api/schema.ts';
import { validateBounded } from '../../src/graphql/documents.ts';
import { overlapErrorOf } from '../../src/graphql/overlaps.ts';
import { codes } from '../harness/errors.ts';
import { useService } from '../harness/use-service.ts';

const { graphql } = useService('overlaps');

const errorOf = (text: string) => overlapErrorOf(parse(text))?.message;
const TOO_OFTEN = expect.stringContaining('repeats fields too often');

describe('a document that repeats fields', () => {
  it.each([
    ['in one selection', `{${' viewer { organization { name } }'.repeat(100)} }`],
    ['below others that are merged', `{${` viewer {${' organization { name }'.repeat(15)} }`.repeat(15)} }`],
    [
      'by fragments',
      `{${Array.from({ length: 150 }, (_, n) => ` ...f${n}`).join('')} }
       ${Array.from({ length: 150 }, (_, n) => `fragment f${n} on Query { viewer { organization { name } } }`).join(' ')}`,
    ],
    ['behind one alias', `{${' a: viewer { role }'.repeat(142)} }`],
  ])('too often %s is refused', (_, text) => {
    expect(errorOf(text)).toEqual(TOO_OFTEN);
  });

  it.each([
    ['forty times', `{${' viewer { organization { name } }'.repeat(40)} }`],
    ['behind aliases', `{${Array.from({ length: 500 }, (_, n) => ` a${n}: viewer { role }`).join('')} }`],
    [
      'in a fragment that is spread everywhere',
      `{${Array.from({ length: 300 }, (_, n) => ` a${n}: viewer { ...f }`).join('')} } fragment f on Viewer { role organization { name } }`,
    ],
    [
      'in fragments that double at each level',
      `{ node(id: "") { ...f0 } } ${Array.from({ length: 30 }, (_, n) => `fragment f${n} on List { a: owner { ...f${n + 1} } b: owner { ...f${n + 1} } }`).join(' ')} fragment f30 on List { name }`,
    ],
    [
      'in a fragment that leads to itself',
      '{ list(listId: 1) { ...f } } fragment f on List { owner { ...f } }',
    ],
  ])('%s is left to the rules of GraphQL', (_, text) => {
    expect(errorOf(text)).toBeUndefined();
    expect(validateBounded(schema, parse(text))).toEqual(validate(schema, parse(text)));
  });

  it('is refused over HTTP, and by the estimate of its cost, before it is compared', async () => {
    const query = `{${' viewer { organization { name } }'.repeat(480)} }`;
    const { status, body } = await graphql(query);
    expect([status, body.errors]).toEqual([
      200,
      [
        expect.objectContaining({
          message: TOO_OFTEN,
          extensions: expect.objectContaining({ code: 'GRAPHQL_VALIDATION_FAILED' }),
        }),
      ],
    ]);
    const estimate = 'query ($query: String!) { operationCost(query: $query) { requested } }';
    const response = await graphql(estimate, { query });
    expect([response.status, codes(response), response.body.errors[0].extensions.errors]).toEqual([
      200,
      ['VALIDATION_ERROR'],
      [{ pointer: '/query', message: TOO_OFTEN }],
    ]);
  });
});
