import { expect, it } from '@jest/globals';
import { useService } from '../../harness/use-service.ts';
import { KILLED, runKilled, useMortalServers } from './killed.ts';

const { service, tenant } = useService('killed', KILLED);
const servers = useMortalServers(service);
const SEED = Number(process.env.JOB_SEED ?? 20_261_129);
let kills = 0;

it.each([
  ['match', SEED],
  ['enrich', SEED + 1],
  ['add_to_list', SEED + 2],
  ['set_fields', SEED + 3],
  ['export', SEED + 4],
] as const)(
  '%s loses and repeats nothing although its processes are killed (-9): seed %i',
  async (kind, seed) => {
    kills += await runKilled(service, tenant, kind, { servers, kills: 2, seed, rows: 90 });
  },
);

it('the rounds have killed processes', () => {
  // A job may end before its statement comes.
  expect(kills).toBeGreaterThan(3);
});
