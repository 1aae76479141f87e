import type { ServerResponse } from 'node:http';

/**
 * Calls a listener once a response is complete or its client has left; at once if that has happened already. An event is not
 * repeated for those who ask later, and work that waits for its answer often asks after its client has left.
 *
 * @returns a function that withdraws the listener.
 */
export function whenClosed(res: ServerResponse, listener: () => void): () => void {
  if (res.closed) {
    listener();
    return () => undefined;
  }
  res.once('close', listener);
  return () => res.off('close', listener);
}
