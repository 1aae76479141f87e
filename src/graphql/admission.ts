import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plugin } from 'graphql-yoga';
import { HTTP_STATUS } from '../lib/fault.ts';
import { type Charge, ONE_READ } from '../modules/limits/cost-class.ts';
import type { Context } from './context.ts';
import { toFault, toPublicError } from './errors.ts';
import { chargesOf, costOf } from './operation-cost.ts';

/** Stands in front of the work. */
export interface Gate {
  /**
   * Lets a request by and says in the headers of its answer what is left. A request without a key is not its concern.
   *
   * @returns nothing where there is nothing to wait for.
   * @throws Fault rate_limited; Retry-After is set.
   */
  admit(req: IncomingMessage, res: ServerResponse, charges: readonly Charge[]): Promise<void> | undefined;
  /** Whether the request has been let by, or refused. */
  hasSeen(req: IncomingMessage): boolean;
}

interface ServerContext {
  req: IncomingMessage;
  res: ServerResponse;
}

interface Operation {
  args: {
    document: Parameters<typeof costOf>[0];
    operationName?: string | null;
    variableValues?: Record<string, unknown> | null;
    contextValue: ServerContext;
  };
}

/**
 * Charges an operation once it is known and before it runs. What never becomes one (a syntax error, an unknown field)
 * costs one read: parsing and validating are work, too.
 */
export function useAdmission(gate: Gate): Plugin<Context & ServerContext, ServerContext> {
  const admit = async ({ args: { document, operationName, variableValues, contextValue } }: Operation) => {
    const { req, res } = contextValue;
    await gate.admit(req, res, chargesOf(costOf(document, operationName), variableValues));
  };
  return {
    onExecute: (operation) => admit(operation),
    onSubscribe: (operation) => admit(operation),
    async onResponse({ serverContext: { req, res }, setResponse, fetchAPI }) {
      if (gate.hasSeen(req)) return;
      try {
        await gate.admit(req, res, ONE_READ);
      } catch (error) {
        const fault = toFault(error);
        const body = JSON.stringify({ errors: [toPublicError(fault)] });
        const headers = { 'Content-Type': 'application/json; charset=utf-8' };
        setResponse(new fetchAPI.Response(body, { status: HTTP_STATUS[fault.code], headers }));
      }
    },
  };
}
