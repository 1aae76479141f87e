import type { RequestListener, ServerResponse } from 'node:http';
import { observeResponses } from '../lib/response-observer.ts';
import { BodySlots, type LargeBodyLimits } from './body-slots.ts';
import { scheduleFairly } from './fair-scheduling.ts';
import type { Middleware } from './middleware.ts';
import { serializePipelined } from './pipelining.ts';
import { readBody } from './request-body.ts';
import { type UnreadAnswerLimits, UnreadAnswers } from './unread-answers.ts';

export interface TransferLimits {
  unreadAnswers: UnreadAnswerLimits;
  largeBodies: LargeBodyLimits;
}

/** Bounds on the request bodies and responses that the process holds in memory, shared by both APIs. */
export interface TransferControl {
  unread: UnreadAnswers;
  slots: BodySlots;
  /** Refuses a caller that leaves too many bytes of responses unread. */
  refuseUnread: Middleware;
  /** Reads the body of an authenticated request. */
  readBody: Middleware;
  /** Wraps the server's listener: orders requests by connection and caller, and observes their responses. */
  guard(listener: RequestListener): RequestListener;
}

export function createTransferControl(limits: TransferLimits): TransferControl {
  const unread = new UnreadAnswers(limits.unreadAnswers);
  const slots = new BodySlots(limits.largeBodies);
  const observer = {
    buffered: unread.buffered.bind(unread),
    streaming(res: ServerResponse) {
      unread.streaming(res);
      slots.release(res);
    },
  };
  return {
    unread,
    slots,
    refuseUnread: unread.refuse,
    readBody: readBody(slots),
    guard: (listener) =>
      serializePipelined(scheduleFairly(listener), (socket) => observeResponses(socket, observer)),
  };
}
