import { hash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { answer, codes, problem, withoutCost } from '../../harness/errors.ts';
import { captureLog } from '../../harness/log.ts';
import { send, signIn } from '../../harness/sessions.ts';
import { useService } from '../../harness/use-service.ts';
import { codeOf, invite, linkOf, readAudit } from './support.ts';

const log = captureLog();
const { service, tenant, rest, beside } = useService('hosts', { tenantPerTest: true, logger: log.logger });
const elsewhere = beside({ publicUrl: 'https://data.acme.example' });

/** 72 hours after the start of each test. */
const END = '2026-03-04T12:00:00.000Z';
const LINK = expect.stringMatching(/^http:\/\/localhost:4000\/#code=[\w-]{43}$/);

const inviteAs = (key: string, input: object, on = service) => invite(on, key, input);
const post = (body: object) => rest().post('/v1/account/users', body);
const usersOf = async () =>
  (
    await service.database.pool.query(
      `SELECT id, email, name, role, kind FROM "user" WHERE organization_id = $1 ORDER BY id`,
      [tenant.organizationId],
    )
  ).rows;
const linksOf = async (userId: number) =>
  (
    await service.database.pool.query(
      'SELECT hash, expires_at FROM sign_in_link WHERE user_id = $1 ORDER BY id',
      [userId],
    )
  ).rows;
/** Opens a link. @returns the user who is signed in, or the code of the refusal. */
const userOf = async (code: string) => {
  const { body } = await send(service, 'POST /v1/session', { body: { code } });
  const { user, detail } = body as { user?: { user_id: number }; detail?: { error: string } };
  return user?.user_id ?? detail?.error;
};
const grace = () => `grace@${tenant.name}.example`;

describe('an invitation', () => {
  it('creates the user and a link that signs them in once within 72 hours, over GraphQL', async () => {
    const response = await inviteAs(tenant.userKey, {
      email: ` Grace@${tenant.name}.EXAMPLE `,
      role: 'ADMIN',
      name: ' Grace Hopper ',
    });
    const [, made] = await usersOf();
    expect(made).toEqual({
      id: made.id,
      email: grace(),
      name: 'Grace Hopper',
      role: 'admin',
      kind: 'person',
    });
    expect(withoutCost(response)).toEqual({
      data: {
        inviteUser: {
          link: LINK,
          expiresAt: END,
          mailed: false,
          user: {
            userId: made.id,
            email: grace(),
            name: 'Grace Hopper',
            role: 'ADMIN',
            kind: 'PERSON',
            disabledAt: null,
          },
        },
      },
    });
    const code = codeOf(linkOf(response));
    expect(await linksOf(made.id)).toEqual([
      { hash: hash('sha256', code, 'buffer'), expires_at: new Date(END) },
    ]);
    expect(await userOf(code)).toBe(made.id);
    expect(await userOf(code)).toBe('sign_in_failed');
  });

  it('does the same over REST, and names the user after the address', async () => {
    const response = await post({ email: grace(), role: 'member' });
    const [, made] = await usersOf();
    expect(made).toEqual({ id: made.id, email: grace(), name: 'grace', role: 'member', kind: 'person' });
    expect(answer(response)).toEqual({
      status: 201,
      body: {
        link: LINK,
        expires_at: END,
        mailed: false,
        user_id: made.id,
        email: grace(),
        name: 'grace',
        role: 'member',
        kind: 'person',
      },
    });
    service.clock.advance({ hours: 72 });
    expect(await userOf(codeOf(linkOf(response)))).toBe('sign_in_failed');
  });

  it('leads to the address of PUBLIC_URL', async () => {
    const { body } = await elsewhere
      .rest(tenant.userKey)
      .post('/v1/account/users', { email: grace(), role: 'member' });
    expect(body.link).toMatch(/^https:\/\/data\.acme\.example\/#code=[\w-]{43}$/);
  });

  it('of a user who exists makes another link, and changes neither name nor role', async () => {
    const first = await post({ email: grace(), role: 'member', name: 'Grace' });
    const before = await usersOf();
    const again = await post({ email: grace().toUpperCase(), role: 'admin', name: 'Somebody' });
    expect(answer(again)).toEqual({ status: 201, body: { ...first.body, link: LINK } });
    expect(await usersOf()).toEqual(before);
    expect(linkOf(again)).not.toBe(linkOf(first));
    // Either works: the first may be on its way by mail. Once the person has arrived, the other is worth nothing.
    expect(await userOf(codeOf(linkOf(first)))).toBe(first.body.user_id);
    expect(await userOf(codeOf(linkOf(again)))).toBe('sign_in_failed');
  });

  it('is in the audit log and in the log, without the link', async () => {
    const response = await post({ email: grace(), role: 'member' });
    const again = await post({ email: grace(), role: 'member' });
    const { user_id } = response.body;
    const link_made = { user_id, email: grace(), expires_at: END };
    const { rows } = await service.database.pool.query('SELECT id FROM api_key WHERE user_id = $1', [
      tenant.userId,
    ]);
    const by = { actor_id: tenant.userId, key_id: rows[0].id, operator: null };
    expect(await readAudit(service, tenant.organizationId)).toEqual([
      { ...by, action: 'user_created', details: { user_id, email: grace(), role: 'member' } },
      { ...by, action: 'link_made', details: link_made },
      { ...by, action: 'link_made', details: link_made },
    ]);
    const lines = log.lines().filter((line) => line.userId === user_id && line.msg === 'administration');
    expect(lines.map(({ audit, byUserId }) => [audit, byUserId])).toEqual([
      ['user_created', tenant.userId],
      ['link_made', tenant.userId],
      ['link_made', tenant.userId],
    ]);
    for (const each of [response, again]) expect(log.text()).not.toContain(codeOf(linkOf(each)));
  });
});

describe('an invitation is refused', () => {
  const refused = async (body: object) => {
    const response = await post(body);
    return [
      response.status,
      response.body.detail.error,
      response.body.detail.errors ?? response.body.detail.message,
    ];
  };

  it('for an address of another organization, without a word about which', async () => {
    const other = await service.createTenant(`guests-of-${tenant.name}`);
    const message =
      'This e-mail address belongs to a user outside of your organization, and each address has one user. Use another address.';
    expect(answer(await post({ email: other.email.toUpperCase(), role: 'member' }))).toEqual(
      problem(409, 'email_taken', message),
    );
    const { status, text, body } = await inviteAs(tenant.userKey, { email: other.email });
    expect([status, body.errors]).toMatchObject([200, [{ message, extensions: { code: 'EMAIL_TAKEN' } }]]);
    expect(text).not.toContain(other.name);
    expect([await usersOf(), await linksOf(other.userId)]).toEqual([[expect.anything()], []]);
  });

  it('for a disabled user, until somebody enables them', async () => {
    const email = `mia@${tenant.name}.example`;
    const { user_id } = (await post({ email, role: 'member' })).body;
    await rest().patch(`/v1/account/users/${user_id}`, { disabled: true });
    const pointer = '/email';
    expect(await refused({ email, role: 'member' })).toEqual([
      422,
      'validation_error',
      [{ pointer, message: 'belongs to a disabled user of your organization: enable the user first' }],
    ]);
    await rest().patch(`/v1/account/users/${user_id}`, { disabled: false });
    expect((await post({ email, role: 'member' })).status).toBe(201);
  });

  it('for a person who has been there: the admin could act as them', async () => {
    const withKey = await service.createColleague(tenant, 'Mia');
    const email = `noor@${tenant.name}.example`;
    const invited = await post({ email, role: 'member' });
    expect((await post({ email, role: 'member' })).status).toBe(201);
    await signIn(service, { code: codeOf(linkOf(invited)) });
    for (const each of [withKey.email, email]) {
      const response = await post({ email: each, role: 'member' });
      expect([response.status, response.body.detail]).toEqual([
        403,
        {
          error: 'insufficient_access',
          message:
            'This person has used the service already, and with a link you could act as them. If they cannot sign in any more, the operator makes a link on the command line: user link.',
        },
      ]);
    }
  });

  it('for a service account, and for an address that looks like one', async () => {
    const { body } = await rest().post('/v1/account/service-accounts', { name: 'Import' });
    for (const email of [body.email, 'new@SERVICE.invalid'])
      expect(await refused({ email, role: 'member' })).toEqual([
        422,
        'validation_error',
        [
          {
            pointer: '/email',
            message: 'must not be that of a service account: create a key for it instead',
          },
        ],
      ]);
    expect(await linksOf(body.user_id)).toEqual([]);
  });

  it('for an operator of the installation: with the link, an admin would have their rights', async () => {
    const member = await service.createColleague(tenant, 'Olga');
    await service.database.pool.query('UPDATE "user" SET is_operator = true WHERE id = $1', [member.userId]);
    expect(await refused({ email: member.email, role: 'member' })).toEqual([
      403,
      'insufficient_access',
      'This user works for the operator of the installation, whose links are made on the command line: user link.',
    ]);
    expect(await linksOf(member.userId)).toEqual([]);
  });

  it.each([
    ['no address', { email: 'no address' }, '/email'],
    ['a name and an address', { email: 'Ada <ada@acme.example>' }, '/email'],
    ['two addresses', { email: 'ada@acme.example,eve@evil.example' }, '/email'],
    ['a line break', { email: 'ada@acme.example\r\nBcc: eve@evil.example' }, '/email'],
    ['an address of 255 characters', { email: `${'a'.repeat(242)}@acme.example` }, '/email'],
    ['half of a surrogate pair in the name', { email: 'x@acme.example', name: 'a\ud800' }, '/name'],
    ['an empty name', { email: 'x@acme.example', name: '  ' }, '/name'],
    ['a name of 201 characters', { email: 'x@acme.example', name: 'a'.repeat(201) }, '/name'],
  ])('for %s', async (_what, input, pointer) => {
    const expected = [422, 'validation_error', [{ pointer, message: expect.any(String) }]];
    expect(await refused({ role: 'member', ...input })).toEqual(expected);
    expect(await usersOf()).toHaveLength(1);
  });
});

describe('an invitation with an Idempotency-Key', () => {
  it('is made once. A retry learns that a new link can be made', async () => {
    const once = () => post({ email: grace(), role: 'member' }).set('Idempotency-Key', 'invite-1');
    const first = await once();
    const { user_id } = first.body;
    const message = `An earlier request with this Idempotency-Key invited ${grace()}, user ${user_id}. A link is shown only once: invite them again, with a new key, to make another.`;
    expect([first.status, answer(await once())]).toEqual([
      201,
      problem(409, 'idempotency_response_lost', message),
    ]);
    expect(await linksOf(user_id)).toHaveLength(1);
  });
});

describe('parallel invitations', () => {
  it('of one address create one user, and a link each', async () => {
    for (let round = 0; round < 10; round += 1) {
      const email = `round${round}@${tenant.name}.example`;
      const responses = await Promise.all(
        [service, elsewhere, service, elsewhere].map((on) => inviteAs(tenant.userKey, { email }, on)),
      );
      const ids = responses.map(({ body }) => body.data.inviteUser.user.userId);
      expect(new Set(ids).size).toBe(1);
      expect(new Set(responses.map(linkOf)).size).toBe(4);
      expect(await linksOf(ids[0])).toHaveLength(4);
      const created = (await readAudit(service, tenant.organizationId)).filter(
        ({ action, details }) => action === 'user_created' && details.email === email,
      );
      expect(created).toHaveLength(1);
    }
  });

  it('of one address by two organizations leave one of them its user', async () => {
    const other = await service.createTenant(`rivals-of-${tenant.name}`);
    for (let round = 0; round < 10; round += 1) {
      const email = `wanted${round}@${tenant.name}.example`;
      const responses = await Promise.all([
        inviteAs(tenant.userKey, { email }),
        inviteAs(other.userKey, { email }, elsewhere),
      ]);
      expect(responses.flatMap(codes)).toEqual(['EMAIL_TAKEN']);
      const { rows } = await service.database.pool.query(
        'SELECT organization_id FROM "user" WHERE email = $1',
        [email],
      );
      const winner = responses.findIndex((response) => codes(response).length === 0);
      expect(rows).toEqual([{ organization_id: [tenant, other][winner]?.organizationId }]);
    }
  });
});
