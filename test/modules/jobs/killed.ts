import { afterAll, beforeAll, expect } from '@jest/globals';
import { createRandom } from '../../fuzz/random.ts';
import { pause } from '../../harness/locks.ts';
import { type KillPoint, MortalServer, Shot } from '../../harness/mortal-server.ts';
import type { Tenant, TestService } from '../../harness/service.ts';
import { CASES, type KilledKind } from './killed-cases.ts';
import { fileOf, seedNumbered } from './numbered-rows.ts';

/** Settings of a service whose jobs others run. */
export const KILLED = { seed: seedNumbered, tenantPerTest: true, credits: 1000 };

/** Statements of a claim, of a chunk and of a change of the state. */
const OF_ALL = ['job_claim', 'job_lock_run', 'job_move', 'event_write', 'COMMIT', 'job_release'];
const OF_ROWS = [...OF_ALL, 'job_next_chunk', 'job_store_chunk', 'job_store_outcomes', 'job_matched_before'];

/** Statements at which a process is killed. */
const STATEMENTS: Readonly<Record<KilledKind, readonly string[]>> = {
  match: OF_ROWS,
  enrich: [...OF_ROWS, 'charge_companies', 'quote_companies'],
  add_to_list: [...OF_ROWS, 'job_listed', 'job_list_domains', 'list_domains_put', 'list_event_record'],
  set_fields: [
    ...OF_ROWS,
    'own_fields_lock',
    'own_field_values_store',
    'own_field_values_drop',
    'own_fields_raise',
  ],
  export: [...OF_ALL, 'job_hold_list', 'charge_companies', 'list_export_record', 'job_store_export'],
};

/** Returns a point that each job of a kind comes to. */
function certainPoint(kind: KilledKind): KillPoint {
  return { when: 'before', statement: kind === 'export' ? 'job_store_export' : 'job_next_chunk', skip: 0 };
}

/** Turns after which a shot that has hit nobody is followed by another one. */
const MISSED_AFTER = 5;

/** Starts two servers over the database of a service before the tests of a file. */
export function useMortalServers(service: TestService): readonly MortalServer[] {
  const servers: MortalServer[] = [];
  beforeAll(async () => {
    const start = () => MortalServer.start(service.database.url, { RATE_LIMIT: 'off' });
    servers.push(...(await Promise.all([start(), start()])));
  });
  afterAll(() => Promise.all(servers.map((each) => each.close())));
  return servers;
}

interface Attack {
  servers: readonly MortalServer[];
  kills: number;
  seed: number;
  rows: number;
}

/**
 * Runs a job on servers, one of which is killed (-9) at one statement after another, until the job is done. Then everything that it
 * has written must be there once.
 *
 * @returns how many processes were killed.
 */
export async function runKilled(
  service: TestService,
  tenant: Tenant,
  kind: KilledKind,
  { servers, kills, seed, rows }: Attack,
): Promise<number> {
  const { pool } = service.database;
  const random = createRandom(seed);
  service.clock.set(new Date().toISOString());
  const sum = () => servers.reduce((total, each) => total + each.kills, 0);
  const before = sum();
  const dead = () => sum() - before;
  const pick = (): KillPoint => ({
    when: random.pick(['before', 'after']),
    statement: random.pick(STATEMENTS[kind]),
    // An export runs each of them once.
    skip: kind === 'export' ? 0 : random.below(3),
  });
  const aim = () => {
    // Random shots may come too late for a job, so the first one hits for certain.
    const shot = new Shot(dead() === 0 ? certainPoint(kind) : pick());
    for (const server of servers) server.aim(shot);
  };
  const { begin, expectDone } = await CASES[kind](service, tenant, fileOf(rows));
  aim();
  const jobId = await begin();
  for (let [aimed, waits] = [1, 0]; ; waits += 1) {
    const found = await pool.query<{ status: string }>('SELECT status FROM job WHERE id = $1', [jobId]);
    if (found.rows[0]?.status === 'done') break;
    expect(['matching', 'running']).toContain(found.rows[0]?.status);
    const isHit = dead() === aimed;
    if (aimed < kills && (isHit || waits > MISSED_AFTER)) {
      // A statement that does not come again, such as that of the end of a state, is aimed at no longer.
      if (isHit) aimed += 1;
      waits = 0;
      aim();
    }
    // Processes have clocks that a test cannot move: what a dead one held is over so much earlier.
    await pool.query(`UPDATE job SET leased_until = leased_until - interval '1 second' WHERE id = $1`, [
      jobId,
    ]);
    await pool.query(`SELECT pg_notify('jobs', '')`);
    await pause();
  }
  // The database is dropped after the last job, and a server that is starting needs it.
  await Promise.all(servers.map((each) => each.ready()));
  await expectOneEvent(service, jobId);
  await expectDone(jobId);
  return dead();
}

/** Expects that the end of a job was told once. */
async function expectOneEvent({ database: { pool } }: TestService, jobId: number): Promise<void> {
  const { rows } = await pool.query<{ events: number }>(
    `SELECT count(*)::int AS events FROM event WHERE type = 'job.finished' AND (data ->> 'job_id')::int = $1`,
    [jobId],
  );
  expect(rows).toEqual([{ events: 1 }]);
}
