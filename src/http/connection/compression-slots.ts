import type { ServerResponse } from 'node:http';
import { holderOf, SHARED } from '../../lib/owner.ts';
import { type Release, Semaphore } from '../../modules/limits/semaphore.ts';
import { stateOf } from '../request-state.ts';

/** Responses up to this size take a millisecond of a thread at most. */
const SMALL_BYTES = 64 * 1024;

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

  /**
   * Takes a slot.
   *
   * @param bytes size of the body; undefined for a stream.
   * @returns a function that releases the slot; undefined if there is none.
   */
  take(res: ServerResponse, bytes: number | undefined): Release | undefined {
    const { principal } = stateOf(res.req);
    // Callers without a key count as one caller.
    const caller = principal ? holderOf(principal) : SHARED;
    let release: Release | undefined;
    if (bytes === undefined) release = this.#streams.tryTake(caller, 1);
    else if (bytes > SMALL_BYTES) release = this.#large.tryTake(caller, 1);
    else release = this.#small.tryTake(caller, bytes);
    this.counts[release ? 'compressed' : 'skipped'] += 1;
    return release;
  }
}
