import { queryOf } from '../lib/query-string.ts';
import type { DoorRequest } from './door.ts';

/** The text of the document in a GraphQL request; empty where a client sent none, or no text. */
export function sentDocument({ method, url, body }: DoorRequest): string {
  return documentIn(method === 'GET' ? queryOf(url) : body);
}

/** The same for what the request sent, as an object. */
export function documentIn(sent: unknown): string {
  if (typeof sent !== 'object' || sent === null || !('query' in sent)) return '';
  return typeof sent.query === 'string' ? sent.query : '';
}
