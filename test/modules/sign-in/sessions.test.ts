import { describe, expect, it } from '@jest/globals';
import { SESSION_IDLE_MS, SESSION_LIFETIME_MS } from '../../../src/modules/access/credential-rules.ts';
import { START } from '../../harness/service.ts';
import { codeFor, expectOneOf, inventedCode, ORIGIN, send, signIn } from '../../harness/sessions.ts';
import { useService } from '../../harness/use-service.ts';

const served = useService('sessions', { credits: 100, tenantPerTest: true });
const { service, tenant } = served;
const other = served.beside();
const secure = served.beside({ publicUrl: 'https://data.acme.example' });
const plain = served.beside({ publicUrl: 'http://data.acme.example' });

const MINUTE_MS = 60_000;
const LIST = '/v1/lists';

const FAILED = {
  detail: {
    error: 'sign_in_failed',
    message:
      'This link, passkey or key signs nobody in: it is wrong, was used before, or has expired. Try again, or ask an admin of your organization for a new link.',
  },
};
const INVALID = {
  detail: { error: 'invalid_api_key', message: expect.stringContaining('no valid API key') },
};

const later = (ms: number) => service.clock.set(new Date(service.clock.now().getTime() + ms).toISOString());
const exchange = (body: object, at = service) => send(at, 'POST /v1/session', { body });
const link = (lifetimeMs = 72 * 60 * MINUTE_MS) => codeFor(service, tenant.userId, { lifetimeMs });
const whoAmI = async (cookie: string, at = service) => (await send(at, 'GET /v1/session', { cookie })).status;

async function sessionsStored(): Promise<{ signed_in_by: string; hash: Buffer; revoked_at: Date | null }[]> {
  const { rows } = await service.database.pool.query(
    'SELECT signed_in_by, hash, revoked_at FROM api_key WHERE user_id = $1 AND signed_in_by IS NOT NULL ORDER BY id',
    [tenant.userId],
  );
  return rows;
}

/** Waits until a status is there: other processes look credentials up again within five seconds. */
async function until(status: number, read: () => Promise<number>): Promise<number> {
  const end = performance.now() + 5_000;
  for (;;) {
    const found = await read();
    if (found === status || performance.now() > end) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe('a link', () => {
  it('signs its person in, once', async () => {
    const code = await link();
    const { status, headers, body } = await exchange({ code });
    expect([status, body]).toEqual([
      201,
      {
        session: {
          session_id: expect.any(Number),
          signed_in_by: 'link',
          created_at: START,
          expires_at: '2026-03-31T12:00:00.000Z',
          user_agent: 'node',
          current: true,
        },
        user: { user_id: tenant.userId, name: 'Ada', email: tenant.email, role: 'admin', kind: 'person' },
        organization: { organization_id: tenant.organizationId, name: tenant.name, credit_balance: 100 },
      },
    ]);
    expect(headers.get('Set-Cookie')).toMatch(
      /^session=cds_session_[0-9A-Za-z]{36}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
    );
    expect(headers.get('Cache-Control')).toBe('no-store');
    const cookie = headers.get('Set-Cookie')?.split(';')[0] ?? '';
    const shown = (await send(service, 'GET /v1/session', { cookie })).body;
    // The last use is written a while after it.
    delete (shown as { session: { last_used_at?: string } }).session.last_used_at;
    expect(shown).toEqual(body);
    const again = await exchange({ code });
    expect([again.status, again.body, again.headers.get('Set-Cookie')]).toEqual([401, FAILED, null]);
  });

  it('gives one session to 200 browsers that use it at once, through two processes', async () => {
    const code = await link();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => exchange({ code }, index % 2 === 0 ? service : other)),
    );
    expectOneOf(answers);
    expect(await sessionsStored()).toHaveLength(1);
  });

  it.each([
    ['is wrong', async () => inventedCode()],
    ['has another form', async () => 'abc'],
    [
      'has expired',
      async () => {
        const code = await link(10 * MINUTE_MS);
        later(10 * MINUTE_MS);
        return code;
      },
    ],
    [
      'is that of a disabled person',
      async () => {
        const colleague = await service.createColleague(tenant, 'Grace');
        const code = await codeFor(service, colleague.userId);
        await service.admin.disableUser(colleague.email);
        return code;
      },
    ],
    [
      'is that of a service account',
      async () => {
        const colleague = await service.createColleague(tenant, 'Robot');
        await service.prisma.user.update({ where: { id: colleague.userId }, data: { kind: 'service' } });
        return codeFor(service, colleague.userId);
      },
    ],
  ])('that %s signs nobody in', async (_why, code) => {
    const { status, body, headers } = await exchange({ code: await code() });
    expect([status, body, headers.get('WWW-Authenticate')]).toEqual([401, FAILED, expect.any(String)]);
    expect(await sessionsStored()).toEqual([]);
  });

  it('is stored as a hash, like the token', async () => {
    const code = await link();
    const cookie = await signIn(service, { code });
    const { rows } = await service.database.pool.query(
      'SELECT l::text AS text FROM sign_in_link l UNION ALL SELECT k::text FROM api_key k UNION ALL SELECT e::text FROM admin_event e',
    );
    const text = JSON.stringify(rows);
    expect([text.includes(code), text.includes(cookie.replace('session=', ''))]).toEqual([false, false]);
  });
});

describe('a key that is pasted', () => {
  it('signs its owner in, until it is revoked', async () => {
    const { body: made } = await service.rest(tenant.userKey).post('/v1/keys', { kind: 'user' });
    const cookie = await signIn(service, { key: ` ${made.key}\n` });
    expect(await whoAmI(cookie)).toBe(200);
    await service.rest(tenant.userKey).delete(`/v1/keys/${made.key_id}`).expect(204);
    expect(await whoAmI(cookie)).toBe(401);
  });

  it('ends its sessions when it expires', async () => {
    const expires_at = new Date(service.clock.now().getTime() + MINUTE_MS).toISOString();
    const { body: made } = await service.rest(tenant.userKey).post('/v1/keys', { kind: 'user', expires_at });
    const cookie = await signIn(service, { key: made.key });
    later(MINUTE_MS - 1);
    expect(await whoAmI(cookie)).toBe(200);
    later(1);
    expect(await whoAmI(cookie)).toBe(401);
  });

  it('must be one of a person, and valid', async () => {
    const org = await exchange({ key: tenant.orgKey });
    expect([org.status, org.body]).toEqual([
      403,
      {
        detail: {
          error: 'user_credential_required',
          message: 'This requires a personal key; an organization key was sent.',
        },
      },
    ]);
    const token = (await signIn(service, { code: await link() })).replace('session=', '');
    for (const key of ['', 'cds_user_nonsense', token]) {
      const { status, body } = await exchange({ key });
      expect([status, body]).toEqual([401, FAILED]);
    }
  });
});

describe('a session', () => {
  it('is a personal credential of both APIs, and no API key', async () => {
    const cookie = await signIn(service, { code: await link() });
    const created = await send(service, `POST ${LIST}`, { cookie, body: { name: 'Mine' } });
    expect([created.status, created.body]).toEqual([
      201,
      expect.objectContaining({ name: 'Mine', owner: { user_id: tenant.userId, name: 'Ada' } }),
    ]);
    const query =
      '{ viewer { session { signedInBy } apiKeys(first: 9) { totalCount } lists: user { email } } }';
    const { body } = await send(service, 'POST /graphql', { cookie, body: { query } });
    expect(body).toMatchObject({
      data: {
        viewer: {
          session: { signedInBy: 'LINK' },
          apiKeys: { totalCount: 2 },
          lists: { email: tenant.email },
        },
      },
    });
    const token = cookie.replace('session=', '');
    expect((await service.rest(token).get(LIST)).body).toEqual(INVALID);
    const asBearer = await send(service, `GET ${LIST}`, { headers: { Authorization: `Bearer ${token}` } });
    expect([asBearer.status, asBearer.body]).toEqual([401, INVALID]);
    const keyAsCookie = await send(service, `GET ${LIST}`, { cookie: `session=${tenant.userKey}` });
    expect([keyAsCookie.status, keyAsCookie.body]).toEqual([401, INVALID]);
  });

  it('pays, exactly once under an Idempotency-Key, and the ledger has its entry', async () => {
    const { pool } = service.database;
    await pool.query(
      "INSERT INTO company (name, slug, primary_domain) VALUES ('P', 'paid', 'paid.example') ON CONFLICT DO NOTHING",
    );
    await pool.query(
      "INSERT INTO company_domain (domain, company_id, is_primary, position) SELECT 'paid.example', id, true, 0 FROM company WHERE slug = 'paid' ON CONFLICT DO NOTHING",
    );
    const cookie = await signIn(service, { code: await link() });
    const enrich = () =>
      send(service, 'POST /v1/enrich/partnerships', {
        cookie,
        body: { domains: ['paid.example'] },
        headers: { 'Idempotency-Key': 'once' },
      });
    const [first, second] = [await enrich(), await enrich()];
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
    const { rows } = await pool.query(
      `SELECT e.kind, e.amount, k.signed_in_by FROM credit_entry e JOIN api_key k ON k.id = e.api_key_id
       WHERE e.organization_id = $1 AND e.kind <> 'grant'`,
      [tenant.organizationId],
    );
    expect(rows).toEqual([{ kind: 'enrichment', amount: -1, signed_in_by: 'link' }]);
  });

  it('ends after 12 hours without a request, and not before', async () => {
    const cookie = await signIn(service, { code: await link() });
    for (let n = 0; n < 3; n += 1) {
      later(SESSION_IDLE_MS - 1);
      expect(await whoAmI(cookie)).toBe(200);
      await service.service.flush();
    }
    // Another process knows of the last use by the database.
    later(SESSION_IDLE_MS - 1);
    expect(await whoAmI(cookie, other)).toBe(200);
    later(SESSION_IDLE_MS);
    expect([await whoAmI(cookie), await whoAmI(cookie, other)]).toEqual([401, 401]);
  });

  it('ends after 30 days, however much it is used', async () => {
    const cookie = await signIn(service, { code: await link() });
    const hours = SESSION_LIFETIME_MS / 3_600_000;
    for (let hour = 10; hour < hours; hour += 10) {
      later(10 * 3_600_000);
      expect(await whoAmI(cookie)).toBe(200);
      // The process forgets the session after three seconds, and reads its last use from the database again.
      await service.service.flush();
    }
    later(10 * 3_600_000);
    expect(await whoAmI(cookie)).toBe(401);
  });

  it('ends when its person is disabled', async () => {
    const grace = await service.createColleague(tenant, 'Grace');
    const cookie = await signIn(service, { code: await codeFor(service, grace.userId) });
    expect(await whoAmI(cookie)).toBe(200);
    await service
      .rest(tenant.userKey)
      .patch(`/v1/account/users/${grace.userId}`, { disabled: true })
      .expect(200);
    expect(await whoAmI(cookie)).toBe(401);
  });

  it('is one of at most 100: one more ends that which was used least recently', async () => {
    const cookies: string[] = [];
    for (let n = 0; n < 100; n += 1) cookies.push(await signIn(service, { key: tenant.userKey }));
    later(MINUTE_MS);
    // All but the second are used again.
    for (const [index, cookie] of cookies.entries()) if (index !== 1) await whoAmI(cookie);
    await service.service.flush();
    await signIn(service, { key: tenant.userKey });
    const revoked = (await sessionsStored()).flatMap(({ revoked_at }, index) => (revoked_at ? [index] : []));
    expect(revoked).toEqual([1]);
  });
});

describe('signing in', () => {
  it('ends the session that the browser had, and none if it fails', async () => {
    const first = await signIn(service, { code: await link() });
    expect(
      (await send(service, 'POST /v1/session', { cookie: first, body: { code: inventedCode() } })).status,
    ).toBe(401);
    expect(await whoAmI(first)).toBe(200);
    const second = await send(service, 'POST /v1/session', { cookie: first, body: { code: await link() } });
    expect([second.status, await whoAmI(first)]).toEqual([201, 401]);
  });

  it('succeeds if the session that the browser had has ended meanwhile', async () => {
    const first = await signIn(service, { code: await link() });
    expect(await whoAmI(first)).toBe(200);
    // Another process ends it; this one knows it for three seconds more.
    await service.database.pool.query('UPDATE api_key SET revoked_at = now() WHERE signed_in_by IS NOT NULL');
    const second = await send(service, 'POST /v1/session', { cookie: first, body: { code: await link() } });
    expect(second.status).toBe(201);
    const cookie = second.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    expect(await whoAmI(cookie)).toBe(200);
    expect((await sessionsStored()).map(({ revoked_at }) => revoked_at !== null)).toEqual([true, false]);
  });

  it('spends a code only with a session opened', async () => {
    const code = await link();
    const first = await signIn(service, { key: tenant.userKey });
    const disable = (at: string) =>
      service.database.pool.query(`UPDATE "user" SET disabled_at = ${at} WHERE id = $1`, [tenant.userId]);
    await disable('now()');
    const refused = await exchange({ code });
    expect([refused.status, refused.body, refused.headers.get('Set-Cookie')]).toEqual([401, FAILED, null]);
    await disable('NULL');
    expect((await exchange({ code })).status).toBe(201);
    expect(await whoAmI(first)).toBe(200);
  });
});

describe('signing out', () => {
  it('ends the session everywhere, and removes the cookie', async () => {
    const cookie = await signIn(service, { code: await link() });
    expect(await whoAmI(cookie, other)).toBe(200);
    const { status, headers, body } = await send(service, 'DELETE /v1/session', { cookie });
    expect([status, body, headers.get('Set-Cookie')]).toEqual([
      204,
      '',
      'session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
    ]);
    expect(await whoAmI(cookie)).toBe(401);
    expect(await until(401, () => whoAmI(cookie, other))).toBe(401);
    // What is left in another tab is removed as well.
    expect((await send(service, 'DELETE /v1/session', { cookie })).status).toBe(204);
  });

  it('needs a session', async () => {
    expect((await send(service, 'DELETE /v1/session')).status).toBe(401);
    const { status, body } = await send(service, 'DELETE /v1/session', {
      headers: { 'X-API-Key': tenant.userKey },
    });
    expect([status, body]).toEqual([
      403,
      {
        detail: {
          error: 'session_required',
          message:
            'This is for people who are signed in to the console; an API key was sent. Sign in, and try again there.',
        },
      },
    ]);
  });

  it('is possible for one browser, for all, and by an admin for a colleague', async () => {
    const [one, two] = [
      await signIn(service, { code: await link() }),
      await signIn(service, { code: await link() }),
    ];
    const { body } = await send(service, 'GET /v1/account/sessions', { cookie: two });
    const { sessions } = body as { sessions: { session_id: number; current: boolean }[] };
    expect(sessions.map(({ current }) => current)).toEqual([true, false]);
    const target = `DELETE /v1/account/sessions/${sessions[1]?.session_id}`;
    expect((await send(service, target, { cookie: two })).status).toBe(204);
    expect([await whoAmI(one), await whoAmI(two)]).toEqual([401, 200]);
    expect((await send(service, 'DELETE /v1/account/sessions', { cookie: two })).status).toBe(204);
    expect(await whoAmI(two)).toBe(401);

    const grace = await service.createColleague(tenant, 'Grace');
    const hers = await signIn(service, { code: await codeFor(service, grace.userId) });
    const stranger = await service.createTenant(`foreign${tenant.organizationId}`);
    const end = (key: string, userId: number) =>
      service.rest(key).delete(`/v1/account/users/${userId}/sessions`);
    expect((await end(stranger.userKey, grace.userId)).status).toBe(404);
    expect((await end(grace.userKey, tenant.userId)).status).toBe(403);
    expect(await whoAmI(hers)).toBe(200);
    await end(tenant.userKey, grace.userId).expect(204);
    expect(await whoAmI(hers)).toBe(401);
    const missing = await send(service, 'DELETE /v1/account/sessions/999999', {
      headers: { 'X-API-Key': grace.userKey },
    });
    expect([missing.status, missing.body]).toEqual([
      404,
      { detail: { error: 'session_not_found', message: 'You have no session with this id.' } },
    ]);
  });

  it('stands in the audit log, without a token', async () => {
    const cookie = await signIn(service, { code: await link() });
    await send(service, 'DELETE /v1/session', { cookie });
    const { rows } = await service.database.pool.query(
      "SELECT action, actor_id, details FROM admin_event WHERE organization_id = $1 AND action LIKE 'session%' ORDER BY id",
      [tenant.organizationId],
    );
    const id = rows[0]?.details.session_id;
    expect(rows).toEqual([
      {
        action: 'session_opened',
        actor_id: tenant.userId,
        details: { session_id: expect.any(Number), signed_in_by: 'link' },
      },
      {
        action: 'sessions_ended',
        actor_id: tenant.userId,
        details: { user_id: tenant.userId, session_ids: [id] },
      },
    ]);
  });
});

describe('the body of a sign-in', () => {
  it.each([
    ['{}', 422, 'validation_error'],
    ['{"code": 1}', 422, 'validation_error'],
    ['{"code": "a", "key": "b"}', 422, 'validation_error'],
    ['[]', 422, 'validation_error'],
    ['{', 400, 'malformed_json'],
    [`{"code": "${'x'.repeat(20_000)}"}`, 413, 'body_too_large'],
  ])('%# is refused if it is wrong', async (body, status, code) => {
    const answer = await send(service, 'POST /v1/session', {
      body,
      headers: { 'Content-Type': 'application/json' },
    });
    expect([answer.status, answer.body]).toEqual([
      status,
      { detail: expect.objectContaining({ error: code }) },
    ]);
  });
});

describe('the cookie', () => {
  const headers = { Origin: 'https://data.acme.example' };

  it('is bound to the host and to TLS where PUBLIC_URL is https', async () => {
    const answer = await send(secure, 'POST /v1/session', { body: { code: await link() }, headers });
    expect(answer.headers.get('Set-Cookie')).toMatch(
      /^__Host-session=cds_session_[0-9A-Za-z]{36}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000$/,
    );
    const cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    expect((await send(secure, 'GET /v1/session', { cookie: `a=b; ${cookie}; c=d`, headers })).status).toBe(
      200,
    );
    // Another host of the domain can set a cookie without the prefix.
    const planted = cookie.replace('__Host-', '');
    expect((await send(secure, 'GET /v1/session', { cookie: planted, headers })).status).toBe(401);
    expect((await send(secure, 'GET /v1/session', { cookie, headers: { Origin: ORIGIN } })).status).toBe(403);
  });

  it('is not set over plain HTTP that others can read', async () => {
    const { status, body } = await send(plain, 'POST /v1/session', {
      body: { code: await link() },
      headers: { Origin: 'http://data.acme.example' },
    });
    expect([status, body]).toEqual([
      403,
      {
        detail: {
          error: 'insecure_origin',
          message:
            'Nobody can sign in at http://data.acme.example: over plain HTTP, others could read the session. Put a proxy with TLS in front, and set PUBLIC_URL to its https:// address.',
        },
      },
    ]);
    expect(await sessionsStored()).toEqual([]);
  });
});
