import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest, { type Response } from 'supertest';
import { schema } from '../../src/graphql/schema.ts';
import { readBooks } from '../harness/ledger.ts';
import { cutPower } from '../harness/power-cut.ts';
import { type SecondService, startSecondService } from '../harness/second-service.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';
import { createList, GERMAN, KUBERNETES } from '../modules/lists/operations.ts';

const ENRICH =
  'mutation ($input: EnrichPartnershipsInput!) { enrichPartnerships(input: $input) { creditsCharged } }';
const TWO = `mutation ($enrich: EnrichPartnershipsInput!, $domains: ListDomainsInput!) {
  enrichPartnerships(input: $enrich) { creditsCharged }
  addDomains(input: $domains) { added alreadyPresent }
  again: addDomains(input: $domains) { added alreadyPresent } }`;
const EXPORT =
  'mutation ($input: ExportListInput!) { exportList(input: $input) { creditsCharged creditsRemaining } }';
const FLAG = 'mutation ($input: FlagCompanyInput!) { flagCompany(input: $input) { flag { companyId } } }';
const TRANSFER =
  'mutation ($input: TransferOwnershipInput!) { transferOwnership(input: $input) { list { listId } } }';
const MAKE_KEY = 'mutation { createApiKey(input: { kind: USER, label: "made once" }) { key } }';

let service: TestService;
let second: SecondService;
let made = 0;

beforeAll(async () => {
  service = await startTestService();
  second = await startSecondService(service);
  await seedSmallCatalogue(service.database.pool);
});
afterAll(async () => {
  await second.close();
  await service.close();
});

/** What a case works on: made anew for each crash. */
interface Stage {
  tenant: Tenant;
  listId: number;
}

interface Case {
  name: string;
  /** Dies after each statement only, unless all crashes are wanted: its like dies before each, too. */
  isShort?: boolean;
  method?: 'post' | 'put' | 'delete';
  path: (stage: Stage) => string;
  body?: (stage: Stage) => object;
  headers?: Record<string, string>;
  /** What was done before. */
  prepare?: (stage: Stage) => Promise<unknown>;
  /** What the retry answers, whatever the first request came to. */
  answer: (stage: Stage) => object;
  /** What the database holds after that: the change was made, once. */
  effect: (stage: Stage) => Promise<unknown>;
  once: (stage: Stage) => unknown;
}

const count = async (sql: string, values: unknown[]): Promise<number> => {
  const { rows } = await service.database.pool.query(`SELECT count(*)::int AS n FROM ${sql}`, values);
  return rows[0]?.n;
};
const books = ({ tenant }: Stage) => readBooks(service.database.pool, tenant.organizationId);
const events = ({ listId }: Stage, action: string) =>
  count('list_event WHERE list_id = $1 AND action = $2', [listId, action]);

const CASES: Case[] = [
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
    name: 'an enrichment over GraphQL is, too',
    isShort: true,
    path: () => '/graphql',
    body: () => ({ query: ENRICH, variables: { input: { domains: ['acme.example'] } } }),
    answer: () => ({ body: { data: { enrichPartnerships: { creditsCharged: 1 } } } }),
    effect: books,
    once: () => ({ balance: 99, ledger: 99, paidFor: [1], unlocked: [1] }),
  },
  {
    name: 'an export over GraphQL is, too',
    path: () => '/graphql',
    body: ({ listId }) => ({ query: EXPORT, variables: { input: { listId } } }),
    answer: () => ({ body: { data: { exportList: { creditsCharged: 4, creditsRemaining: 96 } } } }),
    effect: async (stage) => [(await books(stage)).balance, await events(stage, 'list_exported')],
    once: () => [96, 1],
  },
  {
    name: 'an export of what is paid for is logged once',
    isShort: true,
    prepare: ({ tenant, listId }) =>
      Promise.resolve(service.graphql(tenant.userKey, EXPORT, { input: { listId } })),
    path: () => '/graphql',
    body: ({ listId }) => ({ query: EXPORT, variables: { input: { listId } } }),
    answer: () => ({ body: { data: { exportList: { creditsCharged: 0, creditsRemaining: 96 } } } }),
    effect: async (stage) => [(await books(stage)).balance, await events(stage, 'list_exported')],
    once: () => [96, 2],
  },
  {
    name: 'a list is made once',
    path: () => '/v1/lists',
    body: () => ({ name: 'Made once', definition: GERMAN }),
    answer: () => ({
      status: 201,
      headers: expect.objectContaining({
        location: expect.stringMatching(/^\/v1\/lists\/\d+$/),
        etag: '"1"',
      }),
      body: expect.objectContaining({ name: 'Made once', definition: GERMAN, access_level: 'owner' }),
    }),
    effect: ({ tenant }) =>
      count(`list WHERE name = 'Made once' AND organization_id = $1`, [tenant.organizationId]),
    once: () => 1,
  },
  {
    name: 'a definition gets one version more, and no conflict with itself',
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
      await count('list_definition WHERE list_id = $1', [stage.listId]),
      await events(stage, 'definition_replaced'),
    ],
    once: () => [2, 1],
  },
  {
    name: 'a domain is told to be added, not to be there already',
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
    effect: ({ tenant }) => count('data_flag WHERE organization_id = $1', [tenant.organizationId]),
    once: () => 1,
  },
  {
    name: 'a company is flagged once over GraphQL',
    isShort: true,
    path: () => '/graphql',
    body: () => ({ query: FLAG, variables: { input: { identifier: 'beta' } } }),
    answer: () => ({ body: { data: { flagCompany: { flag: { companyId: 2 } } } } }),
    effect: ({ tenant }) => count('data_flag WHERE organization_id = $1', [tenant.organizationId]),
    once: () => 1,
  },
  {
    name: 'a list is given away, though its old owner could not do so again',
    isShort: true,
    path: () => '/graphql',
    body: ({ tenant, listId }) => ({
      query: TRANSFER,
      variables: { input: { listId, email: `grace@${tenant.name}.example` } },
    }),
    answer: ({ listId }) => ({ body: { data: { transferOwnership: { list: { listId } } } } }),
    effect: (stage) => events(stage, 'ownership_transferred'),
    once: () => 1,
  },
  {
    name: 'a list is deleted, though it is not there any more',
    isShort: true,
    method: 'delete',
    path: ({ listId }) => `/v1/lists/${listId}`,
    answer: () => ({ status: 204 }),
    effect: (stage) => events(stage, 'list_deleted'),
    once: () => 1,
  },
  {
    name: 'of a document with three mutations each is made once',
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

const entries = ({ tenant }: Stage) =>
  count(`credit_entry WHERE organization_id = $1 AND kind = 'enrichment'`, [tenant.organizationId]);

async function setUp(): Promise<Stage> {
  const tenant = await service.createTenant(`crash-${++made}`, 100);
  await service.createColleague(tenant, 'Grace');
  return { tenant, listId: await createList(service, tenant.userKey, 'Stage', KUBERNETES) };
}

function send(
  { method = 'post', path, body, headers = {} }: Case,
  stage: Stage,
  url: string,
): Promise<Response> {
  const test = supertest(url)[method](path(stage)).set(headers);
  const keyed = test.set('X-API-Key', stage.tenant.userKey).set('Idempotency-Key', 'retry-me');
  return Promise.resolve(keyed.send(body?.(stage)));
}

type When = 'before' | 'after';

/** `npm run test:long` has every case die before each statement, too; here the cases that charge or make something do. */
const ALL_CRASHES = process.env.CRASHES === 'all';

/** Runs `attempt` with the process dying before its first statement, before the second, …, then after each. */
async function atEveryStatement(
  attempt: (at: number, when: When) => Promise<boolean>,
  whens: readonly When[] = ['before', 'after'],
) {
  for (const when of whens) {
    let at = 0;
    while (await attempt(at, when)) at += 1;
    // Fewer than this were no request with a change and a record.
    expect(at).toBeGreaterThan(4);
  }
}

/** What a retry after a crash rests on. A mutation that is new here needs a case above, or a reason. */
const REMEMBERED = {
  'by its own effect': [
    'enrichPartnerships',
    'exportList',
    'createList',
    'flagCompany',
    'createApiKey',
    'rotateApiKey',
  ],
  'by changeList': [
    ...['renameList', 'deleteList', 'replaceDefinition', 'restoreDefinition', 'addDomains', 'removeDomain'],
    ...['excludeDomains', 'unexcludeDomain', 'grantPermission', 'revokePermission', 'transferOwnership'],
  ],
  'not at all: to do it twice is to do it once': ['materializeList', 'revokeApiKey', 'updateApiKey'],
};

describe('every mutation', () => {
  it('has a way to be retried after a crash', () => {
    const names = Object.keys(schema.getMutationType()?.getFields() ?? {});
    expect(names.sort()).toEqual(Object.values(REMEMBERED).flat().sort());
  });
});

/** Dozens of requests each: on a busy machine longer than other tests. */
const TIMEOUT_MS = 180_000;

describe('whichever statement the process dies at, with the retry at another process', () => {
  it.each(CASES.map((each) => [each.name, each] as const))(
    '%s',
    async (_name, each) => {
      await atEveryStatement(
        async (at, when) => {
          const stage = await setUp();
          await each.prepare?.(stage);
          const cut = cutPower(service.database.pool, at, when);
          try {
            await send(each, stage, service.url);
          } finally {
            await cut.restore();
          }
          const { happened } = cut;
          service.clock.advance({ minutes: 1 });
          const { status, headers, body } = await send(each, stage, second.url);
          const place = `${when} statement ${at}`;
          expect({ place, status, headers, body }).toMatchObject({ place, ...each.answer(stage) });
          expect({ place, effect: await each.effect(stage) }).toEqual({ place, effect: each.once(stage) });
          return happened;
        },
        each.isShort && !ALL_CRASHES ? ['after'] : undefined,
      );
    },
    TIMEOUT_MS,
  );

  it(
    'an API key is made once, shown to one of the two at most, and kept nowhere',
    async () => {
      const outcomes = new Set<string>();
      const each: Case = {
        name: 'a key',
        path: () => '/graphql',
        body: () => ({ query: MAKE_KEY }),
        answer: () => ({}),
        effect: async () => 0,
        once: () => 0,
      };
      await atEveryStatement(async (at, when) => {
        const stage = await setUp();
        const cut = cutPower(service.database.pool, at, when);
        const first = await send(each, stage, service.url).finally(() => cut.restore());
        const { happened } = cut;
        service.clock.advance({ minutes: 1 });
        const retry = await send(each, stage, second.url);
        const code = retry.body.errors?.[0].extensions.code;
        outcomes.add(code ?? 'made');
        if (first.body.data) expect(code).toBe('IDEMPOTENCY_RESPONSE_LOST');
        const mine = [stage.tenant.organizationId];
        expect(await count(`api_key WHERE label = 'made once' AND organization_id = $1`, mine)).toBe(1);
        const { rows } = await service.database.pool.query(
          `SELECT effects::text || coalesce(encode(body, 'escape'), '') AS kept FROM idempotency_record WHERE organization_id = $1`,
          mine,
        );
        for (const key of [first.body.data?.createApiKey.key, retry.body.data?.createApiKey.key]) {
          const secret = Buffer.from(key?.slice(12, 24) ?? 'nothing');
          expect(rows[0].kept).not.toContain(secret.toString('hex'));
          expect(rows[0].kept).not.toContain(secret.toString());
        }
        return happened;
      });
      expect(outcomes).toEqual(new Set(['made', 'IDEMPOTENCY_RESPONSE_LOST']));
    },
    TIMEOUT_MS,
  );
});
