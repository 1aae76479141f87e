import { describe, expect, it } from '@jest/globals';
import { inputOf } from '../../src/rest/input.ts';

const namesIn = ({ shape }: { shape: object }) => Object.keys(shape);

describe('the parameters of a route', () => {
  it('are read from the path if it names them, else from the query of GET', () => {
    const input = inputOf('GET', '/lists/:list_id/members', ['limit', 'list_id', 'offset'], {}, {});
    expect([namesIn(input.path), namesIn(input.query)]).toEqual([['list_id'], ['limit', 'offset']]);
    expect(input.body).toBeUndefined();
  });

  it('are fields of the body for other methods, or the whole body', () => {
    const names = ['list_id', 'name', 'definition'];
    const fields = inputOf('PUT', '/lists/:list_id', names, {}, {});
    expect(fields.body?.parse({ name: 'a', definition: {} })).toEqual({ name: 'a', definition: {} });
    const whole = inputOf('PUT', '/lists/:list_id', ['list_id', 'definition'], {}, { body: 'definition' });
    expect(whole.body?.parse({ root: null })).toEqual({ definition: { root: null } });
    expect(namesIn(whole.query)).toEqual([]);
  });

  it('make the body optional if there are none, or if the row says so', () => {
    const optional = [
      inputOf('POST', '/a', [], {}, {}),
      inputOf('POST', '/a', ['email'], {}, { isBodyOptional: true }),
      inputOf('POST', '/a', ['email'], {}, {}),
    ].map(({ body }) => body?.safeParse(undefined).success);
    expect(optional).toEqual([true, true, false]);
  });

  it('include the version of If-Match', () => {
    const { heedsIfMatch, path, body } = inputOf(
      'PUT',
      '/lists/:list_id',
      ['list_id', 'if_versions'],
      {},
      {},
    );
    expect([heedsIfMatch, namesIn(path), body?.parse({})]).toEqual([true, ['list_id'], {}]);
  });

  it('require a schema', () => {
    expect(() => inputOf('GET', '/a', ['size'], {}, {})).toThrow(/size/);
  });
});
