import { queryOf } from '../lib/query-string.ts';
import type { DoorRequest } from './door.ts';

/** The text of the document in a GraphQL request; empty where a client sent none, or no text. */
export function sentDocument({ method, url, body }: DoorRequest): string {
  const sent: unknown = method === 'GET' ? queryOf(url) : body;
  if (typeof sent !== 'object' || sent === null || !('query' in sent)) return '';
  return typeof sent.query === 'string' ? sent.query : '';
}
