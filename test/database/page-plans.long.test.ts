import { beforeAll, describe, expect, it } from '@jest/globals';
import { recordStatements } from '../harness/statements.ts';
import { useService } from '../harness/use-service.ts';
import { createList } from '../modules/lists/operations.ts';

const ROWS = 10_000;
const PAGE = 20;
const { service, tenant } = useService('paged');
let listId = 0;

beforeAll(async () => {
  const { pool } = service.database;
  await pool.query(
    `WITH made AS (
       INSERT INTO list (organization_id, owner_id, name, name_key, created_at, updated_at)
       SELECT $1, $2, 'List ' || n, 'list ' || n, timestamptz '2026-01-01Z' + n / 3 * interval '1 second',
         timestamptz '2026-01-01Z' + n / 3 * interval '1 second'
       FROM generate_series(1, ${ROWS}) n RETURNING id)
     INSERT INTO list_definition (list_id, version, registry_version, author_id, created_at)
     SELECT id, 1, '2', $2, timestamptz '2026-01-01Z' FROM made`,
    [tenant.organizationId, tenant.userId],
  );
  listId = await createList(service, tenant.userKey, 'Long log');
  await pool.query(
    `INSERT INTO list_event (organization_id, actor_id, list_id, action, details, at)
     SELECT $1, $2, $3, 'list_renamed', '{}', timestamptz '2026-01-01Z' FROM generate_series(1, ${ROWS})`,
    [tenant.organizationId, tenant.userId, listId],
  );
  await pool.query(
    `INSERT INTO technology (tech_key, display_name, display_name_key)
     SELECT 'tech-' || n, 'Tech ' || n, 'tech ' || n FROM generate_series(1, ${ROWS}) n`,
  );
  await pool.query(
    `INSERT INTO facet_posting (field, value, window_days, version, cardinality, base)
     SELECT 'technology', 'tech-' || n, 0, 1, n / 3, '' FROM generate_series(1, ${ROWS}) n`,
  );
  await pool.query('VACUUM ANALYZE');
});

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Alias?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Sort Method'?: string;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** Explains a page in the middle with a plan for any values, which a statement with a name gets after a few executions. */
async function explain(query: string, values: (string | number)[]): Promise<Plan[]> {
  const read = async () => service.graphql(tenant.userKey, query);
  const { statements, result } = await recordStatements(read);
  expect(result.body.errors).toBeUndefined();
  const client = await service.database.pool.connect();
  try {
    await client.query('SET plan_cache_mode = force_generic_plan');
    await client.query(`PREPARE page AS ${statements.at(-1)}`);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE page(${values.join()})`,
    );
    return rows.flatMap((row) => row['QUERY PLAN'].flatMap((each) => nodesOf(each.Plan)));
  } finally {
    client.release(true);
  }
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

const readRows = (plan: Plan) =>
  (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];

/** Reads the cursor of the edge at which the pages in the middle begin. */
async function cursorAt(page: (args: string) => string, path: readonly string[]): Promise<string> {
  const { body } = await service.graphql(tenant.userKey, page(`first: 1, offset: ${ROWS / 2}`));
  let found = body.data;
  for (const name of path) found = found[name];
  return found.pageInfo.endCursor;
}

const keyOf = (cursor: string): (string | number)[] =>
  JSON.parse(Buffer.from(cursor, 'base64url').toString())
    .slice(2)
    .map((value: string | number) => (typeof value === 'string' ? `'${value}'` : value));

const orders = ['UPDATED_AT', 'NAME', 'CREATED_AT'].flatMap((field) =>
  ['ASC', 'DESC'].flatMap((direction) =>
    (['first', 'last'] as const).map((size) => ({ field, direction, size })),
  ),
);

describe('a page in the middle', () => {
  it.each(orders)('of lists reads few rows by an index: %j', async ({ field, direction, size }) => {
    const page = (args: string) =>
      `{ lists(orderBy: { field: ${field}, direction: ${direction} }, ${args}) { edges { node { name } } pageInfo { endCursor } } }`;
    const cursor = await cursorAt(page, ['lists']);
    const bound = size === 'first' ? 'after' : 'before';
    const { organizationId, userId } = tenant;
    const none = ['NULL', 'NULL', 'NULL', 'NULL'];
    const values = [organizationId, userId, ...none, PAGE + 1, 0, ...keyOf(cursor)];
    const plan = await explain(page(`${size}: ${PAGE}, ${bound}: "${cursor}"`), values);
    const scans = plan.filter((node) => node.Alias === 'l');
    expect(scans.map((node) => node['Node Type'])).toEqual(['Index Scan']);
    // Times are equal in threes, and the index has no ids to tell them apart.
    expect(scans.reduce((sum, node) => sum + readRows(node), 0)).toBeLessThanOrEqual(PAGE + 10);
  });

  it.each(['first', 'last'] as const)(
    'of an audit log reads no more rows than it shows: %s',
    async (size) => {
      const page = (args: string) =>
        `{ list(listId: ${listId}) { auditLog(${args}) { edges { node { action } } pageInfo { endCursor } } } }`;
      const cursor = await cursorAt(page, ['list', 'auditLog']);
      const bound = size === 'first' ? 'after' : 'before';
      const values = [listId, PAGE + 1, 0, ...keyOf(cursor)];
      const plan = await explain(page(`${size}: ${PAGE}, ${bound}: "${cursor}"`), values);
      const scans = plan.filter((node) => node['Relation Name'] === 'list_event');
      expect(scans.map((node) => [node['Node Type'], readRows(node)])).toEqual([['Index Scan', PAGE + 1]]);
      expect(plan.filter((node) => node['Node Type'].includes('Sort'))).toEqual([]);
    },
  );

  it('of technologies sorts none of those before it, and keeps no more than it shows', async () => {
    const page = (args: string) =>
      `{ technologies(${args}) { edges { node { techKey } } pageInfo { endCursor } } }`;
    const cursor = await cursorAt(page, ['technologies']);
    const values = [`'%%'`, PAGE + 1, 0, ...keyOf(cursor)];
    const plan = await explain(page(`first: ${PAGE}, after: "${cursor}"`), values);
    const [sort] = plan.filter((node) => node['Node Type'] === 'Sort');
    const [below] = sort?.Plans ?? [];
    expect([sort?.['Sort Method'], below?.['Actual Rows']]).toEqual(['top-N heapsort', ROWS / 2 - 1]);
  });
});
