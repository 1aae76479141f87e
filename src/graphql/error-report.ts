import type { IncomingMessage } from 'node:http';
import type { Plugin } from 'graphql-yoga';
import type { Context, OperationReport } from './context.ts';

/** Notes that a request met an error of this code; each code counts once a request. */
export function noteError(report: OperationReport, code: string): void {
  report.errors ??= new Set();
  report.errors.add(code.toLowerCase());
}

/** Notes the codes of the errors in an answer, those of syntax and validation included. */
export function useErrorReport(
  reportOf: (req: IncomingMessage) => OperationReport,
): Plugin<Context, { req: IncomingMessage }> {
  return {
    onResultProcess({ result, serverContext }) {
      for (const each of [result].flat()) {
        if (!('errors' in each) || !each.errors) continue;
        for (const { extensions } of each.errors) {
          if (typeof extensions?.code === 'string') noteError(reportOf(serverContext.req), extensions.code);
        }
      }
    },
  };
}
