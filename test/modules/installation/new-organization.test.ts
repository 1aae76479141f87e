import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { answer } from '../../harness/errors.ts';
import { send } from '../../harness/sessions.ts';
import { useService } from '../../harness/use-service.ts';
import { codeOf, readAudit } from '../invitations/support.ts';

const { service, tenant, rest } = useService('office');
const PATH = '/v1/installation/organizations';
const LINK = expect.stringMatching(/^http:\/\/localhost:4000\/#code=[\w-]{43}$/);

beforeAll(() => service.admin.setOperator(tenant.email, true));

const problemOf = ({ status, body }: Response) => [status, body.detail.error];
const organizations = async () =>
  (await service.database.pool.query('SELECT name FROM organization')).rows.length;
const signIn = async (link: string) =>
  (await send(service, 'POST /v1/session', { body: { code: codeOf(link) } })).body;

describe('a new organization', () => {
  it('has its credits and an admin, whom the link signs in, all in the audit log', async () => {
    const created = await rest().post(PATH, {
      name: ' Acme Sales ',
      credits: 500,
      admin: { email: 'Grace@acme-sales.example', name: 'Grace' },
    });
    const { organization_id: id, admin, link } = created.body;
    expect(answer(created)).toEqual({
      status: 201,
      body: {
        organization_id: expect.any(Number),
        name: 'Acme Sales',
        ...{ credit_balance: 500, user_count: 1, key_count: 0, list_count: 0 },
        created_at: service.clock.now().toISOString(),
        link: LINK,
        expires_at: '2026-03-04T12:00:00.000Z',
        mailed: false,
        admin: {
          user_id: admin.user_id,
          ...{ name: 'Grace', email: 'grace@acme-sales.example', role: 'admin', kind: 'person' },
        },
      },
    });
    expect(created.headers.location).toBe(`${PATH}/${id}`);
    expect((await rest().get(`${PATH}/${id}`)).body).toMatchObject({
      organization_id: id,
      credit_balance: 500,
    });
    const actions = (await readAudit(service, id)).map(({ action }) => action);
    expect(actions).toEqual(['organization_created', 'user_created', 'credits_granted', 'link_made']);
    expect(await signIn(link)).toMatchObject({ user: { user_id: admin.user_id, role: 'admin' } });
  });

  it('is made over GraphQL, without credits unless some are given', async () => {
    const mutation = `mutation { createOrganization(input: { name: "Beta", admin: { email: "ada@beta.example" } }) {
      organization { name creditBalance } link user { name role } } }`;
    const { body } = await service.graphql(tenant.userKey, mutation);
    expect(body.data.createOrganization).toEqual({
      organization: { name: 'Beta', creditBalance: 0 },
      link: LINK,
      user: { name: 'ada', role: 'ADMIN' },
    });
  });

  it.each([
    [
      'a name that is taken',
      { name: 'office', admin: { email: 'new@office.example' } },
      409,
      'organization_exists',
    ],
    ['an address that has a user', { name: 'Gamma', admin: { email: 'USED' } }, 409, 'email_taken'],
    ['a blank name', { name: '  ', admin: { email: 'new@gamma.example' } }, 422, '/name'],
    ['no address', { name: 'Gamma', admin: { email: 'nobody' } }, 422, '/admin/email'],
    [
      'negative credits',
      { name: 'Gamma', credits: -1, admin: { email: 'a@gamma.example' } },
      422,
      '/credits',
    ],
  ])('is refused for %s, and leaves nothing', async (_what, body, status, found) => {
    const before = await organizations();
    const { email } = body.admin;
    const refused = await rest().post(PATH, {
      ...body,
      admin: { email: email === 'USED' ? tenant.email : email },
    });
    const { error, errors } = refused.body.detail;
    expect([refused.status, errors ? errors[0].pointer : error]).toEqual([status, found]);
    expect(await organizations()).toBe(before);
  });

  it('is made by operators alone, and once for an Idempotency-Key', async () => {
    const admin = await service.createTenant('customer', 0);
    const body = { name: 'Delta', admin: { email: 'a@delta.example' } };
    expect(problemOf(await service.rest(admin.userKey).post(PATH, body))).toEqual([
      403,
      'insufficient_access',
    ]);
    const post = () => rest().post(PATH, body).set('Idempotency-Key', 'delta');
    await post().expect(201);
    expect(problemOf(await post())).toEqual([409, 'idempotency_response_lost']);
    expect((await rest().get(`${PATH}/99999`)).body.detail.error).toBe('organization_not_found');
  });
});
