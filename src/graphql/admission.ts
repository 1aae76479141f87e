import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plugin } from 'graphql-yoga';
import { type Charge, ONE_READ } from '../lib/cost-class.ts';
import { HTTP_STATUS } from '../lib/fault.ts';
import type { Context, ServerContext } from './context.ts';
import { toFault, toRequestError } from './errors.ts';

/** Rate limiting in front of the work of both APIs. */
export interface Admission {
  /**
   * Charges a request, and writes the remaining budgets to its response headers. Requests without a key are not
   * charged.
   *
   * @param total charges of the whole operation, if some of them were made before.
   * @returns undefined when there is nothing to wait for.
   * @throws Fault rate_limited.
   */
  admit(
    req: IncomingMessage,
    res: ServerResponse,
    charges: readonly Charge[],
    total?: readonly Charge[],
  ): Promise<void> | undefined;
  /** Whether the request has been charged or refused before. */
  hasSeen(req: IncomingMessage): boolean;
}

/**
 * Charges an operation after its cost is estimated (limits/plugin.ts) and before it runs. A document that never
 * becomes an operation (a syntax error, an unknown field) costs one read, because parsing and validating are work as
 * well.
 */
export function useAdmission(admission: Admission): Plugin<Context & ServerContext, ServerContext> {
  const admit = async ({ args }: { args: { contextValue: ServerContext & Context } }) => {
    const { req, res, report } = args.contextValue;
    await admission.admit(req, res, report.charges ?? ONE_READ);
  };
  return {
    onExecute: admit,
    onSubscribe: admit,
    async onResponse({ serverContext: { req, res }, setResponse, fetchAPI }) {
      if (admission.hasSeen(req)) return;
      try {
        await admission.admit(req, res, ONE_READ);
      } catch (error) {
        const fault = toFault(error);
        const body = JSON.stringify({ errors: [toRequestError(fault)] });
        const headers = { 'Content-Type': 'application/json; charset=utf-8' };
        setResponse(new fetchAPI.Response(body, { status: HTTP_STATUS[fault.code], headers }));
      }
    },
  };
}
