import type { Request, Response } from 'express';
import type { Logger } from '../lib/logger.ts';
import type { RequestState } from './request-state.ts';

/** Writes one line when the request is over. Never the key, the query string or a body. */
export function logWhenDone(logger: Logger, req: Request, res: Response, state: RequestState): void {
  if (!logger.isLevelEnabled('info')) return;
  const startedAt = performance.now();
  const path = req.path;
  res.once('close', () => {
    logger.info(
      {
        requestId: state.requestId,
        method: req.method,
        path,
        status: res.statusCode,
        durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
        keyId: state.principal?.keyId,
        organizationId: state.principal?.organizationId,
        aborted: res.writableFinished ? undefined : true,
      },
      'request',
    );
  });
}
