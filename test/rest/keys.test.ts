import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { answer } from '../harness/errors.ts';
import { type Colleague, START, startTestService, type Tenant } from '../harness/service.ts';

let tenant: Tenant;
let member: Colleague;
let tenants = 0;

const service = await startTestService();
beforeEach(async () => {
  tenant = await service.createTenant(`holders${++tenants}`);
  member = await service.createColleague(tenant, 'Mia');
});
afterAll(() => service.close());

const rest = (key = member.userKey) => service.rest(key);
const create = (body: object, key = member.userKey) => rest(key).post('/v1/keys', body);
const works = async (key: string) => (await rest(key).get('/v1/account')).status === 200;
const mia = () => ({ user_id: member.userId, name: 'Mia' });
const errorOf = ({ status, body }: { status: number; body: { detail: { error: string } } }) => [
  status,
  body.detail.error,
];

describe('POST /v1/keys', () => {
  it('creates a key, shows it once, and says where its record is', async () => {
    const made = await create({ kind: 'user', label: 'job', expires_at: '2026-04-01T00:00:00+02:00' });
    const { key, ...record } = made.body;
    expect([made.status, record]).toEqual([
      201,
      {
        key_id: expect.any(Number),
        kind: 'user',
        prefix: key.slice(0, record.prefix.length),
        label: 'job',
        status: 'active',
        created_at: START,
        expires_at: '2026-03-31T22:00:00.000Z',
        user: mia(),
        created_by: mia(),
        created_by_key_id: expect.any(Number),
      },
    ]);
    expect(made.headers['cache-control']).toBe('no-store');
    expect(await works(key)).toBe(true);
    const read = await rest().get(made.headers.location ?? '');
    expect(read.body).toEqual(record);
    expect(read.text).not.toContain(key);
  });

  it('shows the key to no retry, as over GraphQL', async () => {
    const send = () => create({ kind: 'user' }).set('Idempotency-Key', 'once');
    const first = await send();
    expect(first.status).toBe(201);
    const retry = await send();
    expect(errorOf(retry)).toEqual([409, 'idempotency_response_lost']);
    expect(retry.text).not.toContain(first.body.key);
    const { rows } = await service.database.pool.query(
      'SELECT count(*)::int AS n FROM api_key WHERE user_id = $1',
      [member.userId],
    );
    expect(rows).toEqual([{ n: 2 }]);
  });

  it('creates organization keys for admins alone', async () => {
    expect(errorOf(await create({ kind: 'org' }))).toEqual([403, 'insufficient_access']);
    const made = await create({ kind: 'org' }, tenant.userKey);
    expect([made.status, made.body.kind, 'user' in made.body]).toEqual([201, 'org', false]);
  });

  it.each<[object, string]>([
    [{}, '/kind'],
    [{ kind: 'USER' }, '/kind'],
    [{ kind: 'user', label: 1 }, '/label'],
    [{ kind: 'user', label: 'x'.repeat(101) }, '/label'],
    [{ kind: 'user', expires_at: 'tomorrow' }, '/expires_at'],
    [{ kind: 'user', expires_at: '2026-02-30T00:00:00Z' }, '/expires_at'],
    [{ kind: 'user', expires_at: START }, '/expires_at'],
    [{ kind: 'user', prefix: 'cds_' }, '/prefix'],
  ])('refuses %j', async (body, pointer) => {
    const refused = await create(body);
    expect([refused.status, refused.body.detail.errors[0].pointer]).toEqual([422, pointer]);
  });
});

describe('PATCH /v1/keys/{key_id}', () => {
  it('changes what is given and clears what is null', async () => {
    const { key_id } = (await create({ kind: 'user', label: 'job', expires_at: '2026-04-01T00:00:00Z' }))
      .body;
    const patch = async (body: object) => {
      const { label, expires_at } = (await rest().patch(`/v1/keys/${key_id}`, body)).body;
      return [label, expires_at];
    };
    expect(await patch({ label: 'hourly job' })).toEqual(['hourly job', '2026-04-01T00:00:00.000Z']);
    expect(await patch({ expires_at: null })).toEqual(['hourly job', undefined]);
    expect(await patch({ label: null })).toEqual([undefined, undefined]);
  });
});

describe('POST /v1/keys/{key_id}/rotate', () => {
  it('replaces a key, which works until the overlap is over', async () => {
    const old = (await create({ kind: 'user', label: 'job' })).body;
    const rotated = await rest().post(`/v1/keys/${old.key_id}/rotate`, { overlap_seconds: 60 });
    expect([rotated.status, rotated.headers.location]).toEqual([201, `/v1/keys/${rotated.body.key_id}`]);
    expect(rotated.body).toMatchObject({ kind: 'user', label: 'job', replaces_key_id: old.key_id });
    expect([await works(old.key), await works(rotated.body.key)]).toEqual([true, true]);
    const record = (await rest().get(`/v1/keys/${old.key_id}`)).body;
    expect(record).toMatchObject({
      replaced_by_key_id: rotated.body.key_id,
      expires_at: '2026-03-01T12:01:00.000Z',
    });
    expect(errorOf(await rest().post(`/v1/keys/${old.key_id}/rotate`))).toEqual([409, 'api_key_rotated']);
  });

  it('needs no body', async () => {
    const { key_id } = (await create({ kind: 'user' })).body;
    expect((await rest().post(`/v1/keys/${key_id}/rotate`)).status).toBe(201);
  });
});

describe('DELETE /v1/keys/{key_id}', () => {
  it('revokes a key, with those created with it if asked to', async () => {
    const first = (await create({ kind: 'user' })).body;
    const second = (await create({ kind: 'user' }, first.key)).body;
    const third = (await create({ kind: 'user' }, second.key)).body;
    const revoked = await rest().delete(`/v1/keys/${second.key_id}?include_created=true`);
    expect(answer(revoked)).toEqual({ status: 204, body: {} });
    expect(await Promise.all([first, second, third].map(({ key }) => works(key)))).toEqual([
      true,
      false,
      false,
    ]);
    expect(errorOf(await rest().patch(`/v1/keys/${second.key_id}`, { label: 'x' }))).toEqual([
      409,
      'api_key_inactive',
    ]);
  });
});

describe('keys of others', () => {
  it('are not found, and admins see those of their organization', async () => {
    const { key_id } = (await create({ kind: 'user', label: 'job' })).body;
    const stranger = await service.createColleague(tenant, 'Sam');
    const path = `/v1/keys/${key_id}`;
    const refused = [
      await rest(stranger.userKey).get(path),
      await rest(stranger.userKey).get(`${path}/usage`),
      await rest(stranger.userKey).patch(path, { label: 'x' }),
      await rest(stranger.userKey).post(`${path}/rotate`),
      await rest(stranger.userKey).delete(path),
      await rest(stranger.userKey).get('/v1/keys/x'),
    ];
    expect(refused.map(errorOf)).toEqual(refused.map(() => [404, 'api_key_not_found']));
    expect((await rest(tenant.userKey).get(path)).body).toMatchObject({ label: 'job', user: mia() });
    const seen = async (key: string) =>
      (await rest(key).get('/v1/keys')).body.keys.map((each: { key_id: number }) => each.key_id);
    expect(await seen(tenant.userKey)).toContain(key_id);
    expect(await seen(stranger.userKey)).not.toContain(key_id);
    expect((await seen(member.userKey))[0]).toBe(key_id);
  });
});

describe('GET /v1/keys/{key_id}/usage', () => {
  it('shows the days with usage', async () => {
    const { key_id } = (await create({ kind: 'user' })).body;
    await service.database.pool.query(
      `INSERT INTO api_key_usage (api_key_id, organization_id, day, requests, errors)
       VALUES ($1, $2, '2026-02-27', 10, 2)`,
      [key_id, tenant.organizationId],
    );
    expect(answer(await rest().get(`/v1/keys/${key_id}/usage`))).toEqual({
      status: 200,
      body: { usage: [{ day: '2026-02-27', requests: 10, errors: 2, credits_charged: 0 }] },
    });
    expect((await rest().get(`/v1/keys/${key_id}/usage?days=2`)).body).toEqual({ usage: [] });
  });
});
