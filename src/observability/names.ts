import { hasCredential, redact } from '../lib/text.ts';

/** GraphQL does not limit the length of names. */
const MAX_LENGTH = 100;

/** Shortens a name that a caller chose. Credentials are valid GraphQL names, so a caller may paste one. */
export function safeName(name: string): string {
  return redact(name).slice(0, MAX_LENGTH);
}

/** Redacts the credentials in a path. One that is percent-encoded is found in the decoded path, which then takes its place. */
export function safePath(path: string): string {
  const decoded = decode(path);
  return hasCredential(decoded) ? redact(decoded) : redact(path);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Limits the values of a label: after `limit` distinct names, others become `other`. Callers cannot fill the memory. */
export function boundedNames(limit: number): (name: string) => string {
  const known = new Set<string>();
  return (name) => {
    if (known.has(name)) return name;
    if (known.size >= limit) return 'other';
    known.add(name);
    return name;
  };
}

const MAX_STATEMENT = 200;

/** Returns the name of a statement, or the first 200 characters of its text. */
export function describeStatement(statement: { name: string | undefined; text: string }): string {
  return ownName(statement) ?? safeText(statement.text, MAX_STATEMENT);
}

/** Returns the beginning of a statement's text with its literals redacted. Parameter values are never part of the text. */
export function safeText(sql: string, length: number): string {
  const beginning = sql.slice(0, 4 * length).replace(/'(?:[^']|'')*(?:'|$)/g, "'…'");
  return beginning.replace(/\s+/g, ' ').trim().slice(0, length);
}

/** Returns the name of a statement, or a summary such as `SELECT company`. */
export function summarizeStatement(statement: { name: string | undefined; text: string }): string {
  const own = ownName(statement);
  if (own !== undefined) return own;
  const [verb = 'SQL'] = /\w+/.exec(statement.text) ?? [];
  const [, place = ''] = /\b(?:FROM|INTO|UPDATE)\s+([\w."]+)/i.exec(statement.text) ?? [];
  const table = place.replaceAll('"', '').replace(/^public\./, '');
  return `${verb.toUpperCase()} ${table}`.trim();
}

/** Returns the name that this service gave a statement; undefined for Prisma's, which are only numbered. */
export function ownName({ name }: { name: string | undefined }): string | undefined {
  return name === undefined || name.startsWith('prisma_') ? undefined : name;
}
