import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answer } from '../../harness/errors.ts';
import { seedTechnologies } from '../../harness/seed.ts';
import { startTestService, type Tenant, type TestService } from '../../harness/service.ts';
import { definition, seedSmallCatalogue } from './support.ts';

const PATH = '/v1/lists/filter-fields';

interface CatalogField {
  key: string;
  operators: string[];
  values?: unknown[];
  example: { operator: string };
}

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startTestService();
  tenant = await service.createTenant('builders');
  const ids = await seedSmallCatalogue(service.database.pool);
  // In the vocabulary, although the index has no posting of it: a new technology can be used before any company has it.
  await seedTechnologies(service.database.pool, ids.hub ?? 0, [
    { key: 'redis', name: 'Redis', category: 'Cache' },
  ]);
});
afterAll(() => service.close());

const get = (path: string) => service.rest(tenant.userKey).get(path);

describe('the catalogue', () => {
  it('names every field with its operators', async () => {
    const { body } = await get(PATH);
    const fields: CatalogField[] = body.fields;
    const operators = Object.fromEntries(fields.map((field) => [field.key, field.operators.join(' ')]));
    expect(operators).toEqual({
      technology: 'any_of all_of none_of',
      technology_category: 'any_of none_of',
      partner: 'any_of all_of none_of',
      investor: 'any_of all_of none_of',
      industry: 'any_of none_of is_known',
      country: 'any_of none_of is_known',
      employee_range: 'any_of none_of is_known',
      founded_year: 'eq gte lte between is_known',
      partnership_count: 'eq gte lte between',
      technology_count: 'eq gte lte between',
      name: 'contains starts_with equals',
      domain: 'contains ends_with equals',
    });
  });

  it('lists all values of a short vocabulary', async () => {
    const { body } = await get(PATH);
    expect(body.fields.find((field: CatalogField) => field.key === 'industry')).toEqual({
      key: 'industry',
      label: 'Industry',
      type: 'vocabulary',
      operators: ['any_of', 'none_of', 'is_known'],
      values: [
        { value: 'Software', label: 'Software', company_count: 2 },
        { value: 'Retail', label: 'Retail', company_count: 1 },
      ],
      max_values: 250,
      dated: false,
      example: { field: 'industry', operator: 'any_of', values: ['Software'] },
    });
  });

  it('omits the values of a field that accepts any value', async () => {
    const { body } = await get(PATH);
    expect(body.fields.find((field: CatalogField) => field.key === 'name')).toEqual({
      key: 'name',
      label: 'Name',
      type: 'text',
      operators: ['contains', 'starts_with', 'equals'],
      max_values: 250,
      dated: false,
      example: { field: 'name', operator: 'contains', values: ['cloud'] },
    });
  });

  it('describes every operator', async () => {
    const { body } = await get(PATH);
    expect(body.registry_version).toBe('1');
    expect(body.operators).toContainEqual({
      key: 'between',
      label: 'is between (both ends included)',
      values: { min: 2, max: 2 },
    });
    expect(body.operators).toHaveLength(12);
  });

  it('gives an example of each field that can be previewed as it is', async () => {
    const { body } = await get(PATH);
    const fields: CatalogField[] = body.fields;
    for (const { example } of fields) {
      const tree = definition({ condition: example });
      const response = await service.rest(tenant.userKey).post('/v1/lists/preview-count', tree);
      expect([example, response.status]).toEqual([example, 200]);
    }
  });

  it('is the same over GraphQL, in upper case', async () => {
    const query = `{ filterFields { registryVersion fields { key type operators maxValues dated example values { value companyCount } } } }`;
    const { body } = await service.graphql(tenant.userKey, query);
    const country = body.data.filterFields.fields.find((field: CatalogField) => field.key === 'COUNTRY');
    expect(country.type).toBe('VOCABULARY');
    expect(country.operators).toEqual(['ANY_OF', 'NONE_OF', 'IS_KNOWN']);
    expect(country.values).toHaveLength(249);
    expect(country.values.slice(0, 3)).toEqual([
      { value: 'DE', companyCount: 2 },
      { value: 'US', companyCount: 2 },
      { value: 'AT', companyCount: 1 },
    ]);
  });

  it('keeps the order of employee ranges', async () => {
    const { body } = await get(`${PATH}/employee_range/values`);
    expect(body.values.map(({ value }: { value: string }) => value)).toEqual([
      '1-10',
      '11-50',
      '51-200',
      '201-500',
      '501-1000',
      '1001-5000',
      '5001-10000',
      '10001+',
    ]);
  });
});

describe('the values of a field', () => {
  it('are searched by label and value in any case', async () => {
    expect(answer(await get(`${PATH}/country/values?search=germ&limit=5`))).toEqual({
      status: 200,
      body: { values: [{ value: 'DE', label: 'Germany', company_count: 2 }], total: 1, limit: 5, offset: 0 },
    });
  });

  it('are paged', async () => {
    const page = { total: 3, limit: 1 };
    const kubernetes = { value: 'kubernetes', label: 'Kubernetes', company_count: 4 };
    const redis = { value: 'redis', label: 'Redis', company_count: 0 };
    expect((await get(`${PATH}/technology/values?limit=1`)).body).toEqual({
      values: [kubernetes],
      ...page,
      offset: 0,
    });
    expect((await get(`${PATH}/technology/values?limit=1&offset=2`)).body).toEqual({
      values: [redis],
      ...page,
      offset: 2,
    });
    expect((await get(`${PATH}/technology/values?limit=1&offset=9`)).body).toEqual({
      values: [],
      ...page,
      offset: 9,
    });
  });

  it('are searched for literal % and _', async () => {
    expect((await get(`${PATH}/technology/values?search=%25`)).body.total).toBe(0);
    expect((await get(`${PATH}/technology/values?search=_`)).body.total).toBe(0);
  });

  it('of partner are companies, by name or domain', async () => {
    expect((await get(`${PATH}/partner/values?search=the+hub`)).body.values).toEqual([
      { value: 'hub.example', label: 'The Hub', company_count: 2 },
    ]);
  });

  it.each([
    ['/name/values', '/field', 'name takes any value; its values cannot be listed'],
    ['/founded_year/values', '/field', 'founded_year takes any value; its values cannot be listed'],
    ['/partner/values', '/search', 'must be 2 to 100 characters of a name or domain'],
    ['/country/values?limit=0', '/limit', 'must be a whole number from 1 to 1000'],
    ['/country/values?limit=1001', '/limit', 'must be a whole number from 1 to 1000'],
    ['/country/values?limit=1e1', '/limit', 'must be a whole number from 1 to 1000'],
    ['/country/values?offset=-1', '/offset', 'must be a whole number from 0 to 2147483647'],
    ['/country/values?search=a&search=b', '/search', 'must be given once'],
    ['/country/values?page=2', '/page', 'is not known here'],
  ])('are refused for %s', async (path, pointer, message) => {
    const response = await get(PATH + path);
    expect([response.status, response.body.detail.error]).toEqual([422, 'validation_error']);
    expect(response.body.detail.errors).toEqual([{ pointer, message }]);
  });

  it('are refused for an unknown field, with a suggestion', async () => {
    const { status, body } = await get(`${PATH}/contry/values`);
    expect([status, body.detail.error, body.detail.errors[0].pointer]).toEqual([
      422,
      'validation_error',
      '/field',
    ]);
    expect(body.detail.message).toContain('COUNTRY');
  });
});
