import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isEnumType } from 'graphql';
import type { Response } from 'supertest';
import { schema } from '../../src/api/schema.ts';
import type { FaultCode } from '../../src/lib/fault.ts';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { RESPONSE_HEADERS } from '../../src/rest/openapi/headers.ts';
import { ASYNCAPI_PATH, OPENAPI_PATH } from '../../src/rest/openapi/served.ts';
import { routes } from '../../src/rest/routes.ts';
import { closed } from './closed.ts';
import { faultsOfPayload } from './event-messages.ts';

interface MediaType {
  schema: object;
  examples?: Record<string, unknown>;
}
interface Header {
  required: boolean;
  schema: object;
}
export interface DocumentedResponse {
  headers: Record<string, Header>;
  content?: Record<string, MediaType>;
}
type Operation = { responses: Record<string, DocumentedResponse> };
type Paths = Record<string, Record<string, Operation>>;

const document = closed(JSON.parse(JSON.stringify(openApiDocument))) as {
  paths: Paths;
  components: { schemas: { KnownProblem: { discriminator: { mapping: Record<string, string> } } } };
};

/** References to the schemas of errors, by code. */
const PROBLEMS = Object.fromEntries(
  Object.entries(document.components.schemas.KnownProblem.discriminator.mapping).map(([code, $ref]) => [
    code,
    { $ref },
  ]),
);

/** Templates with fewer parameters come first: a literal path takes precedence over one with a parameter. */
const paths = Object.keys(document.paths)
  .map((path) => ({ path, pattern: new RegExp(`^${patternOf(path)}$`), wildcards: path.split('{').length }))
  .sort((a, b) => a.wildcards - b.wildcards);

function patternOf(path: string): string {
  return path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+');
}

const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
addFormats.default(ajv);
ajv.addSchema(document, 'openapi.json');
const validators = new Map<object, ValidateFunction>();

/** Returns the schema of a part of the document, compiled at its first use. */
function validatorOf(schema: object): ValidateFunction {
  const known = validators.get(schema);
  if (known) return known;
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"openapi.json#'));
  const made = ajv.compile(absolute);
  validators.set(schema, made);
  return made;
}

/** Returns the target of a reference in the document. */
export function resolve<T>(part: T | { $ref: string }): T {
  if (typeof part !== 'object' || part === null || !('$ref' in part)) return part as T;
  const steps = part.$ref.slice(2).split('/');
  return steps.reduce((at: unknown, step) => (at as Record<string, unknown>)[step], document) as T;
}

/**
 * Throws unless a REST response conforms to openapi.json: its status, every field of the body, required headers. Events
 * have to conform to asyncapi.json as well.
 */
export function assertConforms(method: string, url: string, response: Response): void {
  const path = url.split('?', 1)[0] ?? '';
  if (path !== '/v1' && !path.startsWith('/v1/')) return;
  if (path === OPENAPI_PATH || path === ASYNCAPI_PATH) return;
  const template = paths.find(({ pattern }) => pattern.test(path))?.path;
  const faults = template ? faultsAt(template, method.toLowerCase(), response) : unknownPath(response);
  if (faults.length === 0) return;
  const { status, text } = response;
  throw new Error(
    `${method} ${url} answered ${status}, not as openapi.json says: ${faults.join('; ')}\n${text?.slice(0, 2000)}`,
  );
}

function faultsAt(template: string, method: string, response: Response): string[] {
  const operation = document.paths[template]?.[method];
  if (!operation) return [...general('method_not_allowed', 405, response), ...missing(['allow'], response)];
  const documented = operation.responses[response.status];
  if (!documented) return [`${template} documents no ${response.status}`];
  return faultsOf(resolve(documented), response);
}

/** Returns the errors of a response against one documented response. */
export function faultsOf({ headers, content }: DocumentedResponse, response: Response): string[] {
  return [...faultsOfHeaders(headers, response), ...faultsOfBody(content, response)];
}

function faultsOfHeaders(headers: Record<string, Header>, response: Response): string[] {
  return Object.entries(headers).flatMap(([name, each]) => {
    const { required, schema } = resolve(each);
    const value: string | undefined = response.headers[name.toLowerCase()];
    if (value === undefined) return required ? [`lacks the header ${name}`] : [];
    const isNumber = 'type' in schema && schema.type === 'integer';
    return faultsIn(`the header ${name}`, schema, isNumber ? Number(value) : value);
  });
}

function faultsOfBody(content: DocumentedResponse['content'], response: Response): string[] {
  if (!content) return response.text ? ['has a body'] : [];
  const mediaType = response.type;
  const documented = content[mediaType];
  if (!documented) return [`documents no ${mediaType || 'empty body'}`];
  if (mediaType !== 'application/json') return faultsIn('the body', documented.schema, response.text);
  const code = response.body?.detail?.error;
  const isError = '$ref' in documented.schema && documented.schema.$ref === '#/components/schemas/ErrorBody';
  if (!isError)
    return [
      ...faultsIn('the body', documented.schema, response.body),
      ...faultsOfEvents(documented, response),
    ];
  // Its example documents that a code comes with a status.
  return code in (documented.examples ?? {}) ? faultsOfError(code, response) : [`documents no error ${code}`];
}

function faultsOfEvents({ schema }: MediaType, { body }: Response): string[] {
  const isFeed = '$ref' in schema && schema.$ref === '#/components/schemas/EventPage';
  return isFeed ? faultsOfPayload('EventPage', body) : [];
}

/** Compares an error with the one problem of its code, so that a message tells what is wrong with it. */
function faultsOfError(code: string, { body }: Response): string[] {
  const problem = PROBLEMS[code];
  const { detail, ...others } = body;
  if (!problem || Object.keys(others).length > 0) return [`the body is no ${code}: ${JSON.stringify(body)}`];
  return [...faultsIn('the detail', problem, detail), ...foreignNamesIn(detail)];
}

const types = Object.values(schema.getTypeMap());

/** Names of types that are no words of English, such as `MemberOrder`, and no headers of REST, such as `RateLimit`. */
const TYPE_NAMES = new Set(
  types
    .map(({ name }) => name)
    .filter((name) => /[a-z][A-Z]|^Int$|^Float$/.test(name) && !(name in RESPONSE_HEADERS)),
);
/** Values of enums, which REST spells in lower case, apart from a word of English. */
const ENUM_VALUES = new Set(
  types
    .filter(isEnumType)
    .flatMap((type) => type.getValues().map(({ name }) => name))
    .filter((name) => name !== 'URL'),
);

/** Returns whether a word is a field, an argument, a variable, a type, `Type.field` or the value of an enum. */
function isGraphQL(word: string): boolean {
  const [type = '', field] = word.split('.');
  if (/^[a-z]+[A-Z]/.test(word) || word.startsWith('$')) return true;
  return (
    TYPE_NAMES.has(type) || ENUM_VALUES.has(word) || (Boolean(field) && schema.getType(type) !== undefined)
  );
}

/** Returns the names of GraphQL in a text for REST callers, who send none of them. What is quoted may come from the caller. */
export function graphqlNamesIn(text: string): string[] {
  const words = text.replace(/"[^"]*"/g, '').match(/\$?\b\w+(?:\.\w+)*/g) ?? [];
  return words.filter(isGraphQL);
}

function foreignNamesIn({
  message,
  errors = [],
}: {
  message: string;
  errors?: { message: string }[];
}): string[] {
  return [message, ...errors.map((each) => each.message)]
    .flatMap(graphqlNamesIn)
    .map((name) => `names ${name} of GraphQL`);
}

/** Returns what is wrong with a value against a schema of the document. */
export function faultsIn(what: string, schema: object, value: unknown): string[] {
  const validate = validatorOf(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${what}${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

function unknownPath(response: Response): string[] {
  return general('not_found', 404, response);
}

/** Checks the 404 or 405 of an undocumented path, which openapi.json states only in its description. */
function general(code: FaultCode, status: number, response: Response): string[] {
  if (response.status !== status) return [`should be ${status} ${code}`];
  return [...faultsOfError(code, response), ...missing(['x-request-id'], response)];
}

function missing(names: readonly string[], response: Response): string[] {
  return names
    .filter((name) => response.headers[name] === undefined)
    .map((name) => `lacks the header ${name}`);
}

const REST_NAMES = new Set(routes.flatMap(({ names }) => names).filter((name) => name.includes('_')));

/** Throws if an error of GraphQL names a parameter of REST: callers know `listId`, not `list_id`. */
export function assertGraphQLNames({ body }: Response): void {
  const errors: { message?: unknown }[] = Array.isArray(body?.errors) ? body.errors : [];
  for (const { message } of errors) {
    const words =
      String(message)
        .replace(/"[^"]*"/g, '')
        .match(/\w+/g) ?? [];
    const name = words.find((word) => REST_NAMES.has(word));
    if (name) throw new Error(`an error of GraphQL names ${name} of REST: ${message}`);
  }
}
