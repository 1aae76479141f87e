import type { ServerResponse } from 'node:http';
import { Fault } from '../../lib/fault.ts';
import { holderOf, type Owner, SHARED } from '../../lib/owner.ts';
import type { ResponseObserver } from '../../lib/send.ts';
import { whenClosed } from '../../lib/when-closed.ts';
import type { Middleware } from '../middleware.ts';
import { stateOf } from '../request-state.ts';
import type { TRANSFER_LIMITS } from './limits.ts';

export type UnreadAnswerLimits = (typeof TRANSFER_LIMITS)['unreadAnswers'];

interface UnreadAnswer {
  res: ServerResponse;
  /** Bytes of requests without a key, which share an owner, count for the process only. */
  caller: Owner;
  held: number;
  isStream: boolean;
  since: number;
  /** Bytes of the connection that the kernel had taken at `since`. */
  atFirst: number;
  /** Bytes of the connection that the kernel has taken by now, and the time of the last change. */
  taken: number;
  movedAt: number;
}

/** Short, because a client that reads at all frees room for its next request soon. */
const RETRY_SECONDS = 2;

/**
 * Responses that clients have not read yet. Counts their bytes by caller and for the process, and closes connections that
 * read nothing or too slowly. Responses that leave at once are never registered.
 */
export class UnreadAnswers implements Pick<ResponseObserver, 'buffered' | 'streaming'> {
  readonly #limits: UnreadAnswerLimits;
  readonly #answers = new Map<ServerResponse, UnreadAnswer>();
  readonly #byCaller = new Map<Owner, number>();
  #bytes = 0;
  #closed = 0;
  #sweep: NodeJS.Timeout | undefined;

  constructor(limits: UnreadAnswerLimits) {
    this.#limits = limits;
  }

  /** Responses that are being sent: those that clients have not read yet, and streams. */
  get count(): number {
    return this.#answers.size;
  }

  /** Bytes that clients have not read yet. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Connections that were closed since the start because their clients did not read. */
  get closed(): number {
    return this.#closed;
  }

  buffered(res: ServerResponse, held: number): void {
    if (this.#answers.has(res)) return;
    this.#add(res, held, false);
    while (this.#bytes > this.#limits.maxBytes) {
      const heaviest = this.#heaviest();
      if (!heaviest) return;
      this.#close(heaviest);
    }
  }

  streaming(res: ServerResponse): void {
    if (!this.#answers.has(res)) this.#add(res, 0, true);
  }

  /** Refuses requests of a caller with too many unread bytes before any work is done for them. */
  readonly refuse: Middleware = (req, _res, next) => {
    const { principal } = stateOf(req);
    if (!principal || this.#byCaller.size === 0) return next();
    const bytes = this.#byCaller.get(holderOf(principal)) ?? 0;
    if (bytes <= this.#limits.maxBytesPerCaller) return next();
    throw new Fault(
      'overloaded',
      `You have ${megabytes(bytes)} MB of unread responses; the limit is ${megabytes(this.#limits.maxBytesPerCaller)} MB. Read them, then send this request again.`,
      { details: { retry_after: RETRY_SECONDS } },
    );
  };

  #add(res: ServerResponse, held: number, isStream: boolean): void {
    const { principal } = stateOf(res.req);
    const now = performance.now();
    const taken = takenBy(res);
    const caller = principal ? holderOf(principal) : SHARED;
    this.#answers.set(res, { res, caller, held, isStream, since: now, atFirst: taken, taken, movedAt: now });
    this.#count(caller, held);
    this.#sweep ??= setInterval(() => this.#closeStalled(), sweepEvery(this.#limits.stallMs)).unref();
    whenClosed(res, () => this.#remove(res));
  }

  #remove(res: ServerResponse): void {
    const answer = this.#answers.get(res);
    if (!answer) return;
    this.#answers.delete(res);
    this.#count(answer.caller, -answer.held);
    if (this.#answers.size > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }

  #count(caller: Owner, bytes: number): void {
    this.#bytes += bytes;
    if (caller === SHARED || bytes === 0) return;
    const sum = (this.#byCaller.get(caller) ?? 0) + bytes;
    if (sum > 0) this.#byCaller.set(caller, sum);
    else this.#byCaller.delete(caller);
  }

  /** Returns the largest response of the caller with the most unread bytes; of several, the oldest. */
  #heaviest(): UnreadAnswer | undefined {
    const weight = ({ caller, held }: UnreadAnswer) =>
      caller === SHARED ? held : (this.#byCaller.get(caller) ?? 0);
    let worst: UnreadAnswer | undefined;
    for (const answer of this.#answers.values()) {
      if (answer.held === 0) continue;
      const difference = worst ? weight(answer) - weight(worst) || answer.held - worst.held : 1;
      if (difference > 0) worst = answer;
    }
    return worst;
  }

  #closeStalled(): void {
    const now = performance.now();
    for (const answer of this.#answers.values()) {
      const { res } = answer;
      const taken = takenBy(res);
      // A stream with nothing to send waits for its source, not for its client.
      if (taken !== answer.taken || (res.socket?.writableLength ?? 0) === 0) {
        answer.taken = taken;
        answer.movedAt = now;
      }
      if (now - answer.movedAt >= this.#limits.stallMs || this.#isTooSlow(answer, now)) this.#close(answer);
    }
  }

  #isTooSlow({ isStream, since, atFirst, taken }: UnreadAnswer, now: number): boolean {
    const elapsed = now - since;
    if (isStream || elapsed < this.#limits.stallMs) return false;
    return ((taken - atFirst) * 1000) / elapsed < this.#limits.minBytesPerSecond;
  }

  #close({ res }: UnreadAnswer): void {
    this.#closed += 1;
    this.#remove(res);
    res.destroy();
  }
}

/** Returns the bytes that the process has handed to the kernel on this connection. */
function takenBy({ socket }: ServerResponse): number {
  return socket ? socket.bytesWritten - socket.writableLength : 0;
}

function sweepEvery(stallMs: number): number {
  return Math.min(1000, Math.max(20, stallMs / 4));
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / (1024 * 1024));
}
