import { setTimeout as sleep } from 'node:timers/promises';
import { type RequestHandler, Router } from 'express';
import type { Pool } from '../database/client.ts';
import { runInternally } from '../lib/request-context.ts';
import { sendJson } from '../lib/send.ts';

const PROBE_TIMEOUT_MS = 2_000;

/** A standby and a former primary respond, but take no changes. */
const READ_ONLY = "SELECT current_setting('transaction_read_only') = 'on' AS read_only";

/** A load balancer asks as often as it is set to; others are told when. */
const RETRY_AFTER_SECONDS = 5;

type DatabaseState = 'ok' | 'read-only' | 'unreachable';

/**
 * Creates the health checks. `/healthz` is 200 while the process runs. `/readyz` is 200 if the database responds within
 * two seconds, takes changes, and no shutdown is in progress. Otherwise it is 503, and a load balancer sends traffic elsewhere.
 */
export function createHealthRouter(db: Pool, isStopping: () => boolean): Router {
  const router = Router();
  const probe = createProbe(db);
  const ready: RequestHandler = async (_req, res) => {
    const database = isStopping() ? 'not asked' : await probe();
    const isReady = database === 'ok';
    const status = isStopping() ? 'stopping' : isReady ? 'ready' : 'unavailable';
    if (!isReady) res.setHeader('Retry-After', RETRY_AFTER_SECONDS);
    sendJson(res, isReady ? 200 : 503, { status, database });
  };
  router.get('/healthz', (_req, res) => sendJson(res, 200, { status: 'ok' }));
  router.get('/readyz', ready);
  return router;
}

/**
 * Creates the probe of the database. One statement runs at a time, and all who ask meanwhile share its answer: `/readyz` needs
 * no key, and its pool also looks up keys.
 */
function createProbe(db: Pool): () => Promise<DatabaseState> {
  let asking: Promise<DatabaseState> | undefined;
  return () => {
    asking ??= runInternally(() => ask(db))
      .catch(() => 'unreachable' as const)
      .finally(() => {
        asking = undefined;
      });
    return Promise.race([asking, sleep(PROBE_TIMEOUT_MS, 'unreachable' as const, { ref: false })]);
  };
}

/**
 * Asks the database. A connection to a read-only server is closed, so that the next one may find the primary. A connection
 * without an answer is closed as well, and the next probe opens another one.
 */
async function ask(db: Pool): Promise<DatabaseState> {
  const client = await db.connect();
  let isReleased = false;
  const release = (isBroken: boolean) => {
    if (!isReleased) client.release(isBroken);
    isReleased = true;
  };
  const timer = setTimeout(release, PROBE_TIMEOUT_MS, true);
  let isBroken = true;
  try {
    const { rows } = await client.query<{ read_only: boolean }>(READ_ONLY);
    isBroken = rows[0]?.read_only !== false;
    return isBroken ? 'read-only' : 'ok';
  } finally {
    clearTimeout(timer);
    release(isBroken);
  }
}
