import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CLIENT, type Issuer, startIssuer } from '../../harness/issuer.ts';
import { type Colleague, startTestService, type Tenant, type TestService } from '../../harness/service.ts';
import { codeFor, ORIGIN, send } from '../../harness/sessions.ts';

const CALLBACK = `${ORIGIN}/v1/session/oidc/callback`;
const FAILED = '/#error=sign_in_failed';

let issuer: Issuer;
let service: TestService;
let tenant: Tenant;
let grace: Colleague;
let organizations = 0;

const settings = (url: string) => ({
  issuer: url,
  clientId: CLIENT.id,
  clientSecret: CLIENT.secret,
  label: 'Acme SSO',
});

beforeAll(async () => {
  issuer = await startIssuer(CALLBACK);
  service = await startTestService({ oidc: settings(issuer.url) });
  // Tokens have the time of the issuer.
  service.clock.set(new Date().toISOString());
});
afterAll(async () => {
  await service.close();
  await issuer.close();
});
beforeEach(async () => {
  organizations += 1;
  tenant = await service.createTenant(`sso${organizations}`);
  grace = await service.createColleague(tenant, 'Grace');
  issuer.account = `subject-${organizations}`;
  issuer.claims.set(issuer.account, { email: grace.email.toUpperCase(), email_verified: true });
});

/** Visits a path as a browser does that comes from another site. */
async function visit(path: string, cookie = '', at = service) {
  const { status, headers } = await send(at, `GET ${path}`, {
    headers: { Origin: '', Cookie: cookie, 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' },
  });
  const cookies = headers.getSetCookie().map((text) => text.split(';')[0] ?? '');
  const session = cookies.find((each) => each.startsWith('session='));
  return { status, location: headers.get('Location') ?? '', cookies: cookies.join('; '), session };
}

const pathOf = (url: string) => url.replace(ORIGIN, '');

/** Signs in, from the button to the page. */
async function signIn({ to = '', at = service }: { to?: string; at?: TestService } = {}) {
  const begun = await visit(`/v1/session/oidc/start${to}`, '', at);
  const back = await issuer.visit(begun.location);
  return { begun, back, end: await visit(pathOf(back), begun.cookies, at) };
}

async function whoIs(session: string | undefined): Promise<unknown> {
  const { body } = await send(service, 'GET /v1/session', { cookie: session ?? '' });
  const { user, session: shown } = body as { user?: { user_id: number }; session?: { signed_in_by: string } };
  return [user?.user_id, shown?.signed_in_by];
}

async function identities(): Promise<unknown[]> {
  const { rows } = await service.database.pool.query(
    `SELECT i.subject, i.user_id FROM user_identity i JOIN "user" u ON u.id = i.user_id WHERE u.organization_id = $1`,
    [tenant.organizationId],
  );
  return rows;
}

describe('a sign-in with OpenID', () => {
  it('links the account to the user with the verified address, and finds it by its subject from then on', async () => {
    const { begun, end } = await signIn();
    expect(begun.status).toBe(303);
    expect(Object.fromEntries(new URL(begun.location).searchParams)).toEqual({
      client_id: CLIENT.id,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      nonce: expect.any(String),
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{72}$/),
    });
    expect([end.status, end.location]).toEqual([303, '/']);
    expect(await whoIs(end.session)).toEqual([grace.userId, 'oidc']);
    expect(await identities()).toEqual([{ subject: issuer.account, user_id: grace.userId }]);
    // The address may change afterwards, on either side.
    issuer.claims.set(issuer.account, { email: 'other@elsewhere.example', email_verified: true });
    const again = await signIn();
    expect(await whoIs(again.end.session)).toEqual([grace.userId, 'oidc']);
    expect(await identities()).toHaveLength(1);
    const { rows } = await service.database.pool.query(
      "SELECT operator, details FROM admin_event WHERE organization_id = $1 AND action = 'identity_linked'",
      [tenant.organizationId],
    );
    expect(rows).toEqual([
      {
        operator: 'openid',
        details: { user_id: grace.userId, issuer: issuer.url, subject: issuer.account },
      },
    ]);
  });

  it('returns to the page where it began, and to no other site', async () => {
    expect((await signIn({ to: '?to=/app/lists/3' })).end.location).toBe('/app/lists/3');
    for (const to of ['//evil.example', 'https://evil.example', '/\\evil.example', '/%0d%0aX:1'])
      expect((await signIn({ to: `?to=${to}` })).end.location).toBe('/');
  });

  it('reads the address from the user information where the token has none', async () => {
    const quiet = await startIssuer(CALLBACK, { inIdToken: false });
    const beside = await startTestService({ beside: service, oidc: settings(quiet.url) });
    try {
      quiet.account = 'quiet';
      quiet.claims.set('quiet', { email: grace.email, email_verified: true });
      const begun = await visit('/v1/session/oidc/start', '', beside);
      const back = await quiet.visit(begun.location);
      const end = await visit(pathOf(back), begun.cookies, beside);
      expect(await whoIs(end.session)).toEqual([grace.userId, 'oidc']);
    } finally {
      await beside.close();
      await quiet.close();
    }
  });

  it.each([
    ['is not verified', { email_verified: false }],
    ['is not said to be verified', { email_verified: 'unknown' }],
    ['nobody has', { email: 'nobody@elsewhere.example' }],
  ])('never makes a user: an address that %s signs nobody in', async (_why, claims) => {
    const known = issuer.claims.get(issuer.account) ?? {};
    issuer.claims.set(issuer.account, { ...known, ...claims });
    const { end } = await signIn();
    expect([end.location, end.session, await identities()]).toEqual([FAILED, undefined, []]);
  });

  it('takes the word of Microsoft Entra for an address', async () => {
    issuer.claims.set(issuer.account, { email: grace.email, email_verified: 'true' });
    expect(await whoIs((await signIn()).end.session)).toEqual([grace.userId, 'oidc']);
  });

  it('refuses another account with the address of a user who has one', async () => {
    await signIn();
    issuer.account = `impostor-${organizations}`;
    issuer.claims.set(issuer.account, { email: grace.email, email_verified: true });
    expect((await signIn()).end.location).toBe(FAILED);
    expect(await identities()).toHaveLength(1);
  });

  it('refuses disabled people and service accounts', async () => {
    await signIn();
    await service.admin.disableUser(grace.email);
    expect((await signIn()).end).toMatchObject({ location: FAILED, session: undefined });
    const robot = await service.createColleague(tenant, 'Robot');
    await service.prisma.user.update({ where: { id: robot.userId }, data: { kind: 'service' } });
    issuer.account = `robot-${organizations}`;
    issuer.claims.set(issuer.account, { email: robot.email, email_verified: true });
    expect((await signIn()).end.location).toBe(FAILED);
  });
});

describe('the answer of the provider', () => {
  it('is good once: neither code nor state can be replayed', async () => {
    const { begun, back, end } = await signIn();
    expect(end.session).toBeDefined();
    expect(await visit(pathOf(back), begun.cookies)).toMatchObject({ location: FAILED, session: undefined });
    // A new code under a used state.
    const state = new URL(back).searchParams.get('state');
    const next = await visit('/v1/session/oidc/start');
    const fresh = new URL(await issuer.visit(next.location));
    fresh.searchParams.set('state', state ?? '');
    expect((await visit(pathOf(fresh.href), begun.cookies)).location).toBe(FAILED);
  });

  it('is accepted in the browser that began, and in no other', async () => {
    const begun = await visit('/v1/session/oidc/start');
    const back = await issuer.visit(begun.location);
    expect((await visit(pathOf(back))).location).toBe(FAILED);
    const other = await visit('/v1/session/oidc/start');
    expect((await visit(pathOf(back), other.cookies)).location).toBe(FAILED);
    expect((await visit(pathOf(back), 'sign-in=nonsense')).location).toBe(FAILED);
  });

  it('must come within ten minutes', async () => {
    const begun = await visit('/v1/session/oidc/start');
    const now = service.clock.now();
    service.clock.set(new Date(now.getTime() + 10 * 60_000).toISOString());
    try {
      const back = await issuer.visit(begun.location);
      expect((await visit(pathOf(back), begun.cookies)).location).toBe(FAILED);
    } finally {
      service.clock.set(now.toISOString());
    }
  });

  it('must be one of the issuer, and not of another one (mix-up)', async () => {
    const { location, cookies } = await visit('/v1/session/oidc/start');
    const back = new URL(await issuer.visit(location));
    back.searchParams.set('iss', 'https://evil.example');
    expect((await visit(pathOf(back.href), cookies)).location).toBe(FAILED);
  });

  it('that is a refusal leads back to the sign-in page', async () => {
    const { location, cookies } = await visit('/v1/session/oidc/start');
    const state = new URL(location).searchParams.get('state') ?? '';
    const query = new URLSearchParams({ error: 'access_denied', state, iss: issuer.url });
    expect((await visit(`/v1/session/oidc/callback?${query}`, cookies)).location).toBe(FAILED);
  });

  it('of an issuer whose clock is wrong is refused', async () => {
    const now = service.clock.now();
    // The ID token of this issuer is an hour old before it is made.
    service.clock.set(new Date(now.getTime() + 2 * 3_600_000).toISOString());
    try {
      expect((await signIn()).end.location).toBe(FAILED);
    } finally {
      service.clock.set(now.toISOString());
    }
  });
});

describe('a provider that', () => {
  it('is another one than its discovery document says is not used', async () => {
    const lying = createServer((_req, res) =>
      res
        .setHeader('Content-Type', 'application/json')
        .end(JSON.stringify({ issuer: issuer.url, authorization_endpoint: `${issuer.url}/auth` })),
    );
    await new Promise<void>((resolve) => lying.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(lying.address() as AddressInfo).port}`;
    const beside = await startTestService({ beside: service, oidc: settings(url) });
    try {
      expect((await visit('/v1/session/oidc/start', '', beside)).location).toBe('/#error=oidc_unavailable');
    } finally {
      await beside.close();
      lying.close();
    }
  });

  it('is away is tried again at the next sign-in', async () => {
    const server = createServer((_req, res) => res.writeHead(500).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const beside = await startTestService({ beside: service, oidc: settings(`http://127.0.0.1:${port}`) });
    try {
      for (let n = 0; n < 2; n += 1)
        expect((await visit('/v1/session/oidc/start', '', beside)).location).toBe('/#error=oidc_unavailable');
    } finally {
      await beside.close();
      server.close();
    }
  });

  it('is not set up has no addresses here', async () => {
    const beside = await startTestService({ beside: service });
    try {
      expect((await visit('/v1/session/oidc/start', '', beside)).status).toBe(404);
    } finally {
      await beside.close();
    }
  });
});

describe('OIDC_ONLY', () => {
  it('closes invitations, and neither keys nor links of the command line', async () => {
    const strict = await startTestService({ beside: service, oidc: settings(issuer.url), oidcOnly: true });
    try {
      const exchange = (body: object) => send(strict, 'POST /v1/session', { body });
      const invitation = await exchange({
        code: await codeFor(service, grace.userId, { isInvitation: true }),
      });
      expect([invitation.status, invitation.body]).toEqual([
        403,
        {
          detail: {
            error: 'sign_in_closed',
            message:
              'This service signs people in with its OpenID provider alone. Use the button of the sign-in page.',
          },
        },
      ]);
      const operators = { code: await codeFor(service, grace.userId) };
      expect((await exchange(operators)).status).toBe(201);
      expect((await exchange({ key: grace.userKey })).status).toBe(201);
      expect((await signIn({ at: strict })).end.session).toBeDefined();
    } finally {
      await strict.close();
    }
  });
});
