import type { RequestHandler } from 'express';
import type { DocumentNode } from 'graphql';
import type { DocumentCache } from '../graphql/document-cache.ts';
import { estimate } from '../graphql/limits/assess.ts';
import { schema } from '../graphql/schema.ts';
import { type Charge, type HeavyClass, isHeavy } from '../modules/limits/cost-class.ts';
import type { WorkQueue } from '../modules/limits/work-queue.ts';
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
  const heavy = charges.find(isHeavy)?.costClass;
  if (!work || !heavy) return [];
  return [
    (req, _res, next) => {
      const { principal } = stateOf(req);
      if (principal) {
        work.requireRoom(heavy, principal.organizationId);
        // What was paid for should have somewhere to go.
        if (heavy === 'export') work.requireRoom('stream', principal.organizationId);
      }
      next();
    },
  ];
}

/** Classes whose work is heavy, of documents with one operation; undefined: none. */
const heavyClasses = new WeakMap<DocumentNode, HeavyClass | undefined>();

/** The same for GraphQL, where the process has the document parsed: what it does not know, has to be read first. */
export function refusesDocumentWhenBusy(
  work: WorkQueue | undefined,
  { documents }: DocumentCache,
): RequestHandler {
  return (req, _res, next) => {
    const { principal } = stateOf(req);
    if (!work || !principal) return next();
    const document = documents.get(sentDocument(req));
    const heavy = document && heavyClassOf(document);
    if (heavy) work.requireRoom(heavy, principal.organizationId);
    next();
  };
}

function heavyClassOf(document: DocumentNode): HeavyClass | undefined {
  if (!heavyClasses.has(document)) {
    const charges = estimate(schema, document, undefined, {})?.charges ?? [];
    heavyClasses.set(document, charges.find(isHeavy)?.costClass);
  }
  return heavyClasses.get(document);
}
