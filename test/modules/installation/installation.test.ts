import { beforeAll, describe, expect, it } from '@jest/globals';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { lockTables, untilWaiting } from '../../harness/locks.ts';
import { recordStatements } from '../../harness/statements.ts';
import { useService } from '../../harness/use-service.ts';

const MISSPELLED = 'DATABASE_POOLSIZE is not known; DATABASE_POOL_SIZE is';
const { service, tenant } = useService('office', { withoutEffect: [MISSPELLED] });
const PATH = '/v1/installation/checks';

interface Check {
  check: string;
  state: string;
  message: string;
  remedy?: string;
}

beforeAll(async () => {
  await rebuildIndex(service.database.pool);
  await service.admin.setOperator(tenant.email, true);
});

const examine = async (): Promise<Check[]> =>
  (await service.rest(tenant.userKey).get(PATH).expect(200)).body.checks;

describe('the checks of an installation', () => {
  it('tell operators over both APIs what the server finds, and what to do', async () => {
    const checks = await examine();
    expect(checks.map(({ check }) => check)).toEqual([
      'Node.js',
      'native library',
      'settings',
      'signing in',
      'OpenID',
      'mail',
      'PostgreSQL',
      'connections',
      'durability',
      'maintenance',
      'disk',
      'clock',
      'schema',
      'sequences',
      'facet index',
      'evidence',
      'ledger',
      'keys',
      'imports',
    ]);
    const found = Object.fromEntries(checks.map((each) => [each.check, each]));
    expect([found.settings, found.maintenance, found.imports, found['facet index']]).toEqual([
      {
        check: 'settings',
        state: 'warning',
        message: MISSPELLED,
        remedy: 'correct the name, set what is missing, or unset the variable',
      },
      // PostgreSQL of the tests gives up maintenance for speed.
      {
        check: 'maintenance',
        state: 'failure',
        message: 'autovacuum is off: tables only grow',
        remedy: 'turn autovacuum on',
      },
      { check: 'imports', state: 'ok', message: 'there was none yet' },
      {
        check: 'facet index',
        state: 'ok',
        message: 'it is built; npm run cli -- doctor also compares it with the tables',
      },
    ]);
    const query = '{ installation { checks { check state message remedy } } }';
    const { data } = (await service.graphql(tenant.userKey, query)).body;
    expect(data.installation.checks.map(({ check, state }: Check) => [check, state])).toEqual(
      checks.map(({ check, state }) => [check, state.toUpperCase()]),
    );
  });

  it('find a balance that the ledger does not explain, and go on after what cannot be checked', async () => {
    const { pool } = service.database;
    await pool.query('UPDATE organization SET credit_balance = 7 WHERE id = $1', [tenant.organizationId]);
    await pool.query('ALTER TABLE catalogue_import RENAME TO elsewhere');
    const found = Object.fromEntries((await examine()).map((each) => [each.check, each]));
    await pool.query('ALTER TABLE elsewhere RENAME TO catalogue_import');
    expect(found.schema).toMatchObject({
      state: 'failure',
      message: expect.stringContaining('catalogue_import'),
    });
    expect(found.ledger).toBeUndefined();
    expect(Object.fromEntries((await examine()).map((each) => [each.check, each])).ledger).toEqual({
      check: 'ledger',
      state: 'failure',
      message: '1 balance wrong: "office" has 7, its entries sum to 1000',
      remedy: 'find the manual change of tables that caused it; the entries are right',
    });
    await pool.query('UPDATE organization SET credit_balance = 1000 WHERE id = $1', [tenant.organizationId]);
  });

  it('run once for those who ask meanwhile', async () => {
    const checks = 'installation { checks { check state message } }';
    const query = `{ ${['a', 'b', 'c'].map((alias) => `${alias}: ${checks}`).join(' ')} }`;
    const { result, statements } = await recordStatements(async () => {
      // The checks wait for the lock until each of the three who ask has been found to be an operator.
      const lock = await lockTables(service.database, 'catalogue_import');
      const answer = Promise.resolve(service.graphql(tenant.userKey, query));
      await untilWaiting(service.database, 1);
      await service.rest(tenant.userKey).get('/v1/installation/organizations').expect(200);
      await lock.release();
      return answer;
    });
    const { a, b, c } = result.body.data;
    expect(a.checks).toHaveLength(19);
    expect([b, c]).toEqual([a, a]);
    expect(statements.filter((sql) => sql.includes('pg_database_size'))).toHaveLength(1);
  });
});
