import type { RequestListener, ServerResponse } from 'node:http';
import { observeResponses } from '../lib/response-observer.ts';
import { BodySlots, type LargeBodyLimits } from './body-slots.ts';
import { scheduleFairly } from './fair-scheduling.ts';
import { serializePipelined } from './pipelining.ts';
import { readBody } from './request-body.ts';
import { type UnreadAnswerLimits, UnreadAnswers } from './unread-answers.ts';

interface TransferLimits {
  unreadAnswers: UnreadAnswerLimits;
  largeBodies: LargeBodyLimits;
}

export type TransferControl = ReturnType<typeof createTransferControl>;

/** Bounds the request bodies and responses that the process holds in memory, for both APIs together. */
export function createTransferControl(limits: TransferLimits) {
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
    /** Refuses a caller that leaves too many bytes of responses unread. */
    refuseUnread: unread.refuse,
    /** Reads the body of an authenticated request. */
    readBody: readBody(slots),
    /** Wraps the server's listener: orders requests by connection and caller, and observes their responses. */
    guard: (listener: RequestListener) =>
      serializePipelined(scheduleFairly(listener), (socket) => observeResponses(socket, observer)),
  };
}
