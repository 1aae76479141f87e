import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ExecutionResult, GraphQLError, getOperationAST, OperationTypeNode, print } from 'graphql';
import type { Outcome } from '../modules/idempotency/idempotency-service.ts';
import { RETRY_AFTER_SECONDS } from '../modules/idempotency/replay-log.ts';
import { KeptError, toFault, toPublicError } from './errors.ts';
import type { Operation } from './execute.ts';
import { requirePrincipal } from './principal.ts';

const ROUTE = 'POST /graphql';

type Execute = (operation: Operation) => ExecutionResult | Promise<ExecutionResult>;

/**
 * Runs a document: once, if it is a mutation that came with an Idempotency-Key.
 *
 * @param execute runs it; time limits and the like belong in there, so that records are written whatever happens to it.
 */
export function executeOnce(
  operation: Operation,
  { req, res }: { req: IncomingMessage; res: ServerResponse },
  execute: Execute,
): ExecutionResult | Promise<ExecutionResult> {
  const header = req.headers['idempotency-key'];
  if (header === undefined || !isMutation(operation)) return execute(operation);
  return run(operation, header, res, execute).catch((error: unknown) => {
    if (toFault(error).code === 'idempotency_in_progress') res.setHeader('Retry-After', RETRY_AFTER_SECONDS);
    return { errors: [new GraphQLError('refused', { originalError: asError(error) })] };
  });
}

function isMutation({ document, operationName }: Operation): boolean {
  return getOperationAST(document, operationName)?.operation === OperationTypeNode.MUTATION;
}

async function run(
  operation: Operation,
  header: string | string[],
  res: ServerResponse,
  execute: Execute,
): Promise<ExecutionResult> {
  const { document, operationName, variables, context } = operation;
  const principal = requirePrincipal(context.principal);
  const content = {
    query: print(document),
    operationName: operationName ?? null,
    variables: variables ?? {},
  };
  let fresh: ExecutionResult | undefined;
  const { answer, replayed } = await context.services.idempotency.once(
    { principal, header, route: ROUTE, content },
    async (memory) => {
      fresh = await execute({
        ...operation,
        context: { ...context, principal: { ...principal, memory } },
      });
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

/** The order of its keys stays: the bytes are the same. */
function fromText(text: string): ExecutionResult {
  const result = JSON.parse(text);
  const errors: object[] | undefined = result.errors;
  return errors ? { ...result, errors: errors.map((error) => new KeptError(error)) } : result;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
