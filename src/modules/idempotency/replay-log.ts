import { deserialize, serialize } from 'node:v8';
import { Fault } from '../../lib/fault.ts';

type Result = { value: unknown } | { lost: string };
/** Stored result of the change of one mutation. Mutations of a document are numbered from 1. */
type Effect = { mutation: number } & Result;

/** Runs a statement in the transaction of a change. Returns the number of rows that it wrote. */
export type Write = (sql: string, values: [string, string, Buffer]) => Promise<number | null>;

/** Checks the owner, so that a request that another process has taken over changes nothing more. */
const RECORD = `UPDATE idempotency_record
  SET effects = array_append(effects, $3::bytea), bytes = bytes + octet_length($3::bytea)
  WHERE id = $1::bigint AND owner = $2::uuid`;

/** Seconds after which to retry while the first request is still running. */
export const RETRY_AFTER_SECONDS = 1;

export function inProgress(): Fault {
  const message =
    'A request with this Idempotency-Key is still running. Retry in a moment to get its response.';
  return new Fault('idempotency_in_progress', message);
}

/**
 * Replay log of one request with an Idempotency-Key: the results of its changes. The transaction of a change also writes
 * its result, so they commit together. In a retry, a change that was made returns the stored result and is not made
 * again (docs/decisions/0019).
 */
export class ReplayLog {
  readonly recordId: string;
  readonly owner: string;
  readonly #effects: ReadonlyMap<number, Effect>;
  #mutation = 0;
  /** Whether a stored result was used. */
  replayed = false;
  /** Whether the response holds a secret, which must not be stored. */
  hasSecret = false;
  /** Bytes that this request has added to its record. */
  bytesWritten = 0;

  /** @param effects the stored results, serialized. */
  constructor(recordId: string, owner: string, effects: readonly Buffer[]) {
    this.recordId = recordId;
    this.owner = owner;
    const known = effects.map((bytes): Effect => deserialize(bytes));
    this.#effects = new Map(known.map((effect) => [effect.mutation, effect]));
  }

  /** Begins the next mutation of the document. Mutations run one after another, so their number identifies their results. */
  beginMutation(): void {
    this.#mutation += 1;
  }

  /**
   * Returns the stored result of this mutation. Without one, runs `work`.
   *
   * @throws Fault idempotency_response_lost for a result that is shown only once.
   */
  async replay<T>(work: () => Promise<T>): Promise<T> {
    const effect = this.#effects.get(this.#mutation);
    if (effect === undefined) return work();
    this.replayed = true;
    if ('lost' in effect) throw new Fault('idempotency_response_lost', effect.lost);
    return effect.value as T;
  }

  /**
   * Stores the result of a change, or the message for a retry if the result is shown only once.
   *
   * @throws Fault idempotency_in_progress after a take-over; the change must roll back.
   */
  async record(write: Write, result: Result): Promise<void> {
    this.hasSecret ||= 'lost' in result;
    const bytes = serialize({ mutation: this.#mutation, ...result });
    if ((await write(RECORD, [this.recordId, this.owner, bytes])) !== 1) throw inProgress();
    this.bytesWritten += bytes.length;
  }
}
