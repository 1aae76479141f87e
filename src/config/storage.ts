import { MIN_POOL_SIZE, OTHER_CONNECTIONS, WAIT_MS } from '../database/pool-kinds.ts';
import { POOLER_SETTINGS } from '../database/pooler.ts';
import {
  integer,
  mebibytes,
  oneOf,
  optional,
  path,
  postgresUrl,
  postgresUrls,
  type ReadSetting,
  withDefault,
} from './setting.ts';

const POOL_SIZE = 20;
/** PostgreSQL accepts 100 connections by default, 3 of them from superusers alone. Some remain for commands. */
const ALL_CONNECTIONS = 92;

/** Returns the default for each of several processes, with which a start without settings works. */
function defaultPoolSize(processes: number): number {
  const part = Math.floor(ALL_CONNECTIONS / processes) - OTHER_CONNECTIONS;
  return Math.min(POOL_SIZE, Math.max(MIN_POOL_SIZE, part));
}

/** Reads the settings of the database, the data directory and the caches. Sizes become bytes. */
export const readStorageSettings = (read: ReadSetting, processes: number) => ({
  /** undefined for the embedded PostgreSQL under `dataDir`. */
  databaseUrl: read(
    'DATABASE_URL',
    optional(postgresUrl),
    'Your own PostgreSQL server, 15 or newer. Without it, the embedded one is started.',
  ),
  /** undefined for `databaseUrl`. */
  databaseDirectUrl: read(
    'DATABASE_DIRECT_URL',
    optional(postgresUrl),
    'The server beyond the pooler of `DATABASE_URL`, for work that needs a session of its own ([scaling.md](scaling.md#pgbouncer)). Unset: `DATABASE_URL`.',
  ),
  databasePooler: read(
    'DATABASE_POOLER',
    oneOf(POOLER_SETTINGS, 'auto'),
    'Whether a pooler that gives each transaction another session is in front of `DATABASE_URL`. `auto` tries it out at the start.',
  ),
  replicaUrls: read(
    'DATABASE_REPLICA_URLS',
    postgresUrls,
    'Replicas that answer reads of the catalogue, separated by commas ([scaling.md](scaling.md#read-replicas)).',
  ),
  replicaMaxLagSeconds: read(
    'REPLICA_MAX_LAG_SECONDS',
    integer(1, 3600, 5, 's'),
    'How far a replica may be behind and still answer.',
  ),
  poolSize: read(
    'DATABASE_POOL_SIZE',
    integer(MIN_POOL_SIZE, 1000, defaultPoolSize(processes), 'connections'),
    'Connections of one process, [divided by kind of work](operations.md#connections). With more than four worker processes, the default is smaller.',
  ),
  /** Milliseconds that a request waits for a connection. */
  databaseWaitMs: WAIT_MS,
  dataDir: read(
    'DATA_DIR',
    withDefault(path, 'data'),
    'The folder of the embedded PostgreSQL, and of files with refused rows. The demo has `data-demo`.',
  ),
  facetCacheBytes: read(
    'FACET_CACHE_MB',
    mebibytes(1, 1_048_576, 256),
    'Memory of each process for the bitmaps that answer filters.',
  ),
});
