import { setTimeout as sleep } from 'node:timers/promises';
import { type RequestHandler, Router } from 'express';
import type { Pool } from '../database/client.ts';
import { sendJson } from '../lib/send.ts';

const PROBE_TIMEOUT_MS = 2_000;

/** A standby and a former primary respond, but take no changes. */
const READ_ONLY = "SELECT current_setting('transaction_read_only') = 'on' AS read_only";

type DatabaseState = 'ok' | 'read-only' | 'unreachable';

/**
 * Creates the health checks. `/healthz` is 200 while the process runs. `/readyz` is 200 if the database responds within
 * two seconds, takes changes, and no shutdown is in progress. Otherwise it is 503, and a load balancer sends traffic elsewhere.
 */
export function createHealthRouter(db: Pool, isStopping: () => boolean): Router {
  const router = Router();
  const ready: RequestHandler = async (_req, res) => {
    const database = isStopping() ? 'not asked' : await probe(db);
    const isReady = database === 'ok';
    const status = isStopping() ? 'stopping' : isReady ? 'ready' : 'unavailable';
    sendJson(res, isReady ? 200 : 503, { status, database });
  };
  router.get('/healthz', (_req, res) => sendJson(res, 200, { status: 'ok' }));
  router.get('/readyz', ready);
  return router;
}

/** Asks the database. A connection to a read-only server is closed, so that the next one may find the primary. */
async function probe(db: Pool): Promise<DatabaseState> {
  const timeout = sleep(PROBE_TIMEOUT_MS, 'unreachable' as const, { ref: false });
  const answer = ask(db).catch(() => 'unreachable' as const);
  return Promise.race([answer, timeout]);
}

async function ask(db: Pool): Promise<DatabaseState> {
  const client = await db.connect();
  let isBroken = true;
  try {
    const { rows } = await client.query<{ read_only: boolean }>(READ_ONLY);
    isBroken = rows[0]?.read_only !== false;
    return isBroken ? 'read-only' : 'ok';
  } finally {
    client.release(isBroken);
  }
}
