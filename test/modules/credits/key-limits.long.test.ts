import { beforeAll, describe, expect, it } from '@jest/globals';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { answer, problem } from '../../harness/errors.ts';
import { readBooks, readBudgets } from '../../harness/ledger.ts';
import { untilWaiting } from '../../harness/locks.ts';
import { seedPlain } from '../../harness/seed.ts';
import { send, signIn } from '../../harness/sessions.ts';
import { useService } from '../../harness/use-service.ts';
import { condition, definition } from '../filters/support.ts';
import { createList } from '../lists/operations.ts';

const PATH = '/v1/enrich/partnerships';
const COMPANIES = 60;
const APRIL = '2026-04-01T00:00:00.000Z';
const MAY = '2026-05-01T00:00:00.000Z';

const { service, tenant, beside } = useService('limits', {
  credits: 1000,
  tenantPerTest: true,
  poolSize: 20,
});
const other = beside({ poolSize: 20 });

interface Key {
  key_id: number;
  key: string;
}

beforeAll(async () => {
  const { pool } = service.database;
  for (let i = 0; i < COMPANIES; i++) await seedPlain(pool, `company-${i}`);
  await pool.query(
    `UPDATE company SET country = 'FI' WHERE slug IN ('company-50', 'company-51', 'company-52')`,
  );
  await rebuildIndex(pool);
});

const domains = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `company-${from + i}.example`);
const create = async (kind = 'user', key = tenant.userKey): Promise<Key> =>
  (await service.rest(key).post('/v1/keys', { kind })).body;
const patch = (keyId: number, body: object, key = tenant.userKey) =>
  service.rest(key).patch(`/v1/keys/${keyId}`, body);
const limit = (keyId: number, credits: number | null) => patch(keyId, { monthly_credit_limit: credits });
const rotate = async (keyId: number, key = tenant.userKey): Promise<Key> =>
  (await service.rest(key).post(`/v1/keys/${keyId}/rotate`, {})).body;
const enrich = (key: string, from: number, to: number, at = service) =>
  at.rest(key).post(PATH, { domains: domains(from, to) });
const shown = async (keyId: number) => {
  const { body } = await service.rest(tenant.userKey).get(`/v1/keys/${keyId}`);
  return [body.monthly_credit_limit, body.monthly_credits_spent, body.monthly_credits_reset_at];
};
const refusal = (required: number, limit: number, spent: number, resetsAt = APRIL) =>
  problem(
    402,
    'credit_limit_reached',
    `This requires ${required} ${required === 1 ? 'credit' : 'credits'}. The key has a limit of ${limit} a month and has spent ${spent}. Nothing was charged; request fewer companies, wait until ${resetsAt}, or have the limit raised.`,
    { limit, spent, resets_at: resetsAt },
  );
const books = () => readBooks(service.database.pool, tenant.organizationId);
const budgets = () => readBudgets(service.database.pool, tenant.organizationId);

async function limited(credits: number): Promise<Key> {
  const key = await create();
  expect((await limit(key.key_id, credits)).status).toBe(200);
  return key;
}

describe('a charge above the monthly limit of its key', () => {
  it('is refused whole, over both APIs, and changes nothing', async () => {
    const { key, key_id: keyId } = await limited(5);
    expect(answer(await enrich(key, 0, 6))).toEqual(refusal(6, 5, 0));
    expect((await enrich(key, 0, 3)).status).toBe(200);
    const query = `mutation ($domains: [String!]!) { enrichPartnerships(input: { domains: $domains }) { results { domain } } }`;
    const graphql = await service.graphql(key, query, { domains: domains(0, 6) });
    expect(graphql.body).toMatchObject({
      data: { enrichPartnerships: null },
      errors: [{ extensions: { code: 'CREDIT_LIMIT_REACHED', limit: 5, spent: 3, resets_at: APRIL } }],
    });
    expect(await books()).toMatchObject({ balance: 997, ledger: 997, unlocked: { length: 3 } });
    expect(await shown(keyId)).toEqual([5, 3, APRIL]);
    expect((await enrich(key, 3, 5)).status).toBe(200);
    expect(answer(await enrich(key, 5, 6))).toEqual(refusal(1, 5, 5));
    expect(await budgets()).toEqual([{ keyId, month: '2026-03-01', ledger: 5, spent: 5, limit: 5 }]);
  });

  it('is refused for an export, before it sends a byte', async () => {
    const { key, key_id: keyId } = await limited(2);
    const id = await createList(service, key, 'Finnish', definition(condition('country', 'any_of', ['FI'])));
    const paid = () => service.rest(key).post(`/v1/lists/${id}/export`);
    const csv = () => service.rest(key).get(`/v1/lists/${id}/export.csv`);
    expect(answer(await paid())).toEqual(refusal(3, 2, 0));
    expect(answer(await csv())).toEqual(refusal(3, 2, 0));
    expect(await books()).toMatchObject({ balance: 1000, ledger: 1000, unlocked: [] });
    await limit(keyId, 3);
    expect((await csv()).headers['x-credits-charged']).toBe('3');
    expect(await shown(keyId)).toEqual([3, 3, APRIL]);
  });

  it('names the balance first, if that is too low as well', async () => {
    const key = await limited(5);
    await service.database.pool.query('UPDATE organization SET credit_balance = 3 WHERE id = $1', [
      tenant.organizationId,
    ]);
    expect((await enrich(key.key, 0, 10)).body.detail).toMatchObject({
      error: 'insufficient_credits',
      required: 10,
      balance: 3,
    });
  });

  it('leaves other keys of the organization alone', async () => {
    const key = await limited(0);
    expect(answer(await enrich(key.key, 0, 1))).toEqual(refusal(1, 0, 0));
    expect((await enrich(tenant.userKey, 0, 1)).status).toBe(200);
    expect((await enrich(tenant.orgKey, 1, 2)).status).toBe(200);
    expect((await enrich(key.key, 0, 2)).headers['x-credits-charged']).toBe('0');
  });
});

describe('what counts against a limit', () => {
  it('is neither an answer that is replayed nor a company that is still unlocked', async () => {
    const { key, key_id: keyId } = await limited(4);
    const once = () => enrich(key, 0, 4).set('Idempotency-Key', 'limit');
    expect((await once()).headers['x-credits-charged']).toBe('4');
    const again = await once();
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, 'true']);
    expect((await enrich(key, 0, 4)).headers['x-credits-charged']).toBe('0');
    expect(await shown(keyId)).toEqual([4, 4, APRIL]);
  });

  it('is what was spent before the limit was set, and what a rotated key and its successor spend together', async () => {
    const first = await create('org');
    expect((await enrich(first.key, 0, 4)).status).toBe(200);
    await limit(first.key_id, 10);
    const second = await rotate(first.key_id);
    expect((await enrich(second.key, 4, 8)).status).toBe(200);
    expect(answer(await enrich(first.key, 8, 11))).toEqual(refusal(3, 10, 8));
    const third = await rotate(second.key_id);
    expect((await enrich(third.key, 8, 10)).status).toBe(200);
    expect(answer(await enrich(third.key, 10, 11))).toEqual(refusal(1, 10, 10));
    for (const { key_id: keyId } of [first, second, third])
      expect(await shown(keyId)).toEqual([10, 10, APRIL]);
    await limit(third.key_id, 11);
    expect((await enrich(first.key, 10, 11)).status).toBe(200);
    expect(await budgets()).toEqual([
      { keyId: first.key_id, month: '2026-03-01', ledger: 11, spent: 11, limit: 11 },
    ]);
  });

  it('is what a session spends that was opened with the key', async () => {
    const { key, key_id: keyId } = await limited(5);
    const cookie = await signIn(service, { key });
    const session = (from: number, to: number) =>
      send(service, `POST ${PATH}`, { cookie, body: { domains: domains(from, to) } });
    expect((await session(0, 3)).status).toBe(200);
    expect((await enrich(key, 3, 6)).status).toBe(402);
    expect((await session(3, 6)).body).toEqual({
      detail: expect.objectContaining({
        error: 'credit_limit_reached',
        limit: 5,
        spent: 3,
        resets_at: APRIL,
      }),
    });
    expect((await send(service, 'GET /v1/account', { cookie })).body).toMatchObject({
      monthly_credit_limit: 5,
      monthly_credits_spent: 3,
      monthly_credits_reset_at: APRIL,
    });
    const { key: successor } = await rotate(keyId);
    expect((await enrich(successor, 3, 5)).status).toBe(200);
    expect((await session(5, 6)).status).toBe(402);
    expect(await budgets()).toEqual([{ keyId, month: '2026-03-01', ledger: 5, spent: 5, limit: 5 }]);
  });
});

describe('the month of a limit', () => {
  it('is that of the calendar in UTC: spending begins at 0 with its first instant', async () => {
    service.clock.set('2026-03-31T23:59:59.000Z');
    const { key, key_id: keyId } = await limited(3);
    expect((await enrich(key, 0, 3)).status).toBe(200);
    expect(answer(await enrich(key, 3, 4))).toEqual(refusal(1, 3, 3));
    service.clock.set('2026-03-31T23:59:59.999Z');
    expect((await enrich(key, 3, 4)).status).toBe(402);
    service.clock.set(APRIL);
    expect(await shown(keyId)).toEqual([3, 0, MAY]);
    expect((await enrich(key, 3, 5)).status).toBe(200);
    expect(answer(await enrich(key, 5, 7))).toEqual(refusal(2, 3, 2, MAY));
    service.clock.set('2026-12-31T00:00:00.000Z');
    expect((await shown(keyId))[2]).toBe('2027-01-01T00:00:00.000Z');
    expect(await budgets()).toEqual([
      { keyId, month: '2026-03-01', ledger: 3, spent: 3, limit: 3 },
      { keyId, month: '2026-04-01', ledger: 2, spent: 2, limit: 3 },
    ]);
  });

  it('of a charge is that of its request, and a limit set meanwhile holds for it and for the next month', async () => {
    const key = await create();
    await enrich(key.key, 0, 2);
    const holder = await service.database.pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM organization WHERE id = $1 FOR NO KEY UPDATE', [tenant.organizationId]);
    const before = Promise.resolve(enrich(key.key, 2, 5));
    await untilWaiting(service.database, 1);
    service.clock.set(APRIL);
    const after = Promise.resolve(enrich(key.key, 5, 8));
    await untilWaiting(service.database, 2);
    service.clock.set('2026-03-31T23:59:59.999Z');
    expect((await limit(key.key_id, 2)).status).toBe(200);
    await holder.query('COMMIT');
    holder.release();
    expect(answer(await before)).toEqual(refusal(3, 2, 2));
    expect(answer(await after)).toEqual(refusal(3, 2, 0, MAY));
    expect(await books()).toMatchObject({ balance: 998, ledger: 998 });
  });
});

describe('a limit', () => {
  it('may be lowered below what was spent, raised and removed; only a known value is taken', async () => {
    const { key, key_id: keyId } = await limited(4);
    await enrich(key, 0, 4);
    expect((await limit(keyId, 2)).body).toMatchObject({ monthly_credit_limit: 2, monthly_credits_spent: 4 });
    expect(answer(await enrich(key, 4, 5))).toEqual(refusal(1, 2, 4));
    await limit(keyId, 5);
    expect((await enrich(key, 4, 5)).status).toBe(200);
    await limit(keyId, null);
    const { body } = await service.rest(tenant.userKey).get(`/v1/keys/${keyId}`);
    expect('monthly_credit_limit' in body).toBe(false);
    expect((await enrich(key, 5, 30)).status).toBe(200);
    for (const wrong of [-1, 2 ** 31, 1.5, '5'])
      expect((await patch(keyId, { monthly_credit_limit: wrong })).status).toBe(422);
    expect(await budgets()).toEqual([{ keyId, month: '2026-03-01', ledger: 30, spent: 30, limit: null }]);
  });

  it('stands in the audit log with the former one, and a change of the label does not touch it', async () => {
    const { key_id: keyId } = await limited(4);
    await limit(keyId, 7);
    expect((await patch(keyId, { label: 'later' })).body).toMatchObject({ monthly_credit_limit: 7 });
    const { rows } = await service.database.pool.query(
      `SELECT details->'monthly_credit_limit' AS change FROM admin_event
       WHERE action = 'key_changed' AND organization_id = $1 ORDER BY id`,
      [tenant.organizationId],
    );
    expect(rows.map(({ change }) => change)).toEqual([{ from: null, to: 4 }, { from: 4, to: 7 }, null]);
  });

  it('is set by whoever may change the key', async () => {
    const member = await service.createColleague(tenant, 'Mia');
    const { key_id: keyId } = await create('user', member.userKey);
    expect((await patch(keyId, { monthly_credit_limit: 3 }, member.userKey)).status).toBe(200);
    expect((await limit(keyId, 2)).status).toBe(200);
    const { key_id: adminKey } = await create();
    expect((await patch(adminKey, { monthly_credit_limit: 3 }, member.userKey)).status).toBe(404);
  });
});

describe('a key with a limit', () => {
  const denied = (what: string) =>
    problem(
      403,
      'insufficient_access',
      `A key with a monthly credit limit cannot ${what}. Use a key without a limit, or sign in without a key.`,
    );

  it('creates no keys, changes no limit, rotates no other key and invites nobody, also as a session', async () => {
    const unlimited = await create();
    const { key, key_id: keyId } = await limited(5);
    const cookie = await signIn(service, { key });
    const requests: [string, object, string][] = [
      ['POST /v1/keys', { kind: 'user' }, 'create keys'],
      ['POST /v1/keys', { kind: 'org' }, 'create keys'],
      [`PATCH /v1/keys/${keyId}`, { monthly_credit_limit: null }, 'change limits'],
      [`PATCH /v1/keys/${keyId}`, { monthly_credit_limit: 4 }, 'change limits'],
      [`PATCH /v1/keys/${unlimited.key_id}`, { monthly_credit_limit: 4 }, 'change limits'],
      [`POST /v1/keys/${unlimited.key_id}/rotate`, {}, 'rotate other keys'],
      ['POST /v1/account/users', { email: `new@${tenant.name}.example`, role: 'member' }, 'invite people'],
    ];
    for (const [target, body, what] of requests) {
      for (const credential of [{ headers: { 'X-API-Key': key } }, { cookie }]) {
        const { status, body: told } = await send(service, target, { body, ...credential });
        expect({ status, body: told }).toEqual(denied(what));
      }
    }
    expect((await patch(keyId, { label: 'own label' }, key)).status).toBe(200);
    expect(await shown(keyId)).toEqual([5, 0, APRIL]);
    expect((await shown(unlimited.key_id))[0]).toBeUndefined();
  });

  it('of an operator creates no organization and grants no credits, also as a session', async () => {
    await service.admin.setOperator(tenant.email, true);
    const { key } = await limited(5);
    const cookie = await signIn(service, { key });
    const admin = { email: `admin@new-${tenant.name}.example` };
    const requests: [string, object, string][] = [
      ['', { name: `New ${tenant.name}`, admin }, 'create organizations'],
      [`/${tenant.organizationId}/credits`, { amount: 5 }, 'grant credits'],
    ];
    const before = await books();
    for (const [path, body, what] of requests) {
      for (const credential of [{ headers: { 'X-API-Key': key } }, { cookie }]) {
        const target = `POST /v1/installation/organizations${path}`;
        const { status, body: told } = await send(service, target, { body, ...credential });
        expect({ status, body: told }).toEqual(denied(what));
      }
    }
    expect(await books()).toEqual(before);
    expect(await service.prisma.user.count({ where: admin })).toBe(0);
  });

  it('rotates itself, and the successor has the limit', async () => {
    const { key, key_id: keyId } = await limited(5);
    const successor = await rotate(keyId, key);
    expect(successor).toMatchObject({ monthly_credit_limit: 5 });
    expect((await service.rest(successor.key).post('/v1/keys', { kind: 'user' })).status).toBe(403);
    expect(answer(await enrich(successor.key, 0, 6))).toEqual(refusal(6, 5, 0));
  });

  it('shows its own limit and spending, of an organization key, too', async () => {
    const { key, key_id: keyId } = await create('org');
    await limit(keyId, 9);
    await enrich(key, 0, 4);
    const query = '{ viewer { monthlyCreditLimit monthlyCreditsSpent monthlyCreditsResetAt } }';
    expect((await service.graphql(key, query)).body.data.viewer).toEqual({
      monthlyCreditLimit: 9,
      monthlyCreditsSpent: 4,
      monthlyCreditsResetAt: APRIL,
    });
  });
});

describe('a revoked key', () => {
  it('ends the sessions opened with it; keys that these made are listed, and revoked with it on demand', async () => {
    const key = await create();
    const cookie = await signIn(service, { key: key.key });
    const made = (await send(service, 'POST /v1/keys', { cookie, body: { kind: 'user' } })).body as Key;
    const second = await create('user', made.key);
    const revoke = (query: string) => service.rest(tenant.userKey).delete(`/v1/keys/${key.key_id}?${query}`);
    const works = async ({ key }: Key) => (await service.rest(key).get('/v1/account')).status;

    const listed = await revoke('include=created_keys');
    expect(listed.body.created_keys.map((each: Key) => each.key_id)).toEqual([made.key_id, second.key_id]);
    expect((await send(service, 'GET /v1/session', { cookie })).status).toBe(401);
    expect([await works(key), await works(made), await works(second)]).toEqual([401, 200, 200]);

    expect((await revoke('include_created=true')).status).toBe(204);
    expect([await works(made), await works(second)]).toEqual([401, 401]);
  });
});

describe('two hundred parallel requests', () => {
  it.each([
    ['one key', false],
    ['a rotated pair and a session', true],
  ])('with %s never exceed the limit together, through two processes', async (_, isPair) => {
    const first = await limited(30);
    const keys = [first.key];
    let cookie: string | undefined;
    if (isPair) {
      keys.push((await rotate(first.key_id)).key);
      cookie = await signIn(service, { key: first.key });
    }
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        const from = (i * 11) % (COMPANIES - 4);
        const body = { domains: domains(from, from + 1 + (i % 4)) };
        if (cookie && i % 3 === 2) return (await send(service, `POST ${PATH}`, { cookie, body })).status;
        const at = i % 2 === 0 ? service : other;
        return (await at.rest(keys[i % keys.length] ?? '').post(PATH, body)).status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([200, 402]));
    const [month] = await budgets();
    expect(month?.spent).toBe(month?.ledger);
    expect(month?.ledger).toBeLessThanOrEqual(30);
    // What is left of the limit can be spent, and no more.
    for (let i = 0; i < COMPANIES; i++) await enrich(keys.at(-1) ?? '', i, i + 1);
    expect(await budgets()).toEqual([
      { keyId: first.key_id, month: '2026-03-01', ledger: 30, spent: 30, limit: 30 },
    ]);
    const { paidFor, ...rest } = await books();
    expect(rest).toMatchObject({ balance: 970, ledger: 970, unlocked: { length: 30 } });
    expect(paidFor.toSorted((a, b) => a - b)).toEqual(rest.unlocked);
  });

  it('for limits that change meanwhile leave spending equal to the ledger', async () => {
    const key = await create();
    const limits = [40, 10, null, 25, 15, null, 20, 12];
    await Promise.all([
      ...Array.from({ length: 100 }, (_, i) => enrich(key.key, i % COMPANIES, (i % COMPANIES) + 1, other)),
      (async () => {
        for (const each of limits) await limit(key.key_id, each);
      })(),
    ]);
    const [month] = await budgets();
    expect(month).toMatchObject({ keyId: key.key_id, ledger: month?.spent, limit: 12 });
    const spent = month?.spent ?? 0;
    const allowed = Math.max(0, 12 - spent);
    service.clock.advance({ hours: 1 });
    const statuses = [];
    for (let i = 0; i < COMPANIES; i++)
      statuses.push((await enrich(key.key, i, i + 1)).headers['x-credits-charged']);
    expect(statuses.filter((charged) => charged === '1')).toHaveLength(allowed);
  });
});
