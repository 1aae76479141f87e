import { beforeAll, describe, expect, it } from '@jest/globals';
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

describe('a preview for each field and operator', () => {
  const kubernetes = condition('technology', 'any_of', ['kubernetes']);
  it.each<[string, object, number]>([
    ['technology any_of', kubernetes, 4],
    ['technology all_of', condition('technology', 'all_of', ['kubernetes', 'postgresql']), 1],
    ['technology none_of', { and: [kubernetes, condition('technology', 'none_of', ['postgresql'])] }, 3],
    ['technology_category any_of', condition('technology_category', 'any_of', ['Database', 'Containers']), 4],
    [
      'technology_category none_of',
      { and: [kubernetes, condition('technology_category', 'none_of', ['Database'])] },
      3,
    ],
    ['partner any_of, by domain', condition('partner', 'any_of', ['hub.example']), 2],
    [
      'partner any_of, by a domain as people type it',
      condition('partner', 'any_of', ['  WWW.Hub.example ']),
      2,
    ],
    ['partner any_of, by a second domain', condition('partner', 'any_of', ['acme.io']), 1],
    ['partner any_of, by slug', condition('partner', 'any_of', ['hub']), 2],
    ['partner all_of', condition('partner', 'all_of', ['acme', 'beta']), 1],
    ['partner none_of', { and: [kubernetes, condition('partner', 'none_of', ['hub'])] }, 2],
    ['investor any_of', condition('investor', 'any_of', ['North Fund', 'South Fund']), 2],
    ['investor all_of', condition('investor', 'all_of', ['North Fund', 'South Fund']), 1],
    ['investor none_of', { and: [kubernetes, condition('investor', 'none_of', ['South Fund'])] }, 3],
    ['industry any_of', condition('industry', 'any_of', ['Software']), 2],
    [
      'industry none_of, the unknown included',
      { and: [kubernetes, condition('industry', 'none_of', ['Software'])] },
      2,
    ],
    ['industry is_known', condition('industry', 'is_known', [true]), 3],
    ['industry not known', { and: [kubernetes, condition('industry', 'is_known', [false])] }, 1],
    ['country any_of', condition('country', 'any_of', ['DE', 'AT', 'FR']), 3],
    ['employee_range any_of', condition('employee_range', 'any_of', ['11-50', '1-10']), 1],
    ['founded_year eq', condition('founded_year', 'eq', [2010]), 1],
    ['founded_year gte', condition('founded_year', 'gte', [2010]), 2],
    ['founded_year lte', condition('founded_year', 'lte', [2010]), 2],
    ['founded_year between', condition('founded_year', 'between', [1999, 2010]), 2],
    ['founded_year is_known', condition('founded_year', 'is_known', [true]), 3],
    [
      'founded_year not gte, the unknown included',
      { and: [kubernetes, { not: condition('founded_year', 'gte', [2000]) }] },
      2,
    ],
    ['founded_year beyond all bits', condition('founded_year', 'lte', [2_147_483_647]), 3],
    ['founded_year above all', condition('founded_year', 'gte', [65_536]), 0],
    ['founded_year below all', condition('founded_year', 'gte', [-5]), 3],
    ['technology_count gte', condition('technology_count', 'gte', [2]), 1],
    ['technology_count eq 0', condition('technology_count', 'eq', [0]), 1],
    ['partnership_count gte', condition('partnership_count', 'gte', [2]), 1],
    ['name contains, whatever the case', condition('name', 'contains', ['CLOUD', 'öl_']), 2],
    ['name contains, % and _ as they are', condition('name', 'contains', ['0%', 'a_c']), 1],
    ['name contains, two characters', condition('name', 'contains', ['CL']), 1],
    ['name contains, no letters in a row', condition('name', 'contains', ['0% ö', '! ?']), 1],
    ['domain contains, one character', condition('domain', 'contains', ['C']), 1],
    ['name starts_with', condition('name', 'starts_with', ['the ']), 1],
    ['name equals', condition('name', 'equals', ['acme cloud']), 1],
    ['domain contains, any domain of a company', condition('domain', 'contains', ['e.io']), 1],
    ['domain ends_with', condition('domain', 'ends_with', ['.EXAMPLE']), 5],
    ['domain equals', condition('domain', 'equals', ['www.ACME.io']), 1],
  ])('counts %s', async (_, root, count) => {
    expect(answer(await preview(root))).toEqual({ status: 200, body: { count, capped: false } });
    const { data } = await previewGraphQL(root, 'count capped exactCount');
    expect(data.previewCount).toEqual({ count, capped: false, exactCount: count });
  });
});

describe('the tiers of a preview count back from the newest observation, to the day', () => {
  it.each<[string, object, [number, number, number]]>([
    ['a positive dated condition', condition('technology', 'any_of', ['kubernetes']), [2, 1, 1]],
    [
      'every one of several values',
      condition('technology', 'all_of', ['kubernetes', 'postgresql']),
      [0, 0, 1],
    ],
    ['partners', condition('partner', 'any_of', ['hub']), [1, 1, 0]],
    ['undated conditions hold in every window', condition('country', 'any_of', ['DE']), [2, 0, 0]],
    [
      'a negated condition means never seen at all',
      {
        and: [
          condition('country', 'any_of', ['DE', 'US']),
          condition('technology', 'none_of', ['kubernetes']),
        ],
      },
      [1, 0, 0],
    ],
    [
      'not none_of is a positive condition',
      { not: condition('technology', 'none_of', ['kubernetes']) },
      [2, 1, 1],
    ],
    [
      'the freshest branch decides',
      { or: [condition('partner', 'any_of', ['hub']), condition('technology', 'any_of', ['kubernetes'])] },
      [2, 1, 1],
    ],
  ])('for %s', async (_, root, [high, medium, exploratory]) => {
    const { data } = await previewGraphQL(root, 'exactCount tierCounts { total high medium exploratory }');
    const total = high + medium + exploratory;
    expect(data.previewCount).toEqual({
      exactCount: total,
      tierCounts: { total, high, medium, exploratory },
    });
  });
});

describe('a preview over GraphQL', () => {
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
      country: breakdown(field: COUNTRY) { value label count }
      technology: breakdown(field: TECHNOLOGY, first: 1) { value label count }
      partner: breakdown(field: PARTNER) { value label count }
      year: breakdown(field: FOUNDED_YEAR) { value label count }`;
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
    ['a field of free text', 'breakdown(field: NAME) { value }'],
    ['too many', 'breakdown(field: COUNTRY, first: 251) { value }'],
    ['none', 'breakdown(field: COUNTRY, first: 0) { value }'],
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
    ['neither', '{ previewCount { count } }'],
    ['both', '{ previewCount(definition: { registryVersion: "1" }, definitionJson: {}) { count } }'],
  ])('requires exactly one definition: %s', async (_, query) => {
    expect(codes(await service.graphql(tenant.userKey, query))).toEqual(['VALIDATION_ERROR']);
  });
});

describe('access to previews and the catalogue of fields', () => {
  const refusal = {
    status: 403,
    body: {
      detail: {
        error: 'user_credential_required',
        message: 'This requires a personal key; an organization key was sent.',
      },
    },
  };

  it('requires a personal key over REST', async () => {
    const rest = service.rest(tenant.orgKey);
    expect(answer(await rest.post(PATH, definition(null)))).toEqual(refusal);
    expect(answer(await rest.get('/v1/lists/filter-fields'))).toEqual(refusal);
    expect(answer(await rest.get('/v1/lists/filter-fields/country/values'))).toEqual(refusal);
  });

  it.each([
    'previewCount(definitionJson: {}) { count }',
    'filterFields { registryVersion }',
    'filterFieldValues(field: COUNTRY) { total }',
  ])('requires a personal key over GraphQL: %s', async (field) => {
    expect(codes(await service.graphql(tenant.orgKey, `{ ${field} }`))).toEqual(['USER_CREDENTIAL_REQUIRED']);
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
});
