import type { RequestHandler } from 'express';
import type { Logger } from '../lib/logger.ts';
import { stateOf } from './request-state.ts';

/** One line for each finished request. Never the key, the query string or a body. */
export function requestLog(logger: Logger): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now();
    const path = req.path;
    res.once('close', () => {
      const { requestId, principal } = stateOf(req);
      logger.info(
        {
          requestId,
          method: req.method,
          path,
          status: res.statusCode,
          durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
          keyId: principal?.keyId,
          organizationId: principal?.organizationId,
          aborted: res.writableFinished ? undefined : true,
        },
        'request',
      );
    });
    next();
  };
}
