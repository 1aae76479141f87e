import { describe, expect, it } from '@jest/globals';
import { answer, problem } from '../../harness/errors.ts';
import { useService } from '../../harness/use-service.ts';
import { createWebhook, LOOPBACK, readWebhook, received, useReceivers } from './support.ts';

const { service, tenant, rest, graphql } = useService('webhooks', { ...LOOPBACK, tenantPerTest: true });
const startReceiver = useReceivers();
const URL = 'https://hooks.example/events';

const NOT_FOUND = problem(404, 'webhook_not_found', 'Webhook not found, or it is not yours.');
const NOT_ALLOWED = problem(
  403,
  'insufficient_access',
  'Only its owner can do this with a webhook. Admins of the organization can see and delete it.',
);

describe('webhooks over both APIs', () => {
  it('are created, shown, changed and deleted', async () => {
    const made = await rest().post('/v1/webhooks', {
      url: URL,
      types: ['list.deleted', 'list.deleted'],
      list_ids: [7, 8],
      label: ' CRM ',
      format: 'slack',
    });
    expect(made.status).toBe(201);
    const { secret, ...webhook } = made.body;
    expect(made.headers.location).toBe(`/v1/webhooks/${webhook.webhook_id}`);
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
    expect(webhook).toEqual({
      webhook_id: expect.any(Number),
      owner: { user_id: tenant.userId, name: 'Ada' },
      url: URL,
      label: 'CRM',
      format: 'slack',
      types: ['list.deleted'],
      list_ids: [7, 8],
      created_at: service.clock.now().toISOString(),
      enabled: true,
      cursor: (await rest().get('/v1/events?cursor=now')).body.next_cursor,
      failed_attempts: 0,
    });
    expect((await rest().get('/v1/webhooks')).body).toEqual({ webhooks: [webhook] });
    const path = `/v1/webhooks/${webhook.webhook_id}`;
    expect((await rest().patch(path, { label: 'CRM' }).expect(200)).body).toEqual(webhook);
    const changes = { url: `${URL}/2`, types: null, list_ids: [], label: null, format: 'standard' };
    const { label: _, ...others } = webhook;
    const changed = { ...others, url: `${URL}/2`, types: [], list_ids: [], format: 'standard' };
    expect((await rest().patch(path, changes).expect(200)).body).toEqual(changed);
    expect((await rest().patch(path, {}).expect(200)).body).toEqual(changed);
    expect((await rest().get(path)).body).toEqual(changed);
    await rest().delete(path).expect(204);
    expect(answer(await rest().get(path))).toEqual(NOT_FOUND);
    const { rows } = await service.database.pool.query(
      'SELECT action, details FROM admin_event WHERE organization_id = $1 AND action LIKE $2 ORDER BY id',
      [tenant.organizationId, 'webhook%'],
    );
    const ids = { webhook_id: webhook.webhook_id, owner_id: tenant.userId };
    expect(rows).toEqual([
      {
        action: 'webhook_created',
        details: {
          ...ids,
          ...{
            origin: 'https://hooks.example',
            types: ['list.deleted'],
            list_ids: [7, 8],
            label: 'CRM',
            format: 'slack',
          },
        },
      },
      { action: 'webhook_changed', details: { ...ids, label: 'CRM' } },
      {
        action: 'webhook_changed',
        details: {
          ...ids,
          origin: 'https://hooks.example',
          types: [],
          list_ids: [],
          label: null,
          format: 'standard',
        },
      },
      { action: 'webhook_deleted', details: ids },
    ]);
  });

  it('belong to who made them: admins see and delete them, and nobody else learns of them', async () => {
    const vera = await service.createColleague(tenant, 'Vera');
    const otto = await service.createColleague(tenant, 'Otto');
    const stranger = await service.createTenant(`other-${tenant.name}`);
    const { webhook_id: id } = await createWebhook(service, vera.userKey, { url: URL });
    const own = await createWebhook(service, tenant.userKey, { url: URL });
    const idsOf = async (key: string) =>
      (await service.rest(key).get('/v1/webhooks').expect(200)).body.webhooks.map(
        ({ webhook_id }: { webhook_id: number }) => webhook_id,
      );
    expect(await idsOf(tenant.userKey)).toEqual([id, own.webhook_id]);
    expect(await idsOf(vera.userKey)).toEqual([id]);
    expect(await idsOf(otto.userKey)).toEqual([]);
    expect(await readWebhook(service, tenant.userKey, id)).toMatchObject({ owner: { user_id: vera.userId } });
    const path = `/v1/webhooks/${id}`;
    const changes = (key: string) => [
      service.rest(key).patch(path, { enabled: false }),
      ...['rotate-secret', 'replay', 'skip', 'test'].map((verb) => service.rest(key).post(`${path}/${verb}`)),
    ];
    for (const refused of await Promise.all(changes(tenant.userKey)))
      expect(answer(refused)).toEqual(NOT_ALLOWED);
    for (const { userKey } of [otto, stranger]) {
      const reads = [path, `${path}/deliveries`].map((each) => service.rest(userKey).get(each));
      const all = await Promise.all([...changes(userKey), ...reads, service.rest(userKey).delete(path)]);
      for (const refused of all) expect(answer(refused)).toEqual(NOT_FOUND);
    }
    expect((await service.rest(tenant.orgKey).get('/v1/webhooks')).status).toBe(403);
    await rest().delete(path).expect(204);
    expect(await idsOf(vera.userKey)).toEqual([]);
  });

  it('belong to a service account, if its key makes them', async () => {
    const { body: account } = await rest().post('/v1/account/service-accounts', { name: 'CRM' }).expect(201);
    const { body } = await rest().post('/v1/keys', { kind: 'user', user_id: account.user_id }).expect(201);
    const receiver = await startReceiver();
    const made = await createWebhook(service, body.key, { url: receiver.url });
    expect(made.owner).toEqual({ user_id: account.user_id, name: 'CRM' });
    await service.database.pool.query(
      `INSERT INTO event (organization_id, type, at, data) VALUES ($1, 'credits.low', $2, '{"balance": 1, "threshold": 2}')`,
      [tenant.organizationId, service.clock.now()],
    );
    expect((await received(receiver, 1))[0]).toMatchObject({
      type: 'credits.low',
      data: { data: { balance: 1 } },
    });
  });

  it('are at most 20 of an organization, also when many are made at once', async () => {
    const vera = await service.createColleague(tenant, 'Vera');
    const all = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        service.rest(n % 2 ? vera.userKey : tenant.userKey).post('/v1/webhooks', { url: URL }),
      ),
    );
    expect(all.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answer(await rest().post('/v1/webhooks', { url: URL }))).toEqual(
      problem(
        403,
        'quota_exceeded',
        'Your organization has 20 webhooks; the limit is 20. Delete one that is no longer needed.',
        { quota: 'webhooks', limit: 20, used: 20 },
      ),
    );
    const { body } = await rest().get('/v1/account/limits').expect(200);
    expect(JSON.stringify(body)).toContain('{"quota":"webhooks","limit":20,"used":20}');
  });

  it('send a test once, whatever becomes of it, and beside the feed', async () => {
    const receiver = await startReceiver();
    const { webhook_id: id, cursor } = await createWebhook(service, tenant.userKey, { url: receiver.url });
    await rest().patch(`/v1/webhooks/${id}`, { enabled: false }).expect(200);
    const { body } = await rest().post(`/v1/webhooks/${id}/test`).expect(200);
    expect(body).toEqual({ outcome: 'delivered', status: 204, duration_ms: expect.any(Number) });
    const at = service.clock.now().toISOString();
    expect(await received(receiver, 1)).toEqual([
      { type: 'webhook.test', timestamp: at, data: { type: 'webhook.test', at, data: { webhook_id: id } } },
    ]);
    expect(receiver.requests[0]?.headers['webhook-id']).toMatch(/^test_/);
    receiver.answer = 500;
    const failed = await rest().post(`/v1/webhooks/${id}/test`).expect(200);
    expect(failed.body).toMatchObject({ outcome: 'rejected', status: 500, reason: 'HTTP_500' });
    expect(await readWebhook(service, tenant.userKey, id)).toMatchObject({ cursor, failed_attempts: 0 });
    expect((await rest().get(`/v1/webhooks/${id}/deliveries`)).body.total).toBe(0);
  });

  it('refuse fields that are wrong, all at once and by their names', async () => {
    const wrong = {
      url: 'ftp://x',
      types: ['nonsense'],
      list_ids: [0],
      label: 'x'.repeat(101),
      format: 'xml',
    };
    const { status, body } = await rest().post('/v1/webhooks', wrong);
    expect(status).toBe(422);
    expect(body.detail.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/types/0',
      '/list_ids/0',
      '/format',
    ]);
    const label = await rest().post('/v1/webhooks', { url: 'ftp://x', label: 'x'.repeat(101) });
    expect(label.body.detail.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/url',
      '/label',
    ]);
    const many = await graphql(
      'mutation ($ids: [ID!]) { createWebhook(input: { url: "https://a.example", listIds: $ids }) { secret } }',
      { ids: [...Array.from({ length: 101 }, (_, n) => String(n + 1)), 'x'] },
    );
    expect(many.body.errors[0].extensions.errors).toEqual([
      { pointer: '/listIds', message: 'must have at most 100 lists' },
      { pointer: '/listIds/101', message: 'must be the id of a list' },
    ]);
  });
});
