import { parse } from 'node:querystring';

/** The parameters of a URL. A plain object: what `parse` returns has no prototype, and zod takes that for something else. */
export function queryOf(url = ''): Record<string, unknown> {
  const start = url.indexOf('?');
  return start < 0 ? {} : { ...parse(url.slice(start + 1)) };
}
