import type { ServerResponse } from 'node:http';
import { subjectOf } from '../modules/limits/rate-limiter.ts';
import { stateOf } from './request-state.ts';
import { Share } from './share.ts';

/** Responses up to this size take a millisecond of a thread at most. */
const SMALL_BYTES = 64 * 1024;

/**
 * Bounds what is compressed at a time. Node's pool has four threads; large responses take at most two of them, and one
 * caller takes one. A response that finds no slot is sent uncompressed at once, as a client always accepts that.
 */
export class CompressionSlots {
  /** Bytes of responses of up to 64 KiB. */
  readonly #small = new Share(1024 * 1024, 256 * 1024);
  /** Number of larger responses. */
  readonly #large = new Share(2, 1);
  /** Number of streams. Each keeps its compressor's memory for as long as its client reads. */
  readonly #streams = new Share(16, 4);
  /** Responses since the start: those that were compressed, and those that found no slot. */
  readonly counts = { compressed: 0, skipped: 0 };

  /**
   * Takes a slot.
   *
   * @param bytes size of the body; undefined for a stream.
   * @returns a function that releases the slot; undefined if there is none.
   */
  take(res: ServerResponse, bytes: number | undefined): (() => void) | undefined {
    const { principal } = stateOf(res.req);
    // Callers without a key count as one caller.
    const caller = principal ? subjectOf(principal) : '';
    const [share, amount] = this.#shareOf(bytes);
    const isTaken = share.take(caller, amount);
    this.counts[isTaken ? 'compressed' : 'skipped'] += 1;
    return isTaken ? () => share.give(caller, amount) : undefined;
  }

  #shareOf(bytes: number | undefined): [share: Share, amount: number] {
    if (bytes === undefined) return [this.#streams, 1];
    return bytes > SMALL_BYTES ? [this.#large, 1] : [this.#small, bytes];
  }
}
