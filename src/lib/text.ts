/** Returns a number with its noun: `1 credit`, `3 credits`. Every message with a count uses it. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Quotes a text for a POSIX shell, unless it needs no quotes. */
export function shellQuote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Escapes the wildcards of a LIKE pattern, so that every character matches itself. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/**
 * Beginnings of all credentials that this service makes. Each kind needs one: by it a person knows what a text is, and logs,
 * traces and messages know what to redact.
 */
export const CREDENTIAL_PREFIX = {
  user: 'cds_user_',
  org: 'cds_org_',
  session: 'cds_session_',
  /** Code of a link that signs in once. */
  link: 'cds_link_',
  /** Secret of a webhook, by Standard Webhooks. */
  webhook: 'whsec_',
} as const;

const anyOf = (prefixes: readonly string[]) => prefixes.join('|');
const { webhook, ...own } = CREDENTIAL_PREFIX;

/** Credentials with the rest that may follow: base64url, or base64 after the prefix of a webhook's secret. */
const CREDENTIAL = new RegExp(`(?:${anyOf(Object.values(own))})[\\w-]+|${webhook}[\\w+/=%-]+`, 'gi');
/** Codes in links. Earlier releases made them without a prefix. */
const IN_LINK = /((?:#|%23)code(?:=|%3D))[\w-]+/gi;
const PREFIX = new RegExp(anyOf(Object.values(CREDENTIAL_PREFIX)), 'i');

/** Returns whether a text contains the beginning of a credential. */
export const hasCredential = (text: string): boolean => PREFIX.test(text);

/** Replaces the credentials in a text by `cds_…` or `whsec_…`. */
export function redact(text: string): string {
  return text
    .replace(IN_LINK, '$1…')
    .replace(CREDENTIAL, (found) => `${found.slice(0, found.indexOf('_') + 1).toLowerCase()}…`);
}
