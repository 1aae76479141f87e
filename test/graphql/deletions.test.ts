import { describe, expect, it } from '@jest/globals';
import { isObjectType } from 'graphql';
import { schema } from '../../src/api/schema.ts';
import { withoutCost } from '../harness/errors.ts';
import { send } from '../harness/sessions.ts';
import { useService } from '../harness/use-service.ts';
import { JOB_FILE, makeJob } from '../modules/jobs/support.ts';
import { createList } from '../modules/lists/operations.ts';
import { givePasskey, signInByLink } from '../modules/sign-in/passkey-support.ts';
import { createWebhook } from '../modules/webhooks/support.ts';

const { service, tenant } = useService('deletions', { tenantPerTest: true });

interface Made {
  /** Global id of the object. */
  id: string;
  /** Fields of the input. */
  input: object;
}

interface Deletion {
  table: string;
  /** Creates an object to delete. */
  create: (graphql: Ask) => Promise<Made>;
}

type Ask = (query: string, variables?: object) => Promise<unknown>;

/** Returns the global id in an answer that has one alone. */
const idIn = (answer: unknown) => /"id":"([^"]+)"/.exec(JSON.stringify(answer))?.[1] ?? '';

/** Shares a list of a colleague with the tenant's admin. */
async function share(): Promise<number> {
  const { userKey } = await service.createColleague(tenant, 'sharer');
  const listId = await createList(service, userKey, 'Shared');
  const grant = { user_id: tenant.userId, access_level: 'viewer' };
  await service.rest(userKey).post(`/v1/lists/${listId}/permissions`, grant);
  return listId;
}

/** All mutations that delete an object with a global id. */
const DELETIONS: Readonly<Record<string, Deletion>> = {
  deleteDraft: {
    table: 'draft',
    create: async (graphql) => {
      const id = idIn(await graphql('mutation { saveDraft(input: { definition: {} }) { draft { id } } }'));
      return { id, input: { draftId: id } };
    },
  },
  deleteJob: {
    table: 'job',
    create: async (graphql) => {
      const jobId = await makeJob(service, tenant, JOB_FILE, { status: 'awaiting_approval' });
      const id = idIn(await graphql(`{ job(jobId: ${jobId}) { id } }`));
      return { id, input: { jobId: id } };
    },
  },
  deleteList: {
    table: 'list',
    create: async (graphql) => {
      const listId = await createList(service, tenant.userKey, 'Goes');
      const id = idIn(await graphql(`{ list(listId: ${listId}) { id } }`));
      return { id, input: { listId: id } };
    },
  },
  deleteView: {
    table: 'list_view',
    create: async (graphql) => {
      const listId = await createList(service, tenant.userKey, 'Viewed');
      const input = `{ listId: ${listId}, name: "All", columns: [] }`;
      const id = idIn(await graphql(`mutation { saveView(input: ${input}) { view { id } } }`));
      return { id, input: { listId, name: 'All' } };
    },
  },
  deleteWebhook: {
    table: 'webhook',
    create: async (graphql) => {
      await createWebhook(service, tenant.userKey, { url: 'https://hooks.example/' });
      const id = idIn(await graphql('{ viewer { webhooks { id } } }'));
      return { id, input: { webhookId: id } };
    },
  },
  leaveList: {
    table: 'list_permission',
    create: async (graphql) => {
      const listId = await share();
      const id = idIn(await graphql(`{ list(listId: ${listId}) { permissions { edges { node { id } } } } }`));
      return { id, input: { listId } };
    },
  },
  deleteField: {
    table: "(SELECT scope_id || '-' || declared_at AS id FROM own_field) field",
    create: async (graphql) => {
      const input = '{ key: "org.score", label: "Score", type: NUMBER }';
      const id = idIn(await graphql(`mutation { createField(input: ${input}) { field { id } } }`));
      return { id, input: { key: 'org.score' } };
    },
  },
  removePasskey: {
    table: 'passkey',
    create: async (graphql) => {
      await givePasskey(service, tenant.userId);
      const id = idIn(await graphql('{ viewer { passkeys { id } } }'));
      return { id, input: { passkeyId: id } };
    },
  },
  revokePermission: {
    table: 'list_permission',
    create: async (graphql) => {
      const listId = await createList(service, tenant.userKey, 'Unshared');
      const grant = `listId: ${listId}, to: { orgWide: true }, accessLevel: VIEWER`;
      const id = idIn(
        await graphql(`mutation { grantPermission(input: { ${grant} }) { permission { id } } }`),
      );
      return { id, input: { listId, permissionId: id } };
    },
  },
  revokeSession: {
    table: 'api_key',
    create: async (graphql) => {
      await signInByLink(service, tenant.userId);
      // The latest first.
      const id = idIn(await graphql('{ viewer { sessions { id } } }'));
      return { id, input: { sessionId: id } };
    },
  },
};

describe('a deletion', () => {
  it('has the field deletedId in its payload, and no other field for an id', () => {
    const payloads = Object.values(schema.getTypeMap()).filter(({ name }) => name.endsWith('Payload'));
    const found = payloads.flatMap((type) =>
      isObjectType(type)
        ? Object.values(type.getFields())
            .filter(({ name }) => /deleted|Id$/.test(name))
            .map((field) => `${type.name}.${field.name}: ${field.type}`)
        : [],
    );
    const expected = Object.keys(DELETIONS).map(
      (name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}Payload.deletedId: ID!`,
    );
    // Ends as many sessions as there are.
    expected.push('RevokeSessionsPayload.deletedIds: [ID!]!');
    expect(found.toSorted()).toEqual(expected.toSorted());
    const named = Object.keys(schema.getMutationType()?.getFields() ?? {}).filter((name) =>
      /^delete/.test(name),
    );
    expect(named.filter((name) => !(name in DELETIONS))).toEqual([]);
  });

  it('of all sessions answers with the global id of each', async () => {
    const cookie = await signInByLink(service, tenant.userId);
    await signInByLink(service, tenant.userId);
    const graphql = async (query: string) =>
      withoutCost(await send(service, 'POST /graphql', { cookie, body: { query } }));
    const sessions = 'SELECT id FROM api_key WHERE user_id = $1 AND signed_in_by IS NOT NULL';
    const { rows } = await service.database.pool.query(sessions, [tenant.userId]);
    const ids = rows.map(({ id }) => Buffer.from(`Session:${id}`).toString('base64'));
    expect(ids).toHaveLength(2);
    const query = 'mutation { revokeSessions(input: {}) { deletedIds count user { userId } } }';
    const deletedIds = expect.arrayContaining(ids);
    expect(await graphql(query)).toEqual({
      data: { revokeSessions: { deletedIds, count: 2, user: { userId: tenant.userId } } },
    });
    const left =
      'SELECT count(*)::int AS count FROM api_key WHERE signed_in_by IS NOT NULL AND revoked_at IS NULL AND user_id = $1';
    expect((await service.database.pool.query(left, [tenant.userId])).rows).toEqual([{ count: 0 }]);
  });

  it.each(Object.keys(DELETIONS))('answers with the global id of the object: %s', async (name) => {
    const cookie = await signInByLink(service, tenant.userId);
    const graphql: Ask = async (query, variables = {}) => {
      const { body } = await send(service, 'POST /graphql', { cookie, body: { query, variables } });
      return withoutCost({ body });
    };
    const { table = '', create } = DELETIONS[name] ?? {};
    const made = await create?.(graphql);
    const node = () => graphql('query ($id: ID!) { node(id: $id) { id } }', { id: made?.id });
    expect(await node()).toEqual({ data: { node: { id: made?.id } } });
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    const query = `mutation ($input: ${type}!) { ${name}(input: $input) { deletedId } }`;
    expect(await graphql(query, { input: made?.input })).toEqual({
      data: { [name]: { deletedId: made?.id } },
    });
    expect(await node()).toEqual({ data: { node: null } });
    const rowId = Buffer.from(made?.id ?? '', 'base64')
      .toString()
      .split(':')[1];
    const gone = name === 'revokeSession' ? 'revoked_at IS NULL AND' : '';
    const sql = `SELECT count(*)::int AS count FROM ${table} WHERE ${gone} id = $1`;
    expect((await service.database.pool.query(sql, [rowId])).rows).toEqual([{ count: 0 }]);
  });
});
