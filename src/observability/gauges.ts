import { Counter, Gauge, type Registry } from 'prom-client';
import type { Gauges } from './observability.ts';

const PREFIX = 'company_data_';

/** Value of a metric, with its labels. */
type Reading = readonly [labels: Record<string, string>, value: number];
type Read = (gauges: Gauges) => Iterable<Reading>;

interface Metric {
  reset(): void;
  inc(labels: Record<string, string>, value: number): void;
}

const byPool =
  (value: (pool: Gauges['pools'][string]) => number): Read =>
  ({ pools }) =>
    Object.entries(pools).map(([pool, each]) => [{ pool }, value(each)]);

const byWorkKind =
  (value: 'running' | 'waiting' | 'refused'): Read =>
  ({ work }) =>
    work ? work.kinds.map((kind) => [{ kind }, work.stats(kind)[value]]) : [];

const single =
  (value: (gauges: Gauges) => number): Read =>
  (gauges) => [[{}, value(gauges)]];

/** Registers metrics whose values other parts of the service keep. They are read at each scrape. */
export function registerGauges(registry: Registry, read: () => Gauges | undefined): void {
  const config = (name: string, help: string, values: Read, labelNames: string[] = []) => ({
    name: PREFIX + name,
    help,
    labelNames,
    registers: [registry],
    collect(this: Metric) {
      const gauges = read();
      if (!gauges) return;
      this.reset();
      for (const [labels, value] of values(gauges)) this.inc(labels, value);
    },
  });
  const gauge = (...metric: Parameters<typeof config>) => new Gauge(config(...metric));
  const counter = (...metric: Parameters<typeof config>) => new Counter(config(...metric));
  const [pool, kind] = [['pool'], ['kind']];
  gauge('database_pool_connections', 'Open connections.', byPool(totalOf), pool);
  gauge('database_pool_idle_connections', 'Open connections that are idle.', byPool(idleOf), pool);
  gauge(
    'database_pool_max_connections',
    'Maximum number of connections: the share of DATABASE_POOL_SIZE that this pool has.',
    byPool(maxOf),
    pool,
  );
  gauge(
    'database_pool_waiting',
    'Statements and transactions that wait for a connection.',
    byPool(waitingOf),
    pool,
  );
  gauge('work_running', 'Heavy operations that have a slot.', byWorkKind('running'), kind);
  gauge('work_waiting', 'Heavy operations that wait for a slot.', byWorkKind('waiting'), kind);
  counter(
    'work_refused_total',
    'Heavy operations that were refused as overloaded.',
    byWorkKind('refused'),
    kind,
  );
  gauge(
    'facet_cache_bytes',
    'Memory of cached bitmaps and results, including their keys.',
    single(({ facetCache }) => facetCache.bytes),
  );
  counter(
    'facet_cache_hits_total',
    'Postings and results that were found in the cache.',
    single(({ facetCache }) => facetCache.hits),
  );
  counter(
    'facet_cache_misses_total',
    'Postings and results that were fetched from PostgreSQL.',
    single(({ facetCache }) => facetCache.misses),
  );
  counter(
    'authentication_cache_hits_total',
    'Requests whose API key was found in the cache.',
    single(({ keyCache }) => keyCache.hits),
  );
  counter(
    'authentication_cache_misses_total',
    'Requests whose API key was looked up in PostgreSQL.',
    single(({ keyCache }) => keyCache.misses),
  );
  counter(
    'quota_refusals_total',
    'Requests that were refused because of a quota.',
    ({ quotaRefusals }) => Object.entries(quotaRefusals).map(([quota, count]) => [{ quota }, count]),
    ['quota'],
  );
  gauge(
    'unread_answer_bytes',
    'Bytes of responses that clients have not read yet.',
    single(({ unreadAnswers }) => unreadAnswers.bytes),
  );
  counter(
    'unread_answers_closed_total',
    'Connections that were closed because their clients did not read.',
    single(({ unreadAnswers }) => unreadAnswers.closed),
  );
  gauge(
    'large_bodies',
    'Requests in progress whose body is over 64 KiB, compressed or of unknown length.',
    single(({ largeBodies }) => largeBodies.taken),
  );
  gauge(
    'document_cache_bytes',
    'Memory of cached GraphQL documents, parsed and compiled.',
    single(({ documents }) => documents.bytes),
  );
  counter(
    'rate_limit_points_total',
    'Rate limit points that operations consumed, by class.',
    ({ points = {} }) => Object.entries(points).map(([costClass, count]) => [{ class: costClass }, count]),
    ['class'],
  );
}

type PoolStats = Gauges['pools'][string];
const totalOf = ({ totalCount }: PoolStats) => totalCount;
const idleOf = ({ idleCount }: PoolStats) => idleCount;
const maxOf = ({ options }: PoolStats) => options.max;
const waitingOf = ({ waitingCount }: PoolStats) => waitingCount;
