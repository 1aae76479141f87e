import { distance } from 'fastest-levenshtein';

/** Returns a number with its noun: `1 credit`, `3 credits`. Every message with a count uses it. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Joins the lines of a text by blanks. No name from a file or a person may look like lines of a mail. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
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

/** Returns what each value means, for a description: `` `viewer`: reads the list. `editor`: also changes it. `` */
export function meaningsText(meanings: Readonly<Record<string, string>>): string {
  const texts = Object.entries(meanings).map(([value, meaning]) => `\`${value}\`: ${meaning}`);
  return texts.join(' ');
}

export const MAX_SUGGESTIONS = 3;
/** Longer texts are compared by their beginnings: computing a distance costs the product of both lengths. */
const MAX_COMPARED = 100;

export interface Candidate {
  value: string;
  label: string;
}

/** Returns up to three similar candidates, compared by value and label, the most similar first. */
export function didYouMean(wrong: string, candidates: Iterable<Candidate>): string[] {
  const text = fold(wrong);
  const scored: { value: string; score: number }[] = [];
  for (const { value, label } of candidates) {
    const score = Math.min(scoreOf(text, fold(value)), scoreOf(text, fold(label)));
    if (score < 1) scored.push({ value, score });
  }
  scored.sort((a, b) => a.score - b.score || (a.value < b.value ? -1 : 1));
  return scored.slice(0, MAX_SUGGESTIONS).map(({ value }) => value);
}

/** Returns up to three similar keys, the most similar first. */
export function didYouMeanKey(wrong: string, keys: readonly string[]): string[] {
  return didYouMean(
    wrong,
    keys.map((key) => ({ value: key, label: key })),
  );
}

/** Returns a message that ends with suggestions, and the suggestions beside it; the message alone if there are none. */
export function suggested(message: string, suggestions: readonly string[]) {
  if (suggestions.length === 0) return { message };
  const quoted = suggestions.map((value) => `"${value}"`).join(' or ');
  return { message: `${message} Did you mean ${quoted}?`, did_you_mean: suggestions };
}

/** Shortens a text of a caller for a message. */
export function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text.toWellFormed();
}

/** Returns 0 for texts that differ in case and punctuation only, less than 1 for similar ones, else 1. */
function scoreOf(text: string, candidate: string): number {
  if (text === candidate) return 0;
  if (text === '' || candidate === '') return 1;
  const contained = text.length > 2 && candidate.includes(text);
  if (contained) return 0.9 * (1 - text.length / candidate.length);
  const allowed = 1 + Math.floor(text.length / 4);
  if (Math.abs(text.length - candidate.length) > allowed) return 1;
  return distance(text, candidate) / (allowed + 1);
}

function fold(text: string): string {
  return text
    .slice(0, MAX_COMPARED)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
