import { schema } from '../api/schema.ts';
import { analyze } from '../graphql/analysis/analyze.ts';
import type { DocumentCache } from '../graphql/document-cache.ts';
import { type Charge, type HeavyClass, isHeavy } from '../lib/cost-class.ts';
import { textIn } from '../lib/property.ts';
import { queryOf } from '../lib/query-string.ts';
import type { WorkKind, WorkQueue } from '../modules/limits/work-queue.ts';
import type { ApiRequest, Middleware } from './middleware.ts';
import { stateOf } from './request-state.ts';

/**
 * Refuses a REST request whose operation would wait too long for a slot, before its body is read or points are charged.
 * Under load most requests are refused, so a refusal must be cheap. An admitted request can still be refused later, when
 * it asks for its slot.
 */
export function refuseWhenBusy(
  work: WorkQueue | undefined,
  charges: readonly Charge[],
): readonly Middleware[] {
  const kinds = heavyKinds(charges);
  if (!work || kinds.length === 0) return [];
  return [
    (req, _res, next) => {
      const { principal } = stateOf(req);
      if (principal) for (const kind of kinds) work.requireRoom(kind, principal.organizationId);
      next();
    },
  ];
}

/** Returns the slots that a REST route needs. An export also needs a stream: without one it must not be charged. */
export function heavyKinds(charges: readonly Charge[]): readonly WorkKind[] {
  const heavy = charges.find(isHeavy)?.costClass;
  if (!heavy) return [];
  return heavy === 'export' ? ['export', 'stream'] : [heavy];
}

/**
 * Refuses a GraphQL request whose operation would wait too long for a slot. Only documents that are in the cache are
 * refused here; the class of a new document is unknown until it is parsed.
 */
export function refuseDocumentWhenBusy(
  work: WorkQueue | undefined,
  { documents }: DocumentCache,
): Middleware {
  return (req, _res, next) => {
    const { principal } = stateOf(req);
    if (!work || !principal) return next();
    const heavy = heavyClassOf(documents, documentOf(req));
    if (heavy) work.requireRoom(heavy, principal.organizationId);
    next();
  };
}

/** Returns the heavy class of a cached document that has one operation; undefined if it has none, or is not cached. */
export function heavyClassOf(documents: DocumentCache['documents'], text: string): HeavyClass | undefined {
  const document = documents.get(text);
  return document && analyze(schema, document, undefined, undefined)?.charges.find(isHeavy)?.costClass;
}

/** Returns the text of the GraphQL document in a request; empty if it has none, or something other than text. */
export function documentOf({ method, url, body }: Pick<ApiRequest, 'method' | 'url' | 'body'>): string {
  return textIn(method === 'GET' ? queryOf(url) : body, 'query') ?? '';
}
