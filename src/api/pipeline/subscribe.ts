import { createSourceEventStream, type ExecutionResult, execute } from 'graphql';
import { mapAsyncIterator } from 'graphql-yoga';
import type { Context } from '../../graphql/context.ts';
import { failedResult, type Result } from '../../graphql/errors.ts';
import { fitAnswer } from '../../graphql/limits/answer-size.ts';
import { Fault } from '../../lib/fault.ts';
import { whenClosed } from '../../lib/when-closed.ts';
import { schema } from '../schema.ts';
import { gone, withinLimits } from './limits.ts';
import type { Operation } from './operation.ts';

/** Results of the events of a subscription; a single result if it was refused. */
export type Stream = AsyncIterableIterator<ExecutionResult> | ExecutionResult;

/**
 * Runs an admitted subscription by graphql-js. Each event gets a context of its own, so that loaders never show an event what an
 * earlier one read, nor grow with the life of a stream. What an event selects has the bounds of an operation: time and
 * bytes. A stream ends with its connection, whatever else happens.
 *
 * @param renew creates the context of the next event.
 */
export async function subscribe(
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
