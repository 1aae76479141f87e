import { Fault } from '../../lib/fault.ts';
import { malformedCursor, readCursor, writeCursor } from '../../lib/page.ts';

/** A place in the feed: before the event after `position`. */
export interface FeedPlace {
  /** The feed that positions belong to: a restored database has another one. Undefined: whichever there is. */
  epoch: string | undefined;
  position: number;
}

/** The cursor of the end of the feed. */
export const NOW = 'now';
/** Before the oldest event, and after the newest one. */
const OLDEST: FeedPlace = { epoch: undefined, position: 0 };
const END: FeedPlace = { epoch: undefined, position: Number.MAX_SAFE_INTEGER };

const CONTENT = /^event:([0-9a-f-]{36}):(\d{1,15})$/;

export function eventCursor(epoch: string, position: number): string {
  return writeCursor(`event:${epoch}:${position}`);
}

/** Returns the position of an event, from its cursor. */
export function positionOf(cursor: string): number {
  return readPlace(cursor).position;
}

/** @param cursor none: the oldest event that is kept; `now`: the end. @throws Fault validation_error */
export function readPlace(cursor: string | null | undefined, pointer?: string): FeedPlace {
  if (cursor === null || cursor === undefined) return OLDEST;
  if (cursor === NOW) return END;
  const [, epoch, position] = CONTENT.exec(readCursor(cursor)) ?? [];
  if (epoch === undefined) throw malformedCursor(pointer);
  return { epoch, position: Number(position) };
}

export function cursorExpired(): Fault {
  const message =
    'The events after this cursor are not all kept: they are older than 30 days, or the database was restored. Begin again without a cursor, or with "now", and read again what you follow.';
  return new Fault('cursor_expired', message);
}
