import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ExecutionResult, getOperationAST, OperationTypeNode, print } from 'graphql';
import { failedResult, KeptError, type Result, toFault, toPublicError } from '../graphql/errors.ts';
import type { Operation } from '../graphql/execute.ts';
import type { IdempotencyService, Outcome } from '../modules/idempotency/idempotency-service.ts';
import { RETRY_AFTER_SECONDS } from '../modules/idempotency/replay-log.ts';

declare module '../graphql/context.ts' {
  interface Services {
    idempotency: IdempotencyService;
  }
}

const ROUTE = 'POST /graphql';

/**
 * Runs an operation: only once if it is a mutation with an Idempotency-Key.
 *
 * @param execute runs it within its limits. The record of the request is written outside of them.
 */
export function executeOnce(
  operation: Operation,
  { req, res }: { req: IncomingMessage; res: ServerResponse },
  execute: () => Result,
): Result {
  const header = req.headers['idempotency-key'];
  if (header === undefined || !isMutation(operation)) return execute();
  return run(operation, header, res, execute).catch((error: unknown) => {
    if (toFault(error).code === 'idempotency_in_progress') res.setHeader('Retry-After', RETRY_AFTER_SECONDS);
    return failedResult(error);
  });
}

function isMutation({ document, operationName }: Operation): boolean {
  return getOperationAST(document, operationName)?.operation === OperationTypeNode.MUTATION;
}

async function run(
  operation: Operation,
  header: string | string[],
  res: ServerResponse,
  execute: () => Result,
): Promise<ExecutionResult> {
  const { document, operationName, variables, context } = operation;
  const content = {
    query: print(document),
    operationName: operationName ?? null,
    variables: variables ?? {},
  };
  let fresh: ExecutionResult | undefined;
  const { answer, replayed } = await context.services.idempotency.once(
    { principal: context.principal, header, route: ROUTE, content },
    async () => {
      fresh = await execute();
      return toOutcome(fresh);
    },
  );
  if (replayed) res.setHeader('Idempotency-Replayed', 'true');
  return fresh ?? fromText(answer.body ?? '{}');
}

function toOutcome(result: ExecutionResult): Outcome {
  const { errors = [] } = result;
  const body = JSON.stringify({ ...result, errors: result.errors?.map(toPublicError) });
  const codes = errors.map((error) => toFault(error).code);
  return { answer: { status: 200, headers: {}, body }, errors: codes };
}

/** Keeps the order of the keys, so that a replayed response has the same bytes. */
function fromText(text: string): ExecutionResult {
  const result = JSON.parse(text);
  const errors: object[] | undefined = result.errors;
  return errors ? { ...result, errors: errors.map((error) => new KeptError(error)) } : result;
}
