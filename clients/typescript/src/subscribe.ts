import { createConnection, type LiveConnection } from './connect.ts';
import type { AnyVariables, Arguments, DocumentParameters, TypedDocument } from './documents.ts';
import { CompanyDataError, errorsOf, isObject, networkError, unexpectedAnswer } from './errors.ts';
import { readEvents } from './event-stream.ts';
import { type Retry, wait } from './retry.ts';
import { parseJson, readJson, type Send } from './send.ts';

export interface SubscribeOptions {
  /** Ends the subscription, without an error. */
  signal?: AbortSignal;
  /** Maximum number of attempts in a row to restore a broken connection (10, which takes about two minutes). */
  reconnects?: number;
  /** Called once, when the stream is open: changes from then on are reported. What was read before may have changed. */
  onOpen?: () => void;
}

/** The connection broke and was restored. Changes in between are not repeated; read again what matters. */
export interface Resync {
  kind: 'RESYNC';
}

export interface Subscribe {
  /**
   * Yields what the root field of the subscription reports, and `{ kind: 'RESYNC' }` after each restored connection. Ends
   * when the service completes the stream, or the signal aborts. Throws CompanyDataError when the service refuses, or the
   * connection cannot be restored.
   */
  <Result extends object, Variables>(
    document: TypedDocument<Result, Variables>,
    ...rest: Arguments<Variables, SubscribeOptions>
  ): AsyncGenerator<Result[keyof Result] | Resync, void, undefined>;
  <Event = unknown>(
    document: string,
    variables?: AnyVariables,
    options?: SubscribeOptions,
  ): AsyncGenerator<Event | Resync, void, undefined>;
}

const HEADERS = { 'Content-Type': 'application/json', Accept: 'text/event-stream' };

/** Subscribes by GraphQL over SSE, one connection for each subscription. */
export function createSubscribe(
  send: Send,
  retry: Retry,
  nameDocument: (document: unknown) => DocumentParameters,
): Subscribe {
  async function* subscribe(document: unknown, variables?: unknown, options: SubscribeOptions = {}) {
    const { signal, reconnects = 10, onOpen } = options;
    const body = JSON.stringify({ ...nameDocument(document), variables });
    const request = { method: 'POST', path: '/graphql', headers: HEADERS, body };
    let wasOpen = false;
    let failures = 0;
    while (!signal?.aborted) {
      const connection = createConnection(send, request, signal);
      let pause: number | undefined;
      let isOpen = false;
      try {
        const response = await connection.open();
        const events = await eventsOf(response, connection);
        isOpen = response.ok;
        if (isOpen && !wasOpen) onOpen?.();
        if (isOpen && wasOpen) yield { kind: 'RESYNC' };
        wasOpen ||= isOpen;
        for await (const { event, data } of events) {
          if (event === 'complete') return;
          if (event === 'next') yield reportOf(response, data);
        }
        throw networkError(new Error('The stream ended early.'), signal);
      } catch (error) {
        if (signal?.aborted) return;
        if (!(error instanceof CompanyDataError)) throw error;
        // A connection that worked for a while and broke is not a further failure of the one before it.
        if (isOpen && connection.isAlive() && error.code === 'network_error') failures = 0;
        const mayTry = failures < (wasOpen ? reconnects : retry.retries);
        if (mayTry) pause = retry.pauseAfter(error, failures);
        if (pause === undefined) throw error;
      } finally {
        connection.close();
      }
      failures += 1;
      await wait(pause, signal).catch(() => undefined);
    }
  }
  return subscribe as unknown as Subscribe;
}

/** A refusal may come as JSON, for example that of a key, or as the only event of a stream. */
async function eventsOf(response: Response, connection: LiveConnection) {
  const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream');
  if (isStream && response.body) return readEvents(connection.read(response.body));
  throw errorsOf(response, await readJson(response, undefined))[0] ?? unexpectedAnswer(response);
}

/** Returns the value of the only root field that a subscription has. */
function reportOf(response: Response, text: string): unknown {
  const json = parseJson(response, text);
  const [error] = errorsOf(response, json);
  if (error) throw error;
  const data = isObject(json) && isObject(json.data) ? json.data : undefined;
  if (!data) throw unexpectedAnswer(response);
  return Object.values(data)[0];
}
