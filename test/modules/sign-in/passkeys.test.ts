import { describe, expect, it } from '@jest/globals';
import { CHALLENGE_LIFETIME_MS } from '../../../src/modules/sign-in/challenges.ts';
import { Authenticator, cbor } from '../../harness/authenticator.ts';
import { codes, withoutCost } from '../../harness/errors.ts';
import { START } from '../../harness/service.ts';
import { ORIGIN, send, signIn } from '../../harness/sessions.ts';
import { useService } from '../../harness/use-service.ts';
import {
  add,
  creationOptions,
  exchange,
  givePasskey,
  signInByLink,
  signInOptions,
} from './passkey-support.ts';

const served = useService('own-passkeys', { tenantPerTest: true });
const { service, tenant } = served;
const other = served.beside();

const PASSKEYS = '/v1/account/passkeys';
const OPTIONS = 'mutation { createPasskeyOptions { options } }';
const ADD = `mutation ($input: AddPasskeyInput!) {
  addPasskey(input: $input) { passkey { passkeyId name createdAt lastUsedAt } } }`;

const mine = () => signInByLink(service, tenant.userId);
const made = () => new Authenticator(ORIGIN);
const graphql = (cookie: string, query: string, variables: object = {}) =>
  send(service, 'POST /graphql', { cookie, body: { query, variables } });
const namesOf = async (userId = tenant.userId) => {
  const sql = 'SELECT name FROM passkey WHERE user_id = $1 ORDER BY id';
  const { rows } = await service.database.pool.query<{ name: string }>(sql, [userId]);
  return rows.map(({ name }) => name);
};
const refused = (error: string, message: string | RegExp, more: object = {}) => ({
  detail: {
    error,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
    ...more,
  },
});
const invalid = (pointer: string, message: string) =>
  refused('validation_error', `${pointer}: ${message}`, { errors: [{ pointer, message }] });

describe('options for a new passkey', () => {
  it('ask for one that finds its person by itself, and is new to the authenticator', async () => {
    const { authenticator } = await givePasskey(service, tenant.userId);
    const cookie = await mine();
    const { status, body } = await send(service, `POST ${PASSKEYS}/options`, { cookie });
    const options = {
      rp: { id: 'localhost', name: 'Company data' },
      user: { id: expect.stringMatching(/^[\w-]{43}$/), name: tenant.email, displayName: 'Ada' },
      challenge: expect.stringMatching(/^[\w-]{72}$/),
      pubKeyCredParams: [
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -8 },
        { type: 'public-key', alg: -257 },
      ],
      timeout: 300_000,
      excludeCredentials: [
        {
          type: 'public-key',
          id: authenticator.credentialId.toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
      ],
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    };
    expect([status, body]).toEqual([200, options]);
    expect(withoutCost(await graphql(cookie, OPTIONS))).toEqual({
      data: { createPasskeyOptions: { options } },
    });
  });

  it('name each person by another handle, which stays', async () => {
    const handle = async (userId: number) => {
      const options = await creationOptions(service, await signInByLink(service, userId));
      return options.user?.id;
    };
    const grace = await service.createColleague(tenant, 'Grace');
    expect(await handle(tenant.userId)).toBe(await handle(tenant.userId));
    expect(await handle(grace.userId)).not.toBe(await handle(tenant.userId));
  });
});

describe('a passkey', () => {
  it('is added, listed and removed over REST', async () => {
    const cookie = await mine();
    const authenticator = made();
    const added = await add(service, cookie, authenticator, { name: '  Ada’s phone ' });
    const { passkey_id: id } = added.body as { passkey_id: number };
    const shown = { passkey_id: expect.any(Number), name: 'Ada’s phone', created_at: START };
    expect([added.status, added.body]).toEqual([201, shown]);
    await add(service, cookie, made(), { name: 'Laptop' });
    service.clock.advance({ minutes: 5 });
    await exchange(service, authenticator.get(await signInOptions(service)));
    const list = await send(service, `GET ${PASSKEYS}`, { cookie });
    expect([list.status, list.body]).toEqual([
      200,
      {
        passkeys: [
          { ...shown, passkey_id: id, last_used_at: '2026-03-01T12:05:00.000Z' },
          { ...shown, name: 'Laptop' },
        ],
      },
    ]);
    const removed = await send(service, `DELETE ${PASSKEYS}/${id}`, { cookie });
    expect([removed.status, removed.body]).toEqual([204, '']);
    expect(await namesOf()).toEqual(['Laptop']);
    expect((await exchange(service, authenticator.get(await signInOptions(service)))).status).toBe(401);
    // The session that it opened goes on.
    expect((await send(service, `GET ${PASSKEYS}`, { cookie })).status).toBe(200);
  });

  it('is renamed, and signs in as before', async () => {
    const { passkeyId, authenticator } = await givePasskey(service, tenant.userId);
    await givePasskey(service, tenant.userId);
    const cookie = await mine();
    const path = `PATCH ${PASSKEYS}/${passkeyId}`;
    const renamed = await send(service, path, { cookie, body: { name: '  Ada’s phone ' } });
    const shown = { passkey_id: passkeyId, name: 'Ada’s phone', created_at: START };
    expect([renamed.status, renamed.body, await namesOf()]).toEqual([200, shown, ['Ada’s phone', 'MacBook']]);
    expect((await exchange(service, authenticator.get(await signInOptions(service)))).status).toBe(201);
    for (const name of ['', '   ', 'x'.repeat(101), 'a\0b']) {
      const { status, body } = await send(service, path, { cookie, body: { name } });
      expect([status, body]).toEqual([422, invalid('/name', 'must be 1 to 100 characters long')]);
    }
    expect(await namesOf()).toEqual(['Ada’s phone', 'MacBook']);
    const unknown = await send(service, `PATCH ${PASSKEYS}/x`, { cookie, body: { name: 'Phone' } });
    expect(unknown.status).toBe(404);
  });

  it('is not added after signing in with a pasted key, which it would outlive', async () => {
    const response = made().create(await creationOptions(service, await mine()));
    const cookie = await signIn(service, { key: tenant.userKey });
    const needed = refused(
      'session_required',
      'You signed in with an API key, which cannot add a passkey: the passkey would outlive the key. Sign in with a link, and try again.',
    );
    const options = await send(service, `POST ${PASSKEYS}/options`, { cookie });
    expect([options.status, options.body]).toEqual([403, needed]);
    const added = await send(service, `POST ${PASSKEYS}`, { cookie, body: { name: 'Key', response } });
    expect([added.status, added.body, await namesOf()]).toEqual([403, needed, []]);
  });

  it('of somebody else can neither be seen, renamed nor removed', async () => {
    const grace = await service.createColleague(tenant, 'Grace');
    const foreign = await service.createTenant(`foreign-to-${tenant.name}`);
    const { passkeyId } = await givePasskey(service, grace.userId);
    for (const userId of [tenant.userId, foreign.userId]) {
      const cookie = await signInByLink(service, userId);
      expect((await send(service, `GET ${PASSKEYS}`, { cookie })).body).toEqual({ passkeys: [] });
      const notFound = refused('passkey_not_found', 'You have no passkey with this id.');
      for (const [method, sent] of [
        ['DELETE', undefined],
        ['PATCH', { name: 'Mine' }],
      ] as const) {
        const { status, body } = await send(service, `${method} ${PASSKEYS}/${passkeyId}`, {
          cookie,
          body: sent,
        });
        expect([method, status, body]).toEqual([method, 404, notFound]);
      }
    }
    expect(await namesOf(grace.userId)).toEqual(['MacBook']);
  });

  it('stands in the audit log when it is added, renamed and removed, without its key', async () => {
    const { passkeyId } = await givePasskey(service, tenant.userId);
    const cookie = await mine();
    // The second time changes nothing.
    for (const name of ['Phone', 'Phone'])
      await send(service, `PATCH ${PASSKEYS}/${passkeyId}`, { cookie, body: { name } });
    await send(service, `DELETE ${PASSKEYS}/${passkeyId}`, { cookie });
    const { rows } = await service.database.pool.query(
      "SELECT action, actor_id, details FROM admin_event WHERE organization_id = $1 AND action LIKE 'passkey%' ORDER BY id",
      [tenant.organizationId],
    );
    const actor = { actor_id: tenant.userId };
    expect(rows).toEqual([
      { action: 'passkey_added', ...actor, details: { passkey_id: passkeyId, name: 'MacBook' } },
      {
        action: 'passkey_renamed',
        ...actor,
        details: { passkey_id: passkeyId, from: 'MacBook', to: 'Phone' },
      },
      { action: 'passkey_removed', ...actor, details: { passkey_id: passkeyId, name: 'Phone' } },
    ]);
  });
});

describe('a new passkey', () => {
  const NOT_OURS = 'must be of a passkey for http://localhost:4000 that checks its user, as the options ask';

  it.each([
    ['from the page of another site', { origin: 'https://elsewhere.example' }],
    ['for another relying party', { rpId: 'elsewhere.example' }],
    ['whose user was not verified', { userVerified: false }],
    ['whose user was not there', { userPresent: false }],
    ['from a frame of another site', { crossOrigin: true }],
    ['that signs in instead', { type: 'webauthn.get' }],
    ['with the id of another', { claimedId: Buffer.alloc(32, 1) }],
  ])('is refused %s', async (_what, faults) => {
    const { status, body } = await add(service, await mine(), made(), { faults });
    expect([status, body, await namesOf()]).toEqual([422, invalid('/response', NOT_OURS), []]);
  });

  it.each([
    ['of nobody', Buffer.alloc(54, 7).toString('base64url')],
    ['of another form', 'abc'],
  ])('is refused with a challenge %s', async (_what, challenge) => {
    const { status, body } = await add(service, await mine(), made(), { faults: { challenge } });
    const message = 'must answer options of the last ten minutes, and can be sent once';
    expect([status, body, await namesOf()]).toEqual([422, invalid('/response', message), []]);
  });

  it('is refused with options of somebody else, of a sign-in, of long ago, and those used before', async () => {
    const [cookie, grace] = [await mine(), await service.createColleague(tenant, 'Grace')];
    const message = 'must answer options of the last ten minutes, and can be sent once';
    const attempt = async (response: object) => {
      const { status, body } = await send(service, `POST ${PASSKEYS}`, {
        cookie,
        body: { name: 'Key', response },
      });
      return status === 201 ? status : [status, body];
    };
    const hers = await creationOptions(service, await signInByLink(service, grace.userId));
    expect(await attempt(made().create(hers))).toEqual([422, invalid('/response', message)]);
    const { challenge } = await signInOptions(service);
    const ours = await creationOptions(service, cookie);
    expect(await attempt(made().create({ ...ours, challenge }))).toEqual([
      422,
      invalid('/response', message),
    ]);
    expect(await attempt(made().create(ours))).toBe(201);
    expect(await attempt(made().create(ours))).toEqual([422, invalid('/response', message)]);
    const old = await creationOptions(service, cookie);
    service.clock.advance({ seconds: CHALLENGE_LIFETIME_MS / 1000 });
    expect(await attempt(made().create(old))).toEqual([422, invalid('/response', message)]);
    expect(await namesOf()).toEqual(['Key']);
  });

  it('that was added before is refused, also to somebody else', async () => {
    const { authenticator } = await givePasskey(service, tenant.userId);
    const grace = await service.createColleague(tenant, 'Grace');
    for (const userId of [tenant.userId, grace.userId]) {
      const { status, body } = await add(service, await signInByLink(service, userId), authenticator);
      expect([status, body]).toEqual([422, invalid('/response', 'is of a passkey that was added before')]);
    }
    expect([await namesOf(), await namesOf(grace.userId)]).toEqual([['MacBook'], []]);
  });

  it('is accepted without regard to its attestation, whose certificates nobody fetches', async () => {
    const certificate = cbor.bytes(Buffer.from('no certificate'));
    const attStmt = cbor.map([
      [cbor.text('alg'), cbor.number(-7)],
      [cbor.text('sig'), certificate],
    ]);
    const authenticator = made();
    const faults = { attestation: { fmt: 'packed', attStmt } };
    expect((await add(service, await mine(), authenticator, { faults })).status).toBe(201);
    expect((await exchange(service, authenticator.get(await signInOptions(service)))).status).toBe(201);
  });

  it.each([
    ['a number', 7],
    ['a text of another form', ['<script>']],
    ['missing', undefined],
  ])('is accepted with transports that are %s', async (_what, transports) => {
    const cookie = await mine();
    expect((await add(service, cookie, made(), { faults: { transports } })).status).toBe(201);
    expect((await send(service, `POST ${PASSKEYS}/options`, { cookie })).body).toMatchObject({
      excludeCredentials: [{ transports: [] }],
    });
  });

  it.each([
    ['', 'must be 1 to 100 characters long'],
    ['   ', 'must be 1 to 100 characters long'],
    ['x'.repeat(101), 'must be 1 to 100 characters long'],
    ['a\0b', 'must be 1 to 100 characters long'],
  ])('is refused with a name that is empty, too long or not storable, %#', async (name, message) => {
    const { status, body } = await add(service, await mine(), made(), { name });
    expect([status, body, await namesOf()]).toEqual([422, invalid('/name', message), []]);
  });

  const long = Buffer.alloc(1_024).toString('base64url');
  it.each([
    [{}],
    [{ id: 1 }],
    [{ id: 'a', rawId: 'a', type: 'public-key', response: {} }],
    [
      {
        id: long,
        rawId: long,
        type: 'public-key',
        response: { clientDataJSON: 'a', attestationObject: 'a' },
      },
    ],
  ])('is refused if no browser sends it, %#', async (response) => {
    const cookie = await mine();
    const message = 'must be what navigator.credentials.create() gave, as JSON';
    const { status, body } = await send(service, `POST ${PASSKEYS}`, {
      cookie,
      body: { name: 'Key', response },
    });
    expect([status, body]).toEqual([422, invalid('/response', message)]);
    expect(codes(await graphql(cookie, ADD, { input: { name: 'Key', response } }))).toEqual([
      'VALIDATION_ERROR',
    ]);
  });

  it.each(['clientDataJSON', 'attestationObject'] as const)('is refused with a broken %s', async (part) => {
    const cookie = await mine();
    const good = made().create(await creationOptions(service, cookie));
    for (const broken of ['A', '%%%', 'bnVsbA', good.response[part].slice(0, 60)]) {
      const response = { ...good, response: { ...good.response, [part]: broken } };
      const { status, body } = await send(service, `POST ${PASSKEYS}`, {
        cookie,
        body: { name: 'Key', response },
      });
      expect([broken, status, body]).toEqual([broken, 422, invalid('/response', NOT_OURS)]);
    }
    expect(await namesOf()).toEqual([]);
  });

  it('is the twentieth at most, also of those that are added at once', async () => {
    const cookie = await mine();
    const data = Array.from({ length: 18 }, (_, index) => ({
      userId: tenant.userId,
      credentialId: Buffer.from(`${tenant.name} ${index}`),
      publicKey: Buffer.from('none'),
      name: 'old',
    }));
    await service.prisma.passkey.createMany({ data });
    const answers = await Promise.all(
      [service, other, service, other, service].map((at) => add(at, cookie, made(), { name: 'new' })),
    );
    const full = refused(
      'quota_exceeded',
      'You have 20 passkeys; the limit is 20. Remove one that you no longer use.',
      { quota: 'passkeys', limit: 20, used: 20 },
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403, 403]);
    expect(answers.filter(({ status }) => status === 403).map(({ body }) => body)).toEqual([
      full,
      full,
      full,
    ]);
    expect(await namesOf()).toHaveLength(20);
    const { body } = await send(service, 'GET /v1/account/limits', { cookie });
    expect(body).toMatchObject({
      quotas: expect.arrayContaining([{ quota: 'passkeys', limit: 20, used: 20 }]),
    });
  });

  it('is refused to a session that has ended meanwhile', async () => {
    const cookie = await mine();
    const response = made().create(await creationOptions(service, cookie));
    // The other process has found the session, and takes it for open for three seconds.
    expect((await send(other, `GET ${PASSKEYS}`, { cookie })).status).toBe(200);
    await send(service, 'DELETE /v1/session', { cookie });
    const { status, body } = await send(other, `POST ${PASSKEYS}`, {
      cookie,
      body: { name: 'Key', response },
    });
    expect([status, body, await namesOf()]).toEqual([
      401,
      refused('invalid_api_key', /no valid API key/),
      [],
    ]);
  });
});

describe('on an IP address', () => {
  const atAddress = served.beside({ publicUrl: 'http://[::1]:4000' });

  it('no passkey is added, and the service says what to do', async () => {
    const cookie = await mine();
    const headers = { Origin: 'http://[::1]:4000' };
    const message =
      'There are no passkeys at http://[::1]:4000: browsers make them for host names, never for IP addresses. Set PUBLIC_URL to an address with a host name, such as http://localhost:4000.';
    const options = await send(atAddress, `POST ${PASSKEYS}/options`, { cookie, headers });
    expect([options.status, options.body]).toEqual([409, refused('passkeys_unavailable', message)]);
    const response = made().create(await creationOptions(service, cookie));
    const added = await send(atAddress, `POST ${PASSKEYS}`, {
      cookie,
      headers,
      body: { name: 'Key', response },
    });
    expect([added.status, added.body]).toEqual([409, refused('passkeys_unavailable', message)]);
  });
});
