import type { IncomingMessage, RequestListener } from 'node:http';
import type { Config } from '../../config.ts';
import { holderOf, type Owner, SHARED } from '../../lib/owner.ts';
import { observeResponses, type ResponseObserver } from '../../lib/send.ts';
import { TurnQueue } from '../../lib/turn-queue.ts';
import type { Middleware } from '../middleware.ts';
import { readJson } from '../read-json.ts';
import { stateOf } from '../request-state.ts';
import { BodySlots, isLargeBody } from './body-slots.ts';
import { CompressionSlots } from './compression-slots.ts';
import { serializePipelined } from './pipelining.ts';
import { UnreadAnswers } from './unread-answers.ts';

export type TransferControl = ReturnType<typeof createTransferControl>;

/** Bounds the request bodies and responses that the process holds in memory or compresses, for both APIs together. */
export function createTransferControl(limits: Config['transfer']) {
  const unread = new UnreadAnswers(limits.unreadAnswers);
  const slots = new BodySlots(limits.largeBodies);
  const compression = new CompressionSlots();
  const observer: ResponseObserver = {
    compressing: compression.take.bind(compression),
    buffered: unread.buffered.bind(unread),
    streaming(res) {
      unread.streaming(res);
      slots.release(res);
    },
  };
  /**
   * Reads the JSON body of an authenticated request. It ignores the Content-Type, because a missing header is no reason to
   * refuse a body that parses. Large bodies stay unread until they get a slot.
   */
  const readBody: Middleware = async (req, res, next) => {
    const { principal } = stateOf(req);
    if (principal && isLargeBody(req)) await slots.take(holderOf(principal), res);
    req.body = await readJson(req, res);
    next();
  };
  return {
    unread,
    slots,
    compression,
    /** Refuses a caller that leaves too many bytes of responses unread. */
    refuseUnread: unread.refuse,
    readBody,
    /** Wraps the server's listener: orders requests by connection and owner, and observes their responses. */
    guard: (listener: RequestListener, ownerOf: OwnerOf) =>
      serializePipelined(scheduleFairly(listener, ownerOf), (socket) => observeResponses(socket, observer)),
  };
}

/** Requests that start in one turn of the event loop. Refusing this many takes a few milliseconds. */
const PER_TURN = 128;
const PER_OWNER = 16;
/** Callers whom nobody knows yet have one share, and a quarter of it: a refusal of theirs serves nobody. */
const STRANGERS_COST = 4;

/** Tells whose request it is, before it is authenticated. */
type OwnerOf = (req: IncomingMessage) => Owner;

/**
 * Starts the requests of each owner a few at a time. Node reads a thousand requests of one caller in one go; started at
 * once, they would delay everybody else until all are handled, even if each is refused.
 *
 * @param ownerOf trusts no credential that was not accepted before: 600 invented ones are one owner.
 */
export function scheduleFairly(listener: RequestListener, ownerOf: OwnerOf): RequestListener {
  const queue = new TurnQueue({ perTurn: PER_TURN, perOwner: PER_OWNER });
  return (req, res) => {
    const owner = ownerOf(req);
    queue.run(owner, owner === SHARED ? STRANGERS_COST : 1, () => {
      if (!res.destroyed) listener(req, res);
    });
  };
}
