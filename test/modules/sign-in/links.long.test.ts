import { describe, expect, it } from '@jest/globals';
import { problem } from '../../harness/errors.ts';
import { lockTables, untilWaiting } from '../../harness/locks.ts';
import type { Colleague } from '../../harness/service.ts';
import { codeFor, ORIGIN, send, signIn } from '../../harness/sessions.ts';
import { useService } from '../../harness/use-service.ts';
import { codeOf, linkOf } from '../invitations/support.ts';

const { service, tenant, rest } = useService('linked', { tenantPerTest: true });

const REFUSED = problem(
  401,
  'sign_in_failed',
  'This link, passkey or key signs nobody in: it is wrong, was used before, or has expired. Try again, or ask an admin of your organization for a new link.',
);

/** Opens a link. @returns the user who is signed in, or the whole refusal. */
async function open(code: string): Promise<unknown> {
  const { status, body } = await send(service, 'POST /v1/session', { body: { code } });
  return status === 201 ? (body as { user: { user_id: number } }).user.user_id : { status, body };
}

async function invite(email = `grace@${tenant.name}.example`): Promise<{ code: string; userId: number }> {
  const response = await rest().post('/v1/account/users', { email, role: 'member' });
  return { code: codeOf(linkOf(response)), userId: response.body.user_id };
}

const sessionsOf = async (userId: number) =>
  (
    await service.database.pool.query<{ live: number }>(
      'SELECT count(*)::int AS live FROM api_key WHERE user_id = $1 AND signed_in_by IS NOT NULL AND revoked_at IS NULL',
      [userId],
    )
  ).rows[0]?.live;

describe('the link of an invitation', () => {
  it('is worth nothing once the person has arrived by another link', async () => {
    const given = await invite();
    const kept = await invite();
    expect(await open(given.code)).toBe(given.userId);
    expect(await open(kept.code)).toEqual(REFUSED);
    expect(await sessionsOf(given.userId)).toBe(1);
  });

  it.each([
    ['a key', (email: string) => service.admin.createKey({ user: email }, {}).then(() => undefined)],
    [
      'an account at a provider',
      async (email: string) => {
        const sql = `INSERT INTO user_identity (issuer, subject, user_id) SELECT 'https://idp.example', $1, id FROM "user" WHERE email = $1`;
        await service.database.pool.query(sql, [email]);
      },
    ],
    [
      'a passkey',
      async (email: string) => {
        const sql = `INSERT INTO passkey (user_id, credential_id, public_key, transports, name)
          SELECT id, convert_to($1, 'UTF8'), '', '{}', 'phone' FROM "user" WHERE email = $1`;
        await service.database.pool.query(sql, [email]);
      },
    ],
  ])('is worth nothing once the person has %s', async (_way, arrive) => {
    const email = `grace@${tenant.name}.example`;
    const { code, userId } = await invite(email);
    await arrive(email);
    expect(await open(code)).toEqual(REFUSED);
    expect(await sessionsOf(userId)).toBe(0);
  });

  it('lets one of several that are opened at once in', async () => {
    const links = [await invite(), await invite(), await invite(), await invite()];
    const results = await Promise.all(links.map(({ code }) => open(code)));
    expect(results.filter((each) => typeof each === 'number')).toHaveLength(1);
    expect(await sessionsOf(links[0]?.userId ?? 0)).toBe(1);
  });
});

describe('a link of the command line', () => {
  it('ends when another one is used, and not when the person signs in otherwise', async () => {
    const [first, second] = [await codeFor(service, tenant.userId), await codeFor(service, tenant.userId)];
    await signIn(service, { key: tenant.userKey });
    expect(await open(first)).toBe(tenant.userId);
    expect(await open(second)).toEqual(REFUSED);
    expect(await open(await codeFor(service, tenant.userId))).toBe(tenant.userId);
  });

  it('stays when the person signs out of one session', async () => {
    const code = await codeFor(service, tenant.userId);
    const cookie = await signIn(service, { key: tenant.userKey });
    expect((await send(service, 'DELETE /v1/session', { cookie })).status).toBe(204);
    expect(await open(code)).toBe(tenant.userId);
  });
});

type End = (person: Colleague) => Promise<unknown>;

const patch = (body: object, { userId }: Colleague) => rest().patch(`/v1/account/users/${userId}`, body);
const ENDS: [string, End][] = [
  [
    'the person signs out everywhere',
    ({ userKey }) => service.graphql(userKey, 'mutation { revokeSessions(input: {}) { count } }'),
  ],
  [
    'an admin signs the person out everywhere',
    ({ userId }) => rest().delete(`/v1/account/users/${userId}/sessions`),
  ],
  [
    'the person is disabled, even if enabled again',
    async (person) => {
      await patch({ disabled: true }, person);
      await patch({ disabled: false }, person);
    },
  ],
  [
    'a command disables the person',
    async ({ email }) => {
      await service.admin.disableUser(email);
      await service.admin.enableUser(email);
    },
  ],
  ['the person is promoted', (person) => patch({ role: 'admin' }, person)],
  [
    'the person is demoted, whatever their role is afterwards',
    async (person) => {
      await patch({ role: 'admin' }, person);
      await patch({ role: 'member' }, person);
    },
  ],
  ['a command changes the role', ({ email }) => service.admin.setRole(email, 'admin')],
  ['the person becomes an operator', ({ email }) => service.admin.setOperator(email, true)],
];

describe('links of a person', () => {
  it.each(ENDS)('end when %s', async (_event, end) => {
    const person = await service.createColleague(tenant, 'Grace');
    const code = await codeFor(service, person.userId);
    await end(person);
    expect(await open(code)).toEqual(REFUSED);
    expect(await sessionsOf(person.userId)).toBe(0);
    expect(await open(await codeFor(service, person.userId))).toBe(person.userId);
  });

  it.each([
    ['an operator', (email: string) => service.admin.setOperator(email, true)],
    ['an admin', (email: string) => service.admin.setRole(email, 'admin')],
    ['disabled, even if enabled again,', (email: string) => service.admin.disableUser(email)],
  ])('end if the person becomes %s while an invitation is stored', async (_what, change) => {
    const email = `grace@${tenant.name}.example`;
    const { userId } = await invite(email);
    // The invitation waits where it looks whether the person has arrived.
    const lock = await lockTables(service.database, 'passkey');
    const inviting = invite(email);
    await untilWaiting(service.database, 1);
    const changing = change(email);
    // It waits for the invitation.
    await untilWaiting(service.database, 2);
    await lock.release();
    const { code } = await inviting;
    await changing;
    await service.admin.enableUser(email);
    expect(await open(code)).toEqual(REFUSED);
    expect(await sessionsOf(userId)).toBe(0);
  });

  it('end when the person is an operator no longer', async () => {
    const person = await service.createColleague(tenant, 'Grace');
    await service.admin.setOperator(person.email, true);
    const { link } = await service.admin.makeLink(person.email, ORIGIN);
    await service.admin.setOperator(person.email, false);
    expect(await open(codeOf(link))).toEqual(REFUSED);
  });

  it('end for those who were invited and have not come when their role changes', async () => {
    const { code, userId } = await invite();
    await rest().patch(`/v1/account/users/${userId}`, { role: 'admin' });
    expect(await open(code)).toEqual(REFUSED);
    const again = await invite();
    expect(await open(again.code)).toBe(userId);
  });
});
