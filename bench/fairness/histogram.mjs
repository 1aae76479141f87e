/** Counts responses by status and code. */
export function createHistogram() {
  const counts = {};
  return {
    counts,
    add(name) {
      counts[name] = (counts[name] ?? 0) + 1;
    },
  };
}

/** @returns the counts as one line, the most frequent first. */
export function describe(counts) {
  const entries = Object.entries(counts).toSorted(([, a], [, b]) => b - a);
  return entries.map(([name, count]) => `${name} × ${count}`).join(', ') || 'none';
}

/** Codes of documents that the GraphQL layer itself refuses (docs/api/graphql.md). HTTP_STATUS lists all others. */
const OF_DOCUMENTS = new Set([
  'bad_request',
  'graphql_parse_failed',
  'graphql_validation_failed',
  'persisted_query_not_found',
  'persisted_query_mismatch',
]);

/**
 * @param statusOf HTTP_STATUS of the service under test: the status of every documented code
 * @returns the names of refusals that are neither a documented 4xx nor a documented 503
 */
export function undocumented(counts, statusOf) {
  return Object.keys(counts).filter((name) => !isAllowed(name, statusOf));
}

/** A name is `STATUS`, `STATUS code`, or the error of a connection. */
function isAllowed(name, statusOf) {
  const [, digits, code] = /^(\d{3})(?: (.*))?$/.exec(name) ?? [];
  // A connection that its client does not read may be closed; a request with a reading client must be answered.
  if (digits === undefined) return !name.startsWith('no answer');
  const status = Number(digits);
  if (status < 400 && code === undefined) return true;
  if (status >= 400 && code === undefined) return false;
  if (OF_DOCUMENTS.has(code)) return status < 500;
  const documented = statusOf[code];
  if (documented === undefined || (documented >= 500 && documented !== 503)) return false;
  // GraphQL answers 200 if a single field is refused.
  return status === documented || status === 200 || status === 400;
}
