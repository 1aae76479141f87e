import type { Request } from 'express';

/** The text of the document in a GraphQL request; empty where a client sent none, or no text. */
export function sentDocument({ method, query, body }: Request): string {
  const sent: unknown = method === 'GET' ? query : body;
  if (typeof sent !== 'object' || sent === null || !('query' in sent)) return '';
  return typeof sent.query === 'string' ? sent.query : '';
}
