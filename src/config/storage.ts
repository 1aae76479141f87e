import { z } from 'zod';
import { MIN_POOL_SIZE, OTHER_CONNECTIONS, WAIT_MS } from '../database/pool-kinds.ts';
import { POOLER_SETTINGS } from '../database/pooler.ts';
import { integer, mebibytes, path, postgresUrl, postgresUrls, type ReadSetting, text } from './setting.ts';

const POOL_SIZE = 20;
/** PostgreSQL accepts 100 connections by default, 3 of them from superusers alone. Some remain for commands. */
const ALL_CONNECTIONS = 92;

const pooler = z.enum(POOLER_SETTINGS, `must be ${POOLER_SETTINGS.join(', ')}`).default('auto');

/** Returns the default for each of several processes, with which a start without settings works. */
function defaultPoolSize(processes: number): number {
  const part = Math.floor(ALL_CONNECTIONS / processes) - OTHER_CONNECTIONS;
  return Math.min(POOL_SIZE, Math.max(MIN_POOL_SIZE, part));
}

/** Reads the settings of the database, the data directory and the caches. */
export const readStorageSettings = (read: ReadSetting, processes: number) => ({
  /** URL of an external PostgreSQL; undefined for the embedded one under `dataDir`. */
  databaseUrl: read('DATABASE_URL', postgresUrl.optional()),
  /** URL of a server beyond the pooler of `databaseUrl`, for all that needs a session of its own; undefined for
   * `databaseUrl`. */
  databaseDirectUrl: read('DATABASE_DIRECT_URL', postgresUrl.optional()),
  /** Whether a pooler that gives each transaction another session stands in front of `databaseUrl`. */
  databasePooler: read('DATABASE_POOLER', pooler),
  /** URLs of replicas of `databaseUrl`, each of one server. */
  replicaUrls: read('DATABASE_REPLICA_URLS', postgresUrls),
  /** Seconds by which a replica may be behind. */
  replicaMaxLagSeconds: read('REPLICA_MAX_LAG_SECONDS', integer(1, 3600, 5)),
  /** Maximum number of connections of one process, over all pools. */
  poolSize: read('DATABASE_POOL_SIZE', integer(MIN_POOL_SIZE, 1000, defaultPoolSize(processes))),
  /** Milliseconds that a request waits for a connection. */
  databaseWaitMs: WAIT_MS,
  /** Absolute path of the directory of the embedded PostgreSQL and of rejects files. */
  dataDir: read('DATA_DIR', text.default('data').pipe(path)),
  /** Memory for cached bitmaps of the facet index, in bytes. */
  facetCacheBytes: read('FACET_CACHE_MB', mebibytes(1, 1_048_576, 256)),
});
