import { beforeEach, describe, expect, it } from '@jest/globals';
import { rebuildIndex } from '../../../../src/modules/filters/facet-index.ts';
import { codes } from '../../../harness/errors.ts';
import { readBooks } from '../../../harness/ledger.ts';
import { lockTables, untilWaiting } from '../../../harness/locks.ts';
import { bringBack, deleteCompanies, deleteWithin, mergeCompany } from '../../../harness/retire.ts';
import { START, startTestService } from '../../../harness/service.ts';
import { recordStatements } from '../../../harness/statements.ts';
import { useService } from '../../../harness/use-service.ts';
import { condition, definition, seedSmallCatalogue } from '../../filters/support.ts';
import { emptyCatalogue } from '../../import/support.ts';
import { createList, KUBERNETES } from '../operations.ts';

const { service, tenant, rest } = useService('listers', { credits: 20, tenantPerTest: true });
let ids: Record<'acme' | 'beta' | 'gamma' | 'delta' | 'hub', number>;
let listId: number;

beforeEach(async () => {
  const { pool } = service.database;
  await pool.query('TRUNCATE list CASCADE');
  await emptyCatalogue(pool);
  ids = (await seedSmallCatalogue(pool)) as typeof ids;
  listId = await createList(service, tenant.userKey, 'Members', KUBERNETES);
});

const get = async (path = '') => {
  const { status, body } = await rest().get(`/v1/lists/${listId}${path}`);
  return { status, body };
};
const materialize = () => rest().post(`/v1/lists/${listId}/materialize`);
async function graphql(fields: string) {
  const query = `query ($id: ID!) { list(listId: $id) { ${fields} } }`;
  const response = await service.graphql(tenant.userKey, query, { id: listId });
  expect(codes(response)).toEqual([]);
  return response.body.data.list;
}
const member = (slug: keyof typeof ids, name: string, tier: string, partners: number) => ({
  company_id: ids[slug],
  name,
  slug,
  primary_domain: `${slug}.example`,
  partnership_count: partners,
  tier,
  source: 'definition',
});
const slugsOf = ({ body }: { body: { members: { slug: string }[]; total: number } }) => [
  body.members.map(({ slug }) => slug),
  body.total,
];
const slugsIn = (csv: string) => csv.split('\n').map((line) => line.split(',')[2]);
const envelope = {
  limit: 100,
  offset: 0,
  next_cursor: null,
  materialization_id: expect.any(Number),
  definition_version: 1,
  revision: 1,
  materialized_at: START,
  stale: true,
};
const counts = (high: number, medium: number, exploratory: number) => ({
  total: high + medium + exploratory,
  high,
  medium,
  exploratory,
});
/** Members were acme and beta (high), gamma (medium) and delta (exploratory); now they are acme and gamma. */
async function retireTwo(): Promise<void> {
  await deleteCompanies(service.database.pool, 'beta');
  await mergeCompany(service.database.pool, 'delta', 'hub');
}

describe('members that were computed before companies were deleted and merged', () => {
  it('leave these companies out of every page', async () => {
    const first = await get('/members?limit=1');
    const newest = await get('/members?limit=1&sort=-founded_year');
    await retireTwo();
    const acme = member('acme', 'Acme Cloud', 'high', 1);
    const gamma = member('gamma', 'Gamma', 'medium', 0);
    expect(await get('/members')).toEqual({
      status: 200,
      body: { members: [acme, gamma], total: 2, ...envelope },
    });
    const { offset: _, ...pinned } = envelope;
    expect(await get(`/members?cursor=${first.body.next_cursor}`)).toEqual({
      status: 200,
      body: { members: [gamma], total: 2, ...pinned },
    });
    // The page began after beta, which is no longer there.
    expect(slugsOf(await get(`/members?cursor=${newest.body.next_cursor}`))).toEqual([['acme', 'gamma'], 2]);
    expect(slugsOf(await get('/members?sort=-name'))).toEqual([['gamma', 'acme'], 2]);
    expect(slugsOf(await get('/members?sort=-partnership_count&limit=1'))).toEqual([['acme'], 2]);
    expect(slugsOf(await get('/members?tier=high&offset=1'))).toEqual([[], 1]);
    expect(slugsOf(await get('/members?search_name_or_domain=delta'))).toEqual([[], 0]);
  });

  it('leave them out of every count, while the stored ones stay', async () => {
    await get('/members');
    await materialize();
    await retireTwo();
    const { edges, ...members } = (
      await graphql(`members { totalCount edges { node { company { slug } tier } }
        materialization { stale counts { total high medium exploratory } } }`)
    ).members;
    expect(edges).toEqual([
      { node: { company: { slug: 'acme' }, tier: 'HIGH' } },
      { node: { company: { slug: 'gamma' }, tier: 'MEDIUM' } },
    ]);
    expect(members).toEqual({ totalCount: 2, materialization: { stale: true, counts: counts(1, 1, 0) } });
    const kept = '{ edges { node { counts { total high medium exploratory } } } }';
    expect(await graphql(`materializations ${kept}`)).toEqual({
      materializations: {
        edges: [{ node: { counts: counts(1, 1, 0) } }, { node: { counts: counts(1, 1, 0) } }],
      },
    });
    const { rows } = await service.database.pool.query(
      'SELECT high_count, medium_count, exploratory_count FROM list_materialization ORDER BY id',
    );
    const stored = { high_count: 2, medium_count: 1, exploratory_count: 1 };
    // Both have the same members, which are stored once.
    expect(rows).toEqual([stored]);
    const shown = { counts: counts(1, 1, 0) };
    expect((await get('/materializations')).body.materializations).toMatchObject([shown, shown]);
  });

  it('are exported, estimated and charged without them', async () => {
    await get('/members');
    await retireTwo();
    expect(await get('/export/estimate')).toEqual({
      status: 200,
      body: { members: 2, credits_required: 2, credit_balance: 20, sufficient: true },
    });
    const { text, headers } = await rest().get(`/v1/lists/${listId}/export.csv`);
    expect(slugsIn(text)).toEqual(['slug', 'acme', 'gamma', undefined]);
    expect([headers['x-credits-charged'], headers['x-credits-remaining']]).toEqual(['2', '18']);
    expect((await readBooks(service.database.pool, tenant.organizationId)).unlocked).toEqual([
      ids.acme,
      ids.gamma,
    ]);
    const { body } = await rest().get(`/v1/lists/${listId}/audit-log?limit=1`);
    expect(body.events[0]).toMatchObject({
      action: 'list_exported',
      details: { members: 2, credits_charged: 2 },
    });
  });

  it('are downloaded without them from an export that was paid for', async () => {
    const { headers } = await rest().get(`/v1/lists/${listId}/export.csv`);
    expect(headers['x-credits-charged']).toBe('4');
    await retireTwo();
    const again = await rest().get(headers['content-location'] ?? '');
    expect(again.headers['x-credits-charged']).toBe('0');
    expect(slugsIn(again.text)).toEqual(['slug', 'acme', 'gamma', undefined]);
    const id = new URL(headers['content-location'] ?? '', service.url).searchParams.get('materialization');
    const query = `mutation { exportList(input: { listId: "${listId}", materializationId: "${id}" }) {
      creditsCharged materialization { counts { total } } } }`;
    expect((await service.graphql(tenant.userKey, query)).body.data.exportList).toEqual({
      creditsCharged: 0,
      materialization: { counts: { total: 2 } },
    });
  });

  it('are compared without them, so that nobody enters or leaves', async () => {
    const { body } = await get('/members');
    expect(body.total).toBe(4);
    const [{ materialization_id: since }] = (await get('/materializations')).body.materializations;
    await retireTwo();
    const changes = `changes(sinceMaterializationId: "${since}") { all { totalCount } left { totalCount } }`;
    const none = { changes: { all: { totalCount: 0 }, left: { totalCount: 0 } } };
    expect(await graphql(changes)).toEqual(none);
    await materialize();
    // The hub has taken over what was detected at delta.
    expect(await graphql(changes)).toEqual({ changes: { all: { totalCount: 1 }, left: { totalCount: 0 } } });
    expect(await get(`/changes?since=${since}`)).toMatchObject({
      status: 200,
      body: { total: 1, entered: [{ company_id: ids.hub }], left: [] },
    });
  });

  it('are explained and previewed without them', async () => {
    await get('/members');
    await retireTwo();
    expect(await get('/explain?company=beta')).toMatchObject({
      status: 404,
      body: { detail: { error: 'company_not_found', identifier: 'beta' } },
    });
    expect(await graphql('explain(identifier: "delta") { member company { slug } }')).toEqual({
      explain: { member: false, company: { slug: 'hub' } },
    });
    const { body } = await rest().post(`/v1/lists/${listId}/definition/preview`, KUBERNETES);
    expect(body).toEqual({
      count: 3,
      added_count: 1,
      removed_count: 0,
      added_sample: [
        {
          company_id: ids.hub,
          name: 'The Hub',
          slug: 'hub',
          primary_domain: 'hub.example',
          partnership_count: 1,
        },
      ],
      removed_sample: [],
    });
  });

  it('hold a company again that comes back', async () => {
    await get('/members');
    await deleteCompanies(service.database.pool, 'beta', 'gamma');
    expect(slugsOf(await get('/members'))).toEqual([['acme', 'delta'], 2]);
    await bringBack(service.database.pool, 'beta');
    expect(slugsOf(await get('/members'))).toEqual([['acme', 'beta', 'delta'], 3]);
    await bringBack(service.database.pool, 'gamma');
    expect(slugsOf(await get('/members'))).toEqual([['acme', 'beta', 'gamma', 'delta'], 4]);
    // Computed anew, they are those that match today: beta came back without its technologies.
    expect(slugsOf(await get('/members?force_refresh=true'))).toEqual([['acme', 'delta'], 2]);
  });

  it('are found by a process that has not read them before', async () => {
    await get('/members');
    await retireTwo();
    const other = await startTestService({ beside: service });
    const { body } = await other.rest(tenant.userKey).get(`/v1/lists/${listId}/members`);
    expect(slugsOf({ body })).toEqual([['acme', 'gamma'], 2]);
    await other.close();
  });
});

describe('members that are computed while a company is deleted', () => {
  it('leave it out, though it was still there when its domain was read', async () => {
    const named = definition(condition('name', 'contains', ['gamma']));
    listId = await createList(service, tenant.userKey, 'By hand', named);
    await rest().post(`/v1/lists/${listId}/domains`, { domains: ['beta.example'] });
    // The statement of the matches waits, that of the domains does not.
    const lock = await lockTables(service.database, 'facet_posting', 'facet_rare_words');
    const materialized = materialize().then(({ body }) => body);
    await untilWaiting(service.database, 1);
    await deleteWithin(lock.client, ids.beta);
    await lock.client.query('COMMIT');
    await lock.release();
    expect(await materialized).toEqual({
      total_count: 1,
      high_count: 1,
      medium_count: 0,
      exploratory_count: 0,
    });
    expect(slugsOf(await get('/members'))).toEqual([['gamma'], 1]);
    // It was read as a member, so that readers are told to look for what was deleted since.
    const { rows } = await service.database.pool.query('SELECT high_count FROM list_materialization');
    expect(rows).toEqual([{ high_count: 2 }]);
  });
});

describe('a company that is deleted while a page of it is read', () => {
  it('fails the request, which may be sent again', async () => {
    await get('/members');
    // Without the index, the page is read as if before the import, and the company after it.
    const { pool } = service.database;
    await pool.query('DELETE FROM company WHERE id = $1', [ids.gamma]);
    await pool.query('DELETE FROM company_technology WHERE company_id = $1', [ids.gamma]);
    const { status, body, headers } = await rest().get(`/v1/lists/${listId}/members`);
    expect([status, body, headers['retry-after']]).toEqual([
      503,
      {
        detail: {
          error: 'unavailable',
          message: `The catalogue changed while company ${ids.gamma} was read. Send the request again.`,
          retry_after: 1,
        },
      },
      '1',
    ]);
    await rebuildIndex(pool);
    await materialize();
    expect(slugsOf(await get('/members'))).toEqual([['acme', 'beta', 'delta'], 3]);
  });
});

describe('the statements of a page', () => {
  const read = async () => (await recordStatements(async () => get('/members'))).statements;

  it('are one more for the first read after companies were retired, and as many as before then', async () => {
    await get('/members');
    const before = await read();
    await retireTwo();
    const first = await read();
    const after = await read();
    expect(first.filter((sql) => sql.includes('facet_postings_after'))).toHaveLength(1);
    expect([first.length, after]).toEqual([before.length + 1, before]);
  });

  it('are no more for members that were computed after companies were retired', async () => {
    await get('/members');
    const before = await read();
    await retireTwo();
    await materialize();
    expect(await read()).toEqual(before);
  });
});
