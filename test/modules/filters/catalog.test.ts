import { beforeAll, describe, expect, it } from '@jest/globals';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { answer } from '../../harness/errors.ts';
import { seedCompany, seedTechnologies } from '../../harness/seed.ts';
import { useTenant, useTestService } from '../../harness/use-service.ts';
import { condition, definition, seedSmallCatalogue } from './support.ts';

const PATH = '/v1/lists/filter-fields';

interface CatalogField {
  key: string;
  operators: string[];
  values?: unknown[];
  example: object;
}

const service = useTestService();
const tenant = useTenant(service, 'builders');
beforeAll(async () => {
  const ids = await seedSmallCatalogue(service.database.pool);
  // In the vocabulary, although the index has no posting of it: a new technology can be used before any company has it.
  await seedTechnologies(service.database.pool, ids.hub ?? 0, [
    { key: 'redis', name: 'Redis', category: 'Cache' },
  ]);
});

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
      list: 'any_of none_of',
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
      example: condition('industry', 'any_of', ['Software']),
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
      example: condition('name', 'contains', ['Acme Cloud']),
    });
  });

  it('describes every operator', async () => {
    const { body } = await get(PATH);
    expect(body.registry_version).toBe('2');
    expect(body.operators).toContainEqual({
      key: 'between',
      label: 'is between (both ends included)',
      values: { min: 2, max: 2 },
    });
    expect(body.operators).toHaveLength(12);
  });

  it('gives an example of each field but lists, of which the caller has none, that is a root as it is, with a frequent value', async () => {
    const { body } = await get(PATH);
    const examples = await Promise.all(
      body.fields
        .filter((field: CatalogField) => field.key !== 'list')
        .map(async ({ key, example }: CatalogField) => {
          const count = await service
            .rest(tenant.userKey)
            .post('/v1/lists/preview-count', definition(example));
          return [key, example, count.body];
        }),
    );
    const example = (field: string, operator: string, value: unknown, count: number) => [
      field,
      condition(field, operator, [value]),
      { count, capped: false },
    ];
    expect(examples).toEqual([
      example('technology', 'any_of', 'kubernetes', 4),
      example('technology_category', 'any_of', 'Containers', 4),
      example('partner', 'any_of', 'hub.example', 2),
      example('investor', 'any_of', 'North Fund', 2),
      example('industry', 'any_of', 'Software', 2),
      example('country', 'any_of', 'DE', 2),
      example('employee_range', 'any_of', '10001+', 1),
      example('founded_year', 'gte', 1999, 3),
      example('partnership_count', 'gte', 1, 3),
      example('technology_count', 'gte', 1, 4),
      example('name', 'contains', 'Acme Cloud', 1),
      example('domain', 'ends_with', '.example', 5),
    ]);
  });

  it('has the most frequent values first, then by label', async () => {
    const { body } = await get(`${PATH}/employee_range/values`);
    expect(body.values.map(({ value }: { value: string }) => value)).toEqual([
      '10001+',
      '11-50',
      '1-10',
      '1001-5000',
      '201-500',
      '5001-10000',
      '501-1000',
      '51-200',
    ]);
  });
});

describe('the values of a field', () => {
  it('are searched by label and value in any case', async () => {
    expect(answer(await get(`${PATH}/country/values?search=germ&limit=5`))).toEqual({
      status: 200,
      body: {
        values: [{ value: 'DE', label: 'Germany', company_count: 2 }],
        total: 1,
        limit: 5,
        offset: 0,
        next_cursor: null,
      },
    });
  });

  it('are paged', async () => {
    const page = { total: 3, limit: 1, next_cursor: null };
    const kubernetes = { value: 'kubernetes', label: 'Kubernetes', company_count: 4 };
    const redis = { value: 'redis', label: 'Redis', company_count: 0 };
    expect((await get(`${PATH}/technology/values?limit=1`)).body).toEqual({
      values: [kubernetes],
      ...page,
      offset: 0,
      next_cursor: expect.any(String),
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
    ['/country/values?page=2', '/page', 'is not a known parameter'],
  ])('are refused for %s', async (path, pointer, message) => {
    const response = await get(PATH + path);
    expect([response.status, response.body.detail.error]).toEqual([422, 'validation_error']);
    expect(response.body.detail.errors).toEqual([{ pointer, message }]);
  });

  it('are refused for an unknown field, with similar ones', async () => {
    const message = 'Unknown field "contry". Did you mean "country"?';
    expect(answer(await get(`${PATH}/contry/values`))).toEqual({
      status: 422,
      body: {
        detail: {
          error: 'validation_error',
          message: `/field: ${message}`,
          errors: [{ pointer: '/field', message, did_you_mean: ['country'] }],
        },
      },
    });
  });
});

describe('the example of names', () => {
  it('is the word that most names have, once names share one', async () => {
    await seedCompany(service.database.pool, {
      name: 'Delta Works',
      slug: 'delta-works',
      domains: ['w.example'],
    });
    await rebuildIndex(service.database.pool);
    const { body } = await get(PATH);
    expect(body.fields.find(({ key }: CatalogField) => key === 'name').example).toEqual(
      condition('name', 'contains', ['delta']),
    );
  });
});
