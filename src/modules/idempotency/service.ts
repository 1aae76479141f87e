import { hash } from 'node:crypto';
import type { Queryable } from '../../database/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { Fault, type FaultCode, HTTP_STATUS, validationFault } from '../../lib/fault.ts';
import { isJsonObject, isNestedBeyond, MAX_JSON_DEPTH } from '../../lib/json.ts';
import { organizationOf, type Principal } from '../../lib/principal.ts';
import { OperationScope, runWith } from '../../lib/request-context.ts';
import { isWithin, TEXT_LIMITS } from '../../lib/request-limits.ts';
import type { Sweeps } from '../sweeps/sweeps.ts';
import {
  type Answer,
  answerBytes,
  baseBytes,
  complete,
  findUsed,
  isLive,
  RENEWAL_MS,
  release,
  removeExpired,
  renew,
  reserve,
  type Slot,
} from './queries.ts';
import { inProgress, ReplayLog } from './replay-log.ts';
import type { ReplayLogUsage } from './replay-log-usage.ts';

interface KeyedRequest {
  principal: Principal;
  /** Header as it was sent. */
  header: string | string[];
  /** Method and path. The same key of two routes is two keys. */
  route: string;
  /** Everything that determines the result. The same key with other content is refused. */
  content: unknown;
  /** A body that is read while the request is carried out, and is no part of `content`. */
  body?: StreamedBody | undefined;
}

export interface StreamedBody {
  /** Reads the body to its end. @returns its SHA-256 in hexadecimal */
  digest(): Promise<string>;
}

export interface Outcome {
  answer: Answer;
  errors: readonly FaultCode[];
}

/** Larger answers are not stored. A retry builds its answer again, from the stored results of the changes. */
const MAX_STORED_BYTES = 1024 * 1024;

const SWEEP_INTERVAL_MS = 60 * 1000;

/** A key may become free between two queries. It is looked up again at most this often. */
const ATTEMPTS = 5;

/**
 * Returns whether an error depends on the request alone, so that a retry must get it again. Credits, permissions, other
 * writers, load and internal errors can change.
 */
function isFinal(code: FaultCode): boolean {
  return [400, 404, 422].includes(HTTP_STATUS[code]);
}

export type IdempotencyService = ReturnType<typeof createIdempotencyService>;

interface IdempotencyTools {
  /** Runs the statements of requests. */
  db: Queryable;
  /** Runs the renewals of leases: a pool that operations do not use, so that it answers however busy they are. */
  leases: Queryable;
  clock: Clock;
  sweeps: Pick<Sweeps, 'add'>;
  usage: ReplayLogUsage;
  onError: (error: unknown) => void;
}

export function createIdempotencyService(tools: IdempotencyTools) {
  const { db, leases, clock, sweeps, usage, onError } = tools;
  /** Requests that this process carries out. */
  const running = new Set<ReplayLog>();

  async function begin(slot: Slot, fingerprint: Buffer, body?: StreamedBody): Promise<ReplayLog | Answer> {
    // A key that was used before needs no new room, so it is served even if the log is full.
    if ((await usage.isFull(slot.organizationId)) && !(await isLive(db, slot, clock.now())))
      throw await usage.refusal(slot.organizationId);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const reserved = await reserve(db, slot, fingerprint, clock.now());
      if (reserved) {
        usage.add(slot.organizationId, baseBytes(slot));
        return new ReplayLog(reserved.recordId, reserved.owner, reserved.effects);
      }
      const used = await findUsed(db, slot);
      if (!used) continue;
      const { length } = fingerprint;
      if (!used.fingerprint.subarray(0, length).equals(fingerprint)) throw keyReused();
      if (!used.answer) break;
      if (used.fingerprint.toString('hex', length) !== ((await body?.digest()) ?? '')) throw keyReused();
      return used.answer;
    }
    throw inProgress();
  }

  /** Stores the answer, or releases the key. The change has committed, so a failure here is only logged. */
  async function end(replayLog: ReplayLog, answer: Answer | undefined, body?: StreamedBody): Promise<void> {
    const finish = async () =>
      answer
        ? complete(db, replayLog, answer, Buffer.from((await body?.digest()) ?? '', 'hex'))
        : release(db, replayLog, clock.now());
    await finish().catch(onError);
  }

  sweeps.add({ everyMs: SWEEP_INTERVAL_MS, work: (time) => removeExpired(db, time), onError });
  const timer = setInterval(() => renew(leases, running, clock.now()).catch(onError), RENEWAL_MS);
  timer.unref();

  return {
    /**
     * Runs a request at most once in 24 hours, over all processes on the database. Retries get the stored answer.
     *
     * @param perform runs it. It must make its changes through effects.ts, which finds the replay log in the request context.
     * @throws Fault validation_error for a malformed key, idempotency_key_reused, idempotency_in_progress, quota_exceeded
     *   for a new key when the replay log of the organization is full, and errors of `perform`, which are not stored.
     */
    async once({ principal, header, route, content, body }: KeyedRequest, perform: () => Promise<Outcome>) {
      const { organizationId, keyId } = principal;
      const key = readIdempotencyKey(header);
      // Outside the operation, but its connections count towards the share of the organization.
      const begun = await runWith({ operation: new OperationScope(organizationOf(organizationId)) }, () =>
        begin({ organizationId, keyId, key, route }, fingerprintOf(content), body),
      );
      if (!(begun instanceof ReplayLog)) return { answer: begun, replayed: true };
      running.add(begun);
      try {
        const { answer, errors } = await runWith({ replay: begun }, perform);
        const stored = errors.every(isFinal) && isStorable(begun, answer) ? answer : undefined;
        usage.add(organizationId, stored ? answerBytes(stored) : begun.bytesWritten);
        await end(begun, stored, body);
        return { answer, replayed: begun.replayed };
      } catch (error) {
        await end(begun, undefined);
        throw error;
      } finally {
        running.delete(begun);
      }
    },
    /** Stops the renewal of leases. */
    close: () => clearInterval(timer),
  };
}

function isStorable({ hasSecret }: ReplayLog, { body }: Answer): boolean {
  return !hasSecret && Buffer.byteLength(body ?? '') <= MAX_STORED_BYTES;
}

export function keyReused(): Fault {
  const message =
    'This Idempotency-Key was sent with another request within 24 hours. Send each new request with a new key.';
  return new Fault('idempotency_key_reused', message);
}

/** A string in structured fields (RFC 9651, 3.3.3): in quotes, with quotes and backslashes escaped. */
const QUOTED = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;
/** Visible ASCII characters, which are as many as the text has units. */
const VALID = /^[\x21-\x7e]+$/;

/**
 * Reads the header (draft-ietf-httpapi-idempotency-key-header): a quoted string, or the same key bare. `"k-1"` and
 * `k-1` are one key.
 *
 * @throws Fault validation_error
 */
function readIdempotencyKey(header: string | string[]): string {
  const sent = String(header).trim();
  const key = sent.startsWith('"') ? QUOTED.exec(sent)?.[1]?.replace(/\\(.)/g, '$1') : sent;
  if (key !== undefined && isWithin(key, TEXT_LIMITS.idempotencyKey) && VALID.test(key)) return key;
  const { maxLength } = TEXT_LIMITS.idempotencyKey;
  const message = `must be 1 to ${maxLength} visible ASCII characters without spaces, bare or in double quotes`;
  throw validationFault([{ pointer: '/headers/idempotency-key', message }]);
}

/**
 * Returns the SHA-256 of a request's content, whatever the order of keys and the white space of its JSON.
 *
 * @throws Fault validation_error for JSON that is nested too deep to compare.
 */
function fingerprintOf(content: unknown): Buffer {
  if (isNestedBeyond(content, MAX_JSON_DEPTH)) {
    const message = `is nested deeper than ${MAX_JSON_DEPTH} levels, too deep for a request with an Idempotency-Key`;
    throw validationFault([{ pointer: '', message }]);
  }
  return hash('sha256', JSON.stringify(content, sortKeys), 'buffer');
}

function sortKeys(_name: string, value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
