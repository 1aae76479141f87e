import { describe, expect, it } from '@jest/globals';
import { CHALLENGE_LIFETIME_MS } from '../../../src/modules/sign-in/challenges.ts';
import { Authenticator } from '../../harness/authenticator.ts';
import { START } from '../../harness/service.ts';
import { expectOneOf, ORIGIN, send } from '../../harness/sessions.ts';
import { useService, useTestService } from '../../harness/use-service.ts';
import {
  creationOptions,
  exchange,
  FAILED,
  givePasskey,
  signInByLink,
  signInOptions,
} from './passkey-support.ts';

const served = useService('passkeys', { tenantPerTest: true });
const { service, tenant } = served;
const other = served.beside();

const SITE = 'http://localhost:4000';

interface Stored {
  counter: string;
  last_used_at: Date | null;
}

async function stored(passkeyId: number): Promise<Stored | undefined> {
  const { rows } = await service.database.pool.query<Stored>(
    'SELECT counter, last_used_at FROM passkey WHERE id = $1',
    [passkeyId],
  );
  return rows[0];
}

async function opened(): Promise<number> {
  const { rows } = await service.database.pool.query(
    "SELECT count(*)::int AS n FROM api_key WHERE organization_id = $1 AND signed_in_by = 'passkey'",
    [tenant.organizationId],
  );
  return rows[0].n;
}

const usedChallenges = async () =>
  (await service.database.pool.query('SELECT count(*)::int AS n FROM used_challenge')).rows[0].n;

const later = (ms: number) => service.clock.set(new Date(service.clock.now().getTime() + ms).toISOString());

describe('options to sign in', () => {
  it('name the site and nobody, and store nothing', async () => {
    const before = await usedChallenges();
    const { status, headers, body } = await send(service, 'POST /v1/session/passkey/options');
    expect([status, body, headers.get('Cache-Control')]).toEqual([
      200,
      {
        rpId: 'localhost',
        challenge: expect.stringMatching(/^[\w-]{72}$/),
        timeout: 300_000,
        userVerification: 'required',
      },
      'no-store',
    ]);
    expect((await signInOptions(service)).challenge).not.toEqual((body as { challenge: string }).challenge);
    expect(await usedChallenges()).toBe(before);
  });

  it('are for the pages of the service alone', async () => {
    const { status, body } = await send(service, 'POST /v1/session/passkey/options', {
      headers: { Origin: 'https://elsewhere.example' },
    });
    expect([status, body]).toEqual([
      403,
      { detail: { error: 'cross_site_request', message: expect.stringContaining(SITE) } },
    ]);
  });
});

describe('the body of a request for options', () => {
  it.each([
    ['{}', 200],
    ['{"name": "Ada"}', 422],
    ['[]', 422],
    ['{', 400],
    [`{"a": "${'x'.repeat(20_000)}"}`, 413],
  ])('has no fields, %#', async (body, status) => {
    const headers = { 'Content-Type': 'application/json' };
    expect((await send(service, 'POST /v1/session/passkey/options', { body, headers })).status).toBe(status);
  });
});

describe('a passkey', () => {
  it.each(['ES256', 'EdDSA', 'RS256'] as const)('signs its person in: %s', async (algorithm) => {
    const { authenticator, passkeyId } = await givePasskey(service, tenant.userId, { algorithm });
    expect(await stored(passkeyId)).toEqual({ counter: '1', last_used_at: null });
    service.clock.advance({ minutes: 1 });
    const response = authenticator.get(await signInOptions(service));
    const { status, headers, body } = await exchange(service, response);
    expect([status, headers.get('Location'), body]).toEqual([
      201,
      '/v1/session',
      {
        session: {
          session_id: expect.any(Number),
          signed_in_by: 'passkey',
          created_at: '2026-03-01T12:01:00.000Z',
          expires_at: '2026-03-31T12:01:00.000Z',
          user_agent: 'node',
          current: true,
        },
        user: { user_id: tenant.userId, name: 'Ada', email: tenant.email, role: 'admin', kind: 'person' },
        organization: {
          organization_id: tenant.organizationId,
          name: tenant.name,
          credit_balance: 1000,
        },
      },
    ]);
    const cookie = headers.get('Set-Cookie')?.split(';')[0] ?? '';
    expect((await send(service, 'GET /v1/session', { cookie })).body).toMatchObject({
      session: { signed_in_by: 'passkey' },
    });
    expect(await stored(passkeyId)).toEqual({
      counter: '2',
      last_used_at: new Date('2026-03-01T12:01:00.000Z'),
    });
    expect((await exchange(other, authenticator.get(await signInOptions(other)))).status).toBe(201);
  });

  it('of an authenticator that does not count signs in each time', async () => {
    const { authenticator, passkeyId } = await givePasskey(service, tenant.userId, { counter: 0 });
    for (let n = 0; n < 2; n += 1)
      expect((await exchange(service, authenticator.get(await signInOptions(service)))).status).toBe(201);
    expect(await stored(passkeyId)).toEqual({ counter: '0', last_used_at: new Date(START) });
  });

  it.each([
    ['from the page of another site', { origin: 'https://elsewhere.example' }],
    ['from another port of the host', { origin: 'http://localhost:4001' }],
    ['for another relying party', { rpId: 'elsewhere.example' }],
    ['of a user who was not verified', { userVerified: false }],
    ['of a user who was not there', { userPresent: false }],
    ['in a frame of another site', { crossOrigin: true }],
    ['that was made for a registration', { type: 'webauthn.create' }],
    ['with a challenge of nobody', { challenge: Buffer.alloc(54, 7).toString('base64url') }],
    ['with a challenge of another form', { challenge: 'abc' }],
    ['with a counter that stands still', { counter: 1 }],
    ['with a counter that went back to 0', { counter: 0 }],
    ['without the handle of its user', { userHandle: undefined }],
    ['with the handle of another user', { userHandle: Buffer.alloc(32).toString('base64url') }],
    ['with another id', { credentialId: Buffer.alloc(32, 9) }],
  ])('is refused %s', async (_what, faults) => {
    const { authenticator, passkeyId } = await givePasskey(service, tenant.userId);
    const options = await signInOptions(service);
    const { status, headers, body } = await exchange(service, authenticator.get(options, faults));
    expect([status, body, headers.get('Set-Cookie')]).toEqual([401, FAILED, null]);
    expect([await opened(), await stored(passkeyId)]).toEqual([0, { counter: '1', last_used_at: null }]);
    // A failed attempt uses nothing up.
    expect((await exchange(service, authenticator.get(options))).status).toBe(201);
  });

  it('is refused with a signature by another key', async () => {
    const { authenticator } = await givePasskey(service, tenant.userId);
    const { authenticator: forger } = await givePasskey(service, tenant.userId);
    const options = await signInOptions(service);
    const { status, body } = await exchange(
      service,
      forger.get(options, { credentialId: authenticator.credentialId }),
    );
    expect([status, body, await opened()]).toEqual([401, FAILED, 0]);
  });

  it('is refused with the challenge of a registration', async () => {
    const { authenticator } = await givePasskey(service, tenant.userId);
    const { challenge } = await creationOptions(service, await signInByLink(service, tenant.userId));
    const options = await signInOptions(service);
    const { status, body } = await exchange(service, authenticator.get({ ...options, challenge }));
    expect([status, body, await opened()]).toEqual([401, FAILED, 0]);
  });

  it('is refused when ten minutes are over, and not before', async () => {
    const { authenticator } = await givePasskey(service, tenant.userId);
    const [options, late] = [await signInOptions(service), await signInOptions(service)];
    later(CHALLENGE_LIFETIME_MS - 1);
    expect((await exchange(service, authenticator.get(options))).status).toBe(201);
    later(1);
    const { status, body } = await exchange(service, authenticator.get(late));
    expect([status, body, await opened()]).toEqual([401, FAILED, 1]);
  });

  it('is refused once it was removed, and once its person was disabled', async () => {
    const grace = await service.createColleague(tenant, 'Grace');
    const { authenticator } = await givePasskey(service, grace.userId);
    await service.admin.disableUser(grace.email);
    const disabled = await exchange(service, authenticator.get(await signInOptions(service)));
    const removed = await givePasskey(service, tenant.userId);
    await service.prisma.passkey.delete({ where: { id: removed.passkeyId } });
    const gone = await exchange(service, removed.authenticator.get(await signInOptions(service)));
    expect([disabled.status, disabled.body, gone.status, gone.body]).toEqual([401, FAILED, 401, FAILED]);
    expect(await opened()).toBe(0);
  });

  it('opens one session with one response that is sent 40 times at once, through two processes', async () => {
    const { authenticator } = await givePasskey(service, tenant.userId, { counter: 0 });
    const response = authenticator.get(await signInOptions(service));
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => exchange(index % 2 === 0 ? service : other, response)),
    );
    expectOneOf(answers);
    expect(await opened()).toBe(1);
    const again = await exchange(service, response);
    expect([again.status, again.body]).toEqual([401, FAILED]);
  });

  it('that was copied signs in with each number of its counter once', async () => {
    const { authenticator, passkeyId } = await givePasskey(service, tenant.userId);
    const counter = 7;
    const responses = [];
    for (let n = 0; n < 6; n += 1)
      responses.push(authenticator.get(await signInOptions(service), { counter }));
    const answers = await Promise.all(
      responses.map((response, index) => exchange(index % 2 === 0 ? service : other, response)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(5).fill(401)]);
    expect((await stored(passkeyId))?.counter).toBe('7');
    const older = authenticator.get(await signInOptions(service), { counter: 6 });
    expect((await exchange(service, older)).body).toEqual(FAILED);
  });

  it.each([
    ['nothing', {}],
    ['texts of another form', { id: 1, rawId: 'a', type: 'public-key', response: 'b' }],
    [
      'random texts',
      {
        id: 'abc',
        rawId: 'abc',
        type: 'public-key',
        response: { clientDataJSON: '%', authenticatorData: 'A', signature: 'A', userHandle: 'A' },
      },
    ],
  ])('of %s signs nobody in', async (_what, passkey) => {
    const { status, body } = await exchange(service, passkey);
    expect([status, body]).toEqual([401, FAILED]);
  });

  it.each(['clientDataJSON', 'authenticatorData', 'signature'] as const)(
    'is refused with a broken %s',
    async (part) => {
      const { authenticator } = await givePasskey(service, tenant.userId);
      const good = authenticator.get(await signInOptions(service));
      const pieces = ['', 'A', '%%%', 'bnVsbA', good.response[part].slice(0, -8)];
      for (const broken of pieces) {
        const response = { ...good, response: { ...good.response, [part]: broken } };
        const { status, body } = await exchange(service, response);
        expect([broken, status, body]).toEqual([broken, 401, FAILED]);
      }
      expect(await opened()).toBe(0);
    },
  );
});

describe('where the OpenID provider alone signs people in', () => {
  const closed = served.beside({ oidcOnly: true });
  const refusal = {
    detail: {
      error: 'sign_in_closed',
      message:
        'This service signs people in with its OpenID provider alone. Use the button of the sign-in page.',
    },
  };

  it('passkeys sign nobody in, and none is added', async () => {
    const { authenticator } = await givePasskey(service, tenant.userId);
    const cookie = await signInByLink(service, tenant.userId);
    const passkey = authenticator.get(await signInOptions(service));
    const response = new Authenticator(ORIGIN).create(await creationOptions(service, cookie));
    for (const [target, body] of [
      ['POST /v1/session/passkey/options', undefined],
      ['POST /v1/session', { passkey }],
      ['POST /v1/account/passkeys/options', {}],
      ['POST /v1/account/passkeys', { name: 'Key', response }],
    ] as const) {
      const answer = await send(closed, target, { cookie, body });
      expect([target, answer.status, answer.body]).toEqual([target, 403, refusal]);
    }
    expect(await opened()).toBe(0);
  });
});

describe('on an IP address', () => {
  const atAddress = useTestService({ publicUrl: 'http://127.0.0.1:4000' });
  const headers = { Origin: 'http://127.0.0.1:4000' };
  const passkey = new Authenticator(ORIGIN).get({ challenge: 'abc', rpId: 'localhost' });

  it.each([
    ['POST /v1/session/passkey/options', undefined],
    ['POST /v1/session', { passkey }],
  ])('there are no passkeys, and the service says what to do: %s', async (target, sent) => {
    const { status, body } = await send(atAddress, target, { body: sent, headers });
    expect([status, body]).toEqual([
      409,
      {
        detail: {
          error: 'passkeys_unavailable',
          message:
            'There are no passkeys at http://127.0.0.1:4000: browsers make them for host names, never for IP addresses. Set PUBLIC_URL to an address with a host name, such as http://localhost:4000.',
        },
      },
    ]);
  });
});
