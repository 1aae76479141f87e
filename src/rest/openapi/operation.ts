import { STATUS_CODES } from 'node:http';
import { schema } from '../../api/schema.ts';
import { HTTP_STATUS } from '../../lib/fault.ts';
import { exampleOf } from '../examples.ts';
import { heedsKey, type Route } from '../route.ts';
import type { ListedRoute } from '../routes.ts';
import { headersOf, type ResponseHeader } from './headers.ts';
import { addComponent, type JsonObject, refTo, type SchemaWriter } from './json-schema.ts';
import { type ProblemCode, problemExample, problemName, problemSchema, WHEN } from './problems.ts';

const EVERYWHERE: readonly ProblemCode[] = [
  'invalid_api_key',
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

const COMMON_HEADERS: ResponseHeader[] = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];

/** Describes one route as an operation of OpenAPI. Its tag is the folder of the route. */
export function operationOf(route: ListedRoute, writer: SchemaWriter): JsonObject {
  const { name, summary, description, resource, input } = route;
  const operationId = name.replace(/^./, (letter) => letter.toLowerCase());
  const parameters = [
    ...parametersIn('path', route, writer),
    ...parametersIn('query', route, writer),
    ...(heedsKey(route) ? [refTo('IdempotencyKey', 'parameters')] : []),
    ...(input.heedsIfMatch ? [refTo('IfMatch', 'parameters')] : []),
    ...(isConditionalRead(route) ? [refTo('IfNoneMatch', 'parameters')] : []),
  ];
  return {
    operationId,
    summary,
    description: description ?? schema.getMutationType()?.getFields()[operationId]?.description,
    tags: [resource.replace(/^./, (letter) => letter.toUpperCase())],
    parameters: parameters.length > 0 ? parameters : undefined,
    requestBody: requestBodyOf(route, writer),
    responses: { ...successesOf(route, writer), ...errorResponsesOf(route, writer) },
  };
}

/** JSON that is read by GET has an entity tag and is not sent again to a caller who has it. */
function isConditionalRead({ method, answer }: Route): boolean {
  return method === 'GET' && answer !== undefined;
}

function parametersIn(place: 'path' | 'query', { input }: Route, writer: SchemaWriter): JsonObject[] {
  return Object.entries(input[place].shape).map(([name, part]) => {
    const { description, ...schema } = writer.write(part);
    const separated = schema.type === 'array' ? { style: 'form', explode: false } : {};
    const required = !part.isOptional();
    return { name, in: place, required, description, ...separated, schema, example: part.meta()?.example };
  });
}

function requestBodyOf({ input: { body } }: Route, writer: SchemaWriter): JsonObject | undefined {
  if (!body) return undefined;
  const { default: _, ...schema } = writer.write(body);
  const content = { 'application/json': { schema, example: body.meta()?.example } };
  return { required: !body.isOptional(), content };
}

function successesOf(route: Route, writer: SchemaWriter): JsonObject {
  const validators: ResponseHeader[] = isConditionalRead(route) ? ['ETag', 'Cache-Control'] : [];
  const replayed: ResponseHeader[] = heedsKey(route) ? ['Idempotency-Replayed'] : [];
  const headers = headersOf([...COMMON_HEADERS, ...replayed, ...validators, ...route.responseHeaders]);
  const responses: JsonObject = {};
  for (const status of route.statuses)
    responses[status] = { description: STATUS_CODES[status], headers, content: contentOf(route, writer) };
  if (validators.length > 0) {
    const description = 'The content that `If-None-Match` names is still current.';
    responses[304] = { description, headers: headersOf([...COMMON_HEADERS, ...validators]) };
  }
  return responses;
}

function contentOf({ answer, isCsv, example }: Route, writer: SchemaWriter): JsonObject | undefined {
  if (isCsv) return { 'text/csv': { schema: { type: 'string' }, example } };
  if (!answer) return undefined;
  for (const [name, each] of Object.entries(answer.components)) addComponent(writer.components, name, each);
  return { 'application/json': { schema: answer.schema, example: example ?? exampleOf(answer.schema) } };
}

/** Every code that a route can give. Lists need a personal key. */
function codesOf(route: Route): ProblemCode[] {
  const { method, path, names, charges, errors } = route;
  // `list_id` → `list_not_found`, `definition` → `invalid_definition`, `limit` → none.
  const ofParameters = names.flatMap((name) => [`${name.replace(/_id$/, '')}_not_found`, `invalid_${name}`]);
  return [
    ...EVERYWHERE,
    ...(method === 'GET' ? [] : WITH_BODY),
    ...(heedsKey(route) ? WITH_KEY : []),
    ...(path.startsWith('/lists') ? (['user_credential_required'] as const) : []),
    ...(charges ? (['insufficient_credits'] as const) : []),
    ...ofParameters.filter((code): code is ProblemCode => code in WHEN),
    ...errors,
  ].sort();
}

/** Documents the errors of a route. Routes share one component for each set of codes that come with one status. */
function errorResponsesOf(route: Route, writer: SchemaWriter): JsonObject {
  const all = codesOf(route);
  const references = all.map((code) => {
    const status = HTTP_STATUS[code];
    const codes = all.filter((each) => HTTP_STATUS[each] === status);
    const name = codes.map(problemName).join('Or');
    writer.responses[name] ??= describe(codes, status, writer);
    return [status, refTo(name, 'responses')];
  });
  return Object.fromEntries(references);
}

function describe(codes: readonly ProblemCode[], status: number, writer: SchemaWriter): JsonObject {
  const oneOf = codes.map((code) => writer.write(problemSchema(code)));
  // Not with every code of these statuses, nor with a request that costs more than a whole window has.
  const mayBeRepeated = status === 429 || status === 503 || codes.includes('idempotency_in_progress');
  const common: ResponseHeader[] = status === 401 ? ['X-Request-Id', 'WWW-Authenticate'] : COMMON_HEADERS;
  return {
    description: codes.map((code) => `\`${code}\`: ${WHEN[code]}`).join('\n\n'),
    headers: headersOf(mayBeRepeated ? [...common, 'Retry-After'] : common),
    content: {
      'application/json': {
        schema: oneOf.length === 1 ? oneOf[0] : { oneOf },
        examples: Object.fromEntries(codes.map((code) => [code, { value: problemExample(code) }])),
      },
    },
  };
}
