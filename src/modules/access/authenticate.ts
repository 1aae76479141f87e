import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '../../database/client.ts';
import type { UserRole } from '../../generated/prisma/enums.ts';
import type { Clock } from '../../lib/clock.ts';
import { Fault } from '../../lib/fault.ts';
import { holderOf, type Owner, type Principal, SHARED } from '../../lib/principal.ts';
import { Semaphore } from '../limits/semaphore.ts';
import { CREDENTIALS, EXPIRES_AT, isIdle, isLiveSql } from './credential-rules.ts';
import { credentialKind, hashApiKey } from './key-format.ts';
import type { KeyUsage } from './usage.ts';

/** Below the 5 s in which a revocation must take effect on every node (contract, section 2). */
const CACHE_TTL_MS = 3_000;
const CACHE_SIZE = 10_000;

interface KeyRow {
  id: number;
  organization_id: number;
  user_id: number | null;
  role: UserRole | null;
  expires_at: Date | null;
  is_session: boolean;
  used_at: Date;
}

interface KnownKey {
  principal: Principal;
  expiresAt: Date | null;
  /** When it was last used, as far as this process knows. */
  usedAt: Date;
}

const FIND_KEY = {
  name: 'find_api_key',
  text: `SELECT k.id, k.organization_id, k.user_id, u.role, ${EXPIRES_AT} AS expires_at,
           k.signed_in_by IS NOT NULL AS is_session, coalesce(k.last_used_at, k.created_at) AS used_at
         FROM ${CREDENTIALS} WHERE k.hash = $1 AND ${isLiveSql('$2')}`,
};

const LIVE_KEYS = {
  name: 'live_api_keys',
  text: `SELECT k.id FROM ${CREDENTIALS} WHERE k.id = ANY ($1::int[]) AND ${isLiveSql('$2')}`,
};

/** Returns which of these credentials are live. Reads the database, because a subscription outlives the cache of keys. */
export async function findLiveKeys(db: Queryable, clock: Clock, keyIds: Iterable<number>) {
  const { rows } = await db.query<{ id: number }>({ ...LIVE_KEYS, values: [[...keyIds], clock.now()] });
  return new Set(rows.map(({ id }) => id));
}

export type Authenticator = ReturnType<typeof createAuthenticator>;

/**
 * Resolves API keys and tokens of sessions to principals. Queries each at most once in three seconds, for any number of
 * requests.
 */
export function createAuthenticator(db: Queryable, clock: Clock, usage: KeyUsage) {
  /** Holds existing keys only, so that a flood of invented keys cannot evict them. */
  const cache = new LRUCache<string, KnownKey>({ max: CACHE_SIZE, ttl: CACHE_TTL_MS });
  const pending = new Map<string, Promise<KnownKey | undefined>>();
  const verified = new VerifiedCredentials();
  const strangersInLine = inLine();
  let generation = 0;
  const uses = { hits: 0, misses: 0 };

  async function find(key: string): Promise<KnownKey | undefined> {
    const asked = generation;
    const { rows } = await db.query<KeyRow>({ ...FIND_KEY, values: [hashApiKey(key), clock.now()] });
    const [row] = rows;
    const known = row && { principal: toPrincipal(row), expiresAt: row.expires_at, usedAt: row.used_at };
    // A key that was read before a revocation must not be cached after it.
    if (known && asked === generation) cache.set(key, known);
    return known;
  }

  /**
   * Looks a key up. Requests that arrive meanwhile share the query. Keys that this process has not accepted before are
   * looked up one after another, so that a known caller waits for at most one of them.
   *
   * @param from the address that sent it.
   */
  function lookUp(key: string, from: Owner): Promise<KnownKey | undefined> {
    uses.misses += 1;
    const isKnown = verified.ownerOf(key) !== SHARED;
    const look = () => (isKnown ? find(key) : strangersInLine(from, () => find(key)));
    const running = pending.get(key) ?? look().finally(() => pending.delete(key));
    pending.set(key, running);
    return running;
  }

  function admit(known: KnownKey): Principal | undefined {
    const { principal, expiresAt, usedAt } = known;
    const now = clock.now();
    if ((expiresAt && expiresAt <= now) || (principal.isSession && isIdle(usedAt, now))) return undefined;
    known.usedAt = now;
    return principal;
  }

  return {
    /** Number of requests whose key was cached, and of those whose key had to be looked up. */
    uses,
    /**
     * Returns the holder of a cached key or session without a statement; undefined if it is not cached or has ended.
     *
     * @param as what the text was sent as.
     */
    recall(key: string, as: 'key' | 'session'): Principal | undefined {
      const known = cache.get(key);
      if (!known || known.principal.isSession !== (as === 'session')) return undefined;
      uses.hits += 1;
      return admit(known);
    },
    /**
     * Returns the holder of a key or a session; undefined if it is malformed, unknown, revoked, expired or a disabled
     * user's.
     *
     * @param as what the text was sent as: no session is accepted as a key, and no key as a session.
     * @param from the address that sent it.
     * @throws Fault overloaded when the address sends too many keys that this process does not know
     */
    async authenticate(key: string, as: 'key' | 'session', from: Owner): Promise<Principal | undefined> {
      if (credentialKind(key) !== as) return undefined;
      const known = cache.get(key) ?? (await lookUp(key, from));
      const principal = known && admit(known);
      if (principal) verified.accept(key, principal);
      else verified.refuse(key);
      return principal;
    },
    /** Returns whose turn it is when this text is sent: the holder of a key or session that was accepted before. */
    ownerOf: (text: string | undefined): Owner => verified.ownerOf(text),
    /** Counts an accepted request. @returns a function that counts its error, on the same day. */
    countUse({ keyId }: Principal): () => void {
      const at = clock.now();
      usage.record(keyId, at);
      return () => usage.recordError(keyId, at);
    },
    /** Empties the cache, so that a revocation takes effect on this node at once. */
    forget(): void {
      generation += 1;
      pending.clear();
      cache.clear();
    },
  };
}

function toPrincipal(row: KeyRow): Principal {
  const holder = { keyId: row.id, organizationId: row.organization_id, isSession: row.is_session };
  return row.user_id !== null && row.role !== null
    ? { ...holder, kind: 'user', userId: row.user_id, role: row.role }
    : { ...holder, kind: 'org', userId: null, role: null };
}

/** Each takes some 200 bytes. */
const MAX_CREDENTIALS = 10_000;
/** Longer texts are no credential, and hashing them would take time. */
const MAX_LENGTH = 64;

/**
 * Remembers whose credentials this process has accepted, by their hashes. It says whose turn a request is before the
 * request is authenticated, and admits nobody. A credential leaves once it is refused, and never for an invented one.
 */
class VerifiedCredentials {
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

/** Credentials of one address that may wait in line. */
const MAX_IN_LINE = 500;
const MAX_WAIT_MS = 10_000;
const RETRY_SECONDS = 2;

function tooManyStrangers(): Fault {
  const message = `Too many keys that this process has not seen before are being checked. Try again in ${RETRY_SECONDS} seconds.`;
  return new Fault('overloaded', message, { details: { retry_after: RETRY_SECONDS } });
}

/**
 * Creates what runs work one piece after another. Addresses take turns, so that a flood from one delays others by a piece or
 * two. If a piece fails, those that wait fail with it: behind a database that does not answer, each of them would wait as
 * long again.
 */
function inLine() {
  const line = new Semaphore({ units: 1, alone: 1 });
  let failures = 0;
  let failure: unknown;
  /** @throws Fault overloaded */
  return async <T>(from: Owner, work: () => Promise<T>): Promise<T> => {
    if (line.waitingOf(from) >= MAX_IN_LINE) throw tooManyStrangers();
    const before = failures;
    const release = await line.take(from, { waitMs: MAX_WAIT_MS, refuse: tooManyStrangers });
    try {
      if (failures > before) throw failure;
      return await work();
    } catch (error) {
      if (failures === before) {
        failures += 1;
        failure = error;
      }
      throw error;
    } finally {
      release();
    }
  };
}
