import { HTTP_STATUS } from '../../lib/fault.ts';
import { heedsKey, type Route } from '../route.ts';
import { headersOf, type ResponseHeader } from './headers.ts';
import type { JsonObject, SchemaWriter } from './json-schema.ts';
import { type ProblemCode, problemExample, problemName, problemSchema, whenOf } from './problems.ts';

const EVERYWHERE = [
  'invalid_api_key',
  'validation_error',
  'answer_too_large',
  'rate_limited',
  'overloaded',
  'internal_error',
  'unavailable',
  'timeout',
] as const;
const WITH_BODY = ['malformed_json', 'body_too_large', 'unsupported_media_type'] as const;
const WITH_KEY = [
  'idempotency_in_progress',
  'idempotency_response_lost',
  'idempotency_key_reused',
  'quota_exceeded',
] as const;

/** Every code that a route can give, by status. Lists need a personal key, and one list may not be there. */
export function errorsOf(route: Route): Map<number, ProblemCode[]> {
  const { method, path, errors = [] } = route;
  const codes: ProblemCode[] = [
    ...EVERYWHERE,
    ...(method === 'GET' ? [] : WITH_BODY),
    ...(heedsKey(route) ? WITH_KEY : []),
    ...(path.startsWith('/lists') ? (['user_credential_required'] as const) : []),
    ...(path.includes('/:list_id') ? (['list_not_found'] as const) : []),
    ...errors,
  ];
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codes.sort())
    byStatus.set(HTTP_STATUS[code], [...(byStatus.get(HTTP_STATUS[code]) ?? []), code]);
  return byStatus;
}

/** Answers that routes share: one component for each set of codes that come with one status. */
export class ErrorResponses {
  readonly components: Record<string, JsonObject> = {};
  readonly #schemas: SchemaWriter;

  constructor(schemas: SchemaWriter) {
    this.#schemas = schemas;
  }

  refTo(codes: readonly ProblemCode[]): JsonObject {
    const name = codes.map(problemName).join('Or');
    this.components[name] ??= this.#describe(codes);
    return { $ref: `#/components/responses/${name}` };
  }

  #describe(codes: readonly ProblemCode[]): JsonObject {
    const schemas = codes.map((code) => this.#schemas.write(problemSchema(code)).schema);
    const [only] = schemas;
    return {
      description: codes.map((code) => `\`${code}\`: ${whenOf(code)}`).join('\n\n'),
      headers: headersWith(codes),
      content: {
        'application/json': {
          schema: schemas.length === 1 ? only : { oneOf: schemas },
          examples: Object.fromEntries(codes.map((code) => [code, { value: problemExample(code) }])),
        },
      },
    };
  }
}

function headersWith(codes: readonly ProblemCode[]): JsonObject {
  const [code] = codes;
  const status = code && HTTP_STATUS[code];
  if (status === 401) return headersOf(['X-Request-Id', 'WWW-Authenticate']);
  const common: ResponseHeader[] = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];
  // Not with every code of these statuses, nor with a request that costs more than a whole window has.
  const mayBeRepeated = status === 429 || status === 503 || codes.includes('idempotency_in_progress');
  return headersOf(mayBeRepeated ? [...common, 'Retry-After'] : common);
}
