import type { Queryable } from '../../database/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { sharedLoader } from '../../lib/shared-loader.ts';
import { findLiveKeys } from './authenticate.ts';

/** Below the 5 s within which a revocation must hold (contract, section 2). */
const CHECK_MS = 2_000;

interface Watched {
  keyId: number;
  end: () => void;
}

/** Ends responses that last, such as subscriptions and downloads, when their key is refused. */
export class KeyWatch {
  readonly #watched = new Set<Watched>();
  /** Reads whether a key still holds. Streams that ask in one turn of the event loop share a statement. */
  readonly isLive: (keyId: number) => Promise<boolean>;
  readonly #timer: NodeJS.Timeout;

  constructor(db: Queryable, clock: Clock, onError: (error: unknown) => void) {
    this.isLive = sharedLoader(async (keyIds) => {
      const live = await findLiveKeys(db, clock, keyIds);
      return keyIds.map((keyId) => live.has(keyId));
    });
    this.#timer = setInterval(() => this.#check(db, clock).catch(onError), CHECK_MS);
    this.#timer.unref();
  }

  /** @param end called once the key is refused. @returns a function that ends the watch. */
  watch(keyId: number, end: () => void): () => void {
    const watched = { keyId, end };
    this.#watched.add(watched);
    return () => void this.#watched.delete(watched);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Checks all keys by one statement. */
  async #check(db: Queryable, clock: Clock): Promise<void> {
    if (this.#watched.size === 0) return;
    const keyIds = new Set([...this.#watched].map(({ keyId }) => keyId));
    const live = await findLiveKeys(db, clock, keyIds);
    for (const watched of this.#watched) {
      // A watch that began meanwhile is checked next time.
      if (!keyIds.has(watched.keyId) || live.has(watched.keyId)) continue;
      this.#watched.delete(watched);
      watched.end();
    }
  }
}
