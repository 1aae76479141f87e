import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Colleague } from '../../harness/service.ts';
import { recordStatements } from '../../harness/statements.ts';
import { useService } from '../../harness/use-service.ts';
import { seedSmallCatalogue } from '../filters/support.ts';
import { createList, KUBERNETES } from './operations.ts';

const { service, tenant, rest, graphql } = useService('nodes', {
  credits: 100,
  seed: seedSmallCatalogue,
  tenantPerTest: true,
});

const FIELDS = {
  CreditEntry:
    'entryId kind amount balanceAfter at requestId apiKey { keyId } user { userId } companies { totalCount }',
  ListEvent: 'eventId action at details actor { userId }',
  Materialization: 'materializationId materializedAt definitionVersion stale counts { total high }',
  Permission: 'permissionId orgWide accessLevel createdAt user { userId } grantedBy { userId }',
};
type TypeName = keyof typeof FIELDS;
const TYPES = Object.keys(FIELDS) as TypeName[];

/** An object with the fields above. */
type Shown = Readonly<Record<string, unknown>> & { id: string };

const page = (type: TypeName) => `{ edges { node { __typename id ${FIELDS[type]} } } }`;
const globalId = (type: TypeName, id: number) => Buffer.from(`${type}:${id}`).toString('base64');

let listId: number;
let grace: Colleague;
/** Objects of the list as fields other than `node` show them to its owner. */
let shown: Record<TypeName, Shown>;

beforeEach(async () => {
  listId = await createList(service, tenant.userKey, 'Shared', KUBERNETES);
  grace = await service.createColleague(tenant, 'Grace');
  const grant = { user_id: grace.userId, access_level: 'viewer' };
  await rest().post(`/v1/lists/${listId}/permissions`, grant);
  await rest().post(`/v1/lists/${listId}/export`);
  shown = await readPaths();
});

/** Reads the newest object of each type. */
async function readPaths(): Promise<Record<TypeName, Shown>> {
  const query = `query ($id: ID!) { viewer { organization { creditEntries ${page('CreditEntry')} } }
    list(listId: $id) { auditLog ${page('ListEvent')} materializations ${page('Materialization')} permissions ${page('Permission')} } }`;
  const { body } = await graphql(query, { id: listId });
  expect(body.errors).toBeUndefined();
  const { auditLog, materializations, permissions } = body.data.list;
  return {
    CreditEntry: body.data.viewer.organization.creditEntries.edges[0].node,
    ListEvent: auditLog.edges[0].node,
    Materialization: materializations.edges[0].node,
    Permission: permissions.edges[0].node,
  };
}

/** The interface of an entry of the audit log, by its type. */
const SHOWN_AS: Record<string, string> = { ListExportedEntry: 'ListEvent' };

/** Returns the types of the objects above that `nodes` shows to a caller. */
async function visibleTo(key: string): Promise<string[]> {
  const ids = TYPES.map((type) => shown[type].id);
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';
  const { body } = await service.graphql(key, query, { ids });
  expect([body.errors, body.data.nodes.length]).toEqual([undefined, TYPES.length]);
  for (const [index, node] of body.data.nodes.entries())
    if (node)
      expect([node.id, SHOWN_AS[node.__typename] ?? node.__typename]).toEqual([ids[index], TYPES[index]]);
  return body.data.nodes.flatMap((node: Shown | null, index: number) => (node ? [TYPES[index]] : []));
}

describe('an entry of the ledger, an event, a materialization and a permission', () => {
  it('a revoked permission is named by the global id that it had', async () => {
    const { id, permissionId } = shown.Permission;
    const revoke = `mutation ($input: RevokePermissionInput!) { revokePermission(input: $input) {
      deletedId list { permissions { totalCount } } } }`;
    const { body } = await graphql(revoke, { input: { listId, permissionId } });
    expect(body.data).toEqual({
      revokePermission: { deletedId: id, list: { permissions: { totalCount: 0 } } },
    });
    expect((await graphql(`{ node(id: "${id}") { id } }`)).body.data).toEqual({ node: null });
  });

  it('are null for a colleague once the list is no longer shared with them', async () => {
    const ofList = TYPES.filter((type) => type !== 'CreditEntry');
    expect(await visibleTo(grace.userKey)).toEqual(ofList);
    await rest().delete(`/v1/lists/${listId}/permissions/${shown.Permission.permissionId}`);
    expect(await visibleTo(grace.userKey)).toEqual([]);
    // The permission is gone for everybody.
    expect(await visibleTo(tenant.userKey)).toEqual(['CreditEntry', 'ListEvent', 'Materialization']);
  });

  it('are null once the list is deleted, except the entry of the ledger', async () => {
    await rest().delete(`/v1/lists/${listId}`);
    expect(await visibleTo(tenant.userKey)).toEqual(['CreditEntry']);
    expect(await visibleTo(grace.userKey)).toEqual([]);
    const { rows } = await service.database.pool.query(
      `SELECT id FROM list_event WHERE list_id = $1 AND action = 'list_deleted'`,
      [listId],
    );
    const { body } = await graphql('query ($id: ID!) { node(id: $id) { id } }', {
      id: globalId('ListEvent', Number(rows[0].id)),
    });
    expect([rows.length, body.errors, body.data]).toEqual([1, undefined, { node: null }]);
  });
});

describe('a materialization', () => {
  it('is null once it is no longer kept, and found where it shares the members of an earlier one', async () => {
    const bare = await createList(service, tenant.userKey, 'Not exported', KUBERNETES);
    const ids: string[] = [];
    const read = async (id: string | undefined) =>
      (await graphql('query ($id: ID!) { node(id: $id) { id } }', { id })).body.data.node;
    for (let time = 0; time < 32; time += 1) {
      const query = `query ($id: ID!) { list(listId: $id) { members(forceRefresh: true) { materialization { id } } } }`;
      const { body } = await graphql(query, { id: bare });
      ids.push(body.data.list.members.materialization.id);
    }
    expect(new Set(ids).size).toBe(32);
    expect([await read(ids[0]), await read(ids[1])]).toEqual([null, null]);
    expect([await read(ids[2]), await read(ids[31])]).toEqual([{ id: ids[2] }, { id: ids[31] }]);
  });

  it('is named by either id where one is compared with the current members', async () => {
    const query = `query ($list: ID!, $since: ID!) { list(listId: $list) { changes(sinceMaterializationId: $since) { materialization { id } } } }`;
    for (const since of [shown.Materialization.id, shown.Materialization.materializationId]) {
      const { body } = await graphql(query, { list: listId, since });
      expect(body.data.list.changes.materialization.id).toBe(shown.Materialization.id);
    }
  });
});

/** Operators read grants to any organization: whether the caller is one is asked where an entry is missing. */
const statementsOf = (type: string) => (type === 'CreditEntry' ? 2 : 1);

describe('the statements of node and nodes', () => {
  it('are one for all ids of a type, with its leaves', async () => {
    for (const type of TYPES) {
      const leaves = FIELDS[type].replace(/\w+ \{[^}]*\}|stale/g, '');
      const ids = Array.from({ length: 1_000 }, (_, i) => globalId(type, i + 1));
      const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on ${type} { ${leaves} } } }`;
      await graphql(query, { ids: [] });
      const { result, statements } = await recordStatements(async () => graphql(query, { ids }));
      expect([type, result.body.errors, statements.length]).toEqual([type, undefined, statementsOf(type)]);
      const found = result.body.data.nodes.filter((node: Shown | null) => node?.id === shown[type].id);
      expect(found).toHaveLength(1);
    }
  });

  it('are one for each type behind many aliases of node', async () => {
    const aliases = TYPES.flatMap((type) =>
      Array.from({ length: 20 }, (_, i) => `${type}_${i}: node(id: "${globalId(type, i + 1)}") { id }`),
    );
    await graphql('{ viewer { __typename } }');
    const { result, statements } = await recordStatements(async () => graphql(`{ ${aliases.join(' ')} }`));
    const expected = TYPES.reduce((sum, type) => sum + statementsOf(type), 0);
    expect([result.body.errors, statements.length]).toEqual([undefined, expected]);
  });
});
