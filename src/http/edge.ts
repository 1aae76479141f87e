import type { RequestListener } from 'node:http';
import { observeResponses } from '../lib/response-observer.ts';
import { jsonBody } from './body.ts';
import { BodySlots, type LargeBodyLimits } from './body-slots.ts';
import type { DoorHandler } from './door.ts';
import { inTurn } from './pipelining.ts';
import { takingTurns } from './request-turns.ts';
import { type UnreadAnswerLimits, UnreadAnswers } from './unread-answers.ts';

export interface EdgeLimits {
  unreadAnswers: UnreadAnswerLimits;
  largeBodies: LargeBodyLimits;
}

/** Bounds on what the process holds of requests and answers, the same for both APIs. */
export interface Edge {
  unread: UnreadAnswers;
  slots: BodySlots;
  /** Refuses a caller who leaves too many answers unread. */
  refuseUnread: DoorHandler;
  /** Reads the body of a request with a key. */
  readBody: DoorHandler;
  /** Handles the requests of each connection one after another, those of callers in turns, and watches its answers. */
  guard(listener: RequestListener): RequestListener;
}

export function createEdge(limits: EdgeLimits): Edge {
  const unread = new UnreadAnswers(limits.unreadAnswers);
  const slots = new BodySlots(limits.largeBodies);
  const observer = {
    buffered: unread.buffered.bind(unread),
    streaming(res: Parameters<UnreadAnswers['streaming']>[0]) {
      unread.streaming(res);
      slots.release(res);
    },
  };
  return {
    unread,
    slots,
    refuseUnread: unread.refuse,
    readBody: jsonBody(slots),
    guard: (listener) => inTurn(takingTurns(listener), (socket) => observeResponses(socket, observer)),
  };
}
