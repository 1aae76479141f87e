import { parse } from 'node:querystring';

/** Parses the query of a URL into a plain object. `parse` returns one without a prototype, which zod does not accept. */
export function queryOf(url = ''): Record<string, unknown> {
  const start = url.indexOf('?');
  return start < 0 ? {} : { ...parse(url.slice(start + 1)) };
}
