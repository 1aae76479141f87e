import { beforeAll, expect, it } from '@jest/globals';
import { recordStatements } from '../../harness/statements.ts';
import { useService, useTenant } from '../../harness/use-service.ts';
import { endOf, readEvents } from './support.ts';

const EVENTS = 60_000;
const { service, tenant } = useService('planned');
const other = useTenant(service, 'others');

beforeAll(async () => {
  const deleted = `'list.deleted', '{"name": "Former", "actor_id": 1}'::json`;
  await service.database.pool.query(
    `INSERT INTO event (organization_id, type, at, list_id, user_ids, data)
     SELECT organization_id, type, $4, list_id, ARRAY[$3::int], data FROM generate_series(1, ${EVENTS}) n
     CROSS JOIN LATERAL (VALUES
       (n % 15000 = 0, $1::int, NULL, 'flag.resolved', '{"flag_id": 1, "company_id": 1, "resolution": null}'),
       (n % 3 = 0 AND n % 15000 > 0, $1, 1 + n % 50, ${deleted}),
       (n % 3 > 0 AND n % 97 > 0, $2::int, 100 + n % 50, ${deleted}),
       (n % 3 > 0 AND n % 97 = 0, NULL, NULL, 'catalogue.imported', '{"index_version": 1, "as_of": null, "rows": {}}')
     ) kind (applies, organization_id, list_id, type, data) WHERE applies ORDER BY n`,
    [tenant.organizationId, other.organizationId, tenant.userId, service.clock.now()],
  );
  await endOf(service, tenant.userKey);
  await service.database.pool.query('VACUUM ANALYZE event');
});

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** Returns the nodes of a plan that read events, with the rows that they read. */
function scansOf(plan: Plan): [type: string, rows: number][] {
  const below = (plan.Plans ?? []).flatMap(scansOf);
  if (plan['Relation Name'] !== 'event') return below;
  const rows = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  return [[plan['Node Type'], rows], ...below];
}

const readNewest = async (args: string): Promise<unknown> =>
  service.graphql(tenant.userKey, `{ events(last: 100${args}) { nextCursor } }`);
const readNext = async (query: Record<string, string | number>): Promise<unknown> =>
  readEvents(service, tenant.userKey, query);

/** Arguments of the statement behind the cursor and the limit, and the parts that each read an index. */
it.each<[string, () => Promise<unknown>, (number | string)[], number]>([
  ['of all events', () => readNext({}), [], 2],
  ['of all events from the end', () => readNewest(''), [], 2],
  ['of a rare type', () => readNext({ types: 'flag.resolved' }), [`'{flag.resolved}'`], 2],
  ['of a rare type from the end', () => readNewest(', types: [FLAG_RESOLVED]'), [`'{flag.resolved}'`], 2],
  ['of a type that never occurs', () => readNext({ types: 'credits.low' }), [`'{credits.low}'`], 2],
  [
    'of two types',
    () => readNext({ types: 'list.deleted,flag.resolved' }),
    [`'{list.deleted,flag.resolved}'`],
    4,
  ],
  ['of one list', () => readNext({ list_id: 3 }), [3, 'NULL'], 1],
  ['of one list from the end', () => readNewest(', listId: 3'), [3, 'NULL'], 1],
])('a page %s reads indexes, and no more rows than it shows', async (_name, read, more, parts) => {
  const { statements } = await recordStatements(read);
  const client = await service.database.pool.connect();
  try {
    // Statements with a name get such a plan after a few executions.
    await client.query('SET plan_cache_mode = force_generic_plan');
    await client.query(`PREPARE page AS ${statements[0]}`);
    for (const from of [0, EVENTS / 2, EVENTS]) {
      const { organizationId, userId } = tenant;
      const values = [organizationId, userId, from, 101, ...more];
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE page(${values.join()})`,
      );
      const [{ Plan }] = rows[0]?.['QUERY PLAN'] ?? [{ Plan: {} as Plan }];
      const scans = scansOf(Plan);
      expect(scans.filter(([type]) => !/^Index (Only )?Scan$/.test(type))).toEqual([]);
      expect(scans.reduce((sum, [, read]) => sum + read, 0)).toBeLessThanOrEqual(parts * 101);
    }
  } finally {
    client.release(true);
  }
});
