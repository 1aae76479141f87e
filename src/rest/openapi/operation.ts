import { STATUS_CODES } from 'node:http';
import type { z } from 'zod';
import { schema } from '../../api/schema.ts';
import { exampleOf } from '../examples.ts';
import { isBinary } from '../file-formats.ts';
import { statusAt } from '../problem.ts';
import { heedsKey, type Route } from '../route.ts';
import type { TaggedRoute } from '../routes.ts';
import { WHEN } from './error-causes.ts';
import { COMMON_HEADERS, headersOf, RETRY_AFTER_OF_SOME, type ResponseHeader } from './headers.ts';
import { addComponent, type JsonObject, refTo, type SchemaWriter } from './json-schema.ts';
import { ERROR_BODY, type ProblemCode, problemExample, problemName } from './problems.ts';

/** Describes one route as an operation of OpenAPI. */
export function operationOf(route: TaggedRoute, writer: SchemaWriter): JsonObject {
  const { name, summary, description, tag, input } = route;
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
    tags: [tag],
    security: securityOf(route),
    parameters: parameters.length > 0 ? parameters : undefined,
    requestBody: requestBodyOf(route, writer),
    responses: { ...successesOf(route, writer), ...errorResponses(codesOf(route), writer, route.path) },
  };
}

/** JSON that is read by GET has an entity tag and is not sent again to a caller who has it. */
function isConditionalRead({ method, answer }: Route): boolean {
  return method === 'GET' && answer !== undefined;
}

function parametersIn(place: 'path' | 'query', { input }: Route, writer: SchemaWriter): JsonObject[] {
  return parametersOf(place, input[place], writer);
}

/** The example of an optional parameter stands in its schema: the page would send it along otherwise. */
export function parametersOf(
  place: 'path' | 'query',
  { shape }: { shape: Readonly<Record<string, z.ZodType>> },
  writer: SchemaWriter,
): JsonObject[] {
  return Object.entries(shape).map(([name, part]) => {
    const { description, deprecated, explode = false, ...schema } = writer.write(part);
    const separated = schema.type === 'array' ? { style: 'form', explode } : {};
    const example = part.meta()?.example;
    const required = !part.isOptional();
    const parameter = { name, in: place, required, description, deprecated, ...separated };
    return required
      ? { ...parameter, schema, example }
      : { ...parameter, schema: { ...schema, examples: example === undefined ? undefined : [example] } };
  });
}

function requestBodyOf(route: Route, writer: SchemaWriter): JsonObject | undefined {
  const { name, summary } = route;
  const { body, exactlyOne } = route.input;
  if (!body) return undefined;
  const { default: _, ...written } = writer.write(body);
  const isEmpty = Object.keys(written.properties ?? { any: written }).length === 0;
  const schema = isEmpty
    ? addComponent(writer.components, 'EmptyBody', { ...written, description: 'No fields.' })
    : named(`${name}Input`, summary, choiceOf(written, exactlyOne), writer);
  const content = { 'application/json': { schema, example: isEmpty ? {} : body.meta()?.example } };
  return { required: !body.isOptional(), content };
}

/** Writes an object of which exactly one of some properties is sent, as one schema for each of them. */
function choiceOf(schema: JsonObject, exactlyOne: readonly string[]): JsonObject {
  if (exactlyOne.length === 0) return schema;
  const { properties, required = [], ...object } = schema as { properties: JsonObject; required?: string[] };
  return {
    oneOf: exactlyOne.map((name) => ({
      ...object,
      properties: Object.fromEntries(
        Object.entries(properties).filter(([key]) => key === name || !exactlyOne.includes(key)),
      ),
      required: [name, ...required],
    })),
  };
}

/** Gives a body that is not a named schema yet the name of its operation: generators make types of named schemas. */
function named(name: string, summary: string, schema: JsonObject, writer: SchemaWriter): JsonObject {
  if ('$ref' in schema) return schema;
  return addComponent(writer.components, name, { ...schema, description: `${summary}.` });
}

function successesOf(route: Route, writer: SchemaWriter): JsonObject {
  const validators: ResponseHeader[] = isConditionalRead(route) ? ['ETag', 'Cache-Control'] : [];
  const replayed: ResponseHeader[] = heedsKey(route) ? ['Idempotency-Replayed'] : [];
  const links: ResponseHeader[] = route.isPage ? ['Link'] : [];
  const headers = headersOf([
    ...COMMON_HEADERS,
    ...replayed,
    ...validators,
    ...links,
    ...route.responseHeaders,
  ]);
  const responses: JsonObject = {};
  for (const status of route.statuses)
    responses[status] = {
      description: STATUS_CODES[status],
      headers,
      content: status === 204 ? undefined : contentOf(route, writer),
    };
  if (route.canMove) {
    const description = 'It is now part of another one, at `Location`. The query is kept.';
    responses[301] = { description, headers: headersOf([...COMMON_HEADERS, 'Location', 'Cache-Control']) };
  }
  if (validators.length > 0) {
    const description = 'The content that `If-None-Match` names is still current.';
    responses[304] = { description, headers: headersOf([...COMMON_HEADERS, ...validators, ...links]) };
  }
  return responses;
}

function contentOf(route: Route, writer: SchemaWriter): JsonObject | undefined {
  const { summary, answer, fileTypes, example } = route;
  if (fileTypes) return contentOfFile(fileTypes, example);
  if (!answer) return undefined;
  for (const [name, each] of Object.entries(answer.components)) addComponent(writer.components, name, each);
  const schema = named(nameOfAnswer(route), summary, answer.schema, writer);
  return { 'application/json': { schema, example: example ?? exampleOf(answer.schema) } };
}

/** @param example that of the only media type, or those of several by their names. */
function contentOfFile(types: readonly string[], example: unknown): JsonObject {
  const examples = types.length > 1 ? (example as JsonObject) : { [String(types[0])]: example };
  return Object.fromEntries(
    types.map((type) => [
      type,
      isBinary(type)
        ? { schema: { contentMediaType: type } }
        : { schema: { type: 'string' }, example: examples[type] },
    ]),
  );
}

/** `GetListDomains` answers with a `ListDomainsPage`, `GetLimits` with a `GetLimitsResult`. */
function nameOfAnswer({ name, isPage }: Route): string {
  return isPage ? `${name.replace(/^Get/, '')}Page` : `${name}Result`;
}

const EVERYWHERE: readonly ProblemCode[] = [
  'invalid_api_key',
  'cross_site_request',
  'validation_error',
  'answer_too_large',
  'cost_too_large',
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
    ...(charges ? (['insufficient_credits', 'credit_limit_reached'] as const) : []),
    ...names.flatMap((name) => OF_PARAMETERS[name] ?? []),
    ...errors,
  ];
}

/**
 * Documents errors. A code that comes alone with its status is a component of its name. Several codes of one status stand in
 * the operation: a component for each set of them would have no name that says something.
 */
export function errorResponses(codes: readonly ProblemCode[], writer: SchemaWriter, path = ''): JsonObject {
  const responses: JsonObject = {};
  const all = [...new Set(codes)].sort();
  for (const status of new Set(all.map((code) => statusAt(path, code)))) {
    const [code, ...more] = all.filter((each) => statusAt(path, each) === status);
    if (!code) continue;
    const response = describe([code, ...more], status, writer);
    if (more.length === 0) writer.responses[problemName(code)] = response;
    responses[status] = more.length === 0 ? refTo(problemName(code), 'responses') : response;
  }
  return responses;
}

function describe(
  codes: readonly [ProblemCode, ...ProblemCode[]],
  status: number,
  writer: SchemaWriter,
): JsonObject {
  const retry = status === 429 || status === 503 ? headersOf(['Retry-After']) : {};
  const retryOfSome = codes.includes('idempotency_in_progress') ? { 'Retry-After': RETRY_AFTER_OF_SOME } : {};
  const common: ResponseHeader[] = status === 401 ? ['X-Request-Id', 'WWW-Authenticate'] : COMMON_HEADERS;
  return {
    description:
      codes.length === 1 ? WHEN[codes[0]] : 'One of several errors. The examples say when each is given.',
    headers: { ...headersOf(common), ...retry, ...retryOfSome },
    content: {
      'application/json': {
        schema: refTo(ERROR_BODY),
        examples: Object.fromEntries(codes.map((code) => [code, exampleRef(code, writer)])),
      },
    },
  };
}

function exampleRef(code: ProblemCode, writer: SchemaWriter): JsonObject {
  writer.examples[problemName(code)] = {
    summary: code,
    description: WHEN[code],
    value: problemExample(code),
  };
  return refTo(problemName(code), 'examples');
}

const keyOf = (kind: string, prefix: string) => ({
  type: 'apiKey',
  in: 'header',
  name: 'X-API-Key',
  description: `${kind} (\`${prefix}…\`). Also accepted as a bearer token: \`Authorization: Bearer ${prefix}…\`.`,
});

/** Credentials. An operation names those that may call it. */
export const SECURITY_SCHEMES = {
  userKey: keyOf('A personal key', 'cds_user_'),
  orgKey: keyOf('A key of an organization', 'cds_org_'),
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-session',
    description:
      'The session of a person, in the pages of this service alone. On http://localhost, the cookie is named `session`.',
  },
} satisfies Record<string, JsonObject>;

type Scheme = keyof typeof SECURITY_SCHEMES;

/** Alternatives: any one of the credentials is enough. */
const anyOf = (...schemes: Scheme[]): JsonObject[] => schemes.map((scheme) => ({ [scheme]: [] }));

export const ANY_CREDENTIAL = anyOf('userKey', 'orgKey', 'session');
export const USER_ONLY = anyOf('userKey', 'session');
export const SESSION_ONLY = anyOf('session');
/** For operations that give a credential, or prepare it. */
export const NO_CREDENTIAL: JsonObject[] = [];

/** Returns the credentials that may call a route. Further rules, such as the role of the user, are in its description. */
function securityOf({ needsUser, errors }: Route): JsonObject[] {
  if (errors.includes('session_required')) return SESSION_ONLY;
  return needsUser || errors.includes('user_credential_required') ? USER_ONLY : ANY_CREDENTIAL;
}
