import type { DocumentCache } from '../graphql/document-cache.ts';
import { estimate } from '../graphql/limits/assess.ts';
import { schema } from '../graphql/schema.ts';
import { type Charge, type HeavyClass, isHeavy } from '../modules/limits/cost-class.ts';
import type { WorkKind, WorkQueue } from '../modules/limits/work-queue.ts';
import type { DoorHandler } from './door.ts';
import { stateOf } from './request-state.ts';
import { sentDocument } from './sent-document.ts';

/**
 * Refuses a request whose work would wait too long, before its body is read or points are taken: under load most requests
 * are refused, and each has to cost next to nothing. One that gets by may still be refused when its turn comes.
 */
export function refusesWhenBusy(
  work: WorkQueue | undefined,
  charges: readonly Charge[],
): readonly DoorHandler[] {
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

/** The heavy work behind a route of REST. What an export pays for should have somewhere to go. */
export function heavyKinds(charges: readonly Charge[]): readonly WorkKind[] {
  const heavy = charges.find(isHeavy)?.costClass;
  if (!heavy) return [];
  return heavy === 'export' ? ['export', 'stream'] : [heavy];
}

/** The same for GraphQL, where the process has the document parsed: what it does not know, has to be read first. */
export function refusesDocumentWhenBusy(
  work: WorkQueue | undefined,
  { documents }: DocumentCache,
): DoorHandler {
  return (req, _res, next) => {
    const { principal } = stateOf(req);
    if (!work || !principal) return next();
    const heavy = heavyClassOf(documents, sentDocument(req));
    if (heavy) work.requireRoom(heavy, principal.organizationId);
    next();
  };
}

/** The class of a document with one operation, if its work is heavy and the process has it parsed. */
export function heavyClassOf(documents: DocumentCache['documents'], text: string): HeavyClass | undefined {
  const document = documents.get(text);
  return document && estimate(schema, document, undefined, undefined)?.charges.find(isHeavy)?.costClass;
}
