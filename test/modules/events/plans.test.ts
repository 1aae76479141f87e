import { beforeAll, expect, it } from '@jest/globals';
import { recordStatements } from '../../harness/statements.ts';
import { useService, useTenant } from '../../harness/use-service.ts';
import { endOf, readEvents } from './support.ts';

const EVENTS = 60_000;
const { service, tenant } = useService('planned');
const other = useTenant(service, 'others');

beforeAll(async () => {
  await service.database.pool.query(
    `INSERT INTO event (organization_id, type, at, list_id, user_ids, data)
     SELECT CASE WHEN n % 3 = 0 THEN $1::int WHEN n % 97 = 0 THEN NULL ELSE $2::int END, 'list.shared', $4,
       CASE WHEN n % 3 = 0 THEN 1 + n % 50 WHEN n % 97 > 0 THEN 100 + n % 50 END, ARRAY[$3::int], '{}' FROM generate_series(1, ${EVENTS}) n`,
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

it.each<[string, number[], () => Promise<unknown>]>([
  ['of all lists', [], () => readEvents(service, tenant.userKey)],
  ['of one list', [3], () => readEvents(service, tenant.userKey, { list_id: 3 })],
  ['of all lists from the end', [], () => readNewest('')],
  ['of one list from the end', [3], () => readNewest(', listId: 3')],
])('a page %s reads indexes, and no more rows than it shows', async (_name, list, read) => {
  const { statements } = await recordStatements(read);
  const client = await service.database.pool.connect();
  try {
    // Statements with a name get such a plan after a few executions.
    await client.query('SET plan_cache_mode = force_generic_plan');
    await client.query(`PREPARE page AS ${statements[0]}`);
    for (const from of [0, EVENTS / 2, EVENTS]) {
      const { organizationId, userId } = tenant;
      const values = [organizationId, userId, from, 'NULL', 101, ...list];
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE page(${values.join()})`,
      );
      const [{ Plan }] = rows[0]?.['QUERY PLAN'] ?? [{ Plan: {} as Plan }];
      const scans = scansOf(Plan);
      expect(scans.filter(([type]) => !/^Index (Only )?Scan$/.test(type))).toEqual([]);
      expect(scans.reduce((sum, [, read]) => sum + read, 0)).toBeLessThanOrEqual(2 * 101);
    }
  } finally {
    client.release(true);
  }
});
