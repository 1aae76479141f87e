/** Requests that plain-requests.test.ts sends both ways. */

export const COMPANY =
  'query Company($identifier: String!) { company(identifier: $identifier) { name slug } }';
export const CREATE =
  'mutation Create($name: String!) { createList(input: { name: $name }) { list { name } } }';
export const JSON_TYPE = 'application/json';
export const RESPONSE_TYPE = 'application/graphql-response+json';
const FOUND = { query: COMPANY, variables: { identifier: 'acme' } };

export interface Case {
  body: unknown;
  headers?: Record<string, string>;
  /** How often it is sent: a document that is used again runs compiled. */
  times?: number;
}

export const CASES: Record<string, Case> = {
  'a query': { body: FOUND, times: 4 },
  'a query with the name of its operation': { body: { ...FOUND, operationName: 'Company' } },
  'a query without variables': { body: { query: '{ viewer { organization { creditBalance } } }' } },
  'parameters that are null': {
    body: {
      query: '{ __typename }',
      operationName: null,
      variables: null,
      extensions: null,
      documentId: null,
    },
  },
  'extensions of a client': { body: { ...FOUND, extensions: { clientLibrary: { name: 'apollo' } } } },
  'an id of a document, which is not trusted': { body: { ...FOUND, documentId: 'none' } },
  'the schema': { body: { query: '{ __schema { queryType { name } } }' } },
  'a look-up of nothing': { body: { query: COMPANY, variables: { identifier: 'unknown' } }, times: 4 },
  'an error beside data': {
    body: { query: '{ a: company(identifier: "acme") { name } b: company(identifier: "unknown") { name } }' },
    times: 4,
  },
  'a mutation': { body: { query: CREATE, variables: { name: 'One' } } },
  'a mutation that is refused': { body: { query: CREATE, variables: { name: '' } } },
  'a repeated mutation': {
    body: { query: CREATE, variables: { name: 'Two' } },
    headers: { 'Idempotency-Key': 'two' },
    times: 2,
  },
  'a reused idempotency key': {
    body: { query: CREATE, variables: { name: 'Three' } },
    headers: { 'Idempotency-Key': 'two' },
  },
  'a syntax error': { body: { query: '{ company(' }, times: 2 },
  'an empty document': { body: { query: '' } },
  'an unknown field': { body: { query: '{ viewr { user { name } } }' }, times: 2 },
  'several errors of validation': { body: { query: '{ a b } query B { c }' } },
  'a missing variable': { body: { query: COMPANY }, times: 4 },
  'a variable of a wrong type': { body: { query: COMPANY, variables: { identifier: 7 } }, times: 4 },
  'an unknown variable': { body: { ...FOUND, variables: { identifier: 'acme', other: 1 } } },
  'an unknown operation': { body: { ...FOUND, operationName: 'Other' } },
  'an empty name of an operation': { body: { ...FOUND, operationName: '' } },
  'a name that is not a string': { body: { ...FOUND, operationName: 7 } },
  'several operations without a name': { body: { query: 'query A { __typename } query B { __typename }' } },
  'several operations and a name': {
    body: { query: 'query A { __typename } query B { viewer { user { name } } }', operationName: 'B' },
  },
  'a document with fragments only': { body: { query: 'fragment F on Company { name }' } },
  'a batch': { body: [FOUND, FOUND] },
  'no query': { body: { variables: {} } },
  'an empty object': { body: {} },
  'a query that is not a string': { body: { query: 7 } },
  'variables that are a list': { body: { ...FOUND, variables: [] } },
  'variables that are text': { body: { ...FOUND, variables: '{}' } },
  'extensions that are text': { body: { ...FOUND, extensions: 'x' } },
  'an unknown parameter': { body: { ...FOUND, other: 1 } },
  'an unknown parameter that is null': { body: { ...FOUND, other: null } },
  'a hash that nobody has sent': {
    body: { extensions: { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } } },
  },
  'too many levels': {
    body: { query: `{ a: ${'viewer { organization { name } } b: '.repeat(30)}__typename }` },
  },
  'a cost above the limit': {
    body: { query: `{ ${aliases(30, 'companies(search: "acme", first: 1000) { totalCount }')} }` },
    times: 4,
  },
  'a document above the limit': { body: { query: `{ __typename } # ${'x'.repeat(200_000)}` } },
  'a long response, compressed': {
    body: { query: `{ ${aliases(60, 'company(identifier: "acme") { name domains primaryDomain }')} }` },
    headers: { 'Accept-Encoding': 'gzip' },
  },
  'a subscription': { body: { query: 'subscription { listChanged(listId: 2000000000) { kind } }' } },
  'a request without a key': { body: FOUND, headers: { 'X-API-Key': '' } },
  'a wrong key': { body: FOUND, headers: { 'X-API-Key': 'cds_user_wrong' } },
  'a text that is no JSON': { body: '{"query": ' },
  'a form': {
    body: 'query=%7B__typename%7D',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  },
  'another spelling of JSON': {
    body: FOUND,
    headers: { 'Content-Type': 'Application/JSON ; charset=UTF-8' },
  },
  'text in another charset': { body: FOUND, headers: { 'Content-Type': 'application/json; charset=utf-16' } },
};

/** Values of `Accept`, each with the media type of the response; 406 if there is none. */
export const ACCEPTED: Array<[string | undefined, string | 406]> = [
  [undefined, JSON_TYPE],
  ['*/*', JSON_TYPE],
  [JSON_TYPE, JSON_TYPE],
  [RESPONSE_TYPE, RESPONSE_TYPE],
  [`${RESPONSE_TYPE}, ${JSON_TYPE};q=0.9`, RESPONSE_TYPE],
  [`${JSON_TYPE}, text/plain, */*`, JSON_TYPE],
  [`text/html, ${RESPONSE_TYPE.toUpperCase()}`, RESPONSE_TYPE],
  ['application/*', JSON_TYPE],
  [`${RESPONSE_TYPE}; charset=utf-8, ${JSON_TYPE}, text/event-stream, multipart/mixed`, RESPONSE_TYPE],
  [`${JSON_TYPE}; charset=iso-8859-1, ${RESPONSE_TYPE}`, RESPONSE_TYPE],
  ['text/html, */*;q=0.1', JSON_TYPE],
  ['text/event-stream', 'text/event-stream'],
  ['multipart/mixed', 'multipart/mixed'],
  ['text/html;level=1', 406],
  ['constructor', 406],
];

function aliases(count: number, field: string): string {
  return Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' ');
}
