import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { beginRun, saveProgress } from '../../../src/modules/import/history.ts';
import { importPaths } from '../../../src/modules/import/import.ts';
import { lockTables, untilWaiting } from '../../harness/locks.ts';
import { recordStatements } from '../../harness/statements.ts';
import { useService } from '../../harness/use-service.ts';
import { READING } from '../import/support.ts';

const MISSPELLED = 'DATABASE_POOLSIZE is not known; DATABASE_POOL_SIZE is';
const { service, tenant } = useService('office', { withoutEffect: [MISSPELLED] });
const CHECKS = '/v1/installation/checks';

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
  (await service.rest(tenant.userKey).get(CHECKS).expect(200)).body.checks;

describe('the checks of an installation', () => {
  it('tell operators what the server finds, and what to do', async () => {
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

const IMPORTS = '/v1/installation/imports';
const TIME = expect.stringMatching(/^\d{4}-.*Z$/);
const REJECTS = '/tmp/rejects-of-tests';

const run = (text: string, more: object = {}) =>
  importPaths(service.database.pool, ['-'], {
    kind: 'companies',
    rejectsDir: REJECTS,
    stdin: Readable.from([Buffer.from(text)]),
    ...more,
  });

const file = {
  path: '-',
  kind: 'companies',
  rows: 2,
  accepted: 1,
  rejected: 1,
  warnings: 0,
  renamed: 0,
  merged_rows: 0,
  merged: 0,
  retired: 0,
  rejects_file: expect.stringMatching(/\.ndjson$/),
};
const finished = {
  import_id: 1,
  status: 'finished',
  dry_run: false,
  paths: ['-'],
  options: { kind: 'companies' },
  started_at: TIME,
  finished_at: TIME,
  duration_seconds: expect.any(Number),
  files: [file],
};

describe('the imports of an installation', () => {
  beforeAll(async () => {
    await run('{"name":"A","primary_domain":"a.example"}\n{}\n');
    await run('{}\n', { maxRejects: 0 }).catch(() => undefined);
    const id = await beginRun(service.database.pool, { paths: ['/data'], options: { strict: true } });
    await saveProgress(service.database.pool, id, READING);
  });

  it('are shown to operators, newest first, with their outcome', async () => {
    const { status, body } = await service.rest(tenant.userKey).get(IMPORTS);
    expect(status).toBe(200);
    expect(body).toEqual({
      imports: [
        {
          import_id: 3,
          status: 'running',
          dry_run: false,
          paths: ['/data'],
          options: { strict: true },
          started_at: TIME,
          duration_seconds: expect.any(Number),
          files: [],
          progress: {
            file: READING.file,
            files: READING.files,
            path: READING.path,
            kind: READING.kind,
            phase: READING.phase,
            rows: READING.rows,
            rows_per_second: READING.rows_per_second,
            seconds_left: READING.seconds_left,
          },
        },
        {
          import_id: 2,
          status: 'refused',
          dry_run: false,
          paths: ['-'],
          options: { kind: 'companies', max_rejects: 0 },
          started_at: TIME,
          finished_at: TIME,
          duration_seconds: expect.any(Number),
          files: [expect.objectContaining({ path: '-', rows: 1, rejected: 1 })],
          error: expect.stringMatching(/reject/),
        },
        finished,
      ],
      total: 3,
      limit: 100,
      offset: 0,
      next_cursor: null,
    });
  });
});
