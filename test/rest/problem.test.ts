import { describe, expect, it } from '@jest/globals';
import { parse } from 'graphql';
import { Fault, invalidValue, validationFault } from '../../src/lib/fault.ts';
import { restNamesOf } from '../../src/rest/problem.ts';

const DOCUMENT = parse(`
  mutation ($list_id: Int!, $user_id: Int, $quietly: Boolean!, $loudly: Boolean!) {
    share(input: { listId: $list_id, to: { userId: $user_id } }) {
      list @include(if: $quietly) { name @skip(if: $loudly) }
    }
  }`);

describe('a fault of a service, in the names of a REST route', () => {
  const inRestNames = restNamesOf(DOCUMENT);

  it('names the variable that the saved document passes to an argument or to a field of an input', () => {
    const fault = validationFault([
      { pointer: '/userId/0', message: 'is not needed beside listId' },
      { pointer: '/listId', message: 'has no userIds' },
    ]);
    const sent = inRestNames(fault);
    expect(sent.message).toBe('/user_id/0: is not needed beside list_id (and 1 more)');
    expect(sent.details.errors).toEqual([
      { pointer: '/user_id/0', message: 'is not needed beside list_id' },
      { pointer: '/list_id', message: 'has no userIds' },
    ]);
  });

  it.each([
    ['names nothing of the document', validationFault([{ pointer: '/name', message: 'is too long' }])],
    ['names no value', validationFault([{ pointer: '', message: 'is nested too deep' }])],
    ['is of another kind', new Fault('list_not_found', 'no such listId')],
    [
      'points into a definition',
      new Fault('invalid_definition', '', { details: { errors: [{ pointer: '/userId' }] } }),
    ],
  ])('is unchanged if it %s', (_, fault) => {
    const { code, message, details } = inRestNames(fault);
    expect({ code, message, details }).toEqual({
      code: fault.code,
      message: fault.message,
      details: fault.details,
    });
  });

  it('needs a document in which a name stands for one variable, unless the row says which is meant', () => {
    const document = parse('query ($a: Int, $b: Int) { list(first: $a) { members(first: $b) } }');
    expect(() => restNamesOf(document)).toThrow('a saved document gives first two variables');
    const inRestNames = restNamesOf(document, { '/first': '/limit' });
    expect(inRestNames(invalidValue('/first', 'is wrong')).details).toEqual({
      errors: [{ pointer: '/limit', message: 'is wrong' }],
    });
  });
});
