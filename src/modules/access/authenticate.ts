import { LRUCache } from 'lru-cache';
import type { Queryable } from '../../database/client.ts';
import type { UserRole } from '../../generated/prisma/enums.ts';
import type { Clock } from '../../lib/clock.ts';
import { hashApiKey, isWellFormed } from './api-key-format.ts';
import type { KeyUsage } from './key-usage.ts';
import type { Principal } from './principal.ts';

/** Below the 5 s within which a revocation must hold on every node (contract, section 2). */
const CACHE_TTL_MS = 3_000;
const CACHE_SIZE = 10_000;

interface KeyRow {
  id: number;
  organization_id: number;
  user_id: number | null;
  role: UserRole | null;
  expires_at: Date | null;
}

interface KnownKey {
  principal: Principal;
  expiresAt: Date | null;
}

const FIND_KEY = {
  name: 'find_api_key',
  text: `SELECT k.id, k.organization_id, k.user_id, u.role, k.expires_at
         FROM api_key k LEFT JOIN "user" u ON u.id = k.user_id
         WHERE k.hash = $1 AND k.revoked_at IS NULL`,
};

export interface Authenticator {
  /** @returns who holds the key, when that was asked within the last three seconds; no promise, no statement. */
  recall(key: string): Principal | undefined;
  /** @returns who holds the key, or undefined for a key that is malformed, unknown, revoked or expired. */
  authenticate(key: string): Promise<Principal | undefined>;
  /** Drops what is cached, so that a revocation holds on this node at once. */
  forget(): void;
  /** Counts a request of somebody who is let in. @returns what to call when its answer is an error: of the same day. */
  countUse(principal: Principal): () => void;
  /** How often a key was remembered, and how often it had to be looked up. */
  readonly uses: { readonly hits: number; readonly misses: number };
}

/** Resolves API keys to principals: one statement a key every three seconds, however many requests name it. */
export function createAuthenticator(db: Queryable, clock: Clock, usage: KeyUsage): Authenticator {
  /** Only keys that exist are kept: a flood of made-up keys must not push them out. */
  const cache = new LRUCache<string, KnownKey>({ max: CACHE_SIZE, ttl: CACHE_TTL_MS });
  const pending = new Map<string, Promise<KnownKey | undefined>>();
  let generation = 0;
  const uses = { hits: 0, misses: 0 };

  async function find(key: string): Promise<KnownKey | undefined> {
    const asked = generation;
    const { rows } = await db.query<KeyRow>({ ...FIND_KEY, values: [hashApiKey(key)] });
    const known = rows[0] && { principal: toPrincipal(rows[0]), expiresAt: rows[0].expires_at };
    // What was read before a revocation must not be remembered after it.
    if (known && asked === generation) cache.set(key, known);
    return known;
  }

  /** Requests that come while a key is being looked up wait for the same answer. */
  function lookUp(key: string): Promise<KnownKey | undefined> {
    uses.misses += 1;
    const running = pending.get(key) ?? find(key).finally(() => pending.delete(key));
    pending.set(key, running);
    return running;
  }

  function admit({ principal, expiresAt }: KnownKey): Principal | undefined {
    return expiresAt && expiresAt <= clock.now() ? undefined : principal;
  }

  return {
    uses,
    recall(key) {
      const known = cache.get(key);
      if (known) uses.hits += 1;
      return known && admit(known);
    },
    async authenticate(key) {
      if (!isWellFormed(key)) return undefined;
      const known = cache.get(key) ?? (await lookUp(key));
      return known && admit(known);
    },
    countUse({ keyId }) {
      const at = clock.now();
      usage.record(keyId, at);
      return () => usage.recordError(keyId, at);
    },
    forget() {
      generation += 1;
      pending.clear();
      cache.clear();
    },
  };
}

function toPrincipal(row: KeyRow): Principal {
  const holder = { keyId: row.id, organizationId: row.organization_id };
  return row.user_id !== null && row.role !== null
    ? { ...holder, kind: 'user', userId: row.user_id, role: row.role }
    : { ...holder, kind: 'org', userId: null, role: null };
}
