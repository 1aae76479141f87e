import { afterAll, describe, expect, it } from '@jest/globals';
import { assertInterfaceType } from 'graphql';
import { schema } from '../../src/api/schema.ts';
import { writeEvent } from '../../src/modules/events/write-event.ts';
import { type Colleague, START, startTestService, testConfig } from '../harness/service.ts';
import { JOB_FILE, makeJob } from '../modules/jobs/support.ts';
import { GERMAN } from '../modules/lists/operations.ts';
import { givePasskey, signInByLink } from '../modules/sign-in/passkey-support.ts';
import { CALLERS, type Caller, createFixture, createPeople, type Fixture, type People } from './callers.ts';
import { operationOf } from './document.ts';
import { valuesOf } from './expectations.ts';

/** The table of each type with a global id. */
const TABLES: Record<string, string> = {
  ApiKey: 'api_key',
  CatalogueImport: '(SELECT id FROM catalogue_import UNION SELECT id FROM import_upload) import',
  Company: 'company',
  CreditEntry: 'credit_entry',
  DataFlag: 'data_flag',
  DefinitionVersion: "(SELECT list_id || '-' || version AS id FROM list_definition) version",
  Draft: 'draft',
  Event: 'event',
  FieldDefinition: "(SELECT scope_id || '-' || declared_at AS id FROM own_field) field",
  InstalledOrganization: 'organization',
  Job: 'job',
  List: 'list',
  ListEvent: 'list_event',
  ListView: 'list_view',
  Materialization:
    '(SELECT id FROM list_materialization UNION SELECT id FROM list_materialization_repeat) kept',
  Organization: 'organization',
  Passkey: 'passkey',
  Permission: 'list_permission',
  Session: '(SELECT id FROM api_key WHERE signed_in_by IS NOT NULL) session',
  Technology: 'technology',
  User: '"user"',
  Webhook: 'webhook',
  WebhookDelivery: 'webhook_delivery',
};

/** Callers with a valid key. */
const VALID = CALLERS.filter((caller) => caller !== 'no key' && caller !== 'revoked key');

/** The materialization belongs to one list alone. */
const NO_CHANGES = { sinceMaterializationId: undefined };

/** Leaf fields of an object, by name. */
type Leaves = Record<string, unknown>;
/** Objects by their global ids. */
type Found = Map<string, Leaves>;

/** The ids of all objects of the database, by type. */
const ids = new Map<string, string[]>();

const globalId = (type: string, id: number | string) => Buffer.from(`${type}:${id}`).toString('base64');
/** Global id of an object that does not exist. */
const absentId = (type: string) => globalId(type, type === 'DefinitionVersion' ? '99-1' : 99_999);
const typeOf = (id: string) => Buffer.from(id, 'base64').toString().split(':', 1)[0] ?? '';

// An operation that selects everything exceeds the limits of one operation.
const { operationLimits } = testConfig();
const wide = { ...operationLimits, maxAliases: 5_000, maxCost: 1e9, maxNodes: 1e9, maxDepth: 50 };
const service = await startTestService({ operationLimits: wide });
const people: People = await createPeople(service);
const fixture: Fixture = await createFixture(service, people);
await addDisabledUsers();
// A field of another organization, beside those of the fixture and of the catalogue.
for (const [caller, key] of [
  ['admin of another organization', 'org.score'],
  ['operator without access', 'custom.revenue'],
] as const)
  await service.rest(people.keys[caller]).post('/v1/fields', { key, label: key, type: 'number' });
await addPersonalObjects();
// Each caller pays for a company that the others of the organization have not unlocked yet.
for (const [caller, domains] of [
  ['owner', ['acme.example', 'hub.example']],
  ['editor', ['beta.example']],
  ['organization key', ['gamma.example']],
  ['admin of another organization', ['acme.example', 'hub.example']],
  ['key of another organization', ['beta.example']],
] as const)
  await service.rest(people.keys[caller]).post('/v1/enrich/partnerships', { domains });
// Counts as interrupted from the start, not from some second of this test on.
await service.database.pool.query(`UPDATE catalogue_import SET started_at = started_at - interval '1 hour'`);
for (const caller of ['viewer', 'organization key', 'key of another organization'] as const)
  await ask(caller, 'Mutation.flagCompany');
for (const [type, table] of Object.entries(TABLES)) {
  const { rows } = await service.database.pool.query(`SELECT id FROM ${table} ORDER BY id`);
  ids.set(
    type,
    rows.map(({ id }) => globalId(type, id)),
  );
}
afterAll(() => service.close());

/** Disables one user whom no list shows, and one for each way in which a list shows a user. */
async function addDisabledUsers(): Promise<void> {
  const tenant = {
    organizationId: people.organizationId,
    name: 'mark-org',
    userId: 0,
    email: '',
    userKey: '',
    orgKey: '',
  };
  const person = (name: string) => service.createColleague(tenant, `mark-person-${name}`);
  const grant = (listId: number, key: string, { userId }: Colleague, access_level: string) =>
    service.rest(key).post(`/v1/lists/${listId}/permissions`, { user_id: userId, access_level });
  const [unknown, owner, granted, editor, left] = [
    await person('unknown'),
    await person('former-owner'),
    await person('granted'),
    await person('former-editor'),
    await person('left'),
  ];
  const own = await service.rest(owner.userKey).post('/v1/lists', { name: 'mark-list of somebody disabled' });
  await grant(own.body.list_id, owner.userKey, people.viewer, 'viewer');
  await service.rest(unknown.userKey).post('/v1/lists', { name: 'mark-list of nobody else' });
  for (const each of [granted, editor, left])
    await grant(fixture.listId, people.owner.userKey, each, 'editor');
  await service
    .rest(editor.userKey)
    .post(`/v1/lists/${fixture.listId}/domains`, { domains: ['late.example'] });
  await service.rest(left.userKey).delete(`/v1/lists/${fixture.listId}/permissions/me`);
  for (const { userId } of [unknown, owner, granted, editor, left]) {
    const { status } = await service
      .rest(people.keys['admin without access'])
      .patch(`/v1/account/users/${userId}`, { disabled: true });
    expect(status).toBe(200);
  }
}

/** Gives several users webhooks with attempts, drafts, passkeys and sessions, and their organizations events. */
async function addPersonalObjects(): Promise<void> {
  const { pool } = service.database;
  for (const caller of ['owner', 'editor', 'admin of another organization'] as const) {
    const rest = service.rest(people.keys[caller]);
    const { body: webhook } = await rest.post('/v1/webhooks', { url: 'https://hooks.example/' });
    await rest.patch(`/v1/webhooks/${webhook.webhook_id}`, { enabled: false });
    await pool.query(
      `INSERT INTO webhook_delivery (webhook_id, event_id, type, at, attempt, outcome, status, duration_ms)
        VALUES ($1, 1, 'list.deleted', now(), 1, 'delivered', 200, 5)`,
      [webhook.webhook_id],
    );
    await rest.post('/v1/drafts', { name: 'mark-list draft', definition: {} });
    const { body: list } = await rest.post('/v1/lists', { name: 'mark-list of one person' });
    await rest.put(`/v1/lists/${list.list_id}/definition`, GERMAN);
    // Reading the members makes a materialization, which must be there before the ids are read.
    await rest.get(`/v1/lists/${list.list_id}/members`);
    await rest.put(`/v1/lists/${list.list_id}/views/mark-view`, { columns: ['name'] });
    await rest.put(`/v1/lists/${list.list_id}/views/mark-view?own=true`, { columns: ['name'] });
    const { body: deleted } = await rest.post('/v1/lists', { name: 'mark-list that goes' });
    await rest.delete(`/v1/lists/${deleted.list_id}`);
  }
  for (const { userId } of [people.owner, people.editor]) {
    await signInByLink(service, userId);
    await givePasskey(service, userId);
  }
  const { organizationId } = people;
  for (const userId of [people.owner.userId, people.editor.userId, null])
    await makeJob(service, { organizationId, userId }, JOB_FILE, { status: 'done' });
  await writeEvent(pool, {
    organizationId: people.organizationId,
    type: 'credits.low',
    at: new Date(START),
    userIds: null,
    data: { balance: 1, threshold: 2 },
  });
}

/** Runs an operation that selects everything below a root field. @returns the objects with a global id. */
async function ask(caller: Caller, name: string, values: object = {}): Promise<Found> {
  const { query, variables } = operationOf(name, { ...valuesOf(fixture), first: 100, ...values });
  const response = await service.graphql(people.keys[caller], query, variables);
  return collect(response.body.data ?? {}, new Map());
}

/** Collects the objects of a response that have a global id, each with its leaf fields. */
function collect(value: unknown, found: Found): Found {
  if (typeof value !== 'object' || value === null) return found;
  for (const each of Object.values(value)) collect(each, found);
  if (Array.isArray(value)) return found;
  // Fields below a fragment carry its type: `List_name`.
  const fields = Object.entries(value).map(
    ([name, each]) => [name.replace(/^[A-Z]\w*?_/, ''), each] as const,
  );
  const leaves = Object.fromEntries(fields.filter(([, each]) => typeof each !== 'object' || each === null));
  if (typeof leaves.id !== 'string' || !(typeOf(leaves.id) in TABLES)) return found;
  // The last use of a key is written some time after the request.
  const { __typename, lastUsedAt, ...own } = leaves;
  return found.set(leaves.id, { ...found.get(leaves.id), ...own });
}

/** Everything that paths show to a caller. */
async function walkPaths(caller: Caller): Promise<Found> {
  const all: Found = new Map();
  const add = (found: Found) => {
    for (const [id, leaves] of found) all.set(id, { ...all.get(id), ...leaves });
  };
  add(await ask(caller, 'Query.viewer'));
  add(await ask(caller, 'Query.installation'));
  add(await deeperParts(caller));
  for (const name of ['Query.drafts', 'Query.events', 'Query.companyFields', 'Query.jobs'])
    add(await ask(caller, name, { listId: undefined }));
  add(await ask(caller, 'Query.lists', NO_CHANGES));
  const rows = async (sql: string) => (await service.database.pool.query(sql)).rows;
  for (const { id } of await rows('SELECT id FROM list'))
    add(await ask(caller, 'Query.list', { listId: id, ...NO_CHANGES }));
  for (const { id } of await rows('SELECT id FROM credit_entry'))
    add(await ask(caller, 'Query.creditEntry', { entryId: id }));
  for (const { slug } of await rows('SELECT slug FROM company'))
    add(await ask(caller, 'Query.company', { identifier: slug }));
  for (const { tech_key } of await rows('SELECT tech_key FROM technology'))
    add(await ask(caller, 'Query.technology', { techKey: tech_key }));
  return all;
}

/** Users, the ledger and attempts of webhooks, which are too deep below `viewer`. Disabled users are for admins only. */
async function deeperParts(caller: Caller): Promise<Found> {
  const page = 'edges { node { id userId email name role kind disabledAt } }';
  const query = `{ viewer { organization { users(first: 100) { ${page} }
    withDisabled: users(includeDisabled: true, first: 100) { ${page} }
    creditEntries(first: 100) { edges { node { id entryId kind amount balanceAfter at requestId apiKey { id } user { id } } } } }
    webhooks { deliveries { edges { node { id deliveryId eventId type at attemptNumber } } } } } }`;
  const { body } = await service.graphql(people.keys[caller], query);
  return collect(body.data ?? {}, new Map());
}

const shown = new Map<Caller, Promise<Found>>();

/** Everything that `nodes` shows to a caller, out of all objects of the database. */
function walkNodes(caller: Caller): Promise<Found> {
  const known = shown.get(caller) ?? readNodes(caller);
  shown.set(caller, known);
  return known;
}

async function readNodes(caller: Caller): Promise<Found> {
  const found: Found = new Map();
  for (const all of ids.values()) {
    // The document selects the type of `id`.
    const some =
      all.length > 0 && (await ask(caller, 'Query.nodes', { ids: all, id: all[0], ...NO_CHANGES }));
    for (const [id, leaves] of some || []) found.set(id, { ...found.get(id), ...leaves });
  }
  return found;
}

it('knows the table of every type with a global id', () => {
  const types = schema.getPossibleTypes(assertInterfaceType(schema.getType('Node')));
  // The ids of types behind another interface name that one.
  const named = types.map((type) => (type.getInterfaces().find(({ name }) => name !== 'Node') ?? type).name);
  expect(Object.keys(TABLES)).toEqual([...new Set(named)].toSorted());
});

describe('what `nodes` shows', () => {
  it.each(VALID)('equals what paths show, field by field: %s', async (caller) => {
    const [byPaths, byNodes] = [await walkPaths(caller), await walkNodes(caller)];
    const shown = (found: Found) =>
      [...found.keys()].map((id) => Buffer.from(id, 'base64').toString()).toSorted();
    expect(shown(byNodes)).toEqual(shown(byPaths));
    for (const [id, leaves] of byNodes) expect(byPaths.get(id)).toMatchObject(leaves);
  });
});

it('has an object of every type, and one that somebody of the organization may not see', async () => {
  const [byOwner, byColleague] = [await walkNodes('owner'), await walkNodes('colleague without access')];
  for (const type of [
    'DefinitionVersion',
    'Draft',
    'Event',
    'FieldDefinition',
    'Passkey',
    'Session',
    'Job',
    'ListView',
    'Webhook',
    'WebhookDelivery',
  ]) {
    const all = ids.get(type) ?? [];
    expect([type, all.some((id) => byOwner.has(id))]).toEqual([type, true]);
    expect([type, all.every((id) => byOwner.has(id))]).toEqual([type, false]);
    expect([type, all.every((id) => byColleague.has(id))]).toEqual([type, false]);
  }
});

describe('an object that the caller may not see', () => {
  const ask = (caller: Caller, field: string) =>
    service
      .graphql(people.keys[caller], `{ found: ${field} }`)
      .set('X-Request-Id', 'the-same')
      .then(({ status, headers, text }) => ({ status, headers: { ...headers, date: '' }, text }));

  it.each(VALID)('has the response of an object that does not exist, byte for byte: %s', async (caller) => {
    const visible = await walkNodes(caller);
    for (const [type, all] of ids) {
      const node = (id: string) =>
        ask(caller, `node(id: "${id}") { __typename id ... on ${type} { again: id } }`);
      const absent = await node(absentId(type));
      expect(absent.text).toContain('{"found":null}');
      const hidden = all.filter((each) => !visible.has(each));
      for (const id of hidden) expect(await node(id)).toEqual(absent);
      const [together, none] = [hidden, hidden.map(() => absentId(type))].map((each) =>
        ask(caller, `nodes(ids: ${JSON.stringify(each)}) { __typename id }`),
      );
      expect(await together).toEqual(await none);
    }
  });

  it.each(['organization key', 'owner'] as const)(
    'is not found by another spelling of its id: %s',
    async (caller) => {
      const { userId } = people.departing;
      const spellings = caller === 'owner' ? [] : [globalId('User', userId), globalId('User', `0${userId}`)];
      const none = await ask(caller, `node(id: "${globalId('User', 99)}") { __typename id }`);
      const names = ['user', 'USER', 'Node', 'Viewer', 'UserEdge', '__proto__', 'constructor'];
      for (const spelling of [
        ...spellings,
        String(userId),
        `User:${userId}`,
        ...names.map((name) => globalId(name, userId)),
        globalId('User', ` ${userId}`),
        globalId('User', `${userId}:1`),
        globalId('User', `${userId}.0`),
        globalId('User', `+${userId}`),
      ])
        expect(await ask(caller, `node(id: "${spelling}") { __typename id }`)).toEqual(none);
      expect((await ask(caller, `node(id: ${userId}) { __typename id }`)).text).toBe(none.text);
    },
  );
});

it('shows nothing to a disabled user, as to a caller without a key', async () => {
  const { userId, userKey } = people.departing;
  const query = `{ node(id: "${globalId('User', userId)}") { id } }`;
  const none = await service.graphql(undefined, query);
  await service
    .rest(people.keys['admin without access'])
    .patch(`/v1/account/users/${userId}`, { disabled: true });
  const { status, text } = await service.graphql(userKey, query);
  expect([status, text]).toEqual([none.status, none.text]);
});
