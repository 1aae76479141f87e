import { type FaultCode, HTTP_STATUS } from '../../lib/fault.ts';
import { version } from '../../lib/files.ts';
import { routes, type Tag } from '../routes.ts';
import { definitionSchemas } from './definition-schemas.ts';
import { unsubscribeOperation } from './digest-operations.ts';
import { REQUEST_HEADERS, RESPONSE_HEADERS } from './headers.ts';
import { importOperation, suggestImportOperation } from './import-operations.ts';
import { type JsonObject, SchemaWriter } from './json-schema.ts';
import { operationOf, SECURITY_SCHEMES } from './operation.ts';
import { writeProblems } from './problems.ts';
import { PREFIX } from './served.ts';
import { passkeySignInOperations, sessionOperations } from './session-operations.ts';
import { uploadOperation } from './upload-operations.ts';
import { webhookRequests } from './webhook-requests.ts';

const statusAndCode = (code: FaultCode) => `${HTTP_STATUS[code]} \`${code}\``;

const DESCRIPTION = `Everything here can be done at \`POST /graphql\` as well, which can do more.

**Keys.** Send one in \`X-API-Key\`, or as a bearer token. Personal keys (\`cds_user_…\`) can use everything. Keys of
an organization (\`cds_org_…\`) look up, search, flag and enrich companies, and read the account; lists, keys and users need a
personal key. People who are signed in to the console have a session instead, which counts as a personal key.
The \`security\` of an operation names the credentials that may call it: \`userKey\`, \`orgKey\`, \`session\`.

**Bodies** are JSON objects of up to 1 MiB. A field or parameter that is not documented is refused, not ignored.
An optional parameter of the query without a value, as in \`?tier=&limit=\`, counts as absent;
it is refused where the operation charges credits.
Answers may get new fields, and errors new codes, at any time: ignore those that you do not know.

**Pages** have \`limit\` (1 to 1000, 100 unless given) and begin at an \`offset\` or after a \`cursor\`. Their envelope has
the \`total\` and the \`next_cursor\`, which is null on the last page. The header \`Link\` has the path of the next page.
A cursor holds the key of the last row, so rows that are added, removed or renamed meanwhile shift no page. It is refused
with ${statusAndCode('validation_error')} under another order or other filters: start again from the first page.

**Errors** are \`{"detail": {"error": CODE, "message": TEXT, …}}\`, each code with its own further keys. An unknown
path is answered with ${statusAndCode('not_found')}, an unsupported method with ${statusAndCode('method_not_allowed')} and \`Allow\`. A request
that is not valid HTTP gets \`bad_request\` (${HTTP_STATUS.bad_request}, 408 or 431); an \`Expect\` other than \`100-continue\` gets ${HTTP_STATUS.expectation_failed}
\`expectation_failed\`.

**Times** are ISO 8601 in UTC with milliseconds, ending in \`Z\`: \`2026-03-01T12:00:00.000Z\`.

**Retries.** 429 and 503 may be retried after \`Retry-After\` seconds, which they always have; 504 may be retried. Add an
\`Idempotency-Key\` to any request that changes data or spends credits. Retrying with the same key is safe: it runs, and
is charged, once.

**Health.** \`GET /healthz\` says that the process runs, \`GET /readyz\` whether it can serve. Neither is under \`/v1\`.`;

const TAGS: Readonly<Record<Tag, string>> = {
  Companies: 'Look up companies and technologies, search them, report data that looks wrong.',
  Enrichment: 'The partners of many domains at once, metered in credits.',
  Fields: 'Fields of companies that the catalogue and organizations declare themselves, and their values.',
  Filters: 'Filter fields and operators, and the number of companies that a definition matches.',
  Match: 'The companies that rows of a list of your own mean.',
  Lists: 'Saved, named sets of companies.',
  Definitions: 'The versioned filter definitions of lists.',
  Views: 'How people look at the members of lists: columns, order, breakdowns and tier.',
  Members: 'The members of lists, domains added and excluded manually, export.',
  Sharing: 'Permissions, ownership and the audit log of lists.',
  Events: 'What happened in the organization, in one order that never skips an event.',
  Webhooks: 'Endpoints to which the service sends events, signed and in order.',
  Jobs: 'Files of rows: what they were matched to, and their results as files.',
  Account: 'Who holds the key, credits, limits and usage.',
  Sessions: 'Signing in to the console, and out again.',
  Drafts: 'Definitions that the caller works on. They need not be valid, and nobody else sees them.',
  Passkeys: 'Passkeys of the caller, to sign in to the console with.',
  Keys: 'API keys of the caller, and of the organization for admins.',
  Flags: 'The review of data flags of all organizations, by operators of the installation.',
  Insight: 'What lists have in common, companies like one, and moves between technologies.',
  Installation: 'Organizations, credits and imports, for operators of the installation.',
};

const writer = new SchemaWriter();
const paths: Record<string, JsonObject> = {};
for (const route of routes) {
  const path = PREFIX + route.path.replace(/:(\w+)/g, '{$1}');
  paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, writer) };
}
paths[`${PREFIX}/jobs`] = { ...paths[`${PREFIX}/jobs`], post: uploadOperation(writer) };
paths[`${PREFIX}/installation/imports`] = {
  ...paths[`${PREFIX}/installation/imports`],
  post: importOperation(writer),
};
paths[`${PREFIX}/installation/imports/suggest`] = { post: suggestImportOperation(writer) };
paths[`${PREFIX}/digest/unsubscribe`] = { post: unsubscribeOperation(writer) };
paths[`${PREFIX}/session`] = { ...paths[`${PREFIX}/session`], ...sessionOperations(writer) };
paths[`${PREFIX}/session/passkey/options`] = passkeySignInOperations(writer);

const problems = writeProblems(writer);
const schemas = sorted({ ...problems, ...writer.components, ...definitionSchemas() });

/** The OpenAPI document of this service, which openapi.json holds and the server sends. */
export const openApiDocument: JsonObject = {
  openapi: '3.1.0',
  info: {
    title: 'Company data',
    version,
    summary: 'Company lookup, lists, data flags and partnership enrichment.',
    description: DESCRIPTION,
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/', description: 'The server that this document came from.' }],
  tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  paths,
  webhooks: webhookRequests(schemas),
  components: {
    securitySchemes: SECURITY_SCHEMES,
    parameters: REQUEST_HEADERS,
    headers: RESPONSE_HEADERS,
    responses: sorted(writer.responses),
    examples: sorted(writer.examples),
    schemas,
  },
};
export const openApiText = `${JSON.stringify(openApiDocument, null, 2)}\n`;

function sorted(components: Readonly<Record<string, JsonObject>>): Record<string, JsonObject> {
  return Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)));
}
