import type { ServerResponse } from 'node:http';
import { createSourceEventStream, type ExecutionArgs, type ExecutionResult, execute } from 'graphql';
import { mapAsyncIterator, type Plugin } from 'graphql-yoga';
import { Fault } from '../lib/fault.ts';
import type { Context, ServerContext } from './context.ts';
import { failedResult, type Result } from './errors.ts';
import { fitAnswer } from './limits/answer-size.ts';
import { withTimeLimit } from './limits/time-limit.ts';

type YogaContext = Context & ServerContext;

/**
 * Runs subscriptions by graphql-js. Each event gets a context of its own, so that loaders never show an event what an
 * earlier one read, nor grow with the life of a stream. What an event selects has the bounds of an operation: time and
 * bytes. A stream ends with its connection, whatever else happens.
 *
 * @param renew the context that the next event gets.
 */
export function useSubscriptions(renew: (context: YogaContext) => Context): Plugin<YogaContext> {
  return {
    onSubscribe({ setSubscribeFn }) {
      setSubscribeFn(async (args: ExecutionArgs) => {
        const context = args.contextValue as YogaContext;
        const { req, res } = context;
        if (!acceptsEvents(req.headers.accept)) return failedResult(notAcceptable());
        const source = await createSourceEventStream(args);
        if (!(Symbol.asyncIterator in source)) return source;
        const answer = async (rootValue: unknown): Promise<ExecutionResult> => {
          const contextValue = renew(context);
          const run = () => fitAnswer(execute({ ...args, rootValue, contextValue }) as Result, contextValue);
          return withTimeLimit(res, contextValue, run);
        };
        // What the source throws becomes the last result.
        const results = mapAsyncIterator(source, (event) => answer(event).catch(failedResult), failedResult);
        endWith(res, results);
        return results;
      });
    },
  };
}

function endWith(res: ServerResponse, results: AsyncIterator<unknown>): void {
  const end = () => void results.return?.();
  if (res.destroyed || res.closed) {
    end();
    return;
  }
  // nginx would otherwise keep events back until it has a buffer full of them.
  res.setHeader('X-Accel-Buffering', 'no');
  res.once('close', end);
}

/** Yoga finds out after the stream was opened; nobody would read it then. */
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
