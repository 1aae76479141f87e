import { deserialize, serialize } from 'node:v8';
import { Fault } from '../../lib/fault.ts';

/** What the change of one mutation of the request gave: the first mutation is 1. */
type Effect = { mutation: number } & ({ value: unknown } | { lost: string });

/** Runs a statement in the transaction of a change; returns how many rows it wrote. */
export type Write = (sql: string, values: [string, string, Buffer]) => Promise<number | null>;

/** The owner is the fence: a request that another process took over changes nothing more. */
const REMEMBER = `UPDATE idempotency_record
  SET effects = array_append(effects, $3::bytea), bytes = bytes + octet_length($3::bytea)
  WHERE id = $1::bigint AND owner = $2::uuid`;

/** After how many seconds to ask again for an answer that is being made. */
export const RETRY_AFTER_SECONDS = 1;

/** 409: the same request is being carried out. */
export function inProgress(): Fault {
  const message =
    'A request with this Idempotency-Key is still running. Retry in a moment to get its response.';
  return new Fault('idempotency_in_progress', message);
}

/**
 * What the changes of one request with an Idempotency-Key gave. Each is written by the transaction of the change
 * itself, so that they commit together; when the request comes again, a change that was made is not made again but
 * gives what it gave then (docs/decisions/0019).
 */
export class Memory {
  readonly recordId: string;
  readonly owner: string;
  readonly #effects: ReadonlyMap<number, Effect>;
  #mutation = 0;
  /** Whether a change was found made. */
  recalled = false;
  /** Whether the answer holds what must not be kept. */
  secret = false;
  /** Bytes that this request added to its record. */
  written = 0;

  /** @param effects as they were stored. */
  constructor(recordId: string, owner: string, effects: readonly Buffer[]) {
    this.recordId = recordId;
    this.owner = owner;
    const known = effects.map((bytes): Effect => deserialize(bytes));
    this.#effects = new Map(known.map((effect) => [effect.mutation, effect]));
  }

  /** Called before each mutation of a document: they run one after another, and their place tells their changes apart. */
  beginMutation(): void {
    this.#mutation += 1;
  }

  /**
   * What the change of this mutation gave when it was made before, else what `work` gives.
   *
   * @throws Fault idempotency_response_lost for what is never given twice.
   */
  async recall<T>(work: () => Promise<T>): Promise<T> {
    const effect = this.#effects.get(this.#mutation);
    if (effect === undefined) return work();
    this.recalled = true;
    if ('lost' in effect) throw new Fault('idempotency_response_lost', effect.lost);
    return effect.value as T;
  }

  /** Writes what a change gave. @throws Fault idempotency_in_progress after a take-over; the change must roll back. */
  remember(write: Write, value: unknown): Promise<void> {
    return this.#write(write, { mutation: this.#mutation, value });
  }

  /** Writes that a change was made whose result is shown once. @param lost what a second request is told. */
  rememberLost(write: Write, lost: string): Promise<void> {
    this.secret = true;
    return this.#write(write, { mutation: this.#mutation, lost });
  }

  async #write(write: Write, effect: Effect): Promise<void> {
    const bytes = serialize(effect);
    if ((await write(REMEMBER, [this.recordId, this.owner, bytes])) !== 1) throw inProgress();
    this.written += bytes.length;
  }
}
