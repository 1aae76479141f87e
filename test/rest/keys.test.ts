import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
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
        monthly_credits_spent: 0,
        monthly_credits_reset_at: '2026-04-01T00:00:00.000Z',
      },
    ]);
    expect(made.headers['cache-control']).toBe('no-store');
    expect(await works(key)).toBe(true);
    const read = await rest().get(made.headers.location ?? '');
    expect(read.body).toEqual(record);
    expect(read.text).not.toContain(key);
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
