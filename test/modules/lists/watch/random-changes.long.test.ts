import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { importRows } from '../../../harness/retire.ts';
import { startTestService } from '../../../harness/service.ts';
import { AS_OF } from '../../filters/support.ts';
import { LOOPBACK, useReceivers } from '../../webhooks/support.ts';
import { Cluster } from './cluster.ts';
import { Run } from './random-run.ts';
import { type Step, step } from './random-steps.ts';

/** WATCH_RUNS and WATCH_SEED: `npm run test:long` sets many runs, and another seed each time. */
const RUNS = Number(process.env.WATCH_RUNS ?? 2);
const SEED = Number(process.env.WATCH_SEED ?? 20_260_301);
const TIMEOUT_MS = 60_000 + RUNS * 20_000;

const service = await startTestService({ webhooks: LOOPBACK.webhooks });
const cluster = await Cluster.start(service, 2);
const startReceiver = useReceivers();
afterAll(async () => {
  await cluster.close();
  await service.close();
});

/** Faults that happen whatever the seed. */
const EXAMPLE: Step[] = [
  { do: 'kill at', point: { when: 'after', statement: 'list_change_announce', skip: 0 } },
  { do: 'import', company: 0, country: 'US', killed: undefined },
  { do: 'check' },
  { do: 'see', company: 1, tier: 'medium' },
  // It dies between the answer of an endpoint and its cursor.
  { do: 'kill at', point: { when: 'before', statement: 'webhook_advance', skip: 0 } },
  { do: 'add', company: 3 },
  { do: 'import', company: 3, country: 'US', killed: { when: 'before', statement: 'COMMIT', skip: 0 } },
  { do: 'check' },
  { do: 'receive', receiver: 0, as: ['kills the sender', 'redirects', 'is dead', 'wants no more'] },
  { do: 'read a page', limit: 1 },
  { do: 'pass time', interval: '10 minutes' },
  { do: 'merge', company: 0, into: 1, killed: undefined },
  { do: 'subscribe again' },
  { do: 'exclude', company: 0 },
];

describe('events of a list that two processes watch, any of which may be killed', () => {
  it(
    `add up to its members, and reach each reader and endpoint in order (WATCH_SEED=${SEED})`,
    async () => {
      const { pool } = service.database;
      const seen = { first_seen: AS_OF, last_seen: AS_OF, detection_count: 1 };
      await importRows(pool, 'technologies', { tech_key: 'kubernetes', display_name: 'Kubernetes' });
      await importRows(pool, 'companies', { name: 'Newest', primary_domain: 'newest.example' });
      await importRows(pool, 'company_technologies', {
        domain: 'newest.example',
        tech_key: 'kubernetes',
        ...seen,
      });
      const trap = await startReceiver();
      const happened = { runs: 0, misdeeds: 0, repetitions: 0, killedImports: 0 };
      const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
        happened.runs += 1;
        const tenant = await service.createTenant(`run${happened.runs}`);
        const receivers = [await startReceiver(), await startReceiver()];
        const run = await Run.begin({ service, cluster, tenant, receivers, trap });
        try {
          for (const each of steps) await run.take(each);
          await run.check();
        } finally {
          await run.end();
        }
        for (const kind of ['misdeeds', 'repetitions', 'killedImports'] as const) happened[kind] += run[kind];
      });
      await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true, examples: [[EXAMPLE]] });
      expect(trap.requests).toEqual([]);
      // Of the example alone.
      expect([cluster.kills, ...Object.values(happened)].map((count) => count > 0)).not.toContain(false);
    },
    TIMEOUT_MS,
  );
});
