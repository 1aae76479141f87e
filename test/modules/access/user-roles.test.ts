import { describe, expect, it } from '@jest/globals';
import { answer, codes, problem, refusal, withoutCost } from '../../harness/errors.ts';
import type { Colleague, TestService } from '../../harness/service.ts';
import { useService } from '../../harness/use-service.ts';
import { createAdmin } from './support.ts';

const { service, tenant, beside } = useService('roles', { tenantPerTest: true });
const elsewhere = beside();

const UPDATE = `mutation ($input: UpdateUserInput!) {
  updateUser(input: $input) { user { userId name role disabledAt } }
}`;
const update = (key: string, userId: number | string, changes: object, on = service) =>
  on.graphql(key, UPDATE, { input: { userId: String(userId), ...changes } });
const patch = (key: string, userId: number | string, body: object, on = service) =>
  on.rest(key).patch(`/v1/account/users/${userId}`, body);

/** The last admin is refused, over both APIs. */
const LAST =
  'This user is the last active admin of the organization, who can be neither disabled nor demoted. Make another user an admin first.';

async function userOf(userId: number) {
  const { rows } = await service.database.pool.query(
    'SELECT name, role, disabled_at AS "disabledAt" FROM "user" WHERE id = $1',
    [userId],
  );
  return rows[0];
}

async function auditOf(userId: number) {
  const { rows } = await service.database.pool.query(
    `SELECT action, actor_id, details FROM admin_event
     WHERE organization_id = $1 AND actor_id IS NOT NULL AND details->>'user_id' = $2 ORDER BY id`,
    [tenant.organizationId, String(userId)],
  );
  return rows;
}

/** Counts the admins who are not disabled. */
async function countAdmins(): Promise<number> {
  const { rowCount } = await service.database.pool.query(
    `SELECT FROM "user" WHERE organization_id = $1 AND role = 'admin' AND disabled_at IS NULL`,
    [tenant.organizationId],
  );
  return rowCount ?? 0;
}

/** Returns whether requests with a key are taken for those of an admin. */
const isAdmin = async (on: TestService, { userKey }: Colleague) =>
  (await on.rest(userKey).get('/v1/account/usage')).status === 200;

describe('an admin', () => {
  it('makes a member an admin and takes that back, over GraphQL', async () => {
    const mia = await service.createColleague(tenant, 'Mia');
    const user = { userId: mia.userId, name: 'Mia', disabledAt: null };
    expect(withoutCost(await update(tenant.userKey, mia.userId, { role: 'ADMIN' }))).toEqual({
      data: { updateUser: { user: { ...user, role: 'ADMIN' } } },
    });
    expect([await userOf(mia.userId), await isAdmin(service, mia)]).toEqual([
      { name: 'Mia', role: 'admin', disabledAt: null },
      true,
    ]);
    expect(withoutCost(await update(tenant.userKey, mia.userId, { role: 'MEMBER' }))).toEqual({
      data: { updateUser: { user: { ...user, role: 'MEMBER' } } },
    });
    expect(await isAdmin(service, mia)).toBe(false);
  });

  it('changes role, name and state at once over REST. A repetition changes nothing', async () => {
    const mia = await service.createColleague(tenant, 'Mia');
    const at = service.clock.now().toISOString();
    const changes = { role: 'admin', name: ' Mia Müller ', disabled: true };
    const changed = {
      user_id: mia.userId,
      email: mia.email,
      name: 'Mia Müller',
      role: 'admin',
      kind: 'person',
      disabled_at: at,
    };
    expect(answer(await patch(tenant.userKey, mia.userId, changes))).toEqual({ status: 200, body: changed });
    service.clock.advance({ minutes: 1 });
    expect(answer(await patch(tenant.userKey, mia.userId, changes))).toEqual({ status: 200, body: changed });
    const details = { user_id: mia.userId, email: mia.email };
    expect(await auditOf(mia.userId)).toEqual([
      {
        action: 'user_renamed',
        actor_id: tenant.userId,
        details: { ...details, from: 'Mia', to: 'Mia Müller' },
      },
      {
        action: 'user_role_changed',
        actor_id: tenant.userId,
        details: { ...details, from: 'member', to: 'admin' },
      },
      { action: 'user_disabled', actor_id: tenant.userId, details },
    ]);
  });

  it('loses all rights of an admin within five seconds of a demotion, on every process', async () => {
    const otto = await createAdmin(service, tenant, 'Otto');
    expect([await isAdmin(service, otto), await isAdmin(elsewhere, otto)]).toEqual([true, true]);
    expect((await patch(tenant.userKey, otto.userId, { role: 'member' })).status).toBe(200);
    expect(await isAdmin(service, otto)).toBe(false);
    // The other process remembers the role for a while, but changes nothing more with it.
    const mia = await service.createColleague(tenant, 'Mia');
    for (const mutation of [
      `updateUser(input: { userId: ${mia.userId}, disabled: true }) { user { userId } }`,
      `updateUser(input: { userId: ${otto.userId}, role: ADMIN }) { user { userId } }`,
      'createServiceAccount(input: { name: "Import" }) { user { userId } }',
      'createApiKey(input: { kind: ORG }) { key }',
    ])
      expect(codes(await elsewhere.graphql(otto.userKey, `mutation { ${mutation} }`))).toEqual([
        'INSUFFICIENT_ACCESS',
      ]);
    const end = performance.now() + 5_000;
    while ((await isAdmin(elsewhere, otto)) && performance.now() < end);
    expect([await isAdmin(elsewhere, otto), (await userOf(mia.userId)).disabledAt]).toEqual([false, null]);
  });

  it('may demote themselves while there is another admin', async () => {
    await createAdmin(service, tenant, 'Otto');
    expect((await patch(tenant.userKey, tenant.userId, { role: 'member' })).body).toMatchObject({
      role: 'member',
    });
    expect(await countAdmins()).toBe(1);
  });
});

describe('a change of a user is refused', () => {
  it('unless it comes from an admin of their organization', async () => {
    const mia = await service.createColleague(tenant, 'Mia');
    const stranger = await service.createTenant(`strangers-of-${tenant.name}`);
    const message = 'Only an admin of the organization can manage its users.';
    const insufficient = problem(403, 'insufficient_access', message);
    expect(answer(await patch(mia.userKey, mia.userId, { role: 'admin' }))).toEqual(insufficient);
    expect(codes(await update(mia.userKey, mia.userId, { role: 'ADMIN' }))).toEqual(['INSUFFICIENT_ACCESS']);
    expect((await patch(tenant.orgKey, mia.userId, { role: 'admin' })).body.detail.error).toBe(
      'user_credential_required',
    );
    const unknown = { error: 'user_not_found', message: 'User not found in your organization.' };
    expect(answer(await patch(stranger.userKey, mia.userId, { role: 'admin' }))).toEqual({
      status: 404,
      body: { detail: unknown },
    });
    for (const userId of [2 ** 31 - 1, 'nobody'])
      expect(codes(await update(tenant.userKey, userId, { role: 'ADMIN' }))).toEqual(['USER_NOT_FOUND']);
    expect(await userOf(mia.userId)).toEqual({ name: 'Mia', role: 'member', disabledAt: null });
  });

  it('if it is one to what cannot be', async () => {
    const mia = await service.createColleague(tenant, 'Mia');
    for (const [changes, pointer] of [
      [{ role: 'owner' }, '/role'],
      [{ role: null }, '/role'],
      [{ disabled: 'yes' }, '/disabled'],
      [{ name: '' }, '/name'],
      [{ name: 'a\0' }, '/name'],
      [{ name: 'a'.repeat(201) }, '/name'],
      [{ email: 'mia@elsewhere.example' }, '/email'],
    ] as const) {
      const { body: refused } = await patch(tenant.userKey, mia.userId, { role: 'admin', ...changes });
      expect(refused.detail).toMatchObject({ error: 'validation_error', errors: [{ pointer }] });
    }
    expect(await userOf(mia.userId)).toEqual({ name: 'Mia', role: 'member', disabledAt: null });
  });

  it('for the last active admin, who can be neither demoted nor disabled', async () => {
    const otto = await createAdmin(service, tenant, 'Otto');
    await patch(tenant.userKey, otto.userId, { disabled: true });
    const last = problem(409, 'last_admin', LAST);
    for (const changes of [{ role: 'member' }, { disabled: true }, { role: 'member', name: 'Nobody' }])
      expect(answer(await patch(tenant.userKey, tenant.userId, changes))).toEqual(last);
    expect(refusal(await update(tenant.userKey, tenant.userId, { role: 'MEMBER' }))).toEqual({
      status: 200,
      data: { updateUser: null },
      errors: [{ message: LAST, path: ['updateUser'], extensions: { code: 'LAST_ADMIN' } }],
    });
    const disable = `mutation { updateUser(input: { userId: ${tenant.userId}, disabled: true }) { user { userId } } }`;
    expect(codes(await service.graphql(tenant.userKey, disable))).toEqual(['LAST_ADMIN']);
    expect(await userOf(tenant.userId)).toEqual({ name: 'Ada', role: 'admin', disabledAt: null });
    expect(await auditOf(tenant.userId)).toEqual([]);
    // With another active admin, both can be.
    await patch(tenant.userKey, otto.userId, { disabled: false });
    expect((await patch(otto.userKey, tenant.userId, { role: 'member', disabled: true })).status).toBe(200);
  });
});

describe('two admins who act at once', () => {
  const ROUNDS = 8;
  const actions: ReadonlyArray<
    [string, (own: Colleague, other: Colleague, on: TestService) => PromiseLike<unknown>]
  > = [
    ['demotes the other', ({ userKey }, { userId }, on) => patch(userKey, userId, { role: 'member' }, on)],
    ['disables the other', ({ userKey }, { userId }, on) => patch(userKey, userId, { disabled: true }, on)],
    [
      'demotes themselves',
      ({ userKey, userId }, _other, on) => patch(userKey, userId, { role: 'member' }, on),
    ],
  ];
  const mixed = actions.map(
    ([name], index) => [name, actions[(index + 1) % actions.length]?.[0] ?? ''] as const,
  );
  const pairs = [...actions.map(([name]) => [name, name] as const), ...mixed];

  it.each(pairs)('leave one: the first %s, the second %s', async (first, second) => {
    const [one, two] = [first, second].map((name) => actions.find(([each]) => each === name)?.[1]);
    for (let round = 0; round < ROUNDS; round += 1) {
      const [a, b] = [
        await createAdmin(service, tenant, `A${round}`),
        await createAdmin(service, tenant, `B${round}`),
      ];
      await service.database.pool.query(`UPDATE "user" SET role = 'member' WHERE id = $1`, [tenant.userId]);
      // Each process remembers the admin, as in the middle of a day.
      await Promise.all([isAdmin(service, a), isAdmin(elsewhere, b)]);
      await Promise.all([one?.(a, b, service), two?.(b, a, elsewhere)]);
      expect([round, await countAdmins()]).toEqual([round, 1]);
      await service.database.pool.query(`UPDATE "user" SET role = 'member' WHERE id = ANY ($1)`, [
        [a.userId, b.userId],
      ]);
    }
  });
});
