import type { IncomingMessage } from 'node:http';
import type { Plugin } from 'graphql-yoga';
import type { OperationReport } from '../lib/request-context.ts';
import type { Context } from './context.ts';

/** Records the code of an error. Each code counts once a request. */
export function noteError(report: OperationReport, code: string): void {
  report.errors ??= new Set();
  report.errors.add(code.toLowerCase());
}

/** Records the codes of the errors in a response, including those of syntax and validation. */
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
