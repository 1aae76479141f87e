import { textIn } from '../lib/property.ts';
import { queryOf } from '../lib/query-string.ts';
import type { ApiRequest } from './middleware.ts';

/** Returns the text of the GraphQL document in a request; empty if it has none, or something other than text. */
export function documentOf({ method, url, body }: ApiRequest): string {
  return documentIn(method === 'GET' ? queryOf(url) : body);
}

/** Returns the text of the GraphQL document in the parameters of a request. */
export function documentIn(parameters: unknown): string {
  return textIn(parameters, 'query') ?? '';
}
