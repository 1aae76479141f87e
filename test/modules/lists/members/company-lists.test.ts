import { describe, expect, it } from '@jest/globals';
import { MAX_BYTES, MAX_LISTS } from '../../../../src/modules/lists/members/company-lists.ts';
import { type Colleague, START, type Tenant } from '../../../harness/service.ts';
import { recordStatements } from '../../../harness/statements.ts';
import { useService } from '../../../harness/use-service.ts';
import { seedSmallCatalogue } from '../../filters/support.ts';
import { createList, GERMAN, KUBERNETES } from '../operations.ts';

const { service, tenant, ids } = useService('members-of', { seed: seedSmallCatalogue, tenantPerTest: true });

const read = (listId: number, key = tenant.userKey) => service.rest(key).get(`/v1/lists/${listId}/members`);
const listsOf = async (identifier: string, key = tenant.userKey) => {
  const { status, body } = await service.rest(key).get(`/v1/companies/${identifier}/lists`);
  expect([status, body.detail]).toEqual([200, undefined]);
  return body;
};

const secondsIn = (seconds: number) => new Date(Date.parse(START) + seconds * 1000).toISOString();

/** Creates a list whose members have been read. */
async function createRead(name: string, tree: object, key = tenant.userKey): Promise<number> {
  const listId = await createList(service, key, name, tree);
  await read(listId, key).expect(200);
  return listId;
}

describe('the lists of a company', () => {
  it('are those that have it, with its tier, the last updated first', async () => {
    const users = await createRead('Users of Kubernetes', KUBERNETES);
    service.clock.advance({ seconds: 1 });
    const germans = await createRead('Germans', GERMAN);
    expect(await listsOf('acme')).toEqual({
      complete: true,
      lists: [
        { list_id: germans, name: 'Germans', tier: 'high', materialized_at: secondsIn(1) },
        { list_id: users, name: 'Users of Kubernetes', tier: 'high', materialized_at: START },
      ],
    });
    expect(await listsOf('gamma.example')).toEqual({
      complete: true,
      lists: [{ list_id: users, name: 'Users of Kubernetes', tier: 'medium', materialized_at: START }],
    });
    expect(await listsOf('hub')).toEqual({ complete: true, lists: [] });
  });

  it('count as their members were last computed, and not before that', async () => {
    const listId = await createList(service, tenant.userKey, 'Germans', GERMAN);
    expect(await listsOf('acme')).toEqual({ complete: true, lists: [] });
    await read(listId).expect(200);
    await service.rest(tenant.userKey).post(`/v1/lists/${listId}/excluded-domains`, { domains: ['acme.io'] });
    expect((await listsOf('acme')).lists).toHaveLength(1);
    await read(listId).expect(200);
    expect(await listsOf('acme')).toEqual({ complete: true, lists: [] });
    // Equal members are stored once. The latest computation counts, which shares the first one's members.
    await service.rest(tenant.userKey).delete(`/v1/lists/${listId}/excluded-domains/acme.io`);
    service.clock.advance({ seconds: 5 });
    await read(listId).expect(200);
    const { lists } = await listsOf('acme');
    expect(lists).toEqual([
      expect.objectContaining({
        list_id: listId,
        materialized_at: secondsIn(5),
      }),
    ]);
  });

  it('are only those that the caller can see', async () => {
    const friend: Colleague = await service.createColleague(tenant, 'Grace');
    const stranger: Colleague = await service.createColleague(tenant, 'Sam');
    const other: Tenant = await service.createTenant(`others-of-${tenant.organizationId}`);
    const own = await createRead('Own', GERMAN, other.userKey);
    const shared = await createRead('Shared', GERMAN);
    await createRead('Private', GERMAN);
    const grant = { user_id: friend.userId, access_level: 'viewer' };
    const permissions = `/v1/lists/${shared}/permissions`;
    const { body } = await service.rest(tenant.userKey).post(permissions, grant);
    const seen = async (key: string) =>
      (await listsOf('acme', key)).lists.map(({ list_id }: { list_id: number }) => list_id);
    expect(await seen(tenant.userKey)).toHaveLength(2);
    expect(await seen(friend.userKey)).toEqual([shared]);
    expect(await seen(stranger.userKey)).toEqual([]);
    expect(await seen(other.userKey)).toEqual([own]);
    await service.rest(tenant.userKey).delete(`${permissions}/${body.permission_id}`).expect(204);
    expect(await seen(friend.userKey)).toEqual([]);
  });
});

describe('the bounds on the lists that are looked at', () => {
  it(`are ${MAX_LISTS} lists`, async () => {
    const { pool } = service.database;
    const listId = await createRead('Germans', GERMAN);
    const copy = (count: number) =>
      pool.query(
        `WITH copied AS (
          INSERT INTO list (organization_id, owner_id, name, definition_version, revision, created_at, updated_at)
          SELECT organization_id, owner_id, name || n, 1, 1, created_at, updated_at + interval '1 second'
          FROM list, generate_series(1, $2) n WHERE id = $1 RETURNING id
        ) INSERT INTO list_materialization (list_id, revision, definition_version, index_version, high, medium,
            exploratory, added, high_count, medium_count, exploratory_count, created_at)
          SELECT copied.id, 1, 1, index_version, high, medium, exploratory, added, high_count, medium_count,
            exploratory_count, m.created_at FROM copied, list_materialization m WHERE m.list_id = $1`,
        [listId, count],
      );
    await copy(MAX_LISTS - 1);
    const all = await listsOf('acme');
    expect([all.complete, all.lists.length]).toEqual([true, MAX_LISTS]);
    await copy(1);
    const most = await listsOf('acme');
    expect([most.complete, most.lists.length]).toEqual([false, MAX_LISTS]);
    // The list that was updated first is the one that was not looked at.
    expect(most.lists.map(({ list_id }: { list_id: number }) => list_id)).not.toContain(listId);
  });

  it('are the bytes of their members, so that one large list hides no other', async () => {
    const small = await createRead('Small', GERMAN);
    service.clock.advance({ seconds: 1 });
    const large = await createRead('Large', KUBERNETES);
    expect((await listsOf('acme')).lists).toHaveLength(2);
    await service.database.pool.query(
      `UPDATE list_materialization SET exploratory = decode(repeat('00', $2), 'hex') WHERE list_id = $1`,
      [large, MAX_BYTES],
    );
    const found = await listsOf('acme');
    expect([found.complete, found.lists]).toEqual([false, [expect.objectContaining({ list_id: small })]]);
  });

  it('take a fixed number of statements for all companies of a query, whatever they find', async () => {
    const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Company { slug lists { memberships { name } } } } }`;
    const companies = Object.values(ids).map((id) => btoa(`Company:${id}`));
    const run = (count: number) =>
      recordStatements(async () =>
        service.graphql(tenant.userKey, query, { ids: companies.slice(0, count) }),
      );
    // Companies, and the newest materializations. Their members are cached; otherwise one more reads them.
    await createRead('Germans', GERMAN);
    const one = await run(1);
    for (let n = 0; n < 5; n += 1) await createRead(`Users ${n}`, KUBERNETES);
    const many = await run(companies.length);
    expect([one.statements.length, many.statements.length]).toEqual([2, 2]);
    expect(many.result.body.errors).toBeUndefined();
    const found = many.result.body.data.nodes.map(
      ({ slug, lists }: { slug: string; lists: { memberships: unknown[] } }) =>
        `${slug} ${lists.memberships.length}`,
    );
    expect(found).toEqual(['acme 6', 'beta 6', 'gamma 5', 'delta 5', 'hub 0']);
  });
});
