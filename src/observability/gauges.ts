import { Counter, Gauge, type Registry } from 'prom-client';
import type { Gauges } from './observability.ts';

const PREFIX = 'company_data_';

/** A value, with the labels that it has. */
type Reading = readonly [labels: Record<string, string>, value: number];
type Read = (gauges: Gauges) => Iterable<Reading>;

const ofPools =
  (value: (pool: Gauges['pools'][string]) => number): Read =>
  ({ pools }) =>
    Object.entries(pools).map(([pool, each]) => [{ pool }, value(each)]);

const ofWork =
  (value: 'running' | 'waiting' | 'refused'): Read =>
  ({ work }) =>
    work ? work.kinds.map((kind) => [{ kind }, work.stats(kind)[value]]) : [];

const only =
  (value: (gauges: Gauges) => number): Read =>
  (gauges) => [[{}, value(gauges)]];

/** Metrics that others count already: read when they are asked for. */
export function registerGauges(registry: Registry, read: () => Gauges | undefined): void {
  const registers = [registry];
  const gauge = (name: string, help: string, values: Read, labelNames: string[] = []) =>
    new Gauge({
      name: PREFIX + name,
      help,
      labelNames,
      registers,
      collect() {
        const gauges = read();
        if (gauges) for (const [labels, value] of values(gauges)) this.set(labels, value);
      },
    });
  const counter = (name: string, help: string, values: Read, labelNames: string[] = []) =>
    new Counter({
      name: PREFIX + name,
      help,
      labelNames,
      registers,
      collect() {
        const gauges = read();
        if (!gauges) return;
        this.reset();
        for (const [labels, value] of values(gauges)) this.inc(labels, value);
      },
    });
  const [pool, kind] = [['pool'], ['kind']];
  gauge('database_pool_connections', 'Connections that are open.', ofPools(totalOf), pool);
  gauge('database_pool_idle_connections', 'Open connections that nobody uses.', ofPools(idleOf), pool);
  gauge('database_pool_max_connections', 'Its part of DATABASE_POOL_SIZE.', ofPools(maxOf), pool);
  gauge(
    'database_pool_waiting',
    'Statements and transactions without a connection.',
    ofPools(waitingOf),
    pool,
  );
  gauge('work_running', 'Heavy work that runs.', ofWork('running'), kind);
  gauge('work_waiting', 'Heavy work that waits for a slot.', ofWork('waiting'), kind);
  counter('work_refused_total', 'Heavy work that was refused.', ofWork('refused'), kind);
  gauge(
    'facet_cache_bytes',
    'What bitmaps kept in memory take up, their names included.',
    only(({ facetCache }) => facetCache.bytes),
  );
  counter(
    'facet_cache_hits_total',
    'Postings and answers that were in memory.',
    only(({ facetCache }) => facetCache.hits),
  );
  counter(
    'facet_cache_misses_total',
    'Those that were fetched.',
    only(({ facetCache }) => facetCache.misses),
  );
  counter(
    'authentication_cache_hits_total',
    'API keys that were remembered.',
    only(({ keyCache }) => keyCache.hits),
  );
  counter(
    'authentication_cache_misses_total',
    'API keys that were looked up in the database.',
    only(({ keyCache }) => keyCache.misses),
  );
  new Counter({
    name: `${PREFIX}quota_refusals_total`,
    help: 'Requests that were refused for a quota.',
    labelNames: ['quota'],
    registers,
    collect() {
      const gauges = read();
      if (!gauges) return;
      this.reset();
      for (const [quota, count] of Object.entries(gauges.quotaRefusals)) this.inc({ quota }, count);
    },
  });
  gauge(
    'unread_answer_bytes',
    'Bytes of answers that wait for their readers.',
    only(({ unreadAnswers }) => unreadAnswers.bytes),
  );
  counter(
    'unread_answers_closed_total',
    'Connections that were closed because nobody read from them.',
    only(({ unreadAnswers }) => unreadAnswers.closed),
  );
  gauge(
    'large_bodies',
    'Request bodies over 64 KiB that are being read or worked on.',
    only(({ largeBodies }) => largeBodies.taken),
  );
  gauge(
    'document_cache_bytes',
    'GraphQL documents that are kept, parsed or compiled.',
    only(({ documents }) => documents.bytes),
  );
  new Counter({
    name: `${PREFIX}rate_limit_points_total`,
    help: 'Points of the rate limit that operations took, by class.',
    labelNames: ['class'],
    registers,
    collect() {
      this.reset();
      for (const [costClass, points] of Object.entries(read()?.points ?? {})) {
        this.inc({ class: costClass }, points);
      }
    },
  });
}

type PoolStats = Gauges['pools'][string];
const totalOf = ({ totalCount }: PoolStats) => totalCount;
const idleOf = ({ idleCount }: PoolStats) => idleCount;
const maxOf = ({ options }: PoolStats) => options.max;
const waitingOf = ({ waitingCount }: PoolStats) => waitingCount;
