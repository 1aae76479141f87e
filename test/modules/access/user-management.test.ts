import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { answer } from '../../harness/errors.ts';
import { type Colleague, startTestService, type Tenant } from '../../harness/service.ts';
import { createAdmin, works } from './support.ts';

let tenant: Tenant;
let member: Colleague;
let made = 0;

const service = await startTestService();
const elsewhere = await startTestService({ beside: service });
afterAll(async () => {
  await elsewhere.close();
  await service.close();
});
beforeEach(async () => {
  made += 1;
  tenant = await service.createTenant(`team-${made}`);
  member = await service.createColleague(tenant, 'Mia');
});

const DISABLE = `mutation ($userId: ID!) {
  updateUser(input: { userId: $userId, disabled: true }) { user { userId disabledAt } createdKeys { keyId status } }
}`;
const ENABLE = `mutation ($userId: ID!) { updateUser(input: { userId: $userId, disabled: false }) { user { userId disabledAt } } }`;

const disable = (key: string, userId: number, on = service) =>
  on.graphql(key, DISABLE, { userId: String(userId) });
const enable = (key: string, userId: number) => service.graphql(key, ENABLE, { userId: String(userId) });
const patch = (key: string, userId: number | string, body: unknown) =>
  service.rest(key).patch(`/v1/account/users/${userId}`, body as object);

async function disabledAtOf(userId: number): Promise<Date | null> {
  const { rows } = await service.database.pool.query('SELECT disabled_at FROM "user" WHERE id = $1', [
    userId,
  ]);
  return rows[0].disabled_at;
}

const makeAdmin = (name: string) => createAdmin(service, tenant, name);

describe('an admin', () => {
  it('disables a user, and enables them', async () => {
    expect(await works(service, member.userKey)).toBe(true);
    const at = service.clock.now();
    const { body } = await disable(tenant.userKey, member.userId);
    expect(body.data.updateUser).toEqual({
      user: { userId: member.userId, disabledAt: at.toISOString() },
      createdKeys: [],
    });
    expect(await disabledAtOf(member.userId)).toEqual(at);
    expect(await works(service, member.userKey)).toBe(false);
    expect((await enable(tenant.userKey, member.userId)).body.data.updateUser).toEqual({
      user: { userId: member.userId, disabledAt: null },
    });
    expect([await works(service, member.userKey), await disabledAtOf(member.userId)]).toEqual([true, null]);
  });

  it('learns of organization keys that the user created, and never of a personal key', async () => {
    const other = await makeAdmin('Otto');
    const { body } = await service.rest(other.userKey).post('/v1/keys', { kind: 'org' });
    const result = await disable(tenant.userKey, other.userId);
    expect(result.body.data.updateUser.createdKeys).toEqual([{ keyId: body.key_id, status: 'ACTIVE' }]);
    expect(await works(service, body.key)).toBe(true);
    expect(JSON.stringify(result.body)).not.toContain('cds_');
    const { rows } = await service.database.pool.query('SELECT id FROM api_key WHERE user_id = $1', [
      other.userId,
    ]);
    const rotation = await service.rest(tenant.userKey).post(`/v1/keys/${rows[0].id}/rotate`, {});
    expect(answer(rotation)).toMatchObject({
      status: 403,
      body: { detail: { error: 'insufficient_access' } },
    });
  });

  it('sees disabled users among the others if they ask for them', async () => {
    const asMember = service.rest(member.userKey);
    expect((await asMember.get('/v1/account/users?include_disabled=true')).status).toBe(403);
    await disable(tenant.userKey, member.userId);
    const at = service.clock.now().toISOString();
    const rest = service.rest(tenant.userKey);
    const kind = 'person';
    const ada = { user_id: tenant.userId, name: 'Ada', email: tenant.email, role: 'admin', kind };
    const { userId, email } = member;
    const mia = { user_id: userId, name: 'Mia', email, role: 'member', kind, disabled_at: at };
    expect((await rest.get('/v1/account/users')).body.users).toEqual([ada]);
    expect((await rest.get('/v1/account/users?include_disabled=true')).body.users).toEqual([ada, mia]);
    const query =
      '{ viewer { organization { users(includeDisabled: true) { totalCount edges { node { userId disabledAt } } } } } }';
    expect((await service.graphql(tenant.userKey, query)).body.data.viewer.organization.users).toEqual({
      totalCount: 2,
      edges: [
        { node: { userId: tenant.userId, disabledAt: null } },
        { node: { userId: member.userId, disabledAt: at } },
      ],
    });
  });

  it('cannot disable themselves, so that an organization keeps an admin', async () => {
    const alone = await patch(tenant.userKey, tenant.userId, { disabled: true });
    expect([alone.status, alone.body.detail.error]).toEqual([409, 'last_admin']);
    await makeAdmin('Olga');
    const { body, status } = await patch(tenant.userKey, tenant.userId, { disabled: true });
    expect([status, body.detail.errors]).toEqual([
      422,
      [{ pointer: '/user_id', message: 'must not be your own: another admin can disable you' }],
    ]);
    await service.admin.disableUser(`olga@${tenant.name}.example`);
    for (let round = 0; round < 5; round += 1) {
      const other = await makeAdmin(`Otto${round}`);
      const results = await Promise.all([
        disable(tenant.userKey, other.userId),
        disable(other.userKey, tenant.userId, elsewhere),
      ]);
      const disabled = [await disabledAtOf(tenant.userId), await disabledAtOf(other.userId)];
      expect(disabled.filter((at) => at !== null)).toHaveLength(1);
      expect(results.map(({ body: { data } }) => Boolean(data?.updateUser)).sort()).toEqual([false, true]);
      await service.admin.enableUser(tenant.email);
      await service.admin.disableUser(other.email);
    }
  });
});

describe('a list whose owner is disabled', () => {
  let listId: number;
  beforeEach(async () => {
    const { body } = await service.rest(member.userKey).post('/v1/lists', { name: 'private' });
    listId = body.list_id;
  });
  const seenBy = async (key: string) =>
    (await service.rest(key).get(`/v1/lists/${listId}`)).body.access_level;
  const namesOf = async (key: string) => {
    const { body } = await service.rest(key).get('/v1/lists');
    return [body.total, body.lists.map(({ list_id }: { list_id: number }) => list_id)];
  };

  const countEvents = async () => {
    const { rows } = await service.database.pool.query(
      `SELECT count(*)::int AS n FROM admin_event WHERE organization_id = $1 AND action LIKE 'list_%'`,
      [tenant.organizationId],
    );
    return rows[0].n;
  };

  it("is the admins' to transfer, and nobody else's", async () => {
    const heir = await service.createColleague(tenant, 'Hans');
    const stranger = await service.createTenant(`strangers-of-lists-${made}`);
    expect([await seenBy(tenant.userKey), await namesOf(tenant.userKey)]).toEqual([undefined, [0, []]]);

    await disable(tenant.userKey, member.userId);
    expect([await seenBy(tenant.userKey), await namesOf(tenant.userKey)]).toEqual(['owner', [1, [listId]]]);
    expect([await seenBy(heir.userKey), await seenBy(stranger.userKey)]).toEqual([undefined, undefined]);
    expect([await namesOf(heir.userKey), await namesOf(stranger.userKey)]).toEqual([
      [0, []],
      [0, []],
    ]);

    const transfer = await service
      .rest(tenant.userKey)
      .post(`/v1/lists/${listId}/owner`, { user_id: heir.userId });
    expect([transfer.status, transfer.body.access_level, transfer.body.owner.name]).toEqual([
      200,
      'viewer',
      'Hans',
    ]);
    expect(await seenBy(heir.userKey)).toBe('owner');
    await enable(tenant.userKey, member.userId);
    expect(await seenBy(member.userKey)).toBe('editor');
    const { body } = await service.rest(heir.userKey).get(`/v1/lists/${listId}/audit-log`);
    expect(
      body.events.map(({ action, actor }: { action: string; actor: { user_id: number } }) => [
        action,
        actor.user_id,
      ]),
    ).toContainEqual(['ownership_transferred', tenant.userId]);
  });

  it('is in the audit log of administration when an admin transfers or deletes it, and goes to nobody disabled', async () => {
    const heir = await service.createColleague(tenant, 'Hans');
    const rest = service.rest(tenant.userKey);
    const other = (await service.rest(member.userKey).post('/v1/lists', { name: 'other' })).body.list_id;
    await disable(tenant.userKey, member.userId);
    await disable(tenant.userKey, heir.userId);
    const refused = await rest.post(`/v1/lists/${listId}/owner`, { email: heir.email });
    expect([refused.status, refused.body.detail.errors]).toEqual([
      422,
      [{ pointer: '/email', message: 'must not be that of a disabled user' }],
    ]);
    await enable(tenant.userKey, heir.userId);
    expect((await rest.post(`/v1/lists/${listId}/owner`, { user_id: heir.userId })).status).toBe(200);
    expect((await rest.delete(`/v1/lists/${other}`)).status).toBe(204);
    const { rows } = await service.database.pool.query(
      `SELECT action, actor_id, details FROM admin_event
       WHERE organization_id = $1 AND action LIKE 'list_%' ORDER BY id`,
      [tenant.organizationId],
    );
    const owner_id = member.userId;
    expect(rows).toEqual([
      {
        action: 'list_transferred',
        actor_id: tenant.userId,
        details: { list_id: listId, name: 'private', owner_id, to: heir.userId },
      },
      {
        action: 'list_deleted',
        actor_id: tenant.userId,
        details: { list_id: other, name: 'other', owner_id },
      },
    ]);
    // Owners leave no entries there.
    const own = (await service.rest(heir.userKey).post('/v1/lists', { name: 'own' })).body.list_id;
    await service.rest(heir.userKey).delete(`/v1/lists/${own}`);
    expect(await countEvents()).toBe(2);
  });

  it('leaves admins their own share, which they can give up', async () => {
    await service
      .rest(member.userKey)
      .post(`/v1/lists/${listId}/permissions`, { user_id: tenant.userId, access_level: 'viewer' });
    await disable(tenant.userKey, member.userId);
    const left = await service.rest(tenant.userKey).delete(`/v1/lists/${listId}/permissions/me`);
    expect(left.status).toBeLessThan(300);
    expect(await seenBy(tenant.userKey)).toBe('owner');
    await enable(tenant.userKey, member.userId);
    expect(await seenBy(tenant.userKey)).toBeUndefined();
  });

  it("is its owner's alone again once they are enabled", async () => {
    await disable(tenant.userKey, member.userId);
    expect(await seenBy(tenant.userKey)).toBe('owner');
    await enable(tenant.userKey, member.userId);
    expect([await seenBy(tenant.userKey), await seenBy(member.userKey)]).toEqual([undefined, 'owner']);
  });
});
