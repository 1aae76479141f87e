import { beforeAll, describe, expect, it } from '@jest/globals';
import { codes, withoutCost } from '../../../harness/errors.ts';
import { subscribe } from '../../../harness/events.ts';
import { type Colleague, START } from '../../../harness/service.ts';
import { useService } from '../../../harness/use-service.ts';
import { createList, mutateList } from '../operations.ts';

const { service, tenant, rest, graphql } = useService('sharers');
let grace: Colleague;
let sam: Colleague;

beforeAll(async () => {
  grace = await service.createColleague(tenant, 'Grace');
  sam = await service.createColleague(tenant, 'Sam');
});

const newList = () => createList(service, tenant.userKey, 'Shared');

describe('leaving a list', () => {
  const LEAVE = 'mutation ($id: ID!) { leaveList(input: { listId: $id }) { list { listId accessLevel } } }';
  const leave = (key: string, id: number) => service.graphql(key, LEAVE, { id });
  const share = (id: number, grantee: object, access_level = 'viewer') =>
    rest().post(`/v1/lists/${id}/permissions`, { ...grantee, access_level });
  const events = async (id: number) => (await rest().get(`/v1/lists/${id}/audit-log`)).body.events;

  it("removes the caller's own permission at once, with an audit event, and tells subscribers", async () => {
    const id = await newList();
    const granted = await share(id, { user_id: grace.userId }, 'editor');
    await share(id, { user_id: sam.userId });
    const watch = (key: string) =>
      subscribe(service.url, {
        key,
        query: `subscription { listChanged(listId: ${id}) { kind list { name } } }`,
      });
    const [own, others] = [await watch(grace.userKey), await watch(sam.userKey)];
    expect(withoutCost(await leave(grace.userKey, id))).toEqual({ data: { leaveList: { list: null } } });
    expect(await own.next()).toEqual({ data: { listChanged: { kind: 'GONE', list: null } } });
    expect(await others.next()).toEqual({
      data: { listChanged: { kind: 'SHARING', list: { name: 'Shared' } } },
    });
    others.leave();
    expect((await service.rest(grace.userKey).get(`/v1/lists/${id}`)).body.detail.error).toBe(
      'list_not_found',
    );
    const { permissions } = (await rest().get(`/v1/lists/${id}/permissions`)).body;
    expect(permissions).toMatchObject([{ user_id: sam.userId }]);
    expect((await events(id))[0]).toEqual({
      event_id: expect.any(Number),
      action: 'list_left',
      actor: { user_id: grace.userId, name: 'Grace' },
      at: START,
      details: {
        permission_id: granted.body.permission_id,
        access_level: 'editor',
        user_id: grace.userId,
      },
    });
    expect(codes(await leave(grace.userKey, id))).toEqual(['LIST_NOT_FOUND']);
  });

  it('leaves the access of the whole organization, and returns the list as far as it can be seen', async () => {
    const id = await newList();
    await share(id, { user_id: grace.userId }, 'editor');
    await share(id, { org_wide: true });
    expect(withoutCost(await leave(grace.userKey, id))).toEqual({
      data: { leaveList: { list: { listId: id, accessLevel: 'VIEWER' } } },
    });
    const refused = await leave(grace.userKey, id);
    expect(codes(refused)).toEqual(['PERMISSION_NOT_FOUND']);
    expect(refused.body.errors[0].message).toBe(
      'You have no permission of your own on this list: it is shared with the whole organization. Only its owner can change that.',
    );
  });

  it('is not for its owner, who transfers or deletes it', async () => {
    const id = await newList();
    const refused = await leave(tenant.userKey, id);
    expect(codes(refused)).toEqual(['PERMISSION_NOT_FOUND']);
    expect(refused.body.errors[0].message).toBe(
      'You own this list, so there is no permission to give up. Transfer the list to another user, or delete it.',
    );
    expect(await events(id)).toHaveLength(1);
  });

  it('is answered again as the first time when it is repeated with its Idempotency-Key', async () => {
    const id = await newList();
    await share(id, { user_id: grace.userId });
    const once = () => leave(grace.userKey, id).set('Idempotency-Key', `leave-${id}`);
    const first = await once();
    expect(withoutCost(first)).toEqual({ data: { leaveList: { list: null } } });
    expect(withoutCost(await once())).toEqual(withoutCost(first));
    expect((await events(id)).map(({ action }: { action: string }) => action)).toEqual([
      'list_left',
      'permission_granted',
      'list_created',
    ]);
  });
});

let listId: number;

beforeAll(async () => {
  listId = await createList(service, tenant.userKey, 'Shared');
});

type Mutation = 'grantPermission' | 'transferOwnership';

async function send(mutation: Mutation, to: unknown, accessLevel = 'VIEWER') {
  const level = mutation === 'grantPermission' ? { accessLevel } : {};
  const operation = { mutation, input: { to, ...level }, selects: 'list { listId }' };
  const { body } = await mutateList(service, tenant.userKey, listId, operation);
  return body;
}

async function permissions() {
  const { body } = await service.rest(tenant.userKey).get(`/v1/lists/${listId}/permissions`);
  return body;
}

describe('a refusal to share', () => {
  it('names the fields of an invalid grant as each API spells them', async () => {
    const grant = async (to: object, level?: string) =>
      (await send('grantPermission', to, level)).errors[0].extensions.errors;
    const post = async (path: string, body: object) =>
      (await service.rest(tenant.userKey).post(`/v1/lists/${listId}/${path}`, body)).body.detail.errors;
    const isOwner = 'must not be the owner, who has access already';
    const restGrant = (body: object) => post('permissions', { access_level: 'viewer', ...body });
    expect(await grant({ userId: tenant.userId })).toEqual([{ pointer: '/to/userId', message: isOwner }]);
    expect(await restGrant({ user_id: tenant.userId })).toEqual([{ pointer: '/user_id', message: isOwner }]);
    expect(await restGrant({})).toEqual([
      { pointer: '/user_id', message: 'give exactly one of user_id, email, org_wide' },
    ]);
    expect(await post('owner', {})).toEqual([
      { pointer: '/user_id', message: 'give exactly one of user_id, email' },
    ]);
    expect(await grant({ orgWide: true }, 'OWNER')).toMatchObject([{ pointer: '/input/accessLevel' }]);
    expect(await restGrant({ org_wide: true, access_level: 'owner' })).toMatchObject([
      { pointer: '/access_level' },
    ]);
  });
});

describe('the recipient of a permission or a list over GraphQL', () => {
  it.each<[Mutation, string, unknown]>([
    ['grantPermission', '', {}],
    ['grantPermission', '', { userId: 1, orgWide: true }],
    ['grantPermission', '', { userId: 1, email: 'a@b.example' }],
    ['grantPermission', '/userId', { userId: null }],
    ['transferOwnership', '', {}],
    ['transferOwnership', '', { userId: 1, email: 'a@b.example' }],
  ])('%s takes exactly one key; at %j: %j', async (mutation, below, to) => {
    const before = await permissions();
    const { data, errors } = await send(mutation, to);
    expect(data ?? null).toBeNull();
    expect(errors).toHaveLength(1);
    const [violation] = errors[0].extensions.errors;
    expect([errors[0].extensions.code, violation.pointer.startsWith('/input/to')]).toEqual([
      'VALIDATION_ERROR',
      true,
    ]);
    expect(errors[0].message).toContain(below.slice(1));
    expect(await permissions()).toEqual(before);
  });

  it('cannot be orgWide: false', async () => {
    expect(await send('grantPermission', { orgWide: false })).toMatchObject({
      data: { grantPermission: null },
      errors: [
        {
          path: ['grantPermission'],
          extensions: { code: 'VALIDATION_ERROR', errors: [{ pointer: '/to/orgWide' }] },
        },
      ],
    });
  });

  it('is a user, by numeric id, global id or e-mail address, or everybody', async () => {
    const joan = await service.createColleague(tenant, 'Joan');
    const globalId = Buffer.from(`User:${joan.userId}`).toString('base64');
    const done = { data: { grantPermission: { list: { listId } } } };
    const recipients = [{ userId: joan.userId }, { userId: globalId }, { email: joan.email }];
    for (const to of [...recipients, { orgWide: true }])
      expect(await send('grantPermission', to)).toMatchObject(done);
    const { permissions: granted } = await permissions();
    expect(granted).toMatchObject([{ user_id: joan.userId }, { scope: 'org_wide' }]);
    expect(await send('transferOwnership', { userId: globalId })).toMatchObject({
      data: { transferOwnership: { list: { listId } } },
    });
    expect((await permissions()).owner.user_id).toBe(joan.userId);
  });

  it('is not found by the id of another type', async () => {
    const other = await createList(service, tenant.userKey, 'Other');
    const query = `mutation ($to: GrantTarget!) { grantPermission(input: { listId: ${other}, to: $to, accessLevel: VIEWER }) { created } }`;
    const to = { userId: Buffer.from(`List:${tenant.userId}`).toString('base64') };
    const { body } = await graphql(query, { to });
    expect(body).toMatchObject({
      data: { grantPermission: null },
      errors: [{ extensions: { code: 'USER_NOT_FOUND' } }],
    });
  });
});
