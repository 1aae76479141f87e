import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import { Fault } from '../../lib/fault.ts';

const CODE_BYTES = 16;
const LIFETIME_MS = 10 * 60_000;
/** Nobody mistypes a link that often. */
const MAX_WRONG = 20;

/** A key, and the name of its user. */
export interface SignInGrant {
  key: string;
  name: string;
}

/** A code of 128 bits that can be exchanged for a key once, within ten minutes, until 20 wrong codes were tried. */
export class SignInCode {
  /** In base64url, so that it can stand in the fragment of a URL. */
  readonly code = randomBytes(CODE_BYTES).toString('base64url');
  readonly #hash = digest(this.code);
  readonly #clock: Clock;
  readonly #expiresAt: number;
  #grant: SignInGrant | undefined;
  #wrong = 0;

  constructor(grant: SignInGrant, clock: Clock) {
    this.#grant = grant;
    this.#clock = clock;
    this.#expiresAt = clock.now().getTime() + LIFETIME_MS;
  }

  /**
   * Exchanges the code for its key.
   *
   * @throws Fault sign_in_code_expired, with one message for a code that is wrong, was used or has expired.
   */
  exchange(code: string): SignInGrant {
    // Hashes have one length, which the comparison requires.
    const isRight = timingSafeEqual(digest(code), this.#hash);
    if (!isRight) this.#wrong += 1;
    if (this.#wrong >= MAX_WRONG || this.#clock.now().getTime() >= this.#expiresAt) this.#grant = undefined;
    const grant = isRight ? this.#grant : undefined;
    if (!grant) throw expired();
    this.#grant = undefined;
    return grant;
  }
}

function digest(code: string): Buffer {
  return hash('sha256', code, 'buffer');
}

function expired(): Fault {
  return new Fault(
    'sign_in_code_expired',
    'This code works once, for ten minutes, and no longer does. Restart the demo for a new link, or sign in with a key that its terminal shows.',
  );
}
