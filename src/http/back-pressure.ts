import type { DocumentNode } from 'graphql';
import { schema } from '../api/schema.ts';
import type { GraphQLSettings } from '../api/yoga.ts';
import { analyze } from '../graphql/analysis/analyze.ts';
import { DOCUMENT_ID, findNamed } from '../graphql/persisted-documents.ts';
import { type Charge, type HeavyClass, isHeavy } from '../lib/cost-class.ts';
import { isJsonObject } from '../lib/json-object.ts';
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
 * Refuses a GraphQL request whose operation would wait too long for a slot. Only known documents are
 * refused here; the class of a new document is unknown until it is parsed.
 */
export function refuseDocumentWhenBusy(work: WorkQueue | undefined, known: KnownDocuments): Middleware {
  return (req, _res, next) => {
    const { principal } = stateOf(req);
    if (!work || !principal) return next();
    const heavy = heavyClassOf(findKnown(known, req));
    if (heavy) work.requireRoom(heavy, principal.organizationId);
    next();
  };
}

type DocumentRequest = Pick<ApiRequest, 'method' | 'url' | 'body'>;

/** Documents that the process has parsed. */
export type KnownDocuments = Pick<GraphQLSettings, 'documents' | 'documentCache'>;

/**
 * Finds the document of a request without parsing one: by its text in the cache, or by its id. A hash in the query of a
 * GET is not decoded for this.
 */
export function findKnown(
  { documents, documentCache }: KnownDocuments,
  request: DocumentRequest,
): DocumentNode | undefined {
  const text = documentOf(request);
  if (text !== '') return documentCache.documents.get(text);
  const inUrl = queryOf(request.url);
  const params = request.method === 'GET' ? inUrl : request.body;
  return isJsonObject(params) ? findNamed(documents, params, inUrl[DOCUMENT_ID]) : undefined;
}

/** Returns the heavy class of a document that has one operation; undefined if it has none. */
export function heavyClassOf(document: DocumentNode | undefined): HeavyClass | undefined {
  return document && analyze(schema, document, undefined, undefined)?.charges.find(isHeavy)?.costClass;
}

/** Returns the text of the GraphQL document in a request; empty if it has none, or something other than text. */
export function documentOf({ method, url, body }: DocumentRequest): string {
  return textIn(method === 'GET' ? queryOf(url) : body, 'query') ?? '';
}
