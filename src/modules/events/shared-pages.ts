import { OperationScope } from '../../lib/operation-scope.ts';
import { holderOf, type Owner, organizationOf } from '../../lib/owner.ts';
import type { Principal } from '../../lib/principal.ts';
import { runWith } from '../../lib/request-context.ts';
import type { EventPage } from './event.ts';

/** Pages of one viewer that are kept: streams that catch up are rarely at the same place as others. */
const MAX_PAGES = 4;

interface Viewer {
  organizationId: number;
  streams: number;
  /** By their cursors. */
  pages: Map<string, Promise<EventPage>>;
}

/**
 * Reads each page of the feed once for all streams of one viewer that are at the same cursor. What a viewer may see does not
 * depend on the key. A page is kept until the organization has another event, so that a stream that asks later than the
 * others gets it as well.
 */
export class SharedPages {
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

  /** @param read reads the page after the cursor; it works for the viewer's organization. */
  read(caller: Principal, cursor: string, read: () => Promise<EventPage>): Promise<EventPage> {
    const pages = this.#viewers.get(holderOf(caller))?.pages;
    const known = pages?.get(cursor);
    if (known) return known;
    const operation = new OperationScope(organizationOf(caller.organizationId));
    const page = runWith({ operation }, read);
    if (pages) keep(pages, cursor, page);
    return page;
  }

  /** Forgets the pages of an organization, or of all: there are events that they may lack. */
  forget(organizationId: string): void {
    for (const viewer of this.#viewers.values())
      if (organizationId === '' || String(viewer.organizationId) === organizationId) viewer.pages.clear();
  }
}

function keep(pages: Viewer['pages'], cursor: string, page: Promise<EventPage>): void {
  const [oldest] = pages.keys();
  if (oldest !== undefined && pages.size >= MAX_PAGES) pages.delete(oldest);
  pages.set(cursor, page);
  page.catch(() => {
    if (pages.get(cursor) === page) pages.delete(cursor);
  });
}
