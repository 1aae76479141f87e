import { beforeAll, describe, expect, it } from '@jest/globals';
import { answer } from '../../../harness/errors.ts';
import { type Colleague, START, type Tenant } from '../../../harness/service.ts';
import { useService } from '../../../harness/use-service.ts';
import { seedSmallCatalogue } from '../../filters/support.ts';
import { createList, KUBERNETES } from '../operations.ts';

const { service, tenant, rest, graphql } = useService('sharers', { seed: seedSmallCatalogue });
let other: Tenant;
let grace: Colleague;
let sam: Colleague;

beforeAll(async () => {
  other = await service.createTenant('outsiders');
  grace = await service.createColleague(tenant, 'Grace');
  sam = await service.createColleague(tenant, 'Sam');
});

const ada = () => ({ user_id: tenant.userId, name: 'Ada' });
const newList = () => createList(service, tenant.userKey, 'Shared', KUBERNETES);

describe('granting access to a list', () => {
  it('gives one user access, and changes the level when granted again', async () => {
    const id = await newList();
    const path = `/v1/lists/${id}/permissions`;
    const permission = {
      permission_id: expect.any(Number),
      scope: 'user',
      user_id: grace.userId,
      access_level: 'viewer',
      granted_by: ada(),
      created_at: START,
    };
    const granted = await rest().post(path, { user_id: grace.userId, access_level: 'viewer' });
    expect(answer(granted)).toEqual({ status: 201, body: permission });
    expect((await service.rest(grace.userKey).get(`/v1/lists/${id}`)).body.access_level).toBe('viewer');
    const changed = await rest().post(path, { email: 'GRACE@sharers.example', access_level: 'editor' });
    expect(answer(changed)).toEqual({ status: 200, body: { ...granted.body, access_level: 'editor' } });
    expect((await rest().get(path)).body).toEqual({ owner: ada(), permissions: [changed.body] });
    expect((await service.rest(grace.userKey).get('/v1/lists')).body.lists[0]).toMatchObject({
      list_id: id,
      access_level: 'editor',
    });
  });

  it('gives the whole organization access; the higher of two grants applies', async () => {
    const id = await newList();
    const path = `/v1/lists/${id}/permissions`;
    const wide = await rest().post(path, { org_wide: true, access_level: 'viewer' });
    expect(wide.body).toEqual({
      permission_id: expect.any(Number),
      scope: 'org_wide',
      access_level: 'viewer',
      granted_by: ada(),
      created_at: START,
    });
    await rest().post(path, { user_id: grace.userId, access_level: 'editor' });
    const level = async (key: string) => (await service.rest(key).get(`/v1/lists/${id}`)).body.access_level;
    expect([await level(sam.userKey), await level(grace.userKey)]).toEqual(['viewer', 'editor']);
    expect((await service.rest(other.userKey).get(`/v1/lists/${id}`)).status).toBe(404);
    expect((await rest().delete(`${path}/${wide.body.permission_id}`)).status).toBe(204);
    expect((await service.rest(sam.userKey).get(`/v1/lists/${id}`)).status).toBe(404);
    expect(await level(grace.userKey)).toBe('editor');
  });

  it.each<[string, () => object, string]>([
    ['a user of another organization', () => ({ user_id: other.userId }), 'user_not_found'],
    ['the e-mail address of such a user', () => ({ email: other.email }), 'user_not_found'],
    ['an unknown user', () => ({ user_id: 2_000_000 }), 'user_not_found'],
    ['an invalid e-mail address', () => ({ email: 'x\0' }), 'user_not_found'],
    ['two grantees', () => ({ user_id: grace.userId, email: grace.email }), 'validation_error'],
    ['a user and org_wide', () => ({ user_id: grace.userId, org_wide: true }), 'validation_error'],
    ['org_wide: false alone', () => ({ org_wide: false }), 'validation_error'],
  ])('refuses %s', async (_name, grantee, code) => {
    const id = await newList();
    const { status, body } = await rest().post(`/v1/lists/${id}/permissions`, {
      ...grantee(),
      access_level: 'viewer',
    });
    expect([status, body.detail.error]).toEqual([422, code]);
    expect((await rest().get(`/v1/lists/${id}/permissions`)).body.permissions).toEqual([]);
  });

  it('points at each grantee that a grant names beside another one', async () => {
    const id = await newList();
    const grantee = { user_id: grace.userId, email: grace.email, org_wide: true };
    const { body } = await rest().post(`/v1/lists/${id}/permissions`, { ...grantee, access_level: 'viewer' });
    const message = 'give exactly one of user_id, email, org_wide; user_id is given as well';
    expect(body.detail.errors).toEqual([
      { pointer: '/email', message },
      { pointer: '/org_wide', message },
    ]);
    const transfer = await rest().post(`/v1/lists/${id}/owner`, {
      user_id: grace.userId,
      email: grace.email,
    });
    expect([transfer.status, transfer.body.detail.errors[0].pointer]).toEqual([422, '/email']);
  });

  it('treats org_wide: false as not given', async () => {
    const id = await newList();
    const grantee = { user_id: grace.userId, org_wide: false, access_level: 'viewer' };
    expect((await rest().post(`/v1/lists/${id}/permissions`, grantee)).body.user_id).toBe(grace.userId);
  });

  it.each(['owner', 'admin', '', 1])('refuses the access level %j', async (access_level) => {
    const id = await newList();
    const { status, body } = await rest().post(`/v1/lists/${id}/permissions`, {
      org_wide: true,
      access_level,
    });
    expect([status, body.detail.errors[0].pointer]).toEqual([422, '/access_level']);
  });

  it('can be revoked once', async () => {
    const id = await newList();
    const { body } = await rest().post(`/v1/lists/${id}/permissions`, {
      org_wide: true,
      access_level: 'viewer',
    });
    const path = `/v1/lists/${id}/permissions/${body.permission_id}`;
    expect((await rest().delete(path)).status).toBe(204);
    const again = await rest().delete(path);
    expect([again.status, again.body.detail.error]).toEqual([404, 'permission_not_found']);
    const elsewhere = await createList(service, tenant.userKey, 'Elsewhere');
    const granted = await rest().post(`/v1/lists/${id}/permissions`, {
      org_wide: true,
      access_level: 'viewer',
    });
    const foreign = await rest().delete(`/v1/lists/${elsewhere}/permissions/${granted.body.permission_id}`);
    expect(foreign.body.detail.error).toBe('permission_not_found');
  });
});

describe('permissions over GraphQL', () => {
  it('are pages that begin after a permission', async () => {
    const id = await newList();
    for (const grantee of [{ user_id: grace.userId }, { user_id: sam.userId }, { org_wide: true }])
      await rest().post(`/v1/lists/${id}/permissions`, { ...grantee, access_level: 'viewer' });
    const page = async (args: string) => {
      const query = `{ list(listId: ${id}) { permissions(${args}) { totalCount
        edges { node { orgWide user { name } } } pageInfo { hasNextPage hasPreviousPage endCursor } } } }`;
      return (await graphql(query)).body.data.list.permissions;
    };
    const first = await page('first: 2');
    expect(first).toEqual({
      totalCount: 3,
      edges: [
        { node: { orgWide: false, user: { name: 'Grace' } } },
        { node: { orgWide: false, user: { name: 'Sam' } } },
      ],
      pageInfo: { hasNextPage: true, hasPreviousPage: false, endCursor: expect.any(String) },
    });
    expect(await page(`first: 2, after: "${first.pageInfo.endCursor}"`)).toEqual({
      totalCount: 3,
      edges: [{ node: { orgWide: true, user: null } }],
      pageInfo: { hasNextPage: false, hasPreviousPage: true, endCursor: expect.any(String) },
    });
  });
});

describe('transferring a list', () => {
  it('makes the other user the owner and the former owner an editor', async () => {
    const id = await newList();
    await rest().post(`/v1/lists/${id}/permissions`, { user_id: grace.userId, access_level: 'viewer' });
    const { status, body } = await rest().post(`/v1/lists/${id}/owner`, { email: grace.email });
    expect([status, body.access_level, body.owner]).toEqual([
      200,
      'editor',
      { user_id: grace.userId, name: 'Grace' },
    ]);
    const seen = (await service.rest(grace.userKey).get(`/v1/lists/${id}`)).body;
    expect(seen.access_level).toBe('owner');
    expect(seen.permissions).toMatchObject([{ user_id: tenant.userId, access_level: 'editor' }]);
    expect((await rest().delete(`/v1/lists/${id}`)).status).toBe(403);
    expect((await service.rest(grace.userKey).delete(`/v1/lists/${id}`)).status).toBe(204);
  });

  it('to its owner changes nothing', async () => {
    const id = await newList();
    const { status, body } = await rest().post(`/v1/lists/${id}/owner`, { user_id: tenant.userId });
    expect([status, body.access_level]).toEqual([200, 'owner']);
    expect((await rest().get(`/v1/lists/${id}/audit-log`)).body.total).toBe(1);
  });

  it.each([
    ['a user of another organization', () => ({ user_id: other.userId }), 'user_not_found'],
    ['a request without a user', () => ({}), 'validation_error'],
  ])('refuses %s', async (_, to, code) => {
    const { status, body } = await rest().post(`/v1/lists/${await newList()}/owner`, to());
    expect([status, body.detail.error]).toEqual([422, code]);
  });
});

describe('the audit log', () => {
  it('has every change with its actor and details, newest first, in pages', async () => {
    const id = await newList();
    const grant = await rest().post(`/v1/lists/${id}/permissions`, {
      user_id: grace.userId,
      access_level: 'editor',
    });
    const permission_id = grant.body.permission_id;
    const edith = service.rest(grace.userKey);
    await edith.patch(`/v1/lists/${id}`, { name: 'Better' });
    await edith.post(`/v1/lists/${id}/domains`, { domains: ['hub.example', 'hub.example'] });
    await edith.delete(`/v1/lists/${id}/domains/hub.example`);
    await edith.post(`/v1/lists/${id}/excluded-domains`, { domains: ['acme.io'] });
    await edith.delete(`/v1/lists/${id}/excluded-domains/acme.io`);
    await edith.put(`/v1/lists/${id}/definition`, KUBERNETES);
    await edith.post(`/v1/lists/${id}/definition/versions/1/restore`);
    await rest().post(`/v1/lists/${id}/permissions`, { user_id: grace.userId, access_level: 'viewer' });
    await rest().delete(`/v1/lists/${id}/permissions/${permission_id}`);
    await rest().post(`/v1/lists/${id}/owner`, { user_id: sam.userId });
    const { body } = await rest().get(`/v1/lists/${id}/audit-log`);
    const entries = body.events.map((event: { action: string; actor: { name: string }; details: object }) => [
      event.actor.name,
      event.action,
      event.details,
    ]);
    const access = { permission_id, user_id: grace.userId };
    expect(entries.reverse()).toEqual([
      ['Ada', 'list_created', { name: 'Shared' }],
      ['Ada', 'permission_granted', { ...access, access_level: 'editor' }],
      ['Grace', 'list_renamed', { from: 'Shared', to: 'Better' }],
      ['Grace', 'domains_added', { domains: ['hub.example'] }],
      ['Grace', 'domain_removed', { domain: 'hub.example' }],
      ['Grace', 'domains_excluded', { domains: ['acme.io'] }],
      ['Grace', 'domain_unexcluded', { domain: 'acme.io' }],
      ['Grace', 'definition_replaced', { version: 2 }],
      ['Grace', 'definition_restored', { version: 3, restored_version: 1 }],
      ['Ada', 'permission_changed', { ...access, access_level: 'viewer' }],
      ['Ada', 'permission_revoked', { ...access, access_level: 'viewer' }],
      ['Ada', 'ownership_transferred', { from: tenant.userId, to: sam.userId }],
    ]);
    const page = (await rest().get(`/v1/lists/${id}/audit-log?limit=1&offset=1`)).body;
    expect(page).toEqual({
      events: [
        {
          event_id: expect.any(Number),
          action: 'permission_revoked',
          actor: ada(),
          at: START,
          details: { ...access, access_level: 'viewer' },
        },
      ],
      total: 12,
      limit: 1,
      offset: 1,
      next_cursor: expect.any(String),
    });
  });
});
