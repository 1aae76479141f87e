import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createRandom } from '../../../fuzz/random.ts';
import { MortalServer, Shot } from '../../../harness/mortal-server.ts';
import { useService } from '../../../harness/use-service.ts';

let server: MortalServer;
// Before the database is gone: a server that was killed last starts on it again.
afterAll(() => server.close());
const { service, tenant, rest } = useService('killed-imports');
const PATH = '/v1/installation/imports';
const SEED = Number(process.env.IMPORT_SEED ?? 20_261_130);
const RUNS = Number(process.env.IMPORT_KILLS ?? 20);
/** More would leave no attempt to the last process. */
const KILLS_A_FILE = 2;
const ROWS = 500;

/** Statements that only the process of an import sends. One that a server sent would wait for ever. */
const OF_IMPORT = [
  ...['import_upload_rejects_delete', 'import_upload_part', 'import_upload_part_insert', 'import_upload_end'],
  ...['WITH pruned', 'COPY', 'UPDATE catalogue_import'],
];
const STATEMENTS = {
  import: OF_IMPORT,
  server: [...OF_IMPORT, 'import_upload_claim', 'BEGIN', 'COMMIT'],
};

beforeAll(async () => {
  await service.admin.setOperator(tenant.email, true);
  service.clock.set(new Date().toISOString());
  server = await MortalServer.start(service.database.url, { RATE_LIMIT: 'off' });
});

/** A file whose last row is rejected. */
const fileOf = (run: number) =>
  Array.from({ length: ROWS }, (_, n) => ({ name: `Run ${run}`, primary_domain: `r${run}-${n}.example` }))
    .map((row) => `${JSON.stringify(row)}\n`)
    .join('')
    .concat('{"name": "nowhere"}\n');

async function sendFile(run: number): Promise<number> {
  await server.ready();
  const response = await fetch(`${server.url}${PATH}?kind=companies`, {
    method: 'POST',
    headers: { 'X-API-Key': tenant.userKey, 'Content-Type': 'application/x-ndjson' },
    body: fileOf(run),
  });
  const { import_id } = (await response.json()) as { import_id: number };
  expect(response.status).toBe(202);
  return import_id;
}

/** Kills the process that imports; false while there is none. */
function killImport(): boolean {
  try {
    const pids = execFileSync('pgrep', ['-P', String(server.pid)], { encoding: 'utf8' })
      .trim()
      .split('\n');
    for (const pid of pids) process.kill(Number(pid), 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}

const rounds = Array.from({ length: RUNS }, (_, run) => [run % 2 === 0 ? 'import' : 'server', run] as const);
let kills = 0;

it.each(rounds)(
  'an import is stored once although its %s process is killed (-9): run %i',
  async (victim, run) => {
    const { pool } = service.database;
    const random = createRandom(SEED + run);
    const before = server.kills;
    const aim = () => {
      const when = random.pick(['before', 'after'] as const);
      const shot = new Shot({ when, statement: random.pick(STATEMENTS[victim]), skip: random.below(2) });
      server.aim(shot, victim === 'import' ? killImport : undefined);
    };
    aim();
    const id = await sendFile(run).catch(() => undefined);
    for (let waits = 0; id !== undefined; waits += 1) {
      const { rows } = await pool.query('SELECT status FROM import_upload WHERE id = $1', [id]);
      if (!['queued', 'working'].includes(rows[0]?.status)) break;
      if (server.kills - before < KILLS_A_FILE && waits % 10 === 9) aim();
      // Processes have clocks that a test cannot move: what a dead one held is over so much earlier.
      await pool.query(
        `UPDATE import_upload SET leased_until = leased_until - interval '5 seconds' WHERE id = $1`,
        [id],
      );
      await sleep(100);
    }
    await server.ready();
    kills += server.kills - before;
    // A server that was killed while it received the file has none.
    if (id === undefined) return;
    const { body } = await rest().get(`${PATH}/${id}`).expect(200);
    expect(body).toMatchObject({
      status: 'finished',
      dry_run: false,
      files: [{ path: '-', kind: 'companies', rows: ROWS + 1, accepted: ROWS, rejected: 1 }],
      warnings: [{ line: ROWS + 1, level: 'rejected' }],
      rejects_url: `${PATH}/${id}/rejects`,
    });
    expect(body).not.toHaveProperty('error');
    const stored = await pool.query(
      `SELECT (SELECT count(*)::int FROM company WHERE name = $1) AS companies,
        (SELECT count(*)::int FROM company_domain WHERE domain LIKE $2) AS domains,
        (SELECT count(*)::int FROM import_upload_part WHERE upload_id = $3 AND kind = 'file') AS parts,
        (SELECT count(*)::int FROM import_upload_part WHERE upload_id = $3 AND kind = 'rejects') AS rejects`,
      [`Run ${run}`, `r${run}-%`, id],
    );
    expect(stored.rows).toEqual([{ companies: ROWS, domains: ROWS, parts: 0, rejects: 1 }]);
  },
  300_000,
);

it('the rounds have killed processes', () => {
  expect(kills).toBeGreaterThanOrEqual(RUNS / 2);
});
