import { expect, it } from '@jest/globals';
import { AggregatorRegistry, Registry } from 'prom-client';
import { type Gauges, registerGauges } from '../../src/observability/gauges.ts';

/** Values of a worker for which two replicas are this far behind; one with a reason is left out. */
function worker(replicas: readonly { lagSeconds: number; leftOut?: string }[], read: number): Gauges {
  const pool = { totalCount: 2, idleCount: 1, waitingCount: 0, options: { max: 5 } };
  return {
    pools: { reads: pool },
    work: undefined,
    facetCache: { hits: 1, misses: 1, bytes: 10 },
    keyCache: { hits: 0, misses: 0 },
    quotaRefusals: {},
    unreadAnswers: { count: 0, bytes: 0, closed: 0 },
    streams: { open: 0, refused: 0 },
    largeBodies: { taken: 0 },
    uploads: { running: 0, ended: {}, bytes: 0 },
    compressions: { compressed: 0, skipped: 0 },
    documents: { bytes: 0 },
    webhooks: { attempts: {}, read: async () => undefined },
    replicas: {
      replicas: replicas.map(({ lagSeconds, leftOut }, place) => {
        return { number: place + 1, lagSeconds, leftOut, indexVersion: 1 };
      }),
      reads: { primary: 0, replica: read },
    },
    catalogue: async () => undefined,
    watches: async () => undefined,
    sweeps: { counts: { isHolding: false, held: 0 } },
    cappedDueTimes: () => ({}),
  };
}

async function snapshotOf(gauges: Gauges) {
  const registry = new Registry();
  registerGauges(registry, () => gauges);
  return registry.getMetricsAsJSON();
}

it('adds up what workers have of their own, and not what they say of the same replica', async () => {
  const snapshots = await Promise.all([
    snapshotOf(worker([{ lagSeconds: 1 }, { lagSeconds: 7, leftOut: 'it is 7 seconds behind' }], 3)),
    snapshotOf(worker([{ lagSeconds: 2 }, { lagSeconds: 4 }], 4)),
  ]);
  const text = await AggregatorRegistry.aggregate(snapshots).metrics();
  expect(
    text
      .split('\n')
      .filter((line) => /^company_data_(?:replica|facet_cache_bytes|database_pool_c)/.test(line)),
  ).toEqual([
    'company_data_database_pool_connections{pool="reads"} 4',
    'company_data_facet_cache_bytes 20',
    'company_data_replica_in_use{replica="1"} 1',
    'company_data_replica_in_use{replica="2"} 0',
    'company_data_replica_lag_seconds{replica="1"} 2',
    'company_data_replica_lag_seconds{replica="2"} 7',
    'company_data_replicated_reads_total{place="primary"} 0',
    'company_data_replicated_reads_total{place="replica"} 7',
  ]);
});
