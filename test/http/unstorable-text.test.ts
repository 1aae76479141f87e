import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { useTenant, useTestService } from '../harness/use-service.ts';
import { condition, definition, seedSmallCatalogue } from '../modules/filters/support.ts';
import { createList } from '../modules/lists/operations.ts';

let listId: number;

const service = useTestService();
const tenant = useTenant(service, 'texts');
beforeAll(async () => {
  await seedSmallCatalogue(service.database.pool);
  listId = await createList(service, tenant.userKey, 'a list');
});

/** A NUL, which PostgreSQL cannot store, and half of a surrogate pair, which UTF-8 cannot encode. */
const TEXTS = { 'a NUL': 'ac\0me.example', 'half of a surrogate pair': 'ac\ud800me.example' };

/** Every text that REST accepts, with the status for one that cannot be stored. */
const REST: Array<[string, number, (text: string) => PromiseLike<Response>]> = [
  ['an identifier', 404, (text) => get(`/v1/companies/${encode(text)}`)],
  ['a slug', 404, (text) => get(`/v1/companies/${encode(text.replace('.', ''))}`)],
  ['a flagged company', 404, (text) => post(`/v1/companies/${encode(text)}/flags`, {})],
  ['a description', 422, (text) => post('/v1/companies/acme/flags', { description: text })],
  ['a domain to enrich', 200, (text) => post('/v1/enrich/partnerships', { domains: [text] })],
  ...['technology', 'partner', 'investor', 'industry'].map((field): (typeof REST)[number] => [
    `a search of ${field}`,
    422,
    (text) => get(`/v1/lists/filter-fields/${field}/values?search=${encode(text)}`),
  ]),
  ['a field', 422, (text) => get(`/v1/lists/filter-fields/${encode(text)}/values`)],
  ['a search of companies', 422, (text) => get(`/v1/lists/company-search?q=${encode(text)}`)],
  [
    'a search of members',
    422,
    (text) => get(`/v1/lists/${listId}/members?search_name_or_domain=${encode(text)}`),
  ],
  ['a name', 422, (text) => post('/v1/lists', { name: text })],
  ['a new name', 422, (text) => service.rest(tenant.userKey).patch(`/v1/lists/${listId}`, { name: text })],
  ...['technology', 'partner', 'investor'].map((field): (typeof REST)[number] => [
    `a value of ${field}`,
    422,
    (text) => post('/v1/lists/preview-count', definition(condition(field, 'any_of', [text]))),
  ]),
  [
    'a pattern',
    422,
    (text) => post('/v1/lists/preview-count', definition(condition('name', 'contains', [text]))),
  ],
  [
    'an equal name',
    422,
    (text) => post('/v1/lists/preview-count', definition(condition('name', 'equals', [text]))),
  ],
  ['a key of a definition', 422, (text) => post('/v1/lists/preview-count', definition({ [text]: [] }))],
  ['a domain to add', 200, (text) => post(`/v1/lists/${listId}/domains`, { domains: [text] })],
  ['a domain to exclude', 200, (text) => post(`/v1/lists/${listId}/excluded-domains`, { domains: [text] })],
  ['a domain to remove', 404, (text) => remove(`/v1/lists/${listId}/domains/${encode(text)}`)],
  ['a domain to let in', 404, (text) => remove(`/v1/lists/${listId}/excluded-domains/${encode(text)}`)],
  [
    'an e-mail address',
    422,
    (text) => post(`/v1/lists/${listId}/permissions`, { email: text, access_level: 'viewer' }),
  ],
  ['a new owner', 422, (text) => post(`/v1/lists/${listId}/owner`, { email: text })],
];

const get = (path: string) => service.rest(tenant.userKey).get(path);
const post = (path: string, body: object) => service.rest(tenant.userKey).post(path, JSON.stringify(body));
const remove = (path: string) => service.rest(tenant.userKey).delete(path);
/** Encodes as percent-encoded UTF-8; half of a surrogate pair becomes the bytes that an old encoder writes. */
const encode = (text: string) =>
  encodeURIComponent(text.replaceAll('\ud800', '\0')).replaceAll(
    '%00',
    text.includes('\0') ? '%00' : '%ED%A0%80',
  );

describe.each(Object.entries(TEXTS))('%s over REST', (_name, text) => {
  it.each(REST)('in %s is a client error', async (_where, status, send) => {
    const response = await send(text);
    // In a path or a query, bytes that are not UTF-8 are refused or decoded as another character.
    expect(response.status).toBeLessThan(500);
    if (text.includes('\0')) expect(response.status).toBe(status);
  });
});

/** Further texts that only GraphQL accepts. */
const GRAPHQL: Array<[string, string]> = [
  ['company', '{ company(identifier: $text) { name } }'],
  ['companies', '{ companies(search: $text) { totalCount } }'],
  ['filterFieldValues', '{ filterFieldValues(field: "investor", search: $text) { totalCount } }'],
  ['members', '{ list(listId: LIST) { members(search: $text) { totalCount } } }'],
  ['a cursor of members', '{ list(listId: LIST) { members(after: $text) { totalCount } } }'],
  ['a cursor of lists', '{ lists(after: $text) { totalCount } }'],
  ['explain', '{ list(listId: LIST) { explain(identifier: $text) { __typename } } }'],
  ['a label', 'mutation { createApiKey(input: {kind: USER, label: $text}) { key } }'],
  ['an enrichment', 'mutation { enrichPartnerships(input: {domains: [$text]}) { creditsCharged } }'],
  ['a flag', 'mutation { flagCompany(input: {identifier: "acme", description: $text}) { __typename } }'],
  ['a definition', '{ previewCount(definitionJson: {registry_version: $text, root: null}) { count } }'],
  ['a global id', '{ node(id: $text) { id } }'],
];

describe.each(Object.entries(TEXTS))('%s over GraphQL', (_name, text) => {
  it.each(GRAPHQL)('in %s is a client error', async (_where, template) => {
    const type = template.includes('node(') ? 'ID!' : 'String!';
    const query = template.replace('LIST', String(listId));
    const operation = query.startsWith('mutation')
      ? query.replace('mutation', `mutation ($text: ${type})`)
      : `query ($text: ${type}) ${query}`;
    const { body, status } = await service.graphql(tenant.userKey, operation, { text });
    const said = (body.errors ?? []).map(
      ({ extensions }: { extensions?: { code?: string } }) => extensions?.code,
    );
    expect({ status: status < 500, said }).not.toMatchObject({
      said: expect.arrayContaining(['INTERNAL_ERROR']),
    });
    expect(status).toBeLessThan(500);
    expect(said).not.toContain('GRAPHQL_VALIDATION_FAILED');
  });
});

it('an e-mail address with a NUL does not match the address without it', async () => {
  const mia = await service.createColleague(tenant, 'Mia');
  const email = mia.email.replace('@', '\0@');
  const refused = await post(`/v1/lists/${listId}/permissions`, { email, access_level: 'viewer' });
  expect([refused.status, refused.body.detail.error]).toEqual([422, 'user_not_found']);
});
