import { beforeAll, describe, expect, it } from '@jest/globals';
import { codes, withoutCost } from '../../../harness/errors.ts';
import { subscribe } from '../../../harness/events.ts';
import { type Colleague, START } from '../../../harness/service.ts';
import { useService } from '../../../harness/use-service.ts';
import { createList } from '../operations.ts';

const { service, tenant, rest } = useService('sharers');
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
