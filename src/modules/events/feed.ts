import type { Notifications } from '../../database/notifications.ts';
import type { Pools } from '../../database/pools.ts';
import type { Clock } from '../../lib/clock.ts';
import { invalidValue } from '../../lib/fault.ts';
import { type PageArguments, STANDARD_PAGE, toLimit } from '../../lib/page.ts';
import { holderOf, type Owner, organizationOf, type Principal } from '../../lib/principal.ts';
import { OperationScope, runWith } from '../../lib/request-context.ts';
import { PulledStream } from '../../lib/streams.ts';
import type { KeyStreams } from '../access/key-streams.ts';
import type { Sweeps } from '../sweeps/sweeps.ts';
import type { EventPage, FeedEvent, PlacedEvent } from './event.ts';
import {
  type EventFilter,
  type EventWindow,
  findEvents,
  NOW,
  readPage,
  readPlace,
  sweepEvents,
} from './queries.ts';
import { EVENTS } from './write-event.ts';

interface EventFeedOptions {
  pools: Pick<Pools, 'reads' | 'writes'>;
  clock: Clock;
  notifications: Notifications;
  streams: KeyStreams;
  sweeps: Pick<Sweeps, 'add'>;
  onError: (error: unknown) => void;
}

interface Subscriber {
  organizationId: number;
  stream: EventStream;
}

const SWEEP_INTERVAL_MS = 60_000;
/** Events that a stream reads at once. */
const STREAM_PAGE = 100;

/** The feed of events: each organization has one, in one order for all of its readers. */
export class EventFeed {
  readonly #options: EventFeedOptions;
  readonly #subscribers = new Set<Subscriber>();
  readonly #pages = new SharedPages();

  constructor(options: EventFeedOptions) {
    this.#options = options;
    options.notifications.on(EVENTS, {
      onMessage: (organizationId) => this.#wake(organizationId),
      onGap: () => this.#wake(''),
    });
    const { pools, sweeps, onError } = options;
    sweeps.add({ everyMs: SWEEP_INTERVAL_MS, work: (time) => sweepEvents(pools.writes, time), onError });
  }

  /**
   * Reads the events after a cursor that the caller may see, or the last ones before it.
   *
   * @param page `after` is a cursor, or `now`; without one, the page begins with the oldest event. `last` begins at the end.
   * @throws Fault validation_error, cursor_expired
   */
  async page(caller: Principal, page: Omit<PageArguments, 'offset'>, filter: EventFilter) {
    return readPage(this.#options.pools, caller, toWindow(page), filter);
  }

  /** Events that the feed has, by id, in any order. Those that the caller may not see are left out. */
  findMany(caller: Principal, eventIds: readonly number[]): Promise<FeedEvent[]> {
    return findEvents(this.#options.pools.reads, caller, eventIds);
  }

  /**
   * Opens a stream of the events after a cursor; without one, of those from now on. Its reader ends it with `return`.
   *
   * @throws Fault as of `page`; rate_limited when the caller has as many streams as they may have.
   */
  async open(
    caller: Principal,
    after: string | null | undefined,
    filter: EventFilter = {},
  ): Promise<EventStream> {
    const { notifications, streams } = this.#options;
    const { organizationId } = caller;
    const stream = streams.add(caller, (release) => {
      const leave = this.#pages.join(caller);
      const onEnd = () => {
        release();
        leave();
        this.#subscribers.delete(subscriber);
      };
      return new EventStream((cursor) => this.#readLive(caller, cursor, filter), onEnd);
    });
    const subscriber = { organizationId, stream };
    this.#subscribers.add(subscriber);
    try {
      // It listens before it reads, so that no event falls between the two.
      await notifications.start();
      await stream.begin(after ?? NOW);
    } catch (error) {
      stream.end();
      throw error;
    }
    if (streams.isOver) stream.end();
    return stream;
  }

  /** Checks the key again for every page with events: a subscriber who has lost it learns no more. */
  async #readLive(caller: Principal, after: string, filter: EventFilter): Promise<EventPage> {
    const read = () => this.page(caller, { after, first: STREAM_PAGE }, filter);
    const name = JSON.stringify([after, filter]);
    // `now` is another place for each stream.
    const page = await (after === NOW ? read() : this.#pages.read(caller, name, read));
    if (page.edges.length > 0) await this.#options.streams.requireLive(caller.keyId);
    return page;
  }

  /** @param organizationId as a text; empty for all. */
  #wake(organizationId: string): void {
    this.#pages.forget(organizationId);
    for (const each of this.#subscribers) {
      if (organizationId === '' || String(each.organizationId) === organizationId) each.stream.wake();
    }
  }
}

/** @throws Fault validation_error */
function toWindow({ first, after, last, before }: Omit<PageArguments, 'offset'>): EventWindow {
  if (last == null) {
    if (before != null) throw invalidValue('/before', 'needs `last`');
    return { from: readPlace(after), backwards: false, limit: toLimit(first, STANDARD_PAGE) };
  }
  if (after != null) throw invalidValue('/after', 'must not be sent beside `last`');
  const limit = toLimit(last, STANDARD_PAGE, '/last');
  return { from: readPlace(before ?? NOW, '/before'), backwards: true, limit };
}

/** The events of one subscriber from a page on: it reads the next page when all events of the last one were pulled. */
class EventStream extends PulledStream<PlacedEvent> {
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

/** Pages of one viewer that are kept: streams that catch up are rarely at the same place as others. */
const MAX_PAGES = 4;

interface Viewer {
  organizationId: number;
  streams: number;
  /** By their cursors and filters. */
  pages: Map<string, Promise<EventPage>>;
}

/**
 * Reads each page of the feed once for all streams of one viewer that are at the same cursor. What a viewer may see does not
 * depend on the key. A page is kept until the organization has another event, so that a stream that asks later than the
 * others gets it as well.
 */
class SharedPages {
  readonly #viewers = new Map<Owner, Viewer>();

  /** Counts a stream. @returns a function to call when it ends. */
  join(caller: Principal): () => void {
    const { organizationId } = caller;
    const holder = holderOf(caller);
    const viewer = this.#viewers.get(holder) ?? { organizationId, streams: 0, pages: new Map() };
    this.#viewers.set(holder, viewer);
    viewer.streams += 1;
    return () => {
      viewer.streams -= 1;
      if (viewer.streams === 0) this.#viewers.delete(holder);
    };
  }

  /**
   * @param name of the page: its cursor and filter.
   * @param read reads the page; it works for the viewer's organization.
   */
  read(caller: Principal, name: string, read: () => Promise<EventPage>): Promise<EventPage> {
    const pages = this.#viewers.get(holderOf(caller))?.pages;
    const known = pages?.get(name);
    if (known) return known;
    const operation = new OperationScope(organizationOf(caller.organizationId));
    const page = runWith({ operation }, read);
    if (pages) keep(pages, name, page);
    return page;
  }

  /** Forgets the pages of an organization, or of all: there are events that they may lack. */
  forget(organizationId: string): void {
    for (const viewer of this.#viewers.values())
      if (organizationId === '' || String(viewer.organizationId) === organizationId) viewer.pages.clear();
  }
}

function keep(pages: Viewer['pages'], name: string, page: Promise<EventPage>): void {
  const [oldest] = pages.keys();
  if (oldest !== undefined && pages.size >= MAX_PAGES) pages.delete(oldest);
  pages.set(name, page);
  page.catch(() => {
    if (pages.get(name) === page) pages.delete(name);
  });
}
