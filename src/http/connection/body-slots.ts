import type { IncomingMessage, ServerResponse } from 'node:http';
import { Fault } from '../../lib/fault.ts';
import type { Owner } from '../../lib/owner.ts';
import { whenClosed } from '../../lib/when-closed.ts';
import { type Release, Semaphore } from '../../modules/limits/semaphore.ts';
import { announcedLength, encodingOf, hasBody } from '../read-json.ts';
import type { TRANSFER_LIMITS } from './limits.ts';

type LargeBodyLimits = (typeof TRANSFER_LIMITS)['largeBodies'];

/** Bodies up to this size need no slot. A full enrichment batch has a third of it. */
const LARGE_BYTES = 64 * 1024;
/** Requests with large bodies that may wait for a slot. Their connections are not read. */
const MAX_WAITING = 256;
const MAX_WAITING_PER_CALLER = 32;
const MAX_WAIT_MS = 10_000;
const RETRY_SECONDS = 2;

/** Returns whether a body can take much memory: it is long, or its length is unknown until it is read and inflated. */
export function isLargeBody(req: IncomingMessage): boolean {
  if (!hasBody(req)) return false;
  const length = announcedLength(req);
  return length === undefined || length > LARGE_BYTES || (encodingOf(req) !== undefined && length > 0);
}

/** Bounds the large bodies that the process holds at a time. Other requests wait unread, their bytes in the network. */
export class BodySlots {
  readonly #slots: Semaphore;
  readonly #releases = new WeakMap<ServerResponse, Release>();

  constructor({ max, maxPerCaller }: LargeBodyLimits) {
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
      throw tooMany();
    const onStop = (listener: (reason: Error) => void) => {
      return whenClosed(res, () => listener(tooMany()));
    };
    const release = await this.#slots.take(caller, { waitMs: MAX_WAIT_MS, refuse: tooMany, onStop });
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

function tooMany(): Fault {
  const message = `Too many large request bodies at a time: over ${LARGE_BYTES / 1024} KiB, compressed, or without Content-Length. Send fewer at a time, or smaller ones.`;
  return new Fault('overloaded', message, { details: { retry_after: RETRY_SECONDS } });
}
