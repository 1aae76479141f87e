import { expect } from '@jest/globals';
import { Authenticator } from '../harness/authenticator.ts';
import { readBooks } from '../harness/ledger.ts';
import type { Tenant, TestService } from '../harness/service.ts';
import { ORIGIN, signIn } from '../harness/sessions.ts';
import { JOB_FILE, makeJob } from '../modules/jobs/support.ts';
import { GERMAN } from '../modules/lists/operations.ts';
import { creationOptions, givePasskey, signInByLink } from '../modules/sign-in/passkey-support.ts';

const ENRICH =
  'mutation ($input: EnrichPartnershipsInput!) { enrichPartnerships(input: $input) { creditsCharged } }';
const TWO = `mutation ($enrich: EnrichPartnershipsInput!, $domains: AddDomainsInput!) {
  enrichPartnerships(input: $enrich) { creditsCharged }
  addDomains(input: $domains) { added alreadyPresent }
  again: addDomains(input: $domains) { added alreadyPresent } }`;
const EXPORT =
  'mutation ($input: ExportListInput!) { exportList(input: $input) { creditsCharged creditsRemaining } }';
const FLAG = 'mutation ($input: FlagCompanyInput!) { flagCompany(input: $input) { flag { companyId } } }';
const TRANSFER =
  'mutation ($input: TransferOwnershipInput!) { transferOwnership(input: $input) { list { listId } } }';

const DISABLE =
  'mutation ($userId: ID!) { updateUser(input: { userId: $userId, disabled: true }) { user { userId } } }';
const RESOLVE = `mutation ($flagId: ID!) {
  resolveFlag(input: { flagId: $flagId, resolution: CORRECTED }) { flag { flagId status } } }`;
/** Id of the flag that a case resolves. */
const flags = new WeakMap<Tenant, number>();
/** Id of the member that a case disables. */
const PROMOTE =
  'mutation ($userId: ID!) { updateUser(input: { userId: $userId, role: ADMIN }) { user { role } } }';
/** Id of the member that a case changes. */
const members = new WeakMap<Tenant, number>();
/** Id of the job that a case changes. */
const jobs = new WeakMap<Tenant, number>();
/** Id of the webhook that a case changes. */
const webhooks = new WeakMap<Tenant, number>();
/** Id of the draft that a case changes. */
const draftIds = new WeakMap<Tenant, number>();
/** What a case sends of a passkey, after its person has signed in. */
const passkeys = new WeakMap<Tenant, { cookie: string; response?: object; passkeyId?: number }>();

/** Organization and list of a request, created for each crash. */
export interface Stage {
  service: TestService;
  tenant: Tenant;
  listId: number;
}

/** A request during which the process dies, and which is then retried. */
export interface Case {
  name: string;
  /** Without CRASHES=all, dies only after each change, because a similar case dies before each as well. */
  isShort?: boolean;
  method?: 'post' | 'put' | 'patch' | 'delete';
  path: (stage: Stage) => string;
  body?: (stage: Stage) => object;
  headers?: Record<string, string>;
  /** Cookie of a person who is signed in, instead of the personal key. */
  cookie?: (stage: Stage) => string | undefined;
  /** Changes the stage before the request is sent. */
  prepare?: (stage: Stage) => Promise<unknown>;
  /** The response to the retry, regardless of the statement at which the first request died. */
  answer: (stage: Stage) => object;
  /** Reads the effect from the database after the retry. */
  effect: (stage: Stage) => Promise<unknown>;
  /** The effect of exactly one change. */
  once: (stage: Stage) => unknown;
}

/** Counts rows; `sql` begins with the name of the table. */
export async function count(service: TestService, sql: string, values: unknown[]): Promise<number> {
  const { rows } = await service.database.pool.query(`SELECT count(*)::int AS n FROM ${sql}`, values);
  return rows[0]?.n;
}

const books = ({ service, tenant }: Stage) => readBooks(service.database.pool, tenant.organizationId);
const events = ({ service, listId }: Stage, action: string) =>
  count(service, 'list_event WHERE list_id = $1 AND action = $2', [listId, action]);
/** Counts ledger entries of enrichments. */
const entries = ({ service, tenant }: Stage) =>
  count(service, `credit_entry WHERE organization_id = $1 AND kind = 'enrichment'`, [tenant.organizationId]);

/** Counts entries of the audit log of administration. */
const adminEvents = ({ service, tenant }: Stage, action: string) =>
  count(service, 'admin_event WHERE organization_id = $1 AND action = $2', [tenant.organizationId, action]);

async function makeMember({ service, tenant }: Stage): Promise<void> {
  const person = { name: 'Mia', email: `mia@${tenant.name}.example`, admin: false };
  const { id } = await service.admin.createUser({ organization: tenant.name, ...person });
  members.set(tenant, id);
}

const ENDPOINT = 'https://hooks.example/';

/** Makes a webhook that hangs on an event. */
async function makeWebhook({ service, tenant }: Stage): Promise<void> {
  const { body } = await service.rest(tenant.userKey).post('/v1/webhooks', { url: ENDPOINT }).expect(201);
  webhooks.set(tenant, body.webhook_id);
  await service.database.pool.query(
    'UPDATE webhook SET pending_position = position + 1, pending_event_id = 7, attempts = 1 WHERE id = $1',
    [body.webhook_id],
  );
}

const webhookPath = ({ tenant }: Stage, verb = '') => `/v1/webhooks/${webhooks.get(tenant)}${verb}`;

/** Makes a job that waits for an approval. */
async function makeWaitingJob({ service, tenant }: Stage): Promise<void> {
  jobs.set(tenant, await makeJob(service, tenant, JOB_FILE, { status: 'awaiting_approval' }));
}

const jobPath = ({ tenant }: Stage, verb = '') => `/v1/jobs/${jobs.get(tenant)}${verb}`;

async function makeDraft({ service, tenant }: Stage): Promise<void> {
  const { body } = await service.rest(tenant.userKey).post('/v1/drafts', { definition: {} }).expect(201);
  draftIds.set(tenant, body.draft_id);
}

/** Versions of the drafts of the caller. */
async function drafts({ service, tenant }: Stage): Promise<unknown[]> {
  const sql = 'SELECT version FROM draft WHERE user_id = $1';
  return (await service.database.pool.query(sql, [tenant.userId])).rows;
}

async function declareField({ service, tenant }: Stage): Promise<void> {
  const field = { key: 'org.score', label: 'Score', type: 'number' };
  await service.rest(tenant.userKey).post('/v1/fields', field).expect(201);
}

/** Own fields of the organization, how often they were declared or deleted, and their values. */
async function ownFields({ service, tenant }: Stage): Promise<unknown> {
  const { rows } = await service.database.pool.query(
    `SELECT ARRAY(SELECT label FROM own_field WHERE scope_id = $1) AS fields,
       (SELECT registry FROM field_scope WHERE scope_id = $1) AS registry,
       coalesce((SELECT jsonb_agg(e.value) FROM own_field_values v, jsonb_each(v."values") e WHERE v.scope_id = $1), '[]') AS values`,
    [tenant.organizationId],
  );
  return rows[0];
}

export const CASES: readonly Case[] = [
  {
    name: 'an enrichment is charged once and answered with that charge',
    path: () => '/v1/enrich/partnerships',
    body: () => ({ domains: ['acme.example', 'beta.example', 'nobody.example'] }),
    answer: () => ({
      status: 200,
      headers: expect.objectContaining({ 'x-credits-charged': '2', 'x-credits-remaining': '98' }),
      body: expect.objectContaining({ total_domains_requested: 3, domains_found: 2 }),
    }),
    effect: async (stage) => ({ ...(await books(stage)), entries: await entries(stage) }),
    once: () => ({ balance: 98, ledger: 98, paidFor: [1, 2], unlocked: [1, 2], entries: 1 }),
  },
  {
    name: 'an enrichment over GraphQL is charged once',
    isShort: true,
    path: () => '/graphql',
    body: () => ({ query: ENRICH, variables: { input: { domains: ['acme.example'] } } }),
    answer: () => ({ body: { data: { enrichPartnerships: { creditsCharged: 1 } } } }),
    effect: books,
    once: () => ({ balance: 99, ledger: 99, paidFor: [1], unlocked: [1] }),
  },
  {
    name: 'an export over GraphQL is charged once',
    isShort: true,
    path: () => '/graphql',
    body: ({ listId }) => ({ query: EXPORT, variables: { input: { listId } } }),
    answer: () => ({ body: { data: { exportList: { creditsCharged: 4, creditsRemaining: 96 } } } }),
    effect: async (stage) => [(await books(stage)).balance, await events(stage, 'list_exported')],
    once: () => [96, 1],
  },
  {
    name: 'an export that is already paid for is logged once',
    isShort: true,
    prepare: ({ service, tenant, listId }) =>
      Promise.resolve(service.graphql(tenant.userKey, EXPORT, { input: { listId } })),
    path: () => '/graphql',
    body: ({ listId }) => ({ query: EXPORT, variables: { input: { listId } } }),
    answer: () => ({ body: { data: { exportList: { creditsCharged: 0, creditsRemaining: 96 } } } }),
    effect: async (stage) => [(await books(stage)).balance, await events(stage, 'list_exported')],
    once: () => [96, 2],
  },
  {
    name: 'a list is created once',
    path: () => '/v1/lists',
    body: () => ({ name: 'Made once', definition: GERMAN }),
    answer: () => ({
      status: 201,
      headers: expect.objectContaining({
        location: expect.stringMatching(/^\/v1\/lists\/\d+$/),
      }),
      body: expect.objectContaining({ name: 'Made once', definition: GERMAN, access_level: 'owner' }),
    }),
    effect: ({ service, tenant }) =>
      count(service, `list WHERE name = 'Made once' AND organization_id = $1`, [tenant.organizationId]),
    once: () => 1,
  },
  {
    name: 'a draft is made once',
    isShort: true,
    path: () => '/v1/drafts',
    body: () => ({ definition: GERMAN }),
    answer: () => ({ status: 201, body: expect.objectContaining({ definition: GERMAN, version: 1 }) }),
    effect: drafts,
    once: () => [{ version: 1 }],
  },
  {
    name: 'a draft is replaced once, without a conflict with itself',
    isShort: true,
    prepare: makeDraft,
    method: 'put',
    path: ({ tenant }) => `/v1/drafts/${draftIds.get(tenant)}`,
    headers: { 'If-Match': '"1"' },
    body: () => ({ definition: GERMAN }),
    answer: () => ({ status: 200, body: expect.objectContaining({ definition: GERMAN, version: 2 }) }),
    effect: drafts,
    once: () => [{ version: 2 }],
  },
  {
    name: 'a draft is deleted once, although it no longer exists',
    isShort: true,
    prepare: makeDraft,
    method: 'delete',
    path: ({ tenant }) => `/v1/drafts/${draftIds.get(tenant)}`,
    answer: () => ({ status: 204 }),
    effect: drafts,
    once: () => [],
  },
  {
    name: 'a field is declared once',
    isShort: true,
    path: () => '/v1/fields',
    body: () => ({ key: 'org.score', label: 'Score', type: 'number' }),
    answer: () => ({ status: 201, body: expect.objectContaining({ key: 'org.score', label: 'Score' }) }),
    effect: ownFields,
    once: () => ({ fields: ['Score'], registry: 1, values: [] }),
  },
  {
    name: 'a field is changed once',
    isShort: true,
    prepare: declareField,
    method: 'patch',
    path: () => '/v1/fields/org.score',
    body: () => ({ label: 'Changed' }),
    answer: () => ({ status: 200, body: expect.objectContaining({ label: 'Changed' }) }),
    effect: ownFields,
    once: () => ({ fields: ['Changed'], registry: 1, values: [] }),
  },
  {
    name: 'a field is deleted once, although it no longer exists',
    isShort: true,
    prepare: declareField,
    method: 'delete',
    path: () => '/v1/fields/org.score',
    answer: () => ({ status: 204 }),
    effect: ownFields,
    once: () => ({ fields: [], registry: 2, values: [] }),
  },
  {
    name: 'values are stored once',
    isShort: true,
    prepare: declareField,
    path: () => '/v1/fields/values',
    body: () => ({ values: [{ identifier: 'acme.example', fields: { 'org.score': 1.5 } }] }),
    answer: () => ({ status: 200, body: { set: 1, cleared: 0, unchanged: 0, not_tracked: [], invalid: [] } }),
    effect: ownFields,
    once: () => ({ fields: ['Score'], registry: 1, values: [1.5] }),
  },
  {
    name: 'a list is duplicated once',
    isShort: true,
    path: ({ listId }) => `/v1/lists/${listId}/duplicate`,
    prepare: ({ service, tenant, listId }) =>
      Promise.resolve(
        service.rest(tenant.userKey).post(`/v1/lists/${listId}/domains`, { domains: ['hub.example'] }),
      ),
    body: () => ({}),
    answer: () => ({ status: 201, body: expect.objectContaining({ name: 'Copy of Stage' }) }),
    effect: ({ service, tenant }) =>
      count(
        service,
        'list l JOIN list_domain d ON d.list_id = l.id WHERE l.owner_id = $1 AND l.name LIKE $2',
        [tenant.userId, 'Copy%'],
      ),
    once: () => 1,
  },
  {
    name: 'a list is tagged once',
    isShort: true,
    method: 'patch',
    path: ({ listId }) => `/v1/lists/${listId}`,
    body: () => ({ name: 'Named once', tags: ['DACH'] }),
    answer: () => ({ status: 200, body: expect.objectContaining({ name: 'Named once', tags: ['DACH'] }) }),
    effect: async (stage) => [await events(stage, 'list_renamed'), await events(stage, 'tags_changed')],
    once: () => [1, 1],
  },
  {
    name: 'a list is marked once',
    isShort: true,
    method: 'put',
    path: ({ listId }) => `/v1/lists/${listId}/favourite`,
    answer: () => ({ status: 204 }),
    effect: ({ service, tenant }) => count(service, 'list_favourite WHERE user_id = $1', [tenant.userId]),
    once: () => 1,
  },
  {
    name: 'a definition gets one new version, without a conflict with itself',
    isShort: true,
    method: 'put',
    path: ({ listId }) => `/v1/lists/${listId}/definition`,
    headers: { 'If-Match': '"1"' },
    body: () => GERMAN,
    answer: () => ({
      status: 200,
      headers: expect.objectContaining({ etag: '"2"' }),
      body: { definition_version: 2, definition: GERMAN },
    }),
    effect: async (stage) => [
      await count(stage.service, 'list_definition WHERE list_id = $1', [stage.listId]),
      await events(stage, 'definition_replaced'),
    ],
    once: () => [2, 1],
  },
  {
    name: 'a domain is reported as added, not as already present',
    isShort: true,
    path: ({ listId }) => `/v1/lists/${listId}/domains`,
    body: () => ({ domains: ['hub.example'] }),
    answer: () => ({
      status: 200,
      body: { added: ['hub.example'], already_present: [], not_tracked: [], invalid: [] },
    }),
    effect: (stage) => events(stage, 'domains_added'),
    once: () => 1,
  },
  {
    name: 'a company is flagged once over REST',
    isShort: true,
    path: () => '/v1/companies/acme/flags',
    answer: () => ({ status: 201, body: expect.objectContaining({ company_id: 1, status: 'queued' }) }),
    effect: ({ service, tenant }) =>
      count(service, 'data_flag WHERE organization_id = $1', [tenant.organizationId]),
    once: () => 1,
  },
  {
    name: 'a company is flagged once over GraphQL',
    isShort: true,
    path: () => '/graphql',
    body: () => ({ query: FLAG, variables: { input: { identifier: 'beta' } } }),
    answer: () => ({ body: { data: { flagCompany: { flag: { companyId: 2 } } } } }),
    effect: ({ service, tenant }) =>
      count(service, 'data_flag WHERE organization_id = $1', [tenant.organizationId]),
    once: () => 1,
  },
  {
    name: 'a list is transferred once, although its former owner could not do so again',
    isShort: true,
    prepare: ({ service, tenant }) => service.createColleague(tenant, 'Grace'),
    path: () => '/graphql',
    body: ({ tenant, listId }) => ({
      query: TRANSFER,
      variables: { input: { listId, to: { email: `grace@${tenant.name}.example` } } },
    }),
    answer: ({ listId }) => ({ body: { data: { transferOwnership: { list: { listId } } } } }),
    effect: (stage) => events(stage, 'ownership_transferred'),
    once: () => 1,
  },
  {
    name: 'a list is deleted once, although it no longer exists',
    isShort: true,
    method: 'delete',
    path: ({ listId }) => `/v1/lists/${listId}`,
    answer: () => ({ status: 204 }),
    effect: (stage) => events(stage, 'list_deleted'),
    once: () => 1,
  },
  {
    name: 'credits are granted once, and answered with the entry of then',
    prepare: ({ service, tenant }) => service.admin.setOperator(tenant.email, true),
    path: ({ tenant }) => `/v1/installation/organizations/${tenant.organizationId}/credits`,
    body: () => ({ amount: 11 }),
    answer: () => ({ status: 201, body: expect.objectContaining({ amount: 11, balance_after: 111 }) }),
    effect: async (stage) => {
      const { balance, ledger } = await books(stage);
      const granted = `admin_event WHERE action = 'credits_granted' AND actor_id = $1`;
      return [balance, ledger, await count(stage.service, granted, [stage.tenant.userId])];
    },
    once: () => [111, 111, 1],
  },
  {
    name: 'a flag is resolved once',
    isShort: true,
    prepare: async ({ service, tenant }) => {
      await service.admin.setOperator(tenant.email, true);
      const { body } = await service.rest(tenant.userKey).post('/v1/companies/acme/flags');
      flags.set(tenant, body.flag_id);
    },
    path: () => '/graphql',
    body: ({ tenant }) => ({ query: RESOLVE, variables: { flagId: String(flags.get(tenant)) } }),
    answer: ({ tenant }) => ({
      body: { data: { resolveFlag: { flag: { flagId: flags.get(tenant), status: 'RESOLVED' } } } },
    }),
    effect: ({ service, tenant }) =>
      count(service, `admin_event WHERE action = 'flag_resolved' AND actor_id = $1`, [tenant.userId]),
    once: () => 1,
  },
  {
    name: 'a user is disabled once',
    isShort: true,
    prepare: makeMember,
    path: () => '/graphql',
    body: ({ tenant }) => ({ query: DISABLE, variables: { userId: String(members.get(tenant)) } }),
    answer: ({ tenant }) => ({ body: { data: { updateUser: { user: { userId: members.get(tenant) } } } } }),
    effect: (stage) => adminEvents(stage, 'user_disabled'),
    once: () => 1,
  },
  {
    name: 'sessions are ended once, and counted',
    isShort: true,
    prepare: async ({ service, tenant }) => {
      for (let n = 0; n < 2; n += 1) await signIn(service, { key: tenant.userKey });
    },
    path: () => '/graphql',
    body: () => ({ query: 'mutation { revokeSessions(input: {}) { count } }' }),
    answer: () => ({ body: { data: { revokeSessions: { count: 2 } } } }),
    effect: ({ service, tenant }) =>
      count(service, `admin_event WHERE organization_id = $1 AND action = 'sessions_ended'`, [
        tenant.organizationId,
      ]),
    once: () => 1,
  },
  {
    name: 'a passkey is added once, although its challenge is used up',
    isShort: true,
    prepare: async ({ service, tenant }) => {
      const cookie = await signInByLink(service, tenant.userId);
      const response = new Authenticator(ORIGIN).create(await creationOptions(service, cookie));
      passkeys.set(tenant, { cookie, response });
    },
    cookie: ({ tenant }) => passkeys.get(tenant)?.cookie,
    path: () => '/v1/account/passkeys',
    body: ({ tenant }) => ({ name: 'MacBook', response: passkeys.get(tenant)?.response }),
    answer: () => ({ status: 201, body: { name: 'MacBook' } }),
    effect: ({ service, tenant }) => count(service, 'passkey WHERE user_id = $1', [tenant.userId]),
    once: () => 1,
  },
  {
    name: 'a passkey is renamed once, although it could be renamed again meanwhile',
    isShort: true,
    method: 'patch',
    prepare: async ({ service, tenant }) => {
      const { passkeyId } = await givePasskey(service, tenant.userId);
      passkeys.set(tenant, { cookie: await signInByLink(service, tenant.userId), passkeyId });
    },
    cookie: ({ tenant }) => passkeys.get(tenant)?.cookie,
    path: ({ tenant }) => `/v1/account/passkeys/${passkeys.get(tenant)?.passkeyId}`,
    body: () => ({ name: 'Phone' }),
    answer: () => ({ body: expect.objectContaining({ name: 'Phone' }) }),
    effect: (stage) => adminEvents(stage, 'passkey_renamed'),
    once: () => 1,
  },
  {
    name: 'a passkey is removed once, although it no longer exists',
    isShort: true,
    method: 'delete',
    prepare: async ({ service, tenant }) => {
      const { passkeyId } = await givePasskey(service, tenant.userId);
      passkeys.set(tenant, { cookie: await signInByLink(service, tenant.userId), passkeyId });
    },
    cookie: ({ tenant }) => passkeys.get(tenant)?.cookie,
    path: ({ tenant }) => `/v1/account/passkeys/${passkeys.get(tenant)?.passkeyId}`,
    answer: () => ({ status: 204 }),
    effect: ({ service, tenant }) =>
      count(service, `admin_event WHERE organization_id = $1 AND action = 'passkey_removed'`, [
        tenant.organizationId,
      ]),
    once: () => 1,
  },
  {
    name: 'the rows of a job are matched anew once',
    isShort: true,
    method: 'patch',
    prepare: makeWaitingJob,
    path: (stage) => jobPath(stage),
    body: () => ({ min_confidence: 0.8 }),
    answer: () => ({ body: expect.objectContaining({ min_confidence: 0.8, status: 'matching' }) }),
    effect: ({ service, tenant }) =>
      count(service, 'generate_series(1, (SELECT round FROM job WHERE organization_id = $1))', [
        tenant.organizationId,
      ]),
    once: () => 1,
  },
  {
    name: 'a job is approved once, and not refused because it runs already',
    isShort: true,
    prepare: makeWaitingJob,
    path: (stage) => jobPath(stage, '/approve'),
    body: () => ({}),
    answer: () => ({ status: 200, body: expect.objectContaining({ status: 'running' }) }),
    effect: ({ service, tenant }) =>
      count(service, `job WHERE organization_id = $1 AND status = 'running'`, [tenant.organizationId]),
    once: () => 1,
  },
  {
    name: 'a job is cancelled once, and tells so once',
    isShort: true,
    prepare: makeWaitingJob,
    path: (stage) => jobPath(stage, '/cancel'),
    answer: () => ({ status: 200, body: expect.objectContaining({ status: 'cancelled' }) }),
    effect: ({ service, tenant }) =>
      count(service, `event WHERE organization_id = $1 AND type = 'job.finished'`, [tenant.organizationId]),
    once: () => 1,
  },
  {
    name: 'a job is deleted once, although it no longer exists',
    isShort: true,
    method: 'delete',
    prepare: makeWaitingJob,
    path: (stage) => jobPath(stage),
    answer: () => ({ status: 204 }),
    effect: async ({ service, tenant }) =>
      1 - (await count(service, 'job WHERE organization_id = $1', [tenant.organizationId])),
    once: () => 1,
  },
  {
    name: 'a webhook is changed once',
    isShort: true,
    method: 'patch',
    prepare: makeWebhook,
    path: (stage) => webhookPath(stage),
    body: () => ({ label: 'CRM', enabled: true }),
    answer: () => ({ body: expect.objectContaining({ label: 'CRM', failed_attempts: 0 }) }),
    effect: (stage) => adminEvents(stage, 'webhook_changed'),
    once: () => 1,
  },
  {
    name: 'a secret is replaced once, so that the one before the last signs for a day',
    isShort: true,
    prepare: makeWebhook,
    path: (stage) => webhookPath(stage, '/rotate-secret'),
    // It shows the secret, unless that was lost with the first answer.
    answer: () => ({}),
    effect: (stage) => adminEvents(stage, 'webhook_secret_rotated'),
    once: () => 1,
  },
  {
    name: 'one event is skipped, and not the next one as well',
    isShort: true,
    prepare: makeWebhook,
    path: (stage) => webhookPath(stage, '/skip'),
    answer: () => ({ status: 200, body: expect.objectContaining({ failed_attempts: 0 }) }),
    effect: (stage) => adminEvents(stage, 'webhook_cursor_moved'),
    once: () => 1,
  },
  {
    name: 'a cursor is set once, although it has moved on meanwhile',
    isShort: true,
    prepare: makeWebhook,
    path: (stage) => webhookPath(stage, '/replay'),
    body: () => ({}),
    answer: () => ({ status: 200 }),
    effect: (stage) => adminEvents(stage, 'webhook_cursor_moved'),
    once: () => 1,
  },
  {
    name: 'a webhook is deleted once, although it no longer exists',
    isShort: true,
    method: 'delete',
    prepare: makeWebhook,
    path: (stage) => webhookPath(stage),
    answer: () => ({ status: 204 }),
    effect: (stage) => adminEvents(stage, 'webhook_deleted'),
    once: () => 1,
  },
  {
    name: 'a role is changed once, although another admin could undo it meanwhile',
    isShort: true,
    prepare: makeMember,
    path: () => '/graphql',
    body: ({ tenant }) => ({ query: PROMOTE, variables: { userId: String(members.get(tenant)) } }),
    answer: () => ({ body: { data: { updateUser: { user: { role: 'ADMIN' } } } } }),
    effect: (stage) => adminEvents(stage, 'user_role_changed'),
    once: () => 1,
  },
  {
    name: 'a setting of the organization is changed once',
    isShort: true,
    path: () => '/graphql',
    body: () => ({
      query:
        'mutation { updateOrganization(input: { creditsLowThreshold: 7 }) { organization { creditsLowThreshold } } }',
    }),
    answer: () => ({ body: { data: { updateOrganization: { organization: { creditsLowThreshold: 7 } } } } }),
    effect: (stage) => adminEvents(stage, 'organization_changed'),
    once: () => 1,
  },
  {
    name: 'a service account is created once',
    isShort: true,
    path: () => '/v1/account/service-accounts',
    body: () => ({ name: 'Import' }),
    answer: () => ({ status: 201, body: expect.objectContaining({ name: 'Import', kind: 'service' }) }),
    effect: async (stage) => [
      await adminEvents(stage, 'user_created'),
      await count(stage.service, `"user" WHERE organization_id = $1 AND kind = 'service'`, [
        stage.tenant.organizationId,
      ]),
    ],
    // The other entry is of the tenant's admin.
    once: () => [2, 1],
  },
  {
    name: 'each of three mutations in a document runs once',
    isShort: true,
    path: () => '/graphql',
    body: ({ listId }) => ({
      query: TWO,
      variables: {
        enrich: { domains: ['acme.example'] },
        domains: { listId, domains: ['hub.example'] },
      },
    }),
    answer: () => ({
      body: {
        data: {
          enrichPartnerships: { creditsCharged: 1 },
          addDomains: { added: ['hub.example'], alreadyPresent: [] },
          again: { added: [], alreadyPresent: ['hub.example'] },
        },
      },
    }),
    effect: async (stage) => [(await books(stage)).balance, await events(stage, 'domains_added')],
    once: () => [99, 1],
  },
];
