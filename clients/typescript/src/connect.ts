import { networkError } from './errors.ts';
import type { Outgoing, Send } from './send.ts';

/** The service sends a comment every 12 seconds. A connection that is silent for longer than this is broken. */
const SILENCE_MS = 45_000;

export interface LiveConnection {
  /** Sends the request. Throws as `send` does. */
  open(): Promise<Response>;
  /** Yields the body as it arrives. Throws `network_error` when the connection breaks or falls silent. */
  read(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined>;
  /** Whether more than the first bytes arrived, which only say that the connection was accepted. */
  isAlive(): boolean;
  close(): void;
}

/** A connection for a response that lasts. It counts as broken when nothing arrives for 45 seconds of waiting. */
export function createConnection(
  send: Send,
  request: Outgoing,
  signal: AbortSignal | undefined,
): LiveConnection {
  const control = new AbortController();
  const both = signal ? AbortSignal.any([signal, control.signal]) : control.signal;
  let chunks = 0;

  async function inTime<T>(arriving: Promise<T>): Promise<T> {
    const silent = () => control.abort(networkError(new Error('The connection fell silent.'), undefined));
    const timer = setTimeout(silent, SILENCE_MS);
    try {
      return await arriving;
    } catch (cause) {
      throw both.aborted ? both.reason : cause;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    open: () => inTime(send({ ...request, signal: both })),
    async *read(body) {
      const reader = body.getReader();
      const next = () =>
        reader.read().catch((cause: unknown) => {
          throw networkError(cause, both);
        });
      for (;;) {
        const { done, value } = await inTime(next());
        if (done) return;
        chunks += 1;
        yield value;
      }
    },
    isAlive: () => chunks > 1,
    close: () => control.abort(),
  };
}
