import type { IncomingMessage, RequestListener } from 'node:http';
import { TurnQueue } from '../lib/turn-queue.ts';

/** Requests that start in one turn of the event loop. Refusing this many takes a few milliseconds. */
const PER_TURN = 128;
const PER_CALLER = 16;

/**
 * Starts the requests of each caller a few at a time. Node reads a thousand requests of one caller in one go; started at
 * once, they would delay everybody else until all are handled, even if each is refused.
 */
export function scheduleFairly(listener: RequestListener): RequestListener {
  const queue = new TurnQueue({ perTurn: PER_TURN, perKey: PER_CALLER });
  return (req, res) =>
    queue.run(callerOf(req), 1, () => {
      if (!res.destroyed) listener(req, res);
    });
}

/** Returns the key as it was sent, valid or not. Callers without a key count as one caller. */
function callerOf({ headers }: IncomingMessage): string {
  return String(headers['x-api-key'] ?? headers.authorization ?? '');
}
