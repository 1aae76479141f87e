import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Problem } from './server.mjs';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FORMAT = /^cds_(?:user|org)_[0-9A-Za-z]{36}$/;
const CACHE_TTL_MS = 3_000;
const CACHE_SIZE = 10_000;
const USAGE_INTERVAL_MS = 5_000;

/** Tells whether the last six characters are the CRC-32 of all characters before them, in base 62. */
function isWellFormed(key) {
  if (!FORMAT.test(key)) return false;
  let rest = crc32(key.slice(0, -6));
  let digits = '';
  for (let i = 0; i < 6; i++) {
    digits = BASE62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return key.endsWith(digits);
}

/** Creates a hook that authenticates `X-API-Key`. It caches keys for three seconds and writes last uses in batches. */
export function createAuthentication(pool) {
  const cache = new Map();
  const used = new Map();

  async function find(key) {
    const { rows } = await pool.query({
      name: 'find_api_key',
      text: `SELECT k.id, k.organization_id, k.user_id, u.role, k.expires_at
             FROM api_key k LEFT JOIN "user" u ON u.id = k.user_id WHERE k.hash = $1 AND k.revoked_at IS NULL`,
      values: [createHash('sha256').update(key).digest()],
    });
    return rows[0];
  }

  async function lookUp(key) {
    const now = Date.now();
    const cached = cache.get(key);
    if (cached && cached.until > now) return cached.holder;
    const holder = await find(key);
    if (cache.size >= CACHE_SIZE) cache.clear();
    if (holder) cache.set(key, { holder, until: now + CACHE_TTL_MS });
    return holder;
  }

  setInterval(() => {
    if (used.size === 0) return;
    const values = [[...used.keys()], [...used.values()]];
    used.clear();
    pool
      .query(
        `UPDATE api_key k SET last_used_at = used.at FROM unnest($1::int[], $2::timestamptz[]) AS used(id, at)
         WHERE k.id = used.id AND (k.last_used_at IS NULL OR k.last_used_at < used.at)`,
        values,
      )
      .catch(() => undefined);
  }, USAGE_INTERVAL_MS).unref();

  return async (request) => {
    const key = request.headers['x-api-key']?.trim();
    const holder = key && isWellFormed(key) ? await lookUp(key) : undefined;
    const now = new Date();
    if (!holder || (holder.expires_at && holder.expires_at <= now)) {
      throw new Problem(401, 'invalid_api_key', 'No valid API key was sent.');
    }
    used.set(holder.id, now);
    request.holder = holder;
  };
}
