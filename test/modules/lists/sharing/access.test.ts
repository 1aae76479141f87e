import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answer, codes, refusal } from '../../../harness/errors.ts';
import { type Colleague, startTestService, type Tenant, type TestService } from '../../../harness/service.ts';
import { seedSmallCatalogue } from '../../filters/support.ts';
import {
  createList,
  KUBERNETES,
  type Level,
  OPERATIONS,
  type Operation,
  overGraphQL,
} from '../operations.ts';

const LEVELS: readonly Level[] = ['viewer', 'editor', 'owner'];
const INVISIBLE = {
  status: 404,
  body: {
    detail: { error: 'list_not_found', message: 'List not found, or it is not shared with you.' },
  },
};

let service: TestService;
let tenant: Tenant;
let other: Tenant;
let people: Record<'viewer' | 'editor' | 'stranger', Colleague>;

beforeAll(async () => {
  service = await startTestService();
  tenant = await service.createTenant('listers', 10_000);
  other = await service.createTenant('rivals', 10_000);
  people = {
    viewer: await service.createColleague(tenant, 'Vera'),
    editor: await service.createColleague(tenant, 'Edith'),
    stranger: await service.createColleague(tenant, 'Sam'),
  };
  await seedSmallCatalogue(service.database.pool);
});
afterAll(() => service.close());

const keyOf = (level: Level) => (level === 'owner' ? tenant.userKey : people[level].userKey);

/** Creates a list with manual domains, shared with a viewer and an editor. */
async function prepare(): Promise<number> {
  const listId = await createList(service, tenant.userKey, 'Prospects', KUBERNETES);
  const rest = service.rest(tenant.userKey);
  await rest.post(`/v1/lists/${listId}/domains`, { domains: ['added.example', 'added2.example'] });
  await rest.post(`/v1/lists/${listId}/excluded-domains`, {
    domains: ['excluded.example', 'excluded2.example'],
  });
  for (const level of ['viewer', 'editor'] as const) {
    const grant = { user_id: people[level].userId, access_level: level };
    expect((await rest.post(`/v1/lists/${listId}/permissions`, grant)).status).toBe(201);
  }
  return listId;
}

let shared: Promise<number> | undefined;

/** Returns a list for an operation: a new one if it may change the list, else one for all. */
function listFor({ graphql }: Operation): Promise<number> {
  if ('mutation' in graphql) return prepare();
  shared ??= prepare();
  return shared;
}

const allowed = (level: Level, { needs }: Operation) => LEVELS.indexOf(level) >= LEVELS.indexOf(needs);

describe.each(OPERATIONS.map((operation) => [operation.name, operation] as const))('%s', (_, operation) => {
  it.each(LEVELS)('is allowed or refused by the access level %s over REST', async (level) => {
    const listId = await listFor(operation);
    const { status, body } = await operation.rest(service, keyOf(level), listId);
    if (allowed(level, operation)) expect([status, body.detail]).toEqual([expect.any(Number), undefined]);
    else expect([status, body.detail.error]).toEqual([403, 'insufficient_access']);
    if (allowed(level, operation)) expect(Math.floor(status / 100)).toBe(2);
  });

  it.each(LEVELS)('is allowed or refused by the access level %s over GraphQL', async (level) => {
    const listId = await listFor(operation);
    const response = await overGraphQL(service, keyOf(level), listId, operation);
    expect(codes(response)).toEqual(allowed(level, operation) ? [] : ['INSUFFICIENT_ACCESS']);
  });

  it('answers others as if the list were absent, and changes nothing', async () => {
    const listId = await listFor(operation);
    const before = await dump(listId);
    const absent = await operation.rest(service, tenant.userKey, 2_000_000_000);
    expect(answer(absent)).toEqual(INVISIBLE);
    for (const key of [people.stranger.userKey, other.userKey]) {
      expect(answer(await operation.rest(service, key, listId))).toEqual(INVISIBLE);
      const hidden = await overGraphQL(service, key, listId, operation);
      const missing = await overGraphQL(service, key, 2_000_000_000, operation);
      expect(codes(hidden)).toEqual(['LIST_NOT_FOUND']);
      expect(refusal(hidden)).toEqual(refusal(missing));
    }
    expect(await dump(listId)).toEqual(before);
  });

  it('requires a personal key', async () => {
    const listId = await listFor(operation);
    const { status, body } = await operation.rest(service, tenant.orgKey, listId);
    expect([status, body.detail.error]).toEqual([403, 'user_credential_required']);
    expect(codes(await overGraphQL(service, tenant.orgKey, listId, operation))).toEqual([
      'USER_CREDENTIAL_REQUIRED',
    ]);
  });
});

/** Reads everything stored about a list, and what its tenant has paid. */
async function dump(listId: number): Promise<unknown> {
  const { pool } = service.database;
  const tables = ['list_definition', 'list_domain', 'list_permission', 'list_materialization', 'list_event'];
  const rows = await Promise.all(
    tables.map((table) => pool.query(`SELECT * FROM ${table} WHERE list_id = $1 ORDER BY 1, 2`, [listId])),
  );
  const list = await pool.query('SELECT * FROM list WHERE id = $1', [listId]);
  const ledger = await pool.query('SELECT * FROM credit_entry ORDER BY id');
  return [list.rows, rows.map((result) => result.rows), ledger.rows];
}

describe('a malformed or unknown id', () => {
  it.each(['0', '-1', 'abc', '1e3', '99999999999999999999', '2147483648', '%00'])(
    '%s is answered like an absent list',
    async (id) => {
      expect(answer(await service.rest(tenant.userKey).get(`/v1/lists/${id}`))).toEqual(INVISIBLE);
    },
  );
});

describe('node', () => {
  it('finds a list only for callers who can see it', async () => {
    const listId = await prepare();
    const id = Buffer.from(`List:${listId}`).toString('base64');
    const query = 'query ($id: ID!) { node(id: $id) { ... on List { listId accessLevel } } }';
    const see = async (key: string) => (await service.graphql(key, query, { id })).body.data.node;
    expect(await see(people.viewer.userKey)).toEqual({ listId, accessLevel: 'VIEWER' });
    expect(await see(people.stranger.userKey)).toBeNull();
    expect(await see(other.userKey)).toBeNull();
  });
});
