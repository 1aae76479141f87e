import { eventTypes } from '../../../src/modules/events/types.ts';
import { type EventStream, subscribe } from '../../harness/events.ts';
import { pause } from '../../harness/locks.ts';
import type { ShownEvent } from './support.ts';

/** Reads a page from whichever process is there. */
type Read = (path: string) => Promise<{ events: ShownEvent[]; next_cursor: string }>;

/** Reads the feed page by page, and keeps nothing but the cursor. */
export class PageReader {
  readonly events: ShownEvent[] = [];
  readonly #read: Read;
  #cursor: string;

  constructor(cursor: string, read: Read) {
    this.#cursor = cursor;
    this.#read = read;
  }

  /** Reads a page. @returns whether it had events. */
  async readOn(limit: number): Promise<boolean> {
    const page = await this.#read(`/v1/events?cursor=${encodeURIComponent(this.#cursor)}&limit=${limit}`);
    this.events.push(...page.events);
    this.#cursor = page.next_cursor;
    return page.events.length > 0;
  }
}

const QUERY = `subscription ($after: String) {
  events(after: $after) { cursor node { event_id: eventId list_id: listId type at data } }
}`;
const TYPES = new Map(Object.entries(eventTypes.names).map(([type, name]) => [name as string, type]));

interface Edge {
  cursor: string;
  node: ShownEvent & { list_id: number | null };
}

/** Follows the feed by a subscription, and subscribes again after its last event when a stream has ended. */
export class Subscriber {
  /** As REST would show them. */
  readonly events: ShownEvent[] = [];
  #cursor: string;
  #stream: EventStream | undefined;
  #isOver = false;
  readonly #done: Promise<void>;

  /** @param urlOf returns a process to subscribe at. */
  constructor(cursor: string, key: string, urlOf: () => string) {
    this.#cursor = cursor;
    this.#done = this.#follow(key, urlOf);
  }

  /** Disconnects. It comes back. */
  leave(): void {
    this.#stream?.leave();
  }

  /** Ends for good. */
  async end(): Promise<void> {
    this.#isOver = true;
    this.leave();
    await this.#done;
  }

  async #follow(key: string, urlOf: () => string): Promise<void> {
    while (!this.#isOver) {
      const variables = { after: this.#cursor };
      // It fails when the process dies, and when the reader leaves.
      await subscribe(urlOf(), { key, query: QUERY, variables })
        .then((stream) => this.#take(stream))
        .catch(() => undefined);
      await pause();
    }
  }

  async #take(stream: EventStream): Promise<void> {
    this.#stream = stream;
    if (this.#isOver) return stream.leave();
    for (let result = await stream.next(); result; result = await stream.next()) {
      const edge = result.data?.events as Edge | undefined;
      if (!edge) return;
      const { list_id, type, ...node } = edge.node;
      const list = list_id === null ? {} : { list_id };
      this.events.push({ ...node, ...list, type: TYPES.get(type) ?? type });
      this.#cursor = edge.cursor;
    }
  }
}
