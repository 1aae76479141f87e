import type { Config } from '../config.ts';
import type { Logger } from '../lib/logger.ts';
import { describeStatement, safeName } from './names.ts';
import type { FinishedRequest, Sink } from './sink.ts';

export type LogSettings = Pick<Config, 'slowQueryMs' | 'slowRequestMs'>;

/** Logs each request and each slow statement. The lines contain no API key, query string, variable or body. */
export function createLogSink(logger: Logger, settings: LogSettings): Sink {
  const { slowQueryMs, slowRequestMs } = settings;
  return {
    finished(request) {
      if (slowRequestMs > 0 && request.ms >= slowRequestMs) {
        logger.warn({ ...fieldsOf(request), slow: true }, 'request');
      } else if (logger.isLevelEnabled('info')) logger.info(fieldsOf(request), 'request');
    },
    ran(statement) {
      if (slowQueryMs === 0 || statement.ms < slowQueryMs) return;
      const { scope, ms, rows, failed } = statement;
      const operation = scope?.report.operation;
      const line = {
        requestId: scope?.requestId,
        trace_id: scope?.traceId,
        operation: operation === undefined ? undefined : safeName(operation),
        statement: describeStatement(statement),
        rows,
        ms: tenths(ms),
        failed: failed || undefined,
      };
      logger.warn(line, 'slow query');
    },
  };
}

function fieldsOf(request: FinishedRequest): Record<string, unknown> {
  const { scope } = request;
  const { report, principal, sql, credits } = scope;
  const [error] = report.errors ?? [];
  return {
    requestId: scope.requestId,
    trace_id: scope.traceId,
    method: request.method,
    route: request.route,
    operation: report.operation === undefined ? undefined : safeName(report.operation),
    status: request.status,
    error,
    cost: report.cost,
    keyId: principal?.keyId,
    organizationId: principal?.organizationId,
    responseBytes: request.responseBytes,
    durationMs: tenths(request.ms),
    aborted: request.aborted || undefined,
    sqlStatements: sql.statements,
    sqlRows: sql.rows,
    sqlMs: tenths(sql.ms),
    creditsCharged: credits,
  };
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}
