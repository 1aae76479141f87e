import { Counter, Gauge, type Registry } from 'prom-client';
import type { Gauges } from './observability.ts';

const PREFIX = 'company_data_';

/** Metrics that others count already: read when they are asked for. */
export function registerGauges(registry: Registry, read: () => Gauges | undefined): void {
  const registers = [registry];
  const gauge = (name: string, help: string, value: (gauges: Gauges) => number) =>
    new Gauge({
      name: PREFIX + name,
      help,
      registers,
      collect() {
        const gauges = read();
        if (gauges) this.set(value(gauges));
      },
    });
  const counter = (name: string, help: string, value: (gauges: Gauges) => number) =>
    new Counter({
      name: PREFIX + name,
      help,
      registers,
      collect() {
        const gauges = read();
        if (!gauges) return;
        this.reset();
        this.inc(value(gauges));
      },
    });
  gauge('database_pool_connections', 'Connections that are open.', ({ pool }) => pool.totalCount);
  gauge('database_pool_idle_connections', 'Open connections that nobody uses.', ({ pool }) => pool.idleCount);
  gauge('database_pool_max_connections', 'DATABASE_POOL_SIZE.', ({ pool }) => pool.options.max);
  gauge('database_pool_waiting', 'Callers that wait for a connection.', ({ pool }) => pool.waitingCount);
  gauge('facet_cache_bytes', 'What bitmaps kept in memory take up.', ({ facetCache }) => facetCache.bytes);
  counter(
    'facet_cache_hits_total',
    'Postings and answers that were in memory.',
    ({ facetCache }) => facetCache.hits,
  );
  counter('facet_cache_misses_total', 'Those that were fetched.', ({ facetCache }) => facetCache.misses);
  counter(
    'authentication_cache_hits_total',
    'API keys that were remembered.',
    ({ keyCache }) => keyCache.hits,
  );
  counter(
    'authentication_cache_misses_total',
    'API keys that were looked up in the database.',
    ({ keyCache }) => keyCache.misses,
  );
}
