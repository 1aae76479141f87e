import { builder } from './builder.ts';
import { firstOf, OFFSET, type PageBounds, STANDARD_PAGE } from './cursors.ts';

const AFTER = { description: 'Cursor of the last edge of the previous page. Default: the first page.' };

/** Creates the arguments of a page that begins after a cursor. */
export function cursorArguments(bounds: PageBounds) {
  return builder.args((t) => ({ first: t.int(firstOf(bounds)), after: t.string(AFTER) }));
}

/** Arguments of a page of the contract, section 1, which begins after a cursor or at an offset. */
export const pageArguments = {
  ...cursorArguments(STANDARD_PAGE),
  ...builder.args((t) => ({ offset: t.int(OFFSET) })),
};
