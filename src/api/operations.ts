import type { IncomingMessage } from 'node:http';
import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  getOperationAST,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { mapAsyncIterator } from 'graphql-yoga';
import type { Admission } from '../graphql/admission.ts';
import type { Context, ServerContext } from '../graphql/context.ts';
import type { DocumentCache } from '../graphql/document-cache.ts';
import { Documents } from '../graphql/documents.ts';
import { KeptError, keepPartialAnswer, noteErrors, toFault, toHttpError } from '../graphql/errors.ts';
import type { Operation } from '../graphql/execute.ts';
import { withoutSuggestions } from '../graphql/introspection-off.ts';
import { fitAnswer } from '../graphql/limits/answer-size.ts';
import { checkLimits, withCost } from '../graphql/limits/check.ts';
import { withTimeLimit } from '../graphql/limits/time-limit.ts';
import { type Stream, subscribe } from '../graphql/subscriptions.ts';
import { ONE_READ } from '../lib/cost-class.ts';
import { Fault } from '../lib/fault.ts';
import { logFault } from '../lib/log-fault.ts';
import type { Logger } from '../lib/logger.ts';
import { executeInTurn } from './heavy.ts';
import { executeOnce } from './idempotent.ts';
import { schema } from './schema.ts';

/** Parameters of a GraphQL request. */
export interface RequestParams {
  /** The document; a trusted one is parsed already. */
  query: string | DocumentNode;
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
}

interface Parts {
  /** Creates the context of resolvers for an authenticated request. */
  contextOf: (req: IncomingMessage) => Context;
  admission: Admission;
  logger: Logger;
  /** Whether the schema can be read. */
  introspection: boolean;
  /** Maximum size of a document. */
  maxDocumentBytes: number;
  documentCache: DocumentCache;
}

export type Operations = ReturnType<typeof createOperations>;

/** Creates the one way of a GraphQL request from its parameters to its result, however it was sent. */
export function createOperations({ contextOf, admission, logger, ...settings }: Parts) {
  const documents = new Documents(schema, settings);

  /** Logs an error, and returns it as callers see it. */
  function show(error: unknown): Error {
    if (error instanceof KeptError) return error;
    logFault(logger, toFault(error), 'a GraphQL operation failed');
    const shown = toHttpError(error);
    return settings.introspection || isOwnFault(error) ? shown : withoutSuggestions(shown);
  }

  function showAll(result: ExecutionResult): ExecutionResult {
    return result.errors ? { ...result, errors: result.errors.map(show) as GraphQLError[] } : result;
  }

  /** Checks, charges and runs an operation, in this order. */
  async function perform(params: RequestParams, server: ServerContext): Promise<Stream> {
    const { req, res } = server;
    const { query, operationName, variables } = params;
    const document = typeof query === 'string' ? documents.parse(query) : query;
    const { operation: type, name } = requireOperation(document, operationName, req.method);
    const errors = documents.validate(document);
    if (errors.length > 0) return { errors };
    const context = contextOf(req);
    const operation: Operation = { schema, document, operationName, variables, context };
    const { report } = context;
    if (name) report.operation = name.value;
    const checked = checkLimits(operation);
    if (checked?.refusal) return checked.refusal;
    const pending = admission.admit(req, res, report.charges ?? ONE_READ);
    if (pending) await pending;
    if (type === OperationTypeNode.SUBSCRIPTION) {
      const stream = await subscribe(operation, server, () => contextOf(req));
      return Symbol.asyncIterator in stream ? mapAsyncIterator(stream, showAll) : showAll(stream);
    }
    const result = await executeOnce(operation, server, () =>
      withTimeLimit(res, context, () => fitAnswer(executeInTurn(operation), context)),
    );
    return showAll(checked ? withCost(result, checked.cost) : result);
  }

  return {
    /** Returns an error as callers see it. */
    show,
    /** Runs an operation. Everything that goes wrong is an error of the result. */
    run: (params: RequestParams, server: ServerContext): Promise<Stream> =>
      perform(params, server).catch((error: unknown) => ({ errors: [show(error) as GraphQLError] })),
    /**
     * Completes a response before it is sent: decides about its status and records its errors. A request that never
     * became an operation (a syntax error, an unknown field) costs one read, because parsing and validating are work
     * as well.
     *
     * @returns the response; the refusal if there is no budget left.
     */
    async complete(result: ExecutionResult, { req, res }: ServerContext): Promise<ExecutionResult> {
      let completed = result;
      if (!admission.hasSeen(req)) {
        try {
          await admission.admit(req, res, ONE_READ);
        } catch (error) {
          completed = { errors: [show(error) as GraphQLError] };
        }
      }
      if (completed.errors) {
        keepPartialAnswer(completed);
        noteErrors(contextOf(req).report, completed);
      }
      return completed;
    },
  };
}

/** Returns whether an error is a fault of a service, which resolvers wrap, and not an error of graphql-js. */
function isOwnFault(error: unknown): boolean {
  return error instanceof Fault || (error instanceof GraphQLError && error.originalError instanceof Fault);
}

/**
 * Returns the operation that a request runs.
 *
 * @throws GraphQLError OPERATION_RESOLUTION_FAILURE if there is none; BAD_REQUEST for a mutation by GET.
 */
function requireOperation(
  document: DocumentNode,
  operationName: string | null | undefined,
  method: string | undefined,
): OperationDefinitionNode {
  const operation = getOperationAST(document, operationName);
  if (!operation) {
    throw new GraphQLError('Could not determine what operation to execute.', {
      extensions: { code: 'OPERATION_RESOLUTION_FAILURE', http: { status: 400 } },
    });
  }
  if (operation.operation === OperationTypeNode.MUTATION && method === 'GET') {
    throw new GraphQLError('Can only perform a mutation operation from a POST request.', {
      extensions: { code: 'BAD_REQUEST', http: { status: 405, headers: { Allow: 'POST' } } },
    });
  }
  return operation;
}
