import type { RequestListener } from 'node:http';
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import { textIn } from '../lib/json.ts';
import { PREFIX } from './metrics.ts';
import { serveMetrics } from './metrics-exporter.ts';

/** The metrics of one process, as its registry returns them. */
export type Snapshot = readonly object[];

interface Workers {
  /** Reads the metrics of each running worker, by a number that is never used again; undefined if it does not answer. */
  read(): Promise<ReadonlyMap<number, Snapshot | undefined>>;
  size(): number;
  restarts(): number;
}

/**
 * Serves the metrics of all workers together. What a worker has counted remains in the sums when it ends or does not answer:
 * for Prometheus, a sum that falls is a counter that began again at zero.
 */
export function createClusterMetrics(workers: Workers): RequestListener {
  const own = new Registry();
  registerWorkers(own, workers);
  const latest = new Map<number, Snapshot>();
  let ended: Snapshot = [];

  return serveMetrics(async () => {
    const current = await workers.read();
    for (const [id, snapshot] of latest) {
      if (current.has(id)) continue;
      latest.delete(id);
      ended = aggregate([ended, snapshot.filter(isCumulative)]).getMetricsAsArray();
    }
    for (const [id, snapshot] of current) if (snapshot) latest.set(id, snapshot);
    return aggregate([...latest.values(), ended, await own.getMetricsAsJSON()]).metrics();
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
