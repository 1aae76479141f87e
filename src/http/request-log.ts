import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../lib/logger.ts';
import { pathOf } from './door.ts';
import type { RequestState } from './request-state.ts';

/** Writes one line when the request is over. Never the key, the query string or a body. */
export function logWhenDone(
  logger: Logger,
  req: IncomingMessage,
  res: ServerResponse,
  state: RequestState,
): void {
  if (!logger.isLevelEnabled('info')) return;
  const startedAt = performance.now();
  const path = pathOf(req);
  res.once('close', () => {
    logger.info(
      {
        requestId: state.requestId,
        method: req.method,
        path,
        status: res.statusCode,
        operation: state.report.operation,
        cost: state.report.cost,
        durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
        keyId: state.principal?.keyId,
        organizationId: state.principal?.organizationId,
        aborted: res.writableFinished ? undefined : true,
      },
      'request',
    );
  });
}
