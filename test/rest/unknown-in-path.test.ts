import { afterAll, describe, expect, it } from '@jest/globals';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { startTestService } from '../harness/service.ts';

const service = await startTestService();
const tenant = await service.createTenant('paths');
afterAll(() => service.close());
const rest = service.rest(tenant.userKey);

const UNKNOWN = 2_000_000;

describe('an object that the path names and that does not exist', () => {
  it.each<[string, () => PromiseLike<{ status: number; body: { detail: { error: string } } }>, string]>([
    ['a company', () => rest.get('/v1/companies/nobody.example'), 'company_not_found'],
    ['a company by a slug', () => rest.get('/v1/companies/nobody'), 'company_not_found'],
    ['lists of a company', () => rest.get('/v1/companies/nobody.example/lists'), 'company_not_found'],
    ['a flag of a company', () => rest.post('/v1/companies/nobody.example/flags', {}), 'company_not_found'],
    ['a key', () => rest.get(`/v1/keys/${UNKNOWN}`), 'api_key_not_found'],
    ['a key that is no number', () => rest.get('/v1/keys/none'), 'api_key_not_found'],
    ['a key to change', () => rest.patch(`/v1/keys/${UNKNOWN}`, { label: 'x' }), 'api_key_not_found'],
    ['a key to rotate', () => rest.post(`/v1/keys/${UNKNOWN}/rotate`, {}), 'api_key_not_found'],
    ['a user', () => rest.patch(`/v1/account/users/${UNKNOWN}`, { name: 'Ada' }), 'user_not_found'],
    [
      'a user that is no number',
      () => rest.patch('/v1/account/users/none', { name: 'Ada' }),
      'user_not_found',
    ],
    ['sessions of a user', () => rest.delete(`/v1/account/users/${UNKNOWN}/sessions`), 'user_not_found'],
  ])('is 404: %s', async (_, ask, code) => {
    const { status, body } = await ask();
    expect([status, body.detail.error]).toEqual([404, code]);
  });

  it('is 404 again when the request is retried with its Idempotency-Key', async () => {
    const ask = () =>
      rest.patch(`/v1/account/users/${UNKNOWN}`, { name: 'Ada' }).set('Idempotency-Key', 'nobody-to-rename');
    const [first, second] = [await ask(), await ask()];
    expect([first.status, second.status, second.headers['idempotency-replayed']]).toEqual([404, 404, 'true']);
    expect(second.body).toEqual(first.body);
  });

  it('is 422 where a body names it', async () => {
    const { body: list } = await rest.post('/v1/lists', { name: 'Mine' });
    const grant = { user_id: UNKNOWN, access_level: 'viewer' };
    const { status, body } = await rest.post(`/v1/lists/${list.list_id}/permissions`, grant);
    expect([status, body.detail.error]).toEqual([422, 'user_not_found']);
  });

  it('is documented as 404 for each path with an id', () => {
    const paths = openApiDocument.paths as Record<string, Record<string, { responses: object }>>;
    const undocumented = Object.entries(paths)
      .filter(([path]) => /\{\w+_(id|key)\}|\{identifier\}/.test(path))
      .flatMap(([path, methods]) => Object.entries(methods).map(([method, each]) => ({ path, method, each })))
      .filter(({ each }) => !('404' in each.responses))
      .map(({ path, method }) => `${method} ${path}`);
    expect(undocumented).toEqual([]);
  });
});
