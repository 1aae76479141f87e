import { expect, it } from '@jest/globals';
import { useService } from '../harness/use-service.ts';

const { rest, tenant, service } = useService('fields-in-order');

it('a declaration is refused for its key, then for who sends it, then for a field of that key', async () => {
  const program = service.rest(tenant.orgKey);
  const create = 'mutation ($input: CreateFieldInput!) { createField(input: $input) { field { key } } }';
  const field = { key: 'org.score', label: 'Score', type: 'number' };
  expect((await rest().post('/v1/fields', field)).status).toBe(201);
  const isRefused = async (from: 'program' | 'admin', key: string) => {
    const { status, body } = await (from === 'program' ? program : rest()).post('/v1/fields', {
      ...field,
      key,
    });
    const apiKey = from === 'program' ? tenant.orgKey : tenant.userKey;
    const input = { ...field, type: 'NUMBER', key };
    const { body: answer } = await service.graphql(apiKey, create, { input });
    expect(answer.errors[0].extensions.code).toBe(body.detail.error.toUpperCase());
    return [status, body.detail.error];
  };
  expect(await isRefused('program', 'org.Score')).toEqual([422, 'validation_error']);
  expect(await isRefused('program', 'org.score')).toEqual([403, 'user_credential_required']);
  expect(await isRefused('program', 'custom.score')).toEqual([403, 'user_credential_required']);
  expect(await isRefused('admin', 'custom.score')).toEqual([403, 'insufficient_access']);
  expect(await isRefused('admin', 'org.score')).toEqual([409, 'field_exists']);
  expect((await rest().get('/v1/fields')).body.fields).toHaveLength(1);
});
