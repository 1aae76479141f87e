import type { RequestListener } from 'node:http';
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import { textIn } from '../lib/property.ts';
import { PREFIX } from './metrics.ts';
import { serveMetrics } from './metrics-exporter.ts';

/** The metrics of one process, as its registry returns them. */
export type Snapshot = readonly object[];

interface Workers {
  /** Reads the metrics of each running worker, by a number that is never used again. */
  read(): Promise<ReadonlyMap<number, Snapshot>>;
  size(): number;
  restarts(): number;
}

/**
 * Serves the metrics of all workers together. Counters of workers that have ended remain in the sums: for Prometheus, a sum
 * that falls is a counter that began again at zero.
 */
export function createClusterMetrics(workers: Workers): RequestListener {
  const own = new Registry();
  registerWorkers(own, workers);
  let last: ReadonlyMap<number, Snapshot> = new Map();
  let ended: Snapshot = [];

  return serveMetrics(async () => {
    const current = await workers.read();
    for (const [id, snapshot] of last) {
      if (!current.has(id))
        ended = await aggregate([ended, snapshot.filter(isCumulative)]).getMetricsAsJSON();
    }
    last = current;
    return aggregate([...current.values(), ended, await own.getMetricsAsJSON()]).metrics();
  });
}

/** Registers the metrics of the primary process. */
export function registerWorkers(
  registry: Registry,
  { size, restarts }: Pick<Workers, 'size' | 'restarts'>,
): void {
  const registers = [registry];
  new Gauge({
    name: `${PREFIX}workers`,
    help: 'Running worker processes.',
    registers,
    collect() {
      this.set(size());
    },
  });
  new Counter({
    name: `${PREFIX}worker_restarts_total`,
    help: 'Worker processes that were started in place of others.',
    registers,
    collect() {
      this.reset();
      this.inc(restarts());
    },
  });
}

function isCumulative(metric: object): boolean {
  const type = textIn(metric, 'type');
  return type === 'counter' || type === 'histogram';
}

function aggregate(snapshots: readonly Snapshot[]): Registry {
  return AggregatorRegistry.aggregate([...snapshots]);
}
