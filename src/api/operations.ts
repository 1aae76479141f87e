import type { IncomingMessage } from 'node:http';
import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  getOperationAST,
  type OperationDefinitionNode,
  OperationTypeNode,
  print,
} from 'graphql';
import { mapAsyncIterator } from 'graphql-yoga';
import type { Context, ServerContext } from '../graphql/context.ts';
import { type DocumentCache, Documents, withoutSuggestions } from '../graphql/documents.ts';
import {
  failedResult,
  KeptError,
  noteErrors,
  type Result,
  settleStatus,
  toFault,
  toHttpError,
  toPublicError,
} from '../graphql/errors.ts';
import { fitAnswer } from '../graphql/limits/answer-size.ts';
import { acceptedMediaType } from '../graphql/media-type.ts';
import { ONE_READ } from '../lib/cost-class.ts';
import { Fault, type FaultCode } from '../lib/fault.ts';
import { type Logger, logFault } from '../lib/logger.ts';
import type { RequestScope } from '../lib/request-context.ts';
import { whenClosed } from '../lib/send.ts';
import { gone, withinLimits } from './pipeline/limits.ts';
import {
  LimitsExceeded,
  type Operation,
  type Outcome,
  type Pipeline,
  type Repeat,
} from './pipeline/pipeline.ts';
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
  /** Returns what is known of a request. */
  stateOf: (req: IncomingMessage) => RequestScope;
  pipeline: Pipeline;
  logger: Logger;
  /** Whether the schema can be read. */
  introspection: boolean;
  /** Maximum size of a document. */
  maxDocumentBytes: number;
  /** Maximum cost of an operation. */
  maxCost: number;
  documentCache: DocumentCache;
}

export type Operations = ReturnType<typeof createOperations>;

/** Makes operations of GraphQL requests, and results of their answers. */
export function createOperations({ contextOf, stateOf, pipeline, logger, ...settings }: Parts) {
  const documents = new Documents(schema, settings);
  const { maxCost } = settings;

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

  /** Adds the cost to a response, as `extensions.cost`, if it is known. */
  function withCost(result: ExecutionResult, requested: number | undefined): ExecutionResult {
    if (requested === undefined) return result;
    const cost = { requested, limit: maxCost, remaining: Math.max(0, maxCost - requested) };
    return { ...result, extensions: { ...result.extensions, cost } };
  }

  async function perform(params: RequestParams, { req, res }: ServerContext): Promise<Stream> {
    const { query, operationName, variables } = params;
    const document = typeof query === 'string' ? documents.parse(query) : query;
    const { operation: type, name } = requireOperation(document, operationName, req.method);
    const errors = documents.validate(document);
    if (errors.length > 0) return { errors };
    const context = contextOf(req);
    if (name) context.report.operation = name.value;
    const operation: Operation = { document, operationName, variables, context, res, isSaved: false };
    if (type === OperationTypeNode.SUBSCRIPTION) {
      await pipeline.admit(operation);
      const stream = await subscribe(operation, () => contextOf(req));
      return Symbol.asyncIterator in stream ? mapAsyncIterator(stream, showAll) : showAll(stream);
    }
    const repeat = type === OperationTypeNode.MUTATION ? repeatOf(operation) : undefined;
    const result = await pipeline.run(operation, fitAnswer, repeat);
    return withCost(showAll(result), context.report.cost);
  }

  /** Makes a result of what was thrown. */
  function fail(error: unknown, { req }: ServerContext): ExecutionResult {
    const { report } = stateOf(req);
    if (error instanceof LimitsExceeded)
      return withCost({ errors: error.faults.map(toHttpError) }, report.cost);
    const result: ExecutionResult = { errors: [show(error) as GraphQLError] };
    if (!isOverBudget(error)) return withCost(result, report.cost);
    // A refusal for load is free.
    report.isAdmitted = true;
    return result;
  }

  return {
    /** Returns an error as callers see it. */
    show,
    /** Runs an operation. Everything that goes wrong is an error of the result. */
    run: (params: RequestParams, server: ServerContext): Promise<Stream> =>
      perform(params, server).catch((error: unknown) => fail(error, server)),
    /**
     * Completes a response before it is sent: decides about its status and records its errors. A request that never
     * became an operation (a syntax error, an unknown field) costs one read, because parsing and validating are work
     * as well.
     *
     * @returns the response; the refusal if there is no budget left.
     */
    async complete(result: ExecutionResult, { req, res }: ServerContext): Promise<ExecutionResult> {
      const state = stateOf(req);
      let completed = result;
      if (!state.report.isAdmitted) {
        try {
          await pipeline.admission.admit(state, res, ONE_READ);
        } catch (error) {
          completed = { errors: [show(error) as GraphQLError] };
        }
      }
      if (!completed.errors) return completed;
      noteErrors(state.report, res, completed);
      return settleStatus(completed, acceptedMediaType(req.headers.accept));
    },
  };
}

/** Returns how a mutation with an Idempotency-Key is repeated. */
function repeatOf({
  document,
  operationName,
  variables,
  res,
}: Operation): Repeat<ExecutionResult> | undefined {
  const header = res.req.headers['idempotency-key'];
  if (header === undefined) return undefined;
  const content = {
    query: print(document),
    operationName: operationName ?? null,
    variables: variables ?? {},
  };
  return { header, route: 'POST /graphql', content, keep, recall };
}

function keep(result: ExecutionResult): Outcome {
  const body = JSON.stringify({ ...result, errors: result.errors?.map(toPublicError) });
  const errors = (result.errors ?? []).map((error) => toFault(error).code);
  return { answer: { status: 200, headers: {}, body }, errors };
}

/** Keeps the order of the keys, so that a replayed response has the same bytes. */
function recall({ body }: Outcome['answer']): ExecutionResult {
  const result = JSON.parse(body ?? '{}');
  const errors: object[] | undefined = result.errors;
  return errors ? { ...result, errors: errors.map((error) => new KeptError(error)) } : result;
}

/** Whether an operation was refused for the points or slots that others have taken: its cost is not what to change. */
function isOverBudget(error: unknown): boolean {
  return error instanceof Fault && (error.code === 'rate_limited' || error.code === 'overloaded');
}

/** Returns whether an error is a fault of a service, which resolvers wrap, and not an error of graphql-js. */
function isOwnFault(error: unknown): boolean {
  return error instanceof Fault || (error instanceof GraphQLError && error.originalError instanceof Fault);
}

/**
 * Returns the operation that a request runs.
 *
 * @throws GraphQLError of the fault operation_resolution_failure if there is none, and bad_request for a mutation by GET.
 */
function requireOperation(
  document: DocumentNode,
  operationName: string | null | undefined,
  method: string | undefined,
): OperationDefinitionNode {
  const operation = getOperationAST(document, operationName);
  if (!operation) {
    const message = 'Could not determine what operation to execute.';
    throw refusal('operation_resolution_failure', message, { status: 400 });
  }
  if (operation.operation === OperationTypeNode.MUTATION && method === 'GET') {
    const message = 'Can only perform a mutation operation from a POST request.';
    throw refusal('bad_request', message, { status: 405, headers: { Allow: 'POST' } });
  }
  return operation;
}

/** Creates the refusal of a request, whatever media type the client accepts. */
function refusal(code: FaultCode, message: string, http: object): GraphQLError {
  const details = { errors: [{ pointer: '', message }] };
  const originalError = new Fault(code, message, { details });
  return new GraphQLError(message, { originalError, extensions: { http } });
}

/** Results of the events of a subscription; a single result if it was refused. */
type Stream = AsyncIterableIterator<ExecutionResult> | ExecutionResult;

/**
 * Runs an admitted subscription by graphql-js. Each event gets a context of its own, so that loaders never show an event what an
 * earlier one read, nor grow with the life of a stream. What an event selects has the bounds of an operation: time and
 * bytes. A stream ends with its connection, whatever else happens.
 *
 * @param renew creates the context of the next event.
 */
async function subscribe(
  { document, operationName, variables, context, res }: Operation,
  renew: () => Context,
): Promise<Stream> {
  if (!acceptsEvents(res.req.headers.accept)) return failedResult(notAcceptable());
  const args = { schema, document, operationName, variableValues: variables ?? {} };
  const source = await createSourceEventStream({ ...args, contextValue: context });
  if (!(Symbol.asyncIterator in source)) return source;
  // The client may have left while the stream opened. It ends here, before there is a body of which nobody reads a byte.
  if (res.closed || res.req.socket.destroyed) {
    await source[Symbol.asyncIterator]().return?.();
    return failedResult(gone());
  }
  const answer = async (rootValue: unknown): Promise<ExecutionResult> => {
    const contextValue = renew();
    const result = await withinLimits(
      { context: contextValue, res },
      async () => execute({ ...args, rootValue, contextValue }) as Result,
    );
    return fitAnswer(result, contextValue);
  };
  // An error of the source becomes the last result.
  const results = mapAsyncIterator(source, (event) => answer(event).catch(failedResult), failedResult);
  // nginx would otherwise keep events back until it has a buffer full of them.
  res.setHeader('X-Accel-Buffering', 'no');
  whenClosed(res, () => void results.return?.());
  return results;
}

/** Decides before the stream is opened: nobody would read one that the client does not accept. */
function acceptsEvents(accept = '*/*'): boolean {
  return accept
    .toLowerCase()
    .split(',')
    .some((range) => ['text/event-stream', 'text/*', '*/*'].includes(range.split(';', 1)[0]?.trim() ?? ''));
}

function notAcceptable(): Fault {
  return new Fault(
    'not_acceptable',
    'A subscription returns a stream of events. Send the header Accept: text/event-stream.',
  );
}
