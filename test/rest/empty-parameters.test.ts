import { afterAll, describe, expect, it } from '@jest/globals';
import { answer } from '../harness/errors.ts';
import { startTestService } from '../harness/service.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';
import { createList, KUBERNETES } from '../modules/lists/operations.ts';

const service = await startTestService();
await seedSmallCatalogue(service.database.pool);
const tenant = await service.createTenant('forms');
const list: string = `/v1/lists/${await createList(service, tenant.userKey, 'Empty parameters', KUBERNETES)}`;
afterAll(() => service.close());

const get = async (path: string) => {
  const response = await service.rest(tenant.userKey).get(path);
  return answer(response);
};

describe('an optional parameter of the query without a value', () => {
  it.each<[string, () => string, string]>([
    ['a number', () => `${list}/members`, 'limit=&offset='],
    ['a word', () => `${list}/members`, 'tier='],
    ['a text', () => `${list}/members`, 'search_name_or_domain='],
    ['a truth value', () => `${list}/members`, 'force_refresh='],
    ['a list of words', () => '/v1/companies/acme', 'include='],
    ['a text that is searched', () => '/v1/lists/filter-fields/country/values', 'search=&limit='],
  ])('counts as absent: %s', async (_kind, path, query) => {
    expect(await get(`${path()}?${query}`)).toEqual(await get(path()));
  });

  it.each(['materialization', 'tier'])(
    'is refused where a lost value would cost credits: %s',
    async (name) => {
      expect(await get(`${list}/export.csv?${name}=`)).toMatchObject({
        status: 422,
        body: { detail: { errors: [{ pointer: `/${name}` }] } },
      });
    },
  );

  it('is refused where the parameter is required or unknown', async () => {
    expect(await get('/v1/lists/company-search?q=')).toMatchObject({
      status: 422,
      body: { detail: { errors: [{ pointer: '/q' }] } },
    });
    expect(await get('/v1/lists?page=')).toMatchObject({
      status: 422,
      body: { detail: { errors: [{ pointer: '/page', message: 'is not known here' }] } },
    });
  });
});
