import { CompanyDataError } from './errors.ts';
import type { components, operations } from './generated/rest.ts';
import type { Rest } from './rest.ts';
import { type Retry, wait } from './retry.ts';

/** An event of the feed. */
export type FeedEvent = components['schemas']['EventPage']['events'][number];

type Query = NonNullable<operations['getEvents']['parameters']['query']>;

export interface EventOptions extends Query {
  /** Maximum number of seconds between two requests while there are no events (30). The pauses begin with one second. */
  maxPause?: number;
  /** Maximum number of failed requests in a row, each with its retries (10). */
  reconnects?: number;
  /** Ends the iteration, without an error. */
  signal?: AbortSignal;
}

export interface Events extends AsyncGenerator<FeedEvent, void, undefined> {
  /**
   * Cursor to go on with later. It moves on when an event is asked for after the last one of a page: an interrupted program
   * that goes on with it gets the events of one page again at most, and misses none.
   */
  readonly cursor: string | undefined;
}

const FIRST_PAUSE_MS = 1_000;

/** Follows the feed of events over REST, from a cursor on. */
export function createEvents(rest: Rest, retry: Retry): (options?: EventOptions) => Events {
  return ({ maxPause = 30, reconnects = 10, signal, cursor: from, ...query } = {}) => {
    let cursor = from;

    async function* follow(): AsyncGenerator<FeedEvent, void, undefined> {
      let [failures, idle] = [0, 0];
      while (!signal?.aborted) {
        let pause: number | undefined;
        try {
          const params = { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } };
          const { data } = await rest.GET('/v1/events', { params, ...(signal && { signal }) });
          failures = 0;
          for (const event of data.events) {
            if (signal?.aborted) return;
            yield event;
          }
          cursor = data.next_cursor;
          if (data.events.length > 0) {
            idle = 0;
            continue;
          }
          pause = Math.min(FIRST_PAUSE_MS * 2 ** idle, maxPause * 1000);
          idle += 1;
        } catch (error) {
          if (signal?.aborted) return;
          if (!(error instanceof CompanyDataError)) throw error;
          pause = failures < reconnects ? retry.pauseAfter(error, failures) : undefined;
          if (pause === undefined) throw error;
          failures += 1;
        }
        await wait(pause, signal).catch(() => undefined);
      }
    }

    const events = follow();
    Object.defineProperty(events, 'cursor', { get: () => cursor });
    return events as Events;
  };
}
