import { describe, expect, it } from '@jest/globals';
import { parse } from 'graphql';
import { Fault, invalidValue, validationFault } from '../../src/lib/fault.ts';
import { answerOf } from '../../src/rest/answers/answer.ts';
import { inputOf } from '../../src/rest/input.ts';
import { restNamesOf } from '../../src/rest/problem.ts';

const derived = (text: string, path?: readonly string[]) => answerOf(parse(text), path);
const made = (text: string, path: readonly string[] | undefined, data: object) =>
  derived(text, path).map?.(data, { limit: 2, offset: 4 });

describe('the body of a REST response', () => {
  it('is named by aliases and typed by the GraphQL schema', () => {
    const { schema, components } = derived('{ viewer { user { user_id: userId name } } }', [
      'viewer',
      'user',
    ]);
    expect(schema).toEqual({ $ref: '#/components/schemas/User' });
    expect(components.User).toMatchObject({
      type: 'object',
      properties: { user_id: { type: 'integer', minimum: 1 }, name: { type: 'string' } },
      required: ['user_id', 'name'],
    });
  });

  it('is the innermost object that contains the whole selection, unless a path states another', () => {
    const text = '{ list(listId: 1) { owner { name user_id: userId } } }';
    const owner = { name: 'Ada', user_id: 1 };
    expect(made(text, undefined, { list: { owner } })).toEqual(owner);
    expect(derived(text, []).schema).toMatchObject({ properties: { list: {} } });
    const search = '{ companies(search: "a") { edges { node { name } } } }';
    expect(derived(search, []).schema).toMatchObject({ required: ['companies'] });
  });

  it('of several root fields has the innermost object or list of each', () => {
    const text = '{ limits: rateLimit { limited } viewer { organization { quotas { limit } } } }';
    const quotas = [{ limit: 3 }, { limit: null }];
    const data = { limits: { limited: true }, viewer: { organization: { quotas } } };
    expect(made(text, undefined, data)).toEqual({ limits: { limited: true }, quotas: [{ limit: 3 }, {}] });
    expect(derived(text).schema).toMatchObject({ required: ['limits', 'quotas'] });
  });

  it('has breakdowns as an object, which is absent without any', () => {
    const text = `query ($a: Boolean!) { previewCount(definitionJson: {}) {
      count breakdowns(fields: []) @include(if: $a) { field entries { value } } } }`;
    const entries = [{ value: 'DE' }];
    const breakdowns = [{ field: 'country', entries }];
    expect(made(text, undefined, { previewCount: { breakdowns, count: 1 } })).toEqual({
      count: 1,
      breakdowns: { country: entries },
    });
    expect(made(text, undefined, { previewCount: { count: 1 } })).toEqual({ count: 1 });
  });

  it('omits fields that the route sends in a header', () => {
    const text = `mutation { enrichPartnerships(input: { domains: [] }) {
      domains_found: domainsFound creditsCharged } }`;
    expect(derived(text).components.EnrichPartnershipsPayload).toMatchObject({ required: ['domains_found'] });
    const enrichPartnerships = { domains_found: 1, creditsCharged: 2 };
    expect(made(text, undefined, { enrichPartnerships })).toEqual({ domains_found: 1 });
  });

  it('omits nulls, except where the table of fields requires them', () => {
    const list =
      '{ list(listId: 1) { permissions { edges { node { user { user_id: userId } scope: orgWide } } } } }';
    const permissions = [
      { user: null, scope: true },
      { user: { user_id: 7 }, scope: false },
    ];
    const edges = permissions.map((node) => ({ node }));
    expect(made(list, ['list', 'permissions'], { list: { permissions: { edges } } })).toEqual([
      { scope: 'org_wide' },
      { user_id: 7, scope: 'user' },
    ]);
    const enrich = 'mutation { enrichPartnerships(input: { domains: [] }) { results { slug status } } }';
    const results = [{ slug: null, status: 'NOT_TRACKED' }];
    expect(made(enrich, ['enrichPartnerships', 'results'], { enrichPartnerships: { results } })).toEqual([
      { slug: null, status: 'not_tracked' },
    ]);
    const { EnrichmentResult } = derived(enrich, ['enrichPartnerships', 'results']).components;
    expect(EnrichmentResult).toMatchObject({
      properties: { slug: { type: ['string', 'null'] } },
      required: ['slug', 'status'],
    });
  });

  it('is a page for a connection with a total, and a plain list without', () => {
    const edges = 'edges { node { name definition } }';
    const nodes = [{ node: { name: 'a', definition: {} } }];
    const data = { lists: { totalCount: 5, pageInfo: { hasNextPage: true, endCursor: 'x' }, edges: nodes } };
    const page = `query ($offset: Int) { lists(offset: $offset) { totalCount pageInfo { hasNextPage endCursor } ${edges} } }`;
    expect(JSON.stringify(made(page, ['lists'], data))).toBe(
      '{"lists":[{"name":"a","definition":{}}],"total":5,"limit":2,"offset":4,"next_cursor":"x"}',
    );
    expect(derived(page, ['lists']).schema).toMatchObject({
      required: ['lists', 'total', 'limit', 'next_cursor'],
    });
    const ranked = page.replace('query ($offset: Int) ', '').replace('(offset: $offset)', '');
    expect(made(ranked, ['lists'], data)).not.toHaveProperty('offset');
    const last = { lists: { ...data.lists, pageInfo: { hasNextPage: false, endCursor: 'x' } } };
    expect(made(page, ['lists'], last)).toMatchObject({ next_cursor: null });
    expect(made(`{ lists { ${edges} } }`, ['lists'], data)).toEqual([{ name: 'a', definition: {} }]);
  });

  it('has optional fields where a directive may omit them', () => {
    const { components } = derived(
      'query ($a: Boolean!) { company(identifier: "x") { name slug @include(if: $a) } }',
      ['company'],
    );
    expect(components.Company).toMatchObject({ required: ['name'] });
  });

  it('is passed on unchanged where REST and GraphQL have the same form', () => {
    const data = { company: { name: 'a', partnership_count: 1 } };
    const text = '{ company(identifier: "x") { name partnership_count: partnershipCount } }';
    expect(made(text, ['company'], data)).toBe(data.company);
  });

  it('requires a named fragment if one type is selected in two ways', () => {
    const text = '{ viewer { user { name } } list(listId: 1) { owner { email } } }';
    expect(() => derived(text, [])).toThrow(/two schemas have the name User/);
    const named = text.replace('{ email }', '{ ...Owner }').concat(' fragment Owner on User { email }');
    expect(Object.keys(derived(named, []).components)).toEqual(expect.arrayContaining(['User', 'Owner']));
  });

  it('is refused if the document does not select it', () => {
    expect(() => derived('{ lists { totalCount } }', ['list'])).toThrow(/does not select list of Query/);
    expect(() => derived('{ lists { totalCount } }', ['lists'])).toThrow(
      /selects no items of ListConnection/,
    );
    expect(() => derived(`{ lists { totalCount edges { node { name } } } }`, ['lists'])).toThrow(
      /selects no pageInfo of ListConnection/,
    );
  });
});

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

const DOCUMENT = parse(`
  mutation ($list_id: Int!, $user_id: Int, $quietly: Boolean!, $loudly: Boolean!) {
    share(input: { listId: $list_id, to: { userId: $user_id } }) {
      list @include(if: $quietly) { name @skip(if: $loudly) }
    }
  }`);

describe('a fault of a service, in the names of a REST route', () => {
  const inSentNames = restNamesOf(DOCUMENT);

  it('names the variable that the saved document passes to an argument or to a field of an input', () => {
    const fault = validationFault([
      { pointer: '/userId/0', message: 'is not needed beside listId' },
      { pointer: '/listId', message: 'has no userIds' },
    ]);
    const sent = inSentNames(fault);
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
    const { code, message, details } = inSentNames(fault);
    expect({ code, message, details }).toEqual({
      code: fault.code,
      message: fault.message,
      details: fault.details,
    });
  });

  it('needs a document in which a name stands for one variable, unless the row says which is meant', () => {
    const document = parse('query ($a: Int, $b: Int) { list(first: $a) { members(first: $b) } }');
    expect(() => restNamesOf(document)).toThrow('a saved document gives first two variables');
    const inSentNames = restNamesOf(document, { '/first': '/limit' });
    expect(inSentNames(invalidValue('/first', 'is wrong')).details).toEqual({
      errors: [{ pointer: '/limit', message: 'is wrong' }],
    });
  });
});
