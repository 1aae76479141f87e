import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { CREDENTIAL_PREFIX } from '../../lib/text.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BODY_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
/** Characters after the fixed prefix that are stored in plain text, so that people can tell keys apart. */
const SHOWN_LENGTH = 4;

type KeyKind = 'user' | 'org' | 'session';

const { user, org, session } = CREDENTIAL_PREFIX;
const FORMAT = new RegExp(`^(${user}|${org}|${session})[0-9A-Za-z]{${BODY_LENGTH + CHECKSUM_LENGTH}}$`);

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/**
 * Generates an API key, or the token of a session, which has the same form: prefix, 30 base62 characters from a CSPRNG, 6 base62 characters of the CRC-32 of all before them
 * (contract, section 2). `key` is shown once; only `hash` and `prefix` are stored.
 */
export function generateApiKey(kind: KeyKind): { key: string; prefix: string; hash: Buffer } {
  const body = Array.from({ length: BODY_LENGTH }, () => BASE62.charAt(randomInt(62))).join('');
  const unsigned = CREDENTIAL_PREFIX[kind] + body;
  const key = unsigned + checksum(unsigned);
  return { key, prefix: key.slice(0, CREDENTIAL_PREFIX[kind].length + SHOWN_LENGTH), hash: hashApiKey(key) };
}

/** Returns what a text is by its form and checksum; undefined for any other text, which needs no database to be refused. */
export function credentialKind(text: string): 'key' | 'session' | undefined {
  const [, prefix] = FORMAT.exec(text) ?? [];
  if (!prefix || checksum(text.slice(0, -CHECKSUM_LENGTH)) !== text.slice(-CHECKSUM_LENGTH)) return undefined;
  return prefix === session ? 'session' : 'key';
}

/** Returns the SHA-256. A key has 178 random bits, so a slow hash would add no protection and delay every request. */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
