import { expect, it } from '@jest/globals';
import { useService } from '../../harness/use-service.ts';
import { KILLED, runKilled, useMortalServers } from './killed.ts';

const { service, tenant } = useService('killed-often', KILLED);
const servers = useMortalServers(service);
const SEED = Number(process.env.JOB_SEED ?? 20_261_129);
const RUNS = Number(process.env.JOB_KILLS ?? 6);
/** Processes that were killed, by kind. */
const kills = { match: 0, enrich: 0, add_to_list: 0, set_fields: 0, export: 0 };

const KINDS = ['match', 'enrich', 'add_to_list', 'set_fields', 'enrich', 'export'] as const;
const rounds = Array.from(
  { length: RUNS },
  (_, n) => [KINDS[n % KINDS.length] ?? 'match', SEED + n] as const,
);

it.each(rounds)(
  '%s loses and repeats nothing although its processes are killed again and again: seed %i',
  async (kind, seed) => {
    kills[kind] += await runKilled(service, tenant, kind, { servers, kills: 5, seed, rows: 150 });
  },
  600_000,
);

it.each(Object.keys(kills) as (keyof typeof kills)[])('the rounds of %s have killed processes', (kind) => {
  const count = rounds.filter(([each]) => each === kind).length;
  // Only the first shot hits for certain: a job may end before a random one does, and an export has few statements.
  const isMany = RUNS >= 100 && kind !== 'export';
  expect(kills[kind]).toBeGreaterThanOrEqual(isMany ? 2 * count : count);
});
