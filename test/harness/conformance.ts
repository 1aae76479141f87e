import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Response } from 'supertest';
import { SchemaWriter } from '../../src/rest/openapi/json-schema.ts';
import { type ProblemCode, problemSchema } from '../../src/rest/openapi/problems.ts';
import { OPENAPI_PATH, openApiDocument } from '../../src/rest/openapi/served.ts';

interface MediaType {
  schema: object;
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

const document = openApiDocument as unknown as { paths: Paths };

/** Templates with fewer parameters come first: a literal path takes precedence over one with a parameter. */
const paths = Object.keys(document.paths)
  .map((path) => ({ path, pattern: new RegExp(`^${patternOf(path)}$`), wildcards: path.split('{').length }))
  .sort((a, b) => a.wildcards - b.wildcards);

function patternOf(path: string): string {
  return path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+');
}

const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
addFormats.default(ajv);
ajv.addSchema(openApiDocument, 'openapi.json');
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
  return steps.reduce((at: unknown, step) => (at as Record<string, unknown>)[step], openApiDocument) as T;
}

/** Throws unless a REST response conforms to openapi.json: its status, every field of the body, required headers. */
export function assertConforms(method: string, url: string, response: Response): void {
  const path = url.split('?', 1)[0] ?? '';
  if (path !== '/v1' && !path.startsWith('/v1/')) return;
  if (path === OPENAPI_PATH) return;
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
  return faultsIn(
    'the body',
    documented.schema,
    mediaType === 'application/json' ? response.body : response.text,
  );
}

function faultsIn(what: string, schema: object, value: unknown): string[] {
  const validate = validatorOf(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${what}${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

function unknownPath(response: Response): string[] {
  return general('not_found', 404, response);
}

const generalSchemas = new Map<ProblemCode, object>();

/** Checks the 404 or 405 of an undocumented path, which openapi.json states only in its description. */
function general(code: ProblemCode, status: number, response: Response): string[] {
  const schema = generalSchemas.get(code) ?? inlined(code);
  generalSchemas.set(code, schema);
  if (response.status !== status) return [`should be ${status} ${code}`];
  return [...faultsIn('the body', schema, response.body), ...missing(['x-request-id'], response)];
}

function inlined(code: ProblemCode): object {
  const writer = new SchemaWriter();
  writer.write(problemSchema(code));
  const [component] = Object.values(writer.components);
  if (!component) throw new Error(`${code} has no schema`);
  return component;
}

function missing(names: readonly string[], response: Response): string[] {
  return names
    .filter((name) => response.headers[name] === undefined)
    .map((name) => `lacks the header ${name}`);
}
