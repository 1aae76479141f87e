import { beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config.ts';
import { codes, refusal } from '../harness/errors.ts';
import { readBooks } from '../harness/ledger.ts';
import { seedPartnership, seedPlain } from '../harness/seed.ts';
import { recordStatements } from '../harness/statements.ts';
import { useTenant, useTestService } from '../harness/use-service.ts';
import { createList } from '../modules/lists/operations.ts';

const MAX = 100_000;
const EVENTS = 60;

let listId: number;

const service = useTestService({
  operationLimits: { ...readConfig({}).operationLimits, maxAnswerBytes: MAX },
});
const tenant = useTenant(service, 'large', 10_000);
beforeAll(async () => {
  const { pool } = service.database;
  listId = await createList(service, tenant.userKey, 'Large');
  await pool.query(
    `INSERT INTO list_event (organization_id, list_id, actor_id, action, details, at)
     SELECT $1, $2, $3, 'domains_added', json_build_object('domains', ARRAY(
       SELECT format('a-rather-long-name-%s.example', d) FROM generate_series(1, 200) d)), now() + n * interval '1 second'
     FROM generate_series(1, $4) n`,
    [tenant.organizationId, listId, tenant.userId, EVENTS],
  );
  for (let i = 0; i < 50; i += 1) await createList(service, tenant.userKey, `List ${i}`);
  await pool.query(
    `UPDATE list_definition SET root = json_build_object('condition', json_build_object('field', 'name',
       'operator', 'contains', 'values', ARRAY(SELECT format('pattern number %s', v) FROM generate_series(1, 250) v)))`,
  );
});

const rest = () => service.rest(tenant.userKey);
const graphql = (query: string, variables?: object) => service.graphql(tenant.userKey, query, variables);

/** Expects a refusal that names a limit. A request with this limit fits, and one above it does not. */
async function expectLimit(path: (limit: number) => string, asked: number): Promise<void> {
  const refused = await rest().get(path(asked));
  expect([refused.status, refused.body.detail]).toEqual([
    422,
    {
      error: 'answer_too_large',
      message: expect.stringMatching(/Ask for at most \d+ at a time, or select fewer fields\.$/),
      limit: expect.any(Number),
      max_bytes: MAX,
    },
  ]);
  const { limit } = refused.body.detail;
  const fitting = await rest().get(path(limit));
  expect([limit, fitting.status]).toEqual([limit, 200]);
  expect(fitting.text.length).toBeLessThanOrEqual(MAX);
  expect(fitting.text.length).toBeGreaterThan(MAX / 3);
}

describe('a page of large rows', () => {
  it('of the audit log is refused with a limit that fits', () =>
    expectLimit((limit) => `/v1/lists/${listId}/audit-log?limit=${limit}`, 1000));

  it('of lists is refused with a limit that fits', () =>
    expectLimit((limit) => `/v1/lists?limit=${limit}`, 1000));

  it.each([
    ['auditLog', `list(listId: $id) { auditLog(first: $first) { edges { node { details } } } }`],
    ['lists', 'lists(first: $first) { edges { node { listId definition } } }'],
  ])('is refused over GraphQL with 422 and a first that fits: %s', async (_name, selection) => {
    const query = `query ($id: ID!, $first: Int!) { ${selection.includes('$id') ? '' : 'list(listId: $id) { name } '}${selection} }`;
    const refused = await graphql(query, { id: listId, first: 500 });
    expect([refused.status, refused.body.data, codes(refused)]).toEqual([
      422,
      undefined,
      ['ANSWER_TOO_LARGE'],
    ]);
    const { limit, max_bytes } = refused.body.errors[0].extensions;
    expect(max_bytes).toBe(MAX);
    const fitting = await graphql(query, { id: listId, first: limit });
    expect([limit, fitting.status, fitting.body.errors]).toEqual([limit, 200, undefined]);
  });

  it('reads definitions only if they are selected', async () => {
    const query = `query ($id: ID!) { lists(first: 1000) { edges { node { name accessLevel } } }
      list(listId: $id) { versions(first: 100) { edges { node { version author { name } } } } } }`;
    const { result, statements } = await recordStatements(async () => graphql(query, { id: listId }));
    expect([result.status, result.body.data.lists.edges.length]).toEqual([200, 51]);
    const pages = statements.filter((sql) => /LIMIT \$\d OFFSET/.test(sql));
    expect(pages).toHaveLength(2);
    for (const sql of pages) expect(sql).not.toMatch(/\broot\b/);
  });

  it('reads the definitions of a page in one statement, and a single definition together with its list', async () => {
    const page = await recordStatements(async () => rest().get('/v1/lists?limit=5'));
    expect(page.result.body.lists.map((list: { definition: object }) => typeof list.definition)).toEqual(
      Array(5).fill('object'),
    );
    expect(page.statements.filter((sql) => sql.includes("'root', d.root"))).toHaveLength(1);
    const one = await recordStatements(async () => rest().get(`/v1/lists/${listId}/definition`));
    expect([one.result.status, one.statements.length]).toEqual([200, 1]);
  });
});

describe('a field that is not selected', () => {
  it('is not read: a page of the audit log without details', async () => {
    const query = `{ list(listId: ${listId}) { auditLog(first: 1000) { edges { ...E } } } }
      fragment E on ListEventEdge { node { eventId action actor { name } } }`;
    const { status, body } = await graphql(query);
    expect([status, body.data.list.auditLog.edges.length]).toEqual([200, EVENTS + 1]);
  });
});

describe('a CSV export', () => {
  it('is streamed, and may exceed the maximum size of responses', async () => {
    const members = await createList(service, tenant.userKey, 'Many members');
    await service.database.pool.query(
      `WITH made AS (
         INSERT INTO company (name, slug, primary_domain, domain_count)
         SELECT format('Company with number %s', n), format('many-%s', n), format('many%s.example', n), 1
         FROM generate_series(1, 1500) n RETURNING id, primary_domain
       ), domains AS (
         INSERT INTO company_domain (domain, company_id, is_primary, position)
         SELECT primary_domain, id, true, 0 FROM made)
       INSERT INTO list_domain (list_id, domain, kind, added_by_id, added_at)
       SELECT $1, primary_domain, 'added', $2, now() FROM made`,
      [members, tenant.userId],
    );
    const response = await rest().get(`/v1/lists/${members}/export.csv`);
    expect([response.status, response.text.length > MAX]).toEqual([200, true]);
    expect(response.text.split('\n')).toHaveLength(1502);
  });
});

describe('a response with many aliases of one object', () => {
  const aliased = (count: number, field: string) =>
    Array.from({ length: count }, (_, i) => `a${i}: ${field}`).join(' ');

  it('is refused with a page size that fits for all of its aliases', async () => {
    const page = 'auditLog(first: $first) { edges { node { details } } }';
    const query = `query ($first: Int!) { list(listId: ${listId}) { ${aliased(9, page)} } }`;
    const refused = await graphql(query, { first: 2 });
    const { limit } = refused.body.errors[0].extensions;
    expect([codes(refused), limit]).toEqual([['ANSWER_TOO_LARGE'], 1]);
    expect((await graphql(query, { first: limit })).body.errors).toBeUndefined();
  });

  it('is refused without a limit if not even one item fits, or if there are no pages', async () => {
    const page = 'auditLog(first: 1) { edges { node { details } } }';
    for (const field of [aliased(40, page), aliased(40, 'definition')]) {
      const refused = await graphql(`{ list(listId: ${listId}) { ${field} } }`);
      expect(refusal(refused)).toEqual({
        status: 422,
        data: undefined,
        errors: [
          {
            message: expect.stringContaining('Select fewer fields, or less below each item.'),
            path: undefined,
            extensions: { code: 'ANSWER_TOO_LARGE', max_bytes: MAX },
          },
        ],
      });
    }
  });

  it('is refused for introspection as well', async () => {
    const refused = await graphql(`{ ${aliased(20, '__schema { types { name description } }')} }`);
    expect([refused.status, codes(refused)]).toEqual([422, ['ANSWER_TOO_LARGE']]);
  });

  it('is sent up to the maximum size', async () => {
    const { status, text } = await graphql(`{ ${aliased(4, '__schema { types { name } }')} }`);
    expect([status, text.length < MAX]).toEqual([200, true]);
  });
});

describe('an enrichment with a large response', () => {
  const domains = Array.from({ length: 10 }, (_, i) => `rich${i}.example`);
  const PARTNERS = 60;

  beforeAll(async () => {
    const { pool } = service.database;
    const partners: number[] = [];
    for (let i = 0; i < PARTNERS; i += 1) partners.push(await seedPlain(pool, `partner${i}`));
    for (let i = 0; i < domains.length; i += 1) {
      const id = await seedPlain(pool, `rich${i}`);
      for (const partner of partners) await seedPartnership(pool, id, partner);
    }
  });

  const books = () => readBooks(service.database.pool, tenant.organizationId);
  const enrich = (sent: readonly string[]) => rest().post('/v1/enrich/partnerships', { domains: sent });
  const ENRICH = (selection: string) =>
    `mutation ($domains: [String!]!) { enrichPartnerships(input: { domains: $domains }) { creditsCharged ${selection} } }`;

  it('is refused before anything is charged or loaded, and states how many domains fit', async () => {
    const before = await books();
    const { result, statements } = await recordStatements(async () => enrich(domains));
    expect([result.status, result.body.detail]).toEqual([
      422,
      {
        error: 'answer_too_large',
        message: expect.stringContaining('Ask for at most'),
        limit: expect.any(Number),
        max_bytes: MAX,
      },
    ]);
    expect(statements.filter((sql) => /partnership p|company_unlock/.test(sql))).toEqual([]);
    expect(await books()).toEqual(before);
    const { limit } = result.body.detail;
    const fitting = await enrich(domains.slice(0, limit));
    expect([fitting.status, fitting.headers['x-credits-charged']]).toEqual([200, String(limit)]);
  });

  it('over GraphQL sets the status only of an answer without data', async () => {
    const before = await books();
    const enrichAll = `enrichPartnerships(input: { domains: $domains }) { results { partnerships { partnerName partnerSlug partnerDomain category description firstObservedAt lastObservedAt } } }`;
    const alone = await graphql(`mutation ($domains: [String!]!) { ${enrichAll} }`, { domains });
    expect([alone.status, alone.body.data, codes(alone)]).toEqual([
      422,
      { enrichPartnerships: null },
      ['ANSWER_TOO_LARGE'],
    ]);
    const query = `mutation ($domains: [String!]!) { updateList(input: { listId: ${listId}, name: "Large" }) { list { name } } ${enrichAll} }`;
    const beside = await graphql(query, { domains });
    expect([beside.status, beside.body.data, codes(beside)]).toEqual([
      200,
      { updateList: { list: { name: 'Large' } }, enrichPartnerships: null },
      ['ANSWER_TOO_LARGE'],
    ]);
    expect(await books()).toEqual(before);
  });

  it('counts a company as often as the domains name it', async () => {
    const { pool } = service.database;
    await pool.query(
      `INSERT INTO company_domain (domain, company_id, is_primary, position)
       SELECT format('also%s.example', n), (SELECT id FROM company WHERE slug = 'rich9'), false, n FROM generate_series(1, 50) n`,
    );
    const before = await books();
    const response = await enrich(Array.from({ length: 50 }, (_, i) => `also${i + 1}.example`));
    expect([response.status, response.body.detail.error]).toEqual([422, 'answer_too_large']);
    expect(await books()).toEqual(before);
  });

  it('counts the selected fields, including aliases and fragments', async () => {
    const names = Array.from({ length: 20 }, (_, i) => `p${i}: partnerName`).join(' ');
    const selections: [string, boolean][] = [
      ['results { domain partnerships { partnerName } }', true],
      ['results { domain partnershipCount }', true],
      [`results { partnerships { ${names} } }`, false],
      [`a: results { ...R } b: results { ...R } c: results { ...R } d: results { ...R }`, false],
    ];
    for (const [selection, runs] of selections) {
      const fragment = selection.includes('...R')
        ? ' fragment R on EnrichmentResult { partnerships { partnerName partnerDomain partnerSlug } }'
        : '';
      const before = await books();
      const response = await graphql(ENRICH(selection) + fragment, { domains });
      expect([selection, response.status]).toEqual([selection, runs ? 200 : 422]);
      if (!runs) expect(await books()).toEqual(before);
    }
  });

  it('is sent once it was charged, even if names are longer than expected', async () => {
    const { pool } = service.database;
    await pool.query(`UPDATE company SET name = repeat('long ', 60) WHERE slug LIKE 'partner%'`);
    const { limit } = (await enrich(domains)).body.detail;
    const response = await enrich(domains.slice(0, limit));
    expect([response.status, response.text.length > MAX]).toEqual([200, true]);
  });

  it('is refused before it runs if its pages might not fit after the charge', async () => {
    const before = await books();
    const selection = 'results { company { technologies(first: 10000) { edges { node { techKey } } } } }';
    const response = await graphql(ENRICH(selection), { domains });
    expect([response.status, codes(response)]).toEqual([422, ['ANSWER_TOO_LARGE']]);
    expect(await books()).toEqual(before);
  });
});
