import type { Queryable } from '../../database/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { Fault, type FaultCode, HTTP_STATUS } from '../../lib/fault.ts';
import { OperationScope, runInScope } from '../../lib/operation-scope.ts';
import type { Principal } from '../access/principal.ts';
import { fingerprintOf, readIdempotencyKey } from './idempotency-key.ts';
import { inProgress, Memory } from './memory.ts';
import {
  type Answer,
  answerBytes,
  baseBytes,
  complete,
  findKnown,
  isLive,
  release,
  removeExpired,
  reserve,
  type Slot,
} from './records.ts';
import type { ReplayLog } from './replay-log.ts';

/** A request with an Idempotency-Key. */
export interface KeyedRequest {
  principal: Principal;
  /** The header as it was sent. */
  header: string | string[];
  /** Method and path: keys of different routes do not meet. */
  route: string;
  /** All that makes the request what it is: the same key for anything else is refused. */
  content: unknown;
}

export interface Outcome {
  answer: Answer;
  /** The errors that it tells of. */
  errors: readonly FaultCode[];
}

export interface IdempotencyService {
  /**
   * Carries a request out at most once in 24 hours, over all processes on the database.
   *
   * @param perform does it; what it changes, it must change through effects.ts with this memory.
   * @throws Fault validation_error for a malformed key, idempotency_key_reused, idempotency_in_progress, quota_exceeded
   *   for a new key when the replay log of the organization is full, and what `perform` throws, which is not kept.
   */
  once(
    request: KeyedRequest,
    perform: (memory: Memory) => Promise<Outcome>,
  ): Promise<{ answer: Answer; replayed: boolean }>;
  /** Stops removing records that are past their time. */
  close(): void;
}

/** Larger answers are not kept: a request that comes again builds its answer anew, from what its changes gave. */
const MAX_KEPT_BYTES = 1024 * 1024;

const SWEEP_INTERVAL_MS = 60 * 1000;

/** A key may become free between two looks at it, but not for ever. */
const ATTEMPTS = 5;

/**
 * What the request itself decides is its answer for good; what hangs on credits, rights, other writers, load or a fault
 * of ours may be another one the next time.
 */
function isFinal(code: FaultCode): boolean {
  return [400, 404, 422].includes(HTTP_STATUS[code]);
}

export function createIdempotencyService(
  db: Queryable,
  clock: Clock,
  replayLog: ReplayLog,
  onError: (error: unknown) => void,
): IdempotencyService {
  async function begin(slot: Slot, fingerprint: Buffer): Promise<Memory | Answer> {
    // A key that is live needs no room: it is answered, or carried on, however full the log is.
    if ((await replayLog.isFull(slot.organizationId)) && !(await isLive(db, slot, clock.now())))
      throw await replayLog.refusal(slot.organizationId);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const reserved = await reserve(db, slot, fingerprint, clock.now());
      if (reserved) {
        replayLog.add(slot.organizationId, baseBytes(slot));
        return new Memory(reserved.recordId, reserved.owner, reserved.effects);
      }
      const known = await findKnown(db, slot);
      if (!known) continue;
      if (!known.fingerprint.equals(fingerprint)) throw keyReused();
      if (!known.answer) break;
      return known.answer;
    }
    throw inProgress();
  }

  /** The change has committed by now, with all that a retry needs: a failure here is for the log alone. */
  async function end(memory: Memory, keep: Answer | undefined): Promise<void> {
    await (keep ? complete(db, memory, keep) : release(db, memory, clock.now())).catch(onError);
  }

  const timer = setInterval(() => removeExpired(db, clock.now()).catch(onError), SWEEP_INTERVAL_MS);
  timer.unref();

  return {
    async once({ principal, header, route, content }, perform) {
      const { organizationId, keyId } = principal;
      const key = readIdempotencyKey(header);
      // Of no operation, and yet the organization's: it shares connections with others like everything else does.
      const begun = await runInScope(new OperationScope(organizationId), () =>
        begin({ organizationId, keyId, key, route }, fingerprintOf(content)),
      );
      if (!(begun instanceof Memory)) return { answer: begun, replayed: true };
      try {
        const { answer, errors } = await perform(begun);
        const kept = errors.every(isFinal) && isKept(begun, answer) ? answer : undefined;
        replayLog.add(organizationId, kept ? answerBytes(kept) : begun.written);
        await end(begun, kept);
        return { answer, replayed: begun.recalled };
      } catch (error) {
        await end(begun, undefined);
        throw error;
      }
    },
    close: () => clearInterval(timer),
  };
}

function isKept({ secret }: Memory, { body }: Answer): boolean {
  return !secret && Buffer.byteLength(body ?? '') <= MAX_KEPT_BYTES;
}

function keyReused(): Fault {
  const message =
    'This Idempotency-Key was sent with another request within 24 hours. Send each new request with a new key.';
  return new Fault('idempotency_key_reused', message);
}
