import { setTimeout as sleep } from 'node:timers/promises';
import { type RequestHandler, Router } from 'express';
import type { Queryable } from '../database/client.ts';
import { sendJson } from '../lib/send.ts';

const PROBE_TIMEOUT_MS = 2_000;

/**
 * Creates the health checks. `/healthz` is 200 while the process runs. `/readyz` is 200 if the database responds within
 * two seconds and no shutdown is in progress. Otherwise it is 503, and a load balancer sends traffic elsewhere.
 */
export function createHealthRouter(db: Queryable, isStopping: () => boolean): Router {
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

async function probe(db: Queryable): Promise<'ok' | 'unreachable'> {
  const timeout = sleep(PROBE_TIMEOUT_MS, 'unreachable' as const, { ref: false });
  const answer = db.query('SELECT 1').then(
    () => 'ok' as const,
    () => 'unreachable' as const,
  );
  return Promise.race([answer, timeout]);
}
