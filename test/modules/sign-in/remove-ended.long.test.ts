import { describe, expect, it } from '@jest/globals';
import { removeEnded } from '../../../src/modules/sign-in/sweep.ts';
import { seedPlain } from '../../harness/seed.ts';
import { codeFor, send, signIn } from '../../harness/sessions.ts';
import { sweepTime } from '../../harness/sweeps.ts';
import { useService } from '../../harness/use-service.ts';
import { exchange, givePasskey, signInByLink, signInOptions } from './passkey-support.ts';

const { service, tenant } = useService('ended', {
  credits: 100,
  tenantPerTest: true,
  seed: (pool) => seedPlain(pool, 'acme').then(() => ({})),
});

const remove = async () => removeEnded(service.database.pool, await sweepTime(service));
const idsIn = async (table: string, condition: string, value: number) =>
  (
    await service.database.pool.query<{ id: number }>(
      `SELECT id FROM ${table} WHERE ${condition} ORDER BY id`,
      [value],
    )
  ).rows.map(({ id }) => id);
const sessionsOf = (userId = tenant.userId) =>
  idsIn('api_key', 'user_id = $1 AND signed_in_by IS NOT NULL', userId);
const linksOf = (userId: number) => idsIn('sign_in_link', 'user_id = $1', userId);

/** Opens a session, and writes down its use. @returns its cookie and its number. */
async function openSession(userId = tenant.userId) {
  const cookie = await signInByLink(service, userId);
  const { body } = await send(service, 'GET /v1/session', { cookie });
  await service.service.flush();
  return { cookie, id: (body as { session: { session_id: number } }).session.session_id };
}

/** Time after which no report of usage shows what happens now. */
const REPORTED = { days: 400 };

describe('links that have ended', () => {
  it('stay for seven days after their use, or else after their end', async () => {
    const grace = await service.createColleague(tenant, 'Grace');
    // The use of a link ends all that were made before.
    await signIn(service, { code: await codeFor(service, grace.userId) });
    await codeFor(service, grace.userId);
    await codeFor(service, grace.userId, { lifetimeMs: 20 * 86_400_000 });
    const [first, second, third] = await linksOf(grace.userId);
    service.clock.advance({ days: 7, seconds: -1 });
    await remove();
    expect(await linksOf(grace.userId)).toEqual([first, second, third]);
    service.clock.advance({ seconds: 1 });
    await remove();
    expect(await linksOf(grace.userId)).toEqual([second, third]);
    service.clock.advance({ days: 3 });
    await remove();
    expect(await linksOf(grace.userId)).toEqual([third]);
  });

  it('are removed in batches, however many there are', async () => {
    await service.database.pool.query(
      `INSERT INTO sign_in_link (user_id, hash, expires_at)
       SELECT $1::int, convert_to('link of ' || $1::int || ' ' || n, 'UTF8'), '2020-01-01' FROM generate_series(1, 2500) n`,
      [tenant.userId],
    );
    expect((await remove()).links).toBeGreaterThanOrEqual(2500);
    expect(await linksOf(tenant.userId)).toEqual([]);
    expect(await remove()).toEqual({ links: 0, challenges: 0, sessions: 0 });
  });
});

describe('challenges that were answered', () => {
  it('stay for seven days after their end', async () => {
    const count = async () =>
      (await service.database.pool.query('SELECT count(*)::int AS n FROM used_challenge')).rows[0].n;
    // Those of other tests.
    service.clock.advance({ days: 1_000 });
    await remove();
    const { authenticator } = await givePasskey(service, tenant.userId);
    expect((await exchange(service, authenticator.get(await signInOptions(service)))).status).toBe(201);
    expect(await count()).toBe(2);
    service.clock.advance({ days: 7, minutes: 10, seconds: -1 });
    await remove();
    expect(await count()).toBe(2);
    service.clock.advance({ seconds: 1 });
    expect((await remove()).challenges).toBe(2);
    expect(await count()).toBe(0);
  });
});

describe('sessions that have ended', () => {
  it('stay as long as a report of usage shows them, and the latest of a person for good', async () => {
    const [first, second] = [await openSession(), await openSession()];
    service.clock.advance({ ...REPORTED, seconds: -43_201 });
    await remove();
    expect(await sessionsOf()).toEqual([first.id, second.id]);
    const usage = () => service.rest(tenant.userKey).get('/v1/account/usage?days=400');
    expect((await usage()).body.usage).toEqual([
      expect.objectContaining({ day: '2026-03-01', requests: expect.any(Number) }),
    ]);
    service.clock.advance({ days: 1 });
    await remove();
    expect(await sessionsOf()).toEqual([second.id]);
    expect((await usage()).body.usage).not.toContainEqual(expect.objectContaining({ day: '2026-03-01' }));
    service.clock.advance({ days: 1_000 });
    await remove();
    expect(await sessionsOf()).toEqual([second.id]);
  });

  it('stay for seven days and twelve hours if they were never used', async () => {
    for (let count = 0; count < 2; count += 1) await signInByLink(service, tenant.userId);
    const [first, second] = await sessionsOf();
    service.clock.advance({ days: 7, hours: 12, seconds: -1 });
    await remove();
    expect(await sessionsOf()).toEqual([first, second]);
    service.clock.advance({ seconds: 1 });
    await remove();
    expect(await sessionsOf()).toEqual([second]);
  });

  it('stay while they are used, however old they are', async () => {
    const { cookie, id } = await openSession();
    await signInByLink(service, tenant.userId);
    for (let day = 0; day < 29; day += 1) {
      service.clock.advance({ hours: 11 });
      expect((await send(service, 'GET /v1/session', { cookie })).status).toBe(200);
      await service.service.flush();
      await remove();
    }
    expect(await sessionsOf()).toContain(id);
  });

  it('stay where the ledger, a flag or a key refers to them', async () => {
    const [charged, flagged, maker, unused] = [
      await openSession(),
      await openSession(),
      await openSession(),
      await openSession(),
    ];
    const post = async (path: string, cookie: string, body: object) =>
      (await send(service, `POST /v1${path}`, { cookie, body })).status;
    expect([
      await post('/enrich/partnerships', charged.cookie, { domains: ['acme.example'] }),
      await post('/companies/acme/flags', flagged.cookie, {}),
      await post('/keys', maker.cookie, { kind: 'user' }),
    ]).toEqual([200, 201, 201]);
    const latest = await openSession();
    service.clock.advance({ days: 2_000 });
    await remove();
    const kept = [charged.id, flagged.id, maker.id, latest.id];
    expect([await sessionsOf(), kept.includes(unused.id)]).toEqual([kept, false]);
    const { body } = await service.rest(tenant.userKey).get('/v1/account/ledger?limit=1');
    expect(body.entries).toEqual([
      expect.objectContaining({ amount: -1, user: { user_id: tenant.userId, name: 'Ada' } }),
    ]);
  });

  it('still tell that a person has come, so that an admin gets no link to act as them', async () => {
    const invited = { email: `noor@${tenant.name}.example`, role: 'member' };
    const invite = () => service.rest(tenant.userKey).post('/v1/account/users', invited);
    const { user_id, link } = (await invite().expect(201)).body;
    await signIn(service, { code: link.replace(/^.*#code=/, '') });
    await openSession(user_id);
    service.clock.advance({ days: 2_000 });
    await remove();
    expect(await sessionsOf(user_id)).toHaveLength(1);
    expect((await invite()).body.detail.error).toBe('insufficient_access');
  });

  it('are never API keys', async () => {
    const keys = () =>
      idsIn('api_key', 'organization_id = $1 AND signed_in_by IS NULL', tenant.organizationId);
    const before = await keys();
    await openSession();
    service.clock.advance({ days: 2_000 });
    await remove();
    expect(await keys()).toEqual(before);
    expect(before).toHaveLength(2);
  });
});
