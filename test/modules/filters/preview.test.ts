import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Bitmap } from '../../../src/modules/facets/bitmap.ts';
import { answer, codes, withoutCost } from '../../harness/errors.ts';
import { unlockCompanies } from '../../harness/seed.ts';
import { recordStatements } from '../../harness/statements.ts';
import { useTenant, useTestService } from '../../harness/use-service.ts';
import { condition, definition, seedSmallCatalogue } from './support.ts';

const PATH = '/v1/lists/preview-count';

const service = useTestService();
const tenant = useTenant(service, 'previewers');
beforeAll(async () => {
  const ids = await seedSmallCatalogue(service.database.pool);
  await unlockCompanies(service.database.pool, tenant.organizationId, Object.values(ids));
});

const preview = (root: unknown) => service.rest(tenant.userKey).post(PATH, definition(root));

async function previewGraphQL(root: unknown, fields: string) {
  const query = `query ($definition: DefinitionInput) { previewCount(definition: $definition) { ${fields} } }`;
  const variables = { definition: { registryVersion: '1', root } };
  const { body } = await service.graphql(tenant.userKey, query, variables);
  return body;
}

describe('a preview over GraphQL', () => {
  it('has the count of REST, and the numbers of each tier', async () => {
    const kubernetes = condition('technology', 'any_of', ['kubernetes']);
    expect(answer(await preview(kubernetes))).toEqual({ status: 200, body: { count: 4, capped: false } });
    const fields = 'count capped exactCount tierCounts { total high medium exploratory }';
    expect((await previewGraphQL(kubernetes, fields)).data.previewCount).toEqual({
      ...{ count: 4, capped: false, exactCount: 4 },
      tierCounts: { total: 4, high: 2, medium: 1, exploratory: 1 },
    });
  });

  const root = {
    and: [
      condition('technology', 'any_of', ['kubernetes']),
      { not: { or: [condition('country', 'any_of', ['US']), condition('name', 'contains', ['gam'])] } },
    ],
  };

  it('gives the counts of every node, in document order', async () => {
    const { data } = await previewGraphQL(root, 'funnel { pointer exactCount remainingCount }');
    expect(data.previewCount.funnel).toEqual([
      { pointer: '/root', exactCount: 2, remainingCount: null },
      { pointer: '/root/and/0', exactCount: 4, remainingCount: 4 },
      { pointer: '/root/and/1', exactCount: 2, remainingCount: 2 },
      { pointer: '/root/and/1/not', exactCount: 3, remainingCount: null },
      { pointer: '/root/and/1/not/or/0', exactCount: 2, remainingCount: null },
      { pointer: '/root/and/1/not/or/1', exactCount: 1, remainingCount: null },
    ]);
  });

  it('breaks the matches down by value, the most frequent first', async () => {
    const fields = `
      country: breakdown(field: "country") { value label count }
      technology: breakdown(field: "technology", first: 1) { value label count }
      partner: breakdown(field: "partner") { value label count }
      year: breakdown(field: "founded_year") { value label count }`;
    const { data } = await previewGraphQL(condition('technology', 'any_of', ['kubernetes']), fields);
    expect(data.previewCount).toEqual({
      country: [
        { value: 'DE', label: 'Germany', count: 2 },
        { value: 'AT', label: 'Austria', count: 1 },
        { value: 'US', label: 'United States', count: 1 },
      ],
      technology: [{ value: 'kubernetes', label: 'Kubernetes', count: 4 }],
      partner: [{ value: 'hub.example', label: 'The Hub', count: 2 }],
      year: [
        { value: '1999', label: '1999', count: 1 },
        { value: '2010', label: '2010', count: 1 },
        { value: '2020', label: '2020', count: 1 },
      ],
    });
  });

  it.each([
    ['a field of free text', 'breakdown(field: "name") { value }'],
    ['too many', 'breakdown(field: "country", first: 251) { value }'],
    ['none', 'breakdown(field: "country", first: 0) { value }'],
  ])('refuses a breakdown by %s', async (_, fields) => {
    const body = await previewGraphQL(root, fields);
    expect(body.errors[0].extensions.code).toBe('VALIDATION_ERROR');
  });

  it('accepts keys in upper case, and as literals of a query', async () => {
    const query = `{ previewCount(definition: { registryVersion: "1", root: { and: [
      { condition: { field: TECHNOLOGY, operator: ANY_OF, values: ["kubernetes"] } },
      { condition: { field: founded_year, operator: gte, values: [2000] } } ] } }) { exactCount } }`;
    const response = await service.graphql(tenant.userKey, query);
    expect(withoutCost(response)).toEqual({ data: { previewCount: { exactCount: 2 } } });
  });

  it.each([
    ['left out', ''],
    ['null', 'registryVersion: null, '],
  ])('refuses a typed definition whose version is %s, before anything runs', async (_, version) => {
    const query = `{ previewCount(definition: { ${version}root: null }) { exactCount } }`;
    expect(codes(await service.graphql(tenant.userKey, query))).toEqual(['GRAPHQL_VALIDATION_FAILED']);
  });

  it.each([
    ['neither', '{ previewCount { count } }'],
    ['both', '{ previewCount(definition: { registryVersion: "1" }, definitionJson: {}) { count } }'],
  ])('requires exactly one definition: %s', async (_, query) => {
    expect(codes(await service.graphql(tenant.userKey, query))).toEqual(['VALIDATION_ERROR']);
  });
});

describe('the statements of a preview', () => {
  it('are one, which reads the index version, when the postings are cached', async () => {
    const root = { and: [condition('country', 'any_of', ['DE']), condition('name', 'contains', ['acme'])] };
    await preview(root);
    const { statements } = await recordStatements(() => preview(root));
    expect(statements).toEqual(['SELECT version, format FROM facet_index']);
  });
});

describe('the count of a preview', () => {
  it('stops counting at 10000 for REST, and at no number for exactCount', async () => {
    await service.database.pool.query(`
      INSERT INTO company (name, slug, primary_domain, country)
      SELECT 'Many ' || n, 'many-' || n, 'many-' || n || '.example', CASE WHEN n < 10000 THEN 'FI' ELSE 'SE' END
      FROM generate_series(1, 10000) n`);
    const { rebuildIndex } = await import('../../../src/modules/filters/facet-index.ts');
    await rebuildIndex(service.database.pool);
    const inFinland = condition('country', 'any_of', ['FI']);
    const inBoth = condition('country', 'any_of', ['FI', 'SE']);
    const inMore = condition('country', 'any_of', ['FI', 'SE', 'DE']);
    expect((await preview(inFinland)).body).toEqual({ count: 9999, capped: false });
    expect((await preview(inBoth)).body).toEqual({ count: 10_000, capped: true });
    expect((await preview(inMore)).body).toEqual({ count: 10_000, capped: true });
    const { data } = await previewGraphQL(inMore, 'count capped exactCount');
    expect(data.previewCount).toEqual({ count: 10_000, capped: true, exactCount: 10_002 });
  });

  it('is exact where a list would be changed, over both APIs', async () => {
    const { list_id } = (await service.rest(tenant.userKey).post('/v1/lists', { name: 'Small' })).body;
    const changed = definition(condition('country', 'any_of', ['FI', 'SE', 'DE']));
    const path = `/v1/lists/${list_id}/definition/preview`;
    expect(answer(await service.rest(tenant.userKey).post(path, changed))).toEqual({
      status: 200,
      body: {
        count: 10_002,
        added_count: 10_002,
        removed_count: 0,
        added_sample: expect.any(Array),
        removed_sample: [],
      },
    });
    const query = `query ($id: ID!, $d: JSON!) { list(listId: $id) { previewDefinition(definitionJson: $d) {
      count addedCount removedCount } } }`;
    const response = await service.graphql(tenant.userKey, query, { id: list_id, d: changed });
    expect(withoutCost(response)).toEqual({
      data: { list: { previewDefinition: { count: 10_002, addedCount: 10_002, removedCount: 0 } } },
    });
  });
});

afterEach(() => {
  jest.restoreAllMocks();
});

/** A tree that needs one union of postings each time it is evaluated. */
const union = (...fields: [string, string][]) =>
  definition({ or: fields.map(([field, value]) => condition(field, 'any_of', [value])) });
const UNDATED = union(['country', 'DE'], ['country', 'AT']);
const DATED = union(['technology', 'kubernetes'], ['country', 'AT']);

/** Counts how often a request evaluates a tree. */
async function evaluationsOf(send: () => PromiseLike<{ status: number; body: { errors?: unknown } }>) {
  const unions = jest.spyOn(Bitmap, 'orMany');
  const { status, body } = await send();
  expect([status, body.errors]).toEqual([200, undefined]);
  return unions.mock.calls.length;
}

const previewOf = (fields: string, json: object) => () =>
  service.graphql(
    tenant.userKey,
    `query ($json: JSON) { previewCount(definitionJson: $json) { ${fields} } }`,
    {
      json,
    },
  );

const EVERYTHING = `count capped exactCount tierCounts { total high medium exploratory } sample(first: 25) { slug }
  partnerAccess countries: breakdown(field: "country") { count } industries: breakdown(field: "industry") { count }
  partners: breakdown(field: "partner") { count }`;

it.each([
  ['a preview of the count', () => service.rest(tenant.userKey).post('/v1/lists/preview-count', DATED), 1],
  ['count, capped and exactCount', previewOf('count capped exactCount', DATED), 1],
  ['all fields of an undated tree', previewOf(EVERYTHING, UNDATED), 1],
  ['all fields of a dated tree, which are three windows', previewOf(EVERYTHING, DATED), 3],
  [
    'a preview with tiers, a breakdown and a sample',
    () =>
      service
        .rest(tenant.userKey)
        .post('/v1/lists/preview', { definition: UNDATED, breakdown: ['country', 'partner'], sample: 5 }),
    1,
  ],
])('evaluates a tree once for each window: %s', async (_name, send, expected) => {
  expect(await evaluationsOf(send)).toBe(expected);
});
