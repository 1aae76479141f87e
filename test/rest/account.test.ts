import { afterAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config.ts';
import { answer } from '../harness/errors.ts';
import { seedPlain } from '../harness/seed.ts';
import { START, startTestService } from '../harness/service.ts';
import { codeFor, send, signIn } from '../harness/sessions.ts';

const service = await startTestService();
const rateLimit = readConfig({}).rateLimit;
const limited = await startTestService({ beside: service, rateLimit });
const tenant = await service.createTenant('Acme', 5);
const member = await service.createColleague(tenant, 'Mia');
await seedPlain(service.database.pool, 'acme');
afterAll(async () => {
  await limited.close();
  await service.close();
});

const get = (key: string, path = '', on = service) => on.rest(key).get(`/v1/account${path}`);
const error = async (response: PromiseLike<{ status: number; body: { detail: { error: string } } }>) => {
  const { status, body } = await response;
  return [status, body.detail.error];
};

describe('GET /v1/account', () => {
  it('says who holds the key, and what the organization has left', async () => {
    const organization = { organization_id: tenant.organizationId, name: 'Acme', credit_balance: 5 };
    expect(answer(await get(member.userKey))).toEqual({
      status: 200,
      body: {
        user: {
          user_id: member.userId,
          name: 'Mia',
          email: 'mia@acme.example',
          role: 'member',
          kind: 'person',
        },
        organization,
        is_operator: false,
      },
    });
    expect(answer(await get(tenant.orgKey))).toEqual({
      status: 200,
      body: { organization, is_operator: false },
    });
    await service.admin.setOperator(member.email, true);
    expect((await get(member.userKey)).body.is_operator).toBe(true);
    await service.admin.setOperator(member.email, false);
  });

  it('is read again after a charge', async () => {
    const { headers } = await get(tenant.orgKey);
    expect(headers['cache-control']).toBe('private, no-cache');
    await service.rest(tenant.orgKey).post('/v1/enrich/partnerships', { domains: ['acme.example'] });
    const again = await get(tenant.orgKey).set('If-None-Match', headers.etag ?? '');
    expect([again.status, again.body.organization.credit_balance]).toEqual([200, 4]);
  });
});

describe('GET /v1/account/limits', () => {
  it('shows the quotas, and no budget where requests are not limited', async () => {
    const { status, body } = await get(tenant.orgKey, '/limits');
    expect([status, body]).toEqual([
      200,
      {
        rate_limit: { limited: false, classes: [] },
        quotas: [
          { quota: 'lists', limit: 10_000, used: 0 },
          { quota: 'definition_bytes', limit: 256 * 1024 * 1024, used: 0 },
          { quota: 'list_domains', limit: 100_000 },
          { quota: 'watched_lists', limit: 1000, used: 0 },
          { quota: 'export_bytes', limit: 1024 * 1024 * 1024, used: 0 },
          { quota: 'flags', limit: 10_000, used: 0 },
          { quota: 'keys', limit: 50, used: 1 },
          { quota: 'passkeys', limit: 20, used: 0 },
          { quota: 'replay_log_bytes', limit: 256 * 1024 * 1024, used: 0 },
          { quota: 'webhooks', limit: 20, used: 0 },
          { quota: 'drafts', limit: 200, used: 0 },
        ],
      },
    ]);
  });

  it('shows the budget of each class as the header RateLimit does', async () => {
    const { body, headers } = await get(tenant.orgKey, '/limits', limited);
    const { limited: isLimited, classes } = body.rate_limit;
    expect([isLimited, classes.length]).toEqual([true, 5]);
    const read = classes.find((each: { cost_class: string }) => each.cost_class === 'read');
    expect(read).toEqual({
      cost_class: 'read',
      limit: 2400,
      remaining: 2399,
      reset_at: expect.stringMatching(/Z$/),
      window_seconds: 60,
    });
    expect(headers.ratelimit).toContain('"read";r=2399');
    const enrich = classes.find((each: { cost_class: string }) => each.cost_class === 'enrich');
    expect(enrich).not.toHaveProperty('reset_at');
  });
});

describe('GET /v1/account/usage', () => {
  it('is for admins with a personal key', async () => {
    expect(answer(await get(tenant.userKey, '/usage?days=400')).status).toBe(200);
    expect(await error(get(member.userKey, '/usage'))).toEqual([403, 'insufficient_access']);
    expect(await error(get(tenant.orgKey, '/usage'))).toEqual([403, 'user_credential_required']);
  });

  it('adds up the keys of the organization by day', async () => {
    await service.database.pool.query(
      `INSERT INTO api_key_usage (api_key_id, organization_id, day, requests, errors)
       SELECT id, organization_id, '2026-02-27', 10, 2 FROM api_key WHERE organization_id = $1`,
      [tenant.organizationId],
    );
    const days = (await get(tenant.userKey, '/usage?days=5')).body.usage;
    expect(days).toContainEqual({ day: '2026-02-27', requests: 30, errors: 6, credits_charged: 0 });
    expect((await get(tenant.userKey, '/usage?days=1')).body.usage).not.toContainEqual(
      expect.objectContaining({ day: '2026-02-27' }),
    );
    expect(START).toMatch(/^2026-03-01/);
  });

  it.each(['0', '401', 'x'])('refuses %s days', async (days) => {
    const { status, body } = await get(tenant.userKey, `/usage?days=${days}`);
    expect([status, body.detail.errors[0].pointer]).toEqual([422, '/days']);
  });
});

describe('GET /v1/account/users', () => {
  it('shows with whom lists can be shared, to personal keys', async () => {
    const { body } = await get(member.userKey, '/users');
    expect(body).toEqual({
      users: [
        {
          user_id: tenant.userId,
          name: expect.any(String),
          email: tenant.email.toLowerCase(),
          role: 'admin',
          kind: 'person',
        },
        { user_id: member.userId, name: 'Mia', email: 'mia@acme.example', role: 'member', kind: 'person' },
      ],
      total: 2,
      limit: 100,
      offset: 0,
      next_cursor: null,
    });
    expect(await error(get(tenant.orgKey, '/users'))).toEqual([403, 'user_credential_required']);
  });
});

describe('GET /v1/account/ledger', () => {
  it('shows admins all entries, with key, request and companies', async () => {
    const { body } = await get(tenant.userKey, '/ledger');
    expect(body).toEqual({
      entries: [
        {
          entry_id: expect.any(Number),
          kind: 'enrichment',
          amount: -1,
          balance_after: 4,
          at: START,
          request_id: expect.any(String),
          api_key: { key_id: expect.any(Number), prefix: tenant.orgKey.slice(0, 12) },
          companies: [expect.objectContaining({ slug: 'acme' })],
        },
        {
          entry_id: expect.any(Number),
          kind: 'grant',
          amount: 5,
          balance_after: 5,
          at: START,
          companies: [],
        },
      ],
      total: 2,
      limit: 100,
      offset: 0,
      next_cursor: null,
    });
  });

  it('shows others the charges of their own keys', async () => {
    expect((await get(member.userKey, '/ledger')).body).toMatchObject({ entries: [], total: 0 });
    const { entries } = (await get(tenant.orgKey, '/ledger?companies=1')).body;
    expect(entries.map(({ kind }: { kind: string }) => kind)).toEqual(['enrichment']);
  });

  it('names who was charged by a key, and by a session, which has no key', async () => {
    await service.admin.grantCredits('Acme', 5);
    for (const slug of ['by-key', 'by-session']) await seedPlain(service.database.pool, slug);
    const enrich = (slug: string) => ({ body: { domains: [`${slug}.example`] } });
    const path = 'POST /v1/enrich/partnerships';
    const headers = { 'X-API-Key': member.userKey };
    expect((await send(service, path, { headers, ...enrich('by-key') })).status).toBe(200);
    const cookie = await signIn(service, { code: await codeFor(service, member.userId) });
    expect((await send(service, path, { cookie, ...enrich('by-session') })).status).toBe(200);
    const user = { user_id: member.userId, name: 'Mia' };
    const api_key = { key_id: expect.any(Number), prefix: member.userKey.slice(0, 13) };
    for (const key of [tenant.userKey, member.userKey]) {
      const { entries } = (await get(key, '/ledger?limit=2')).body;
      expect(entries).toEqual([
        expect.objectContaining({ amount: -1, user }),
        expect.objectContaining({ amount: -1, user, api_key }),
      ]);
      expect(entries[0]).not.toHaveProperty('api_key');
    }
  });
});
