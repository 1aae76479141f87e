import { HTTP_STATUS } from '../../lib/fault.ts';
import { heedsKey, type Route } from '../route.ts';
import { COMMON_HEADERS, headersOf, type ResponseHeader } from './headers.ts';
import { type JsonObject, refTo, type SchemaWriter } from './json-schema.ts';
import { ERROR_BODY, type ProblemCode, problemExample, problemName, WHEN } from './problems.ts';

const EVERYWHERE: readonly ProblemCode[] = [
  'invalid_api_key',
  'cross_site_request',
  'validation_error',
  'answer_too_large',
  'rate_limited',
  'overloaded',
  'internal_error',
  'unavailable',
  'timeout',
];
const WITH_BODY: readonly ProblemCode[] = ['malformed_json', 'body_too_large', 'unsupported_media_type'];
const WITH_KEY: readonly ProblemCode[] = [
  'idempotency_in_progress',
  'idempotency_response_lost',
  'idempotency_key_reused',
  'quota_exceeded',
];

/** Codes that a parameter can cause, whatever the route. */
const OF_PARAMETERS: Readonly<Record<string, ProblemCode>> = {
  company: 'company_not_found',
  definition: 'invalid_definition',
  domain: 'domain_not_found',
  list_id: 'list_not_found',
  permission_id: 'permission_not_found',
  user_id: 'user_not_found',
  version: 'version_not_found',
};

/** Every code that a route can give. */
function codesOf(route: Route): ProblemCode[] {
  const { method, names, charges, needsUser, errors } = route;
  return [
    ...EVERYWHERE,
    ...(method === 'GET' ? [] : WITH_BODY),
    ...(heedsKey(route) ? WITH_KEY : []),
    ...(needsUser ? (['user_credential_required'] as const) : []),
    ...(charges ? (['insufficient_credits'] as const) : []),
    ...names.flatMap((name) => OF_PARAMETERS[name] ?? []),
    ...errors,
  ];
}

/** Documents the errors of a route. */
export const errorResponsesOf = (route: Route, writer: SchemaWriter) =>
  errorResponses(codesOf(route), writer);

/** Documents errors. Operations share one component for each set of codes that come with one status. */
export function errorResponses(codes: readonly ProblemCode[], writer: SchemaWriter): JsonObject {
  const all = [...codes].sort();
  const references = all.map((code) => {
    const status = HTTP_STATUS[code];
    const codes = all.filter((each) => HTTP_STATUS[each] === status);
    const name = codes.map(problemName).join('Or');
    writer.responses[name] ??= describe(codes, status);
    return [status, refTo(name, 'responses')];
  });
  return Object.fromEntries(references);
}

function describe(codes: readonly ProblemCode[], status: number): JsonObject {
  // Not with every code of these statuses, nor with a request that costs more than a whole window has.
  const mayBeRepeated = status === 429 || status === 503 || codes.includes('idempotency_in_progress');
  const common: ResponseHeader[] = status === 401 ? ['X-Request-Id', 'WWW-Authenticate'] : COMMON_HEADERS;
  return {
    description: codes.map((code) => `\`${code}\`: ${WHEN[code]}`).join('\n\n'),
    headers: headersOf(mayBeRepeated ? [...common, 'Retry-After'] : common),
    content: {
      'application/json': {
        schema: refTo(ERROR_BODY),
        examples: Object.fromEntries(codes.map((code) => [code, { value: problemExample(code) }])),
      },
    },
  };
}
