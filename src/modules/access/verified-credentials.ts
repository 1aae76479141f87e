import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { holderOf, type Owner, SHARED } from '../../lib/owner.ts';
import type { Principal } from '../../lib/principal.ts';

/** Each takes some 200 bytes. */
const MAX_CREDENTIALS = 10_000;
/** Longer texts are no credential, and hashing them would take time. */
const MAX_LENGTH = 64;

/**
 * Remembers whose credentials this process has accepted, by their hashes. It says whose turn a request is before the
 * request is authenticated, and admits nobody. A credential leaves once it is refused, and never for an invented one.
 */
export class VerifiedCredentials {
  readonly #owners = new LRUCache<string, Owner>({ max: MAX_CREDENTIALS });

  /** Returns the holder of a key or a session; `SHARED` unless this process has accepted it. */
  ownerOf(text: string | undefined): Owner {
    if (text === undefined || text.length > MAX_LENGTH || this.#owners.size === 0) return SHARED;
    return this.#owners.get(nameOf(text)) ?? SHARED;
  }

  accept(text: string, principal: Principal): void {
    this.#owners.set(nameOf(text), holderOf(principal));
  }

  refuse(text: string): void {
    this.#owners.delete(nameOf(text));
  }
}

/** Credentials are kept for long here, and nobody should find them in a dump of the memory. */
function nameOf(text: string): string {
  return hash('sha256', text, 'base64');
}

/**
 * Creates what runs work one piece after another. If one fails, those that wait fail with it: behind a database that does
 * not answer, each of them would wait as long again.
 */
export function inLine(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine;
    mine.catch(() => {
      if (last === mine) last = Promise.resolve();
    });
    return mine;
  };
}
