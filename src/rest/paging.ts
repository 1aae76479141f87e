import { invalidValue } from '../lib/fault.ts';

/** Parameters that say how the first page is made; its cursor leads on from there. */
const FIRST_PAGE_ONLY = ['offset', 'force_refresh'];

type Values = Record<string, unknown>;

/**
 * Begins a page at its offset or after its cursor, never both: a cursor has no number.
 *
 * @param sent the query as it was sent. `given` has defaults as well.
 * @throws Fault validation_error (contract, section 1)
 */
export function beginPage(sent: Values, { offset, ...given }: Values): Values {
  if (given.cursor === undefined) return { ...given, offset };
  if (sent.offset === undefined) return given;
  throw invalidValue('/offset', 'cannot be combined with `cursor`; send one of them');
}

/** @returns the cursor in the envelope of a page; null on the last page. */
export function nextCursorOf(body: unknown): string | null {
  return (body as { next_cursor: string | null }).next_cursor;
}

/**
 * Writes the header Link to the next page (RFC 8288): the path that was asked for, with its other parameters.
 *
 * @param url path and query of the request.
 */
export function linkToNext(url: string, cursor: string): string {
  const [path, query] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  for (const name of FIRST_PAGE_ONLY) parameters.delete(name);
  parameters.set('cursor', cursor);
  return `<${path}?${parameters}>; rel="next"`;
}
