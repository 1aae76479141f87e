/** GraphQL sets names no limit; nobody reads more of one. */
const MAX_LENGTH = 100;
/** An API key is a valid GraphQL name: somebody will paste one where it does not belong. */
const KEY = /cds_(?:user|org)_\w+/g;

/** A name that a caller chose, fit for a log line. */
export function safeName(name: string): string {
  return name.replace(KEY, 'cds_…').slice(0, MAX_LENGTH);
}

/** Takes API keys out of a path. */
export function safePath(path: string): string {
  return path.replace(KEY, 'cds_…');
}

/** Names as labels: the first so many keep theirs, later ones are `other`, so that callers cannot fill the memory. */
export function boundedNames(limit: number): (name: string) => string {
  const known = new Set<string>();
  return (name) => {
    if (known.has(name)) return name;
    if (known.size >= limit) return 'other';
    known.add(name);
    return name;
  };
}

/** Longer texts say no more of what a statement is. */
const MAX_STATEMENT = 200;

/** The name of a statement, or the first 200 characters of its text. */
export function describeStatement(statement: { name: string | undefined; text: string }): string {
  return ownName(statement) ?? safeText(statement.text, MAX_STATEMENT);
}

/** The beginning of a statement's text. Values are not part of it; should one stand in it as a literal, it is left out. */
export function safeText(sql: string, length: number): string {
  const beginning = sql.slice(0, 4 * length).replace(/'(?:[^']|'')*(?:'|$)/g, "'…'");
  return beginning.replace(/\s+/g, ' ').trim().slice(0, length);
}

/** What a statement does in two words, `SELECT company`: its name where it has one. */
export function summarizeStatement(statement: { name: string | undefined; text: string }): string {
  const own = ownName(statement);
  if (own !== undefined) return own;
  const [verb = 'SQL'] = /\w+/.exec(statement.text) ?? [];
  const [, place = ''] = /\b(?:FROM|INTO|UPDATE)\s+([\w."]+)/i.exec(statement.text) ?? [];
  const table = place.replaceAll('"', '').replace(/^public\./, '');
  return `${verb.toUpperCase()} ${table}`.trim();
}

/** Prisma's statements are numbered, which tells nobody anything. */
export function ownName({ name }: { name: string | undefined }): string | undefined {
  return name === undefined || name.startsWith('prisma_') ? undefined : name;
}
