import type { Config } from '../config.ts';
import { Fault } from '../lib/fault.ts';
import { recordOf } from '../lib/json.ts';
import { organizationOf } from '../lib/principal.ts';
import { counted } from '../lib/text.ts';
import { type Release, Semaphore } from '../modules/limits/semaphore.ts';

/** How uploads end. */
const UPLOAD_OUTCOMES = ['received', 'overloaded', 'too_slow', 'interrupted', 'refused'] as const;

/** An upload may take hours, so nobody waits for its end. */
const RETRY_AFTER_SECONDS = 30;

/** Bounds the files that the process receives at a time, and counts them. */
export class UploadSlots {
  readonly limits: Config['transfer']['uploads'];
  readonly #slots: Semaphore;
  /** Uploads that have ended since the start. */
  readonly ended = recordOf(UPLOAD_OUTCOMES, () => 0);
  /** Bytes of files since the start, decompressed. */
  bytes = 0;

  constructor(limits: Config['transfer']['uploads']) {
    this.limits = limits;
    this.#slots = new Semaphore({ units: limits.max, alone: limits.maxPerOrganization });
  }

  /** Files that the process receives now. */
  get running(): number {
    return this.#slots.taken;
  }

  /** Takes a slot. @throws Fault overloaded if none is free */
  take(organizationId: number): Release {
    const release = this.#slots.tryTake(organizationOf(organizationId), 1);
    if (release) return release;
    this.ended.overloaded += 1;
    const { max, maxPerOrganization } = this.limits;
    const isFull = this.running >= max;
    const message = isFull
      ? `The service is receiving ${counted(max, 'file')}, as many as it can at a time.`
      : `Your organization is sending ${counted(maxPerOrganization, 'file')}, as many as it may at a time.`;
    throw new Fault('overloaded', `${message} Try again when one of them has arrived.`, {
      details: { retry_after: RETRY_AFTER_SECONDS },
    });
  }
}
