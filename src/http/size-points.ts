import type { Gate } from '../graphql/admission.ts';
import type { DocumentCache } from '../graphql/document-cache.ts';
import { TurnQueue } from '../lib/turn-queue.ts';
import type { DoorHandler } from './door.ts';
import { announcedLength, encodingOf } from './read-json.ts';
import { sentDocument } from './sent-document.ts';

/** Bodies up to this length take no points of their own; a full batch of enrichment is a third of it. */
const FREE_BYTES = 64 * 1024;
const BYTES_PER_POINT = 16 * 1024;
/** For a body whose length is known only once it is read. */
const POINTS_OF_UNKNOWN_LENGTH = 2;

/** Long documents that are new to the process. Parsing one blocks the thread for milliseconds: one a turn. */
const newDocuments = new TurnQueue({ perTurn: 1 });

/** Documents up to this length take no points of their own. */
const FREE_CHARACTERS = 2_000;
const CHARACTERS_PER_POINT = 1_000;

/**
 * Takes points for a long body before it is read: one of `read` for each begun 16 KiB beyond the first 64. Reading and
 * parsing come before the cost of an operation is known.
 */
export function chargesBody(gate: Gate): DoorHandler {
  return (req, res, next) => {
    const points = bodyPoints(req);
    const pending = points > 0 && gate.admit(req, res, [{ costClass: 'read', points }]);
    if (!pending) return next();
    pending.then(() => next(), next);
  };
}

function bodyPoints(req: Parameters<DoorHandler>[0]): number {
  const length = encodingOf(req) === undefined ? announcedLength(req) : undefined;
  if (length === undefined) return POINTS_OF_UNKNOWN_LENGTH;
  return Math.max(0, Math.ceil((length - FREE_BYTES) / BYTES_PER_POINT));
}

/**
 * Takes points for reading a long document that the process does not have parsed: one of `read` for each begun thousand
 * characters beyond the first two. Parsing and validating come before the cost of an operation is known, and documents
 * that never become one would cost their sender next to nothing.
 *
 * @param maxCharacters documents above it are refused unread, and take nothing.
 */
export function chargesDocument(
  gate: Gate,
  { documents }: DocumentCache,
  maxCharacters: number,
): DoorHandler {
  return async (req, res, next) => {
    const text = sentDocument(req);
    const isNew = text.length > FREE_CHARACTERS && text.length <= maxCharacters && !documents.has(text);
    if (isNew) {
      const points = Math.ceil((text.length - FREE_CHARACTERS) / CHARACTERS_PER_POINT);
      await gate.admit(req, res, [{ costClass: 'read', points }]);
      await new Promise<void>((resolve) => newDocuments.run('', 1, resolve));
    }
    next();
  };
}
