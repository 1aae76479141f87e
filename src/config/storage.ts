import { z } from 'zod';
import { MIN_POOL_SIZE } from '../database/pool-kinds.ts';
import { POOLER_SETTINGS } from '../database/pooler.ts';
import {
  integer,
  mebibytes,
  path,
  postgresUrl,
  postgresUrls,
  type ReadSetting,
  seconds,
  text,
} from './setting.ts';

const POOL_SIZE = 20;
/** PostgreSQL accepts 100 connections by default. Some remain for commands and for connections outside the pools. */
const ALL_POOLS = 80;

const pooler = z.enum(POOLER_SETTINGS, `must be ${POOLER_SETTINGS.join(', ')}`).default('auto');

/** Divides the connections of PostgreSQL among many processes, so that a start without settings works. */
function defaultPoolSize(processes: number): number {
  return Math.min(POOL_SIZE, Math.max(MIN_POOL_SIZE, Math.floor(ALL_POOLS / processes)));
}

/** Reads the settings of the database, the data directory and the caches. */
export const readStorageSettings = (read: ReadSetting, processes: number) => ({
  /** URL of an external PostgreSQL; undefined for the embedded one under `dataDir`. */
  databaseUrl: read('DATABASE_URL', postgresUrl.optional()),
  /** URL for LISTEN, which needs a session of its own where `databaseUrl` is a pooler; undefined for
   * `databaseDirectUrl`. */
  databaseListenUrl: read('DATABASE_LISTEN_URL', postgresUrl.optional()),
  /** URL of a server beyond the pooler of `databaseUrl`, for migrations and commands; undefined for `databaseUrl`. */
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
  databaseWaitMs: read('DATABASE_WAIT_SECONDS', seconds(1, 3600, 10)),
  /** Absolute path of the directory of the embedded PostgreSQL and of rejects files. */
  dataDir: read('DATA_DIR', text.default('data').pipe(path)),
  /** Memory for cached bitmaps of the facet index, in bytes. */
  facetCacheBytes: read('FACET_CACHE_MB', mebibytes(1, 1_048_576, 256)),
  /** Memory for cached GraphQL documents, in bytes. */
  documentCacheBytes: read('GRAPHQL_DOCUMENT_CACHE_MB', mebibytes(1, 65_536, 32)),
});
