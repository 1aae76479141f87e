import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../config.ts';
import { FairQueue } from '../lib/fair-queue.ts';
import { Fault } from '../lib/fault.ts';
import { holderOf, type Owner, SHARED } from '../lib/principal.ts';
import { observeResponses, type ResponseObserver, whenClosed } from '../lib/send.ts';
import { type Release, Semaphore } from '../modules/limits/semaphore.ts';
import { isLargeBody, LARGE_BODY_BYTES, readJson } from './read-json.ts';
import { type Middleware, stateOf } from './request.ts';

/*
 * Bounds on what connections make the process hold or do, for both APIs together. A request passes them in this order:
 *
 *   1. the requests of its connection before it (serializePipelined)
 *   2. the share of its owner in a turn of the event loop (scheduleFairly)
 *   3. the unread responses of its caller (UnreadAnswers.refuse)
 *   4. a slot for a large body (LargeBodies)
 *   5. a slot for compressing the response (CompressionSlots)
 */

export type Guards = ReturnType<typeof createGuards>;

/** @param limits bytes and requests that one process, and one caller in it, may hold. */
export function createGuards(limits: Config['transfer']) {
  const unread = new UnreadAnswers(limits.unreadAnswers);
  const bodies = new LargeBodies(limits.largeBodies);
  const compression = new CompressionSlots();
  const streaming = (res: ServerResponse) => {
    unread.streaming(res);
    bodies.release(res);
  };
  const observer: ResponseObserver = {
    compressing: (res, bytes) => compression.take(res, bytes),
    buffered: (res, held) => unread.buffered(res, held),
    streaming,
  };
  /**
   * Reads the JSON body of an authenticated request. It ignores the Content-Type, because a missing header is no reason to
   * refuse a body that parses. Large bodies stay unread until they get a slot.
   */
  const readBody: Middleware = async (req, res, next) => {
    const { principal } = stateOf(req);
    if (principal && isLargeBody(req)) await bodies.take(holderOf(principal), res);
    req.body = await readJson(req, res);
    next();
  };
  return {
    unread,
    bodies,
    compression,
    /** Refuses a caller that leaves too many bytes of responses unread. */
    refuseUnread: unread.refuse,
    readBody,
    /** Wraps the server's listener: orders requests by connection and owner, and observes their responses. */
    guard: (listener: RequestListener, ownerOf: OwnerOf) =>
      serializePipelined(scheduleFairly(listener, ownerOf), (socket) => observeResponses(socket, observer)),
  };
}

/** Returns who is charged for a response. Callers without a key count as one caller. */
export function callerOf({ req }: ServerResponse): Owner {
  const { principal } = stateOf(req);
  return principal ? holderOf(principal) : SHARED;
}

/** Whatever a caller waits for here becomes free soon. */
const overloaded = (message: string) => new Fault('overloaded', message, { details: { retry_after: 2 } });

/** Requests of one connection that may wait for the responses before them. */
const MAX_PIPELINED = 100;

/**
 * Handles the pipelined requests of a connection one after another. Node would start all of them at once and buffer each
 * response until those before it are sent. A connection with too many waiting requests is closed.
 *
 * @param opened called with each connection at its first request.
 */
function serializePipelined(listener: RequestListener, opened: (socket: Socket) => void): RequestListener {
  const connections = new WeakMap<Socket, { latest: ServerResponse; waiting: number }>();
  return (req, res) => {
    const { socket } = req;
    const connection = connections.get(socket);
    if (!connection) {
      connections.set(socket, { latest: res, waiting: 0 });
      opened(socket);
      return listener(req, res);
    }
    const before = connection.latest;
    connection.latest = res;
    // Node assigns the socket to a response once the response before it is complete.
    if (res.socket) return listener(req, res);
    connection.waiting += 1;
    if (connection.waiting > MAX_PIPELINED) return void socket.destroy();
    before.once('close', () => {
      connection.waiting -= 1;
      if (res.socket && !socket.destroyed) listener(req, res);
    });
  };
}

/** Requests that start in one turn of the event loop. Refusing this many takes a few milliseconds. */
const PER_TURN = 128;
const PER_OWNER = 16;
/** Callers whom nobody knows yet have one share, and a quarter of it: a refusal of theirs serves nobody. */
const STRANGERS_COST = 4;

/** Tells whose request it is, before it is authenticated. Credentials that were never accepted have one owner together. */
type OwnerOf = (req: IncomingMessage) => Owner;

/**
 * Starts the requests of each owner a few at a time. Node reads a thousand requests of one caller in one go; started at
 * once, they would delay everybody else until all are handled, even if each is refused.
 */
export function scheduleFairly(listener: RequestListener, ownerOf: OwnerOf): RequestListener {
  const queue = new FairQueue({ perTurn: PER_TURN, perOwner: PER_OWNER });
  return (req, res) => {
    const owner = ownerOf(req);
    queue.run(owner, owner === SHARED ? STRANGERS_COST : 1, () => {
      if (!res.destroyed) listener(req, res);
    });
  };
}

interface UnreadAnswer {
  res: ServerResponse;
  /** Bytes of requests without a key count for the process only. */
  caller: Owner;
  held: number;
}

/**
 * Responses that clients have not read yet. Counts their bytes by caller and for the process, and closes connections that
 * read nothing for too long. Responses that leave at once are never registered.
 */
class UnreadAnswers {
  readonly #limits: Config['transfer']['unreadAnswers'];
  readonly #answers = new Map<ServerResponse, UnreadAnswer>();
  readonly #byCaller = new Map<Owner, number>();
  /** Bytes that clients have not read yet. */
  bytes = 0;
  /** Connections that were closed since the start because their clients did not read. */
  closed = 0;

  constructor(limits: Config['transfer']['unreadAnswers']) {
    this.#limits = limits;
  }

  /** Responses being sent: responses that clients have not read yet, and streams. */
  get count(): number {
    return this.#answers.size;
  }

  buffered(res: ServerResponse, held: number): void {
    if (this.#answers.has(res)) return;
    this.#add(res, held);
    while (this.bytes > this.#limits.maxBytes) {
      const heaviest = this.#heaviest();
      if (!heaviest) return;
      this.#close(heaviest.res);
    }
  }

  streaming(res: ServerResponse): void {
    if (!this.#answers.has(res)) this.#add(res, 0);
  }

  /** Refuses requests of a caller with too many unread bytes before any work is done for them. */
  readonly refuse: Middleware = (req, _res, next) => {
    const { principal } = stateOf(req);
    if (!principal || this.#byCaller.size === 0) return next();
    const bytes = this.#byCaller.get(holderOf(principal)) ?? 0;
    const limit = this.#limits.maxBytesPerCaller;
    if (bytes <= limit) return next();
    throw overloaded(
      `You have ${megabytes(bytes)} MB of unread responses; the limit is ${megabytes(limit)} MB. Read them, then send this request again.`,
    );
  };

  #add(res: ServerResponse, held: number): void {
    const answer = { res, caller: callerOf(res), held };
    this.#answers.set(res, answer);
    this.#count(answer.caller, held);
    // Node restarts this timer whenever the kernel takes bytes. A stream with nothing to send waits for its source.
    res.setTimeout(this.#limits.stallMs, () => {
      if (res.socket && res.socket.writableLength > 0) this.#close(res);
    });
    whenClosed(res, () => this.#remove(res));
  }

  #remove(res: ServerResponse): void {
    const answer = this.#answers.get(res);
    if (!answer) return;
    this.#answers.delete(res);
    this.#count(answer.caller, -answer.held);
  }

  #count(caller: Owner, bytes: number): void {
    this.bytes += bytes;
    if (caller === SHARED || bytes === 0) return;
    const sum = (this.#byCaller.get(caller) ?? 0) + bytes;
    if (sum > 0) this.#byCaller.set(caller, sum);
    else this.#byCaller.delete(caller);
  }

  /** Returns the largest response of the caller with the most unread bytes; of several, the oldest. */
  #heaviest(): UnreadAnswer | undefined {
    const weight = ({ caller, held }: UnreadAnswer) => this.#byCaller.get(caller) ?? held;
    let worst: UnreadAnswer | undefined;
    for (const answer of this.#answers.values()) {
      if (answer.held === 0) continue;
      const difference = worst ? weight(answer) - weight(worst) || answer.held - worst.held : 1;
      if (difference > 0) worst = answer;
    }
    return worst;
  }

  #close(res: ServerResponse): void {
    this.closed += 1;
    this.#remove(res);
    res.destroy();
  }
}

const megabytes = (bytes: number) => Math.ceil(bytes / (1024 * 1024));

/** Requests with large bodies that may wait for a slot. Their connections are not read. */
const MAX_WAITING = 256;
const MAX_WAITING_PER_CALLER = 32;
const MAX_WAIT_MS = 10_000;

/** Bounds the large bodies that the process holds at a time. Other requests wait unread, their bytes in the network. */
class LargeBodies {
  readonly #slots: Semaphore;
  readonly #releases = new WeakMap<ServerResponse, Release>();

  constructor({ max, maxPerCaller }: Config['transfer']['largeBodies']) {
    this.#slots = new Semaphore({ units: max, alone: maxPerCaller });
  }

  /** Large bodies that the process holds now. */
  get taken(): number {
    return this.#slots.taken;
  }

  /**
   * Takes a slot until the response is complete or `release` is called.
   *
   * @throws Fault overloaded when too many requests wait already, or this one has waited too long.
   */
  async take(caller: Owner, res: ServerResponse): Promise<void> {
    if (this.#slots.waitingOf(caller) >= MAX_WAITING_PER_CALLER || this.#slots.waiting >= MAX_WAITING)
      throw tooManyBodies();
    const onStop = (listener: (reason: Error) => void) => whenClosed(res, () => listener(tooManyBodies()));
    const release = await this.#slots.take(caller, { waitMs: MAX_WAIT_MS, refuse: tooManyBodies, onStop });
    this.#releases.set(res, release);
    whenClosed(res, () => this.release(res));
  }

  /** Releases the slot of a request early, if it has one: a stream of events can last for days. */
  release(res: ServerResponse): void {
    const release = this.#releases.get(res);
    this.#releases.delete(res);
    release?.();
  }
}

function tooManyBodies(): Fault {
  return overloaded(
    `Too many large request bodies at a time: over ${LARGE_BODY_BYTES / 1024} KiB, compressed, or without Content-Length. Send fewer at a time, or smaller ones.`,
  );
}

/** Responses up to this size take a millisecond of a thread at most. */
const SMALL_ANSWER_BYTES = 64 * 1024;

/**
 * Bounds what is compressed at a time. Node's pool has four threads; large responses take at most two of them, and one
 * caller takes one. A response that finds no slot is sent uncompressed at once, as a client always accepts that.
 */
export class CompressionSlots {
  /** Bytes of responses of up to 64 KiB. */
  readonly #small = new Semaphore({ units: 1024 * 1024, alone: 256 * 1024 });
  /** Number of larger responses. */
  readonly #large = new Semaphore({ units: 2, alone: 1 });
  /** Number of streams. Each keeps its compressor's memory for as long as its client reads. */
  readonly #streams = new Semaphore({ units: 16, alone: 4 });
  /** Responses since the start: those that were compressed, and those that found no slot. */
  readonly counts = { compressed: 0, skipped: 0 };

  /** @param bytes size of the body; undefined for a stream. @returns a function that releases the slot; undefined if there is none. */
  take(res: ServerResponse, bytes: number | undefined): Release | undefined {
    const isSmall = bytes !== undefined && bytes <= SMALL_ANSWER_BYTES;
    const large = bytes === undefined ? this.#streams : this.#large;
    const release = isSmall ? this.#small.tryTake(callerOf(res), bytes) : large.tryTake(callerOf(res), 1);
    this.counts[release ? 'compressed' : 'skipped'] += 1;
    return release;
  }
}
