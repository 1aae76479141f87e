import { Counter, Gauge, type Registry } from 'prom-client';
import {
  type CatalogueReading,
  registerCatalogueGauges,
  registerWatchGauges,
  registerWebhookGauges,
  type WatchReading,
  type WebhookSource,
} from './catalogue-gauges.ts';
import { PREFIX } from './metrics.ts';

/** Heavy operations of one kind: those that run and wait now, and those that were refused since the start. */
type WorkStats = Readonly<Record<'running' | 'waiting' | 'refused', number>>;

/** Values that are read at each scrape of the metrics. */
export interface Gauges {
  pools: Readonly<
    Record<string, { totalCount: number; idleCount: number; waitingCount: number; options: { max: number } }>
  >;
  /** Undefined if heavy operations are not limited. */
  work: { stats(): Readonly<Record<string, WorkStats>> } | undefined;
  facetCache: { hits: number; misses: number; bytes: number };
  keyCache: { hits: number; misses: number };
  quotaRefusals: Readonly<Record<string, number>>;
  unreadAnswers: { count: number; bytes: number; closed: number };
  /** Open streams of subscriptions, and those that were refused since the start because a caller had too many. */
  streams: { open: number; refused: number };
  largeBodies: { taken: number };
  compressions: Readonly<Record<'compressed' | 'skipped', number>>;
  /** Files that arrive now; those of all uploads since the start, by how these ended, and their bytes. */
  uploads: { running: number; ended: Readonly<Record<string, number>>; bytes: number };
  documents: { bytes: number };
  /** Undefined without replicas. */
  replicas:
    | {
        replicas: readonly {
          number: number;
          leftOut: string | undefined;
          lagSeconds: number;
          indexVersion: number;
        }[];
        reads: Readonly<Record<'primary' | 'replica', number>>;
      }
    | undefined;
  /** Reads the catalogue's values from the database; undefined if it does not answer in time. */
  catalogue(): Promise<CatalogueReading | undefined>;
  /** Counts watched lists in the database; undefined likewise. */
  watches(): Promise<WatchReading | undefined>;
  webhooks: WebhookSource;
  /** Mails with digests, by outcome; undefined where the process sends none. */
  digestMails?: () => Readonly<Record<string, number>> | undefined;
  /** Sweeps that wait for the clock. */
  sweeps: { counts: { isHolding: boolean; held: number } };
  /** Rows that were claimed although a clock that was ahead had put them off, by kind. */
  cappedDueTimes: () => Readonly<Record<string, number>>;
  /** Consumed rate limit points, by class; undefined without a rate limit. */
  points?: Readonly<Record<string, number>> | undefined;
}

/** One value, or a value for each value of the label. */
type Reading = number | Readonly<Record<string, number>>;

interface Metric {
  reset(): void;
  inc(labels: Record<string, string>, value: number): void;
}

/** Registers metrics whose values other parts of the service keep. They are read at each scrape. */
export function registerGauges(registry: Registry, read: () => Gauges | undefined): void {
  const config = (name: string, help: string, readingOf: (gauges: Gauges) => Reading, label = '') => ({
    name: PREFIX + name,
    help,
    labelNames: label === '' ? [] : [label],
    registers: [registry],
    collect(this: Metric) {
      const gauges = read();
      if (!gauges) return;
      this.reset();
      const reading = readingOf(gauges);
      if (typeof reading === 'number') this.inc({}, reading);
      else for (const [key, value] of Object.entries(reading)) this.inc({ [label]: key }, value);
    },
  });
  const gauge = (...metric: Parameters<typeof config>) => new Gauge(config(...metric));
  /** A gauge of which workers have the same value, or similar ones: a sum over them would be wrong. */
  const shared = (aggregator: 'min' | 'max', ...metric: Parameters<typeof config>) =>
    new Gauge({ ...config(...metric), aggregator });
  const counter = (...metric: Parameters<typeof config>) => new Counter(config(...metric));
  gauge('database_pool_connections', 'Open connections.', ofPools('totalCount'), 'pool');
  gauge('database_pool_idle_connections', 'Open connections that are idle.', ofPools('idleCount'), 'pool');
  gauge(
    'database_pool_max_connections',
    'Maximum number of connections: the share of DATABASE_POOL_SIZE that this pool has.',
    ({ pools }) => mapValues(pools, ({ options }) => options.max),
    'pool',
  );
  gauge(
    'database_pool_waiting',
    'Statements and transactions that wait for a connection.',
    ofPools('waitingCount'),
    'pool',
  );
  gauge('work_running', 'Heavy operations that have a slot.', ofWork('running'), 'kind');
  gauge('work_waiting', 'Heavy operations that wait for a slot.', ofWork('waiting'), 'kind');
  counter(
    'work_refused_total',
    'Heavy operations that were refused as overloaded.',
    ofWork('refused'),
    'kind',
  );
  gauge(
    'facet_cache_bytes',
    'Memory of cached bitmaps and results, including their keys.',
    ({ facetCache }) => facetCache.bytes,
  );
  counter(
    'facet_cache_hits_total',
    'Postings and results that were found in the cache.',
    ({ facetCache }) => facetCache.hits,
  );
  counter(
    'facet_cache_misses_total',
    'Postings and results that were fetched from PostgreSQL.',
    ({ facetCache }) => facetCache.misses,
  );
  counter(
    'authentication_cache_hits_total',
    'Requests whose API key was found in the cache.',
    ({ keyCache }) => keyCache.hits,
  );
  counter(
    'authentication_cache_misses_total',
    'Requests whose API key was looked up in PostgreSQL.',
    ({ keyCache }) => keyCache.misses,
  );
  counter(
    'quota_refusals_total',
    'Requests that were refused because of a quota.',
    ({ quotaRefusals }) => quotaRefusals,
    'quota',
  );
  gauge(
    'unread_answers',
    'Responses being sent: responses that clients have not read yet, and streams.',
    ({ unreadAnswers }) => unreadAnswers.count,
  );
  gauge('streams', 'Open streams of subscriptions.', ({ streams }) => streams.open);
  counter(
    'streams_refused_total',
    'Subscriptions that were refused because a user or an organization had too many.',
    ({ streams }) => streams.refused,
  );
  gauge(
    'unread_answer_bytes',
    'Bytes of responses that clients have not read yet.',
    ({ unreadAnswers }) => unreadAnswers.bytes,
  );
  counter(
    'unread_answers_closed_total',
    'Connections that were closed because their clients did not read.',
    ({ unreadAnswers }) => unreadAnswers.closed,
  );
  gauge(
    'large_bodies',
    'Requests in progress whose body is over 64 KiB, compressed or of unknown length.',
    ({ largeBodies }) => largeBodies.taken,
  );
  gauge('uploads', 'Files of jobs that are being received.', ({ uploads }) => uploads.running);
  counter('uploads_total', 'Uploads that have ended, by outcome.', ({ uploads }) => uploads.ended, 'outcome');
  counter(
    'upload_bytes_total',
    'Bytes of files that were received, decompressed.',
    ({ uploads }) => uploads.bytes,
  );
  counter(
    'compressions_total',
    'Responses that were compressed, or skipped because too many were being compressed.',
    ({ compressions }) => compressions,
    'result',
  );
  gauge(
    'document_cache_bytes',
    'Memory of cached GraphQL documents, parsed and compiled.',
    ({ documents }) => documents.bytes,
  );
  counter(
    'rate_limit_points_total',
    'Rate limit points that operations consumed, by class.',
    ({ points = {} }) => points,
    'class',
  );
  shared(
    'min',
    'replica_in_use',
    'Whether a replica serves reads: 1, or 0 while it is left out.',
    ofReplicas(({ leftOut }) => (leftOut === undefined ? 1 : 0)),
    'replica',
  );
  shared(
    'max',
    'replica_lag_seconds',
    'Seconds by which a replica was behind the primary when it last answered.',
    ofReplicas(({ lagSeconds }) => lagSeconds),
    'replica',
  );
  counter(
    'replicated_reads_total',
    'Statements that could run on a replica, by the place where they ran.',
    ({ replicas }) => replicas?.reads ?? {},
    'place',
  );
  counter(
    'webhook_attempts_total',
    'Requests to endpoints of webhooks, by outcome.',
    ({ webhooks }) => webhooks.attempts,
    'outcome',
  );
  counter(
    'digest_mails_total',
    'Mails with digests of watched lists, by outcome.',
    ({ digestMails }) => digestMails?.() ?? {},
    'outcome',
  );
  shared(
    'max',
    'sweeps_on_hold',
    'Whether sweeps delete nothing because the clock has jumped: 1, or 0.',
    ({ sweeps }) => Number(sweeps.counts.isHolding),
  );
  counter(
    'sweeps_held_total',
    'Sweeps that deleted nothing because the clock had jumped.',
    ({ sweeps }) => sweeps.counts.held,
  );
  counter(
    'due_times_capped_total',
    'Due times and leases that a clock which was ahead had set, and that did not wait for it.',
    ({ cappedDueTimes }) => cappedDueTimes(),
    'kind',
  );
  registerCatalogueGauges(registry, () => read()?.catalogue);
  registerWatchGauges(registry, () => read()?.watches);
  registerWebhookGauges(registry, () => read()?.webhooks);
}

function ofPools(count: 'totalCount' | 'idleCount' | 'waitingCount') {
  return ({ pools }: Gauges) => mapValues(pools, (pool) => pool[count]);
}

type ReplicaState = NonNullable<Gauges['replicas']>['replicas'][number];

function ofReplicas(read: (replica: ReplicaState) => number) {
  return ({ replicas }: Gauges) =>
    Object.fromEntries((replicas?.replicas ?? []).map((each) => [String(each.number), read(each)]));
}

function ofWork(count: keyof WorkStats) {
  return ({ work }: Gauges) => mapValues(work?.stats() ?? {}, (kind) => kind[count]);
}

function mapValues<T>(record: Readonly<Record<string, T>>, map: (value: T) => number) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
