import { PulledStream } from '../../lib/pulled-stream.ts';
import type { EventPage, PlacedEvent } from './event.ts';

/** The events of one subscriber from a page on: it reads the next page when all events of the last one were pulled. */
export class EventStream extends PulledStream<PlacedEvent> {
  readonly #read: (after: string) => Promise<EventPage>;
  #events: PlacedEvent[] = [];
  #after = '';

  /** @param read reads the page after a cursor; an error of it ends the stream. */
  constructor(read: (after: string) => Promise<EventPage>, onEnd: () => void) {
    super(onEnd);
    this.#read = read;
  }

  /** Reads the first page. */
  async begin(after: string): Promise<void> {
    this.#after = after;
    await this.#readOn();
  }

  protected async take(): Promise<PlacedEvent | undefined> {
    if (this.#events.length === 0) await this.#readOn();
    return this.#events.shift();
  }

  async #readOn(): Promise<void> {
    const { edges, nextCursor } = await this.#read(this.#after);
    // Other streams read the page as well.
    this.#events = [...edges];
    this.#after = nextCursor;
  }
}
