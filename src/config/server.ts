import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { TRANSFER_LIMITS } from '../http/connection/limits.ts';
import { integer, onOrOff, origins, path, type ReadSetting, seconds, text, wholeNumber } from './setting.ts';

const MAX_PROCESSES = 64;
const AUTO = 'auto';

/** A number of processes, or `auto` for one on each core that this process may use. */
const processes = z
  .union(
    [
      z.literal(AUTO).transform(() => Math.min(MAX_PROCESSES, availableParallelism())),
      wholeNumber(1, MAX_PROCESSES),
    ],
    {
      error: `must be a whole number from 1 to ${MAX_PROCESSES}, or ${AUTO}`,
    },
  )
  .default(1);

/** Reads the settings of the HTTP server and of both APIs. */
export const readServerSettings = (read: ReadSetting) => ({
  /** Port that the server listens on; 0 takes a free one. */
  port: read('PORT', integer(0, 65_535, 4000)),
  /** Address that the server listens on. */
  host: read('HOST', text.default('127.0.0.1')),
  /** Processes that serve requests. */
  processes: read('WEB_CONCURRENCY', processes),
  /** Milliseconds until an idle connection is closed. */
  keepAliveMs: read('KEEP_ALIVE_SECONDS', seconds(1, 3600, 75)),
  /** Milliseconds in which a request must arrive, including its body. */
  requestTimeoutMs: read('REQUEST_TIMEOUT_SECONDS', seconds(1, 3600, 60)),
  /** Milliseconds that a shutdown waits for running requests. */
  shutdownTimeoutMs: read('SHUTDOWN_TIMEOUT_SECONDS', seconds(0, 3600, 30)),
  /** Origins whose pages may read responses; `*` for all. */
  corsOrigins: read('CORS_ORIGINS', origins),
  /** Whether callers may read the schema over GraphQL. */
  introspection: read('GRAPHQL_INTROSPECTION', onOrOff('on')),
  /** Whether browsers get GraphiQL. */
  graphiql: read('GRAPHIQL', onOrOff('on')),
  /** Whether browsers get the console. */
  console: read('CONSOLE', onOrOff('on')),
  /** Absolute path of a file with the only documents that GraphQL runs, beside the console's; undefined if it runs any. */
  trustedDocuments: read('TRUSTED_DOCUMENTS', path.optional()),
  /** Subscriptions that one key may have open. */
  subscriptionsPerKey: read('SUBSCRIPTIONS_PER_KEY', integer(0, 10_000, 10)),
  /** Compression, and bounds on the request bodies and responses that the process holds in memory. */
  transfer: {
    /** Whether responses are compressed for clients that accept it. */
    compression: read('COMPRESSION', onOrOff('on')),
    ...TRANSFER_LIMITS,
  },
});
