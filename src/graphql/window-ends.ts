import type { Key, PageWindow } from '../lib/page.ts';
import type { Ends, MaybePromise } from './page-info.ts';

/** Rows of which a page shows a window. */
interface WindowRows<Row> {
  keyOf: (row: Row) => Key;
  /** Reads as many rows as the limit says. */
  read: (window: PageWindow) => MaybePromise<readonly Row[]>;
}

/** Finds out whether there are rows beyond a page. Most pages know; others read the first or the last row of all. */
export class WindowEnds<Row> implements Ends {
  readonly #rows: WindowRows<Row>;
  readonly #window: PageWindow;
  readonly #shown: readonly Row[];
  readonly #hasMore: boolean;
  #first: MaybePromise<boolean> | undefined;
  #last: MaybePromise<boolean> | undefined;

  constructor(rows: WindowRows<Row>, window: PageWindow, shown: readonly Row[], hasMore: boolean) {
    this.#rows = rows;
    this.#window = window;
    this.#shown = shown;
    this.#hasMore = hasMore;
  }

  get hasNextPage(): MaybePromise<boolean> {
    const { backwards, before } = this.#window;
    if (!backwards && this.#hasMore) return true;
    if (!before) return false;
    this.#last ??= this.#isBeyond({ before: undefined, backwards: true }, this.#shown.at(-1));
    return this.#last;
  }

  get hasPreviousPage(): MaybePromise<boolean> {
    const { backwards, after, offset } = this.#window;
    if (backwards && this.#hasMore) return true;
    if (!after && offset === 0) return false;
    if (offset > 0 && this.#shown.length > 0) return true;
    this.#first ??= this.#isBeyond({ after: undefined, backwards: false }, this.#shown[0]);
    return this.#first;
  }

  /** Tells whether the outermost row of a larger window is another one than that of the page. */
  async #isBeyond(larger: Partial<PageWindow>, own: Row | undefined): Promise<boolean> {
    const { keyOf, read } = this.#rows;
    const [row] = await read({ ...this.#window, ...larger, limit: 1, offset: 0 });
    if (row === undefined) return false;
    return own === undefined || keyOf(row).join() !== keyOf(own).join();
  }
}
