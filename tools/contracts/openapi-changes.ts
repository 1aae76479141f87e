import { type Change, compareSchemas, type Direction, type Json } from './schema-changes.ts';

/** Part of a document that this reads. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, Json>>;
}

interface Operation {
  operationId: string;
  parameters?: Json[];
  requestBody?: { required?: boolean; content: Record<string, { schema?: Json }> };
  responses: Record<string, Json>;
  security?: Record<string, unknown>[];
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: Json;
}

interface Response {
  headers?: Record<string, Json>;
  content?: Record<string, { schema?: Json }>;
}

const ERROR_BODY = { $ref: '#/components/schemas/ErrorBody' };

/** Returns the part of a document that a reference leads to, or the part itself. */
function resolve(document: OpenApi, part: Json): Json {
  const { $ref } = part;
  if (typeof $ref !== 'string') return part;
  const found = $ref
    .slice('#/'.length)
    .split('/')
    .reduce((each: unknown, step) => (each as Json | undefined)?.[step], document);
  if (typeof found !== 'object' || found === null) throw new Error(`the document has no ${$ref}`);
  return resolve(document, found as Json);
}

/**
 * Returns what breaks callers of a document: operations, parameters, properties and values that are gone or renamed, and
 * what is required, refused or left out since (docs/api/versioning.md). A change of a named schema is told once.
 */
export function breakingOpenApi(before: OpenApi, after: OpenApi): Change[] {
  const changes = new Map<string, Change>();
  const report = (path: string, message: string) => changes.set(`${path} ${message}`, { path, message });
  const documents = [(part: Json) => resolve(before, part), (part: Json) => resolve(after, part)] as const;
  const seen = new Set<string>();
  const compare = (direction: Direction, path: string, old: Json = {}, now: Json = {}) =>
    compareSchemas({ direction, documents, seen, report }, path, old, now);

  for (const [path, operations] of Object.entries(before.paths))
    for (const [method, old] of Object.entries(operations)) {
      const at = `${method.toUpperCase()} ${path}`;
      const now = after.paths[path]?.[method];
      if (!now) report(at, 'is gone');
      else compareOperations(at, old, now);
    }
  for (const name of Object.keys(before.components.securitySchemes ?? {}))
    if (!after.components.securitySchemes?.[name]) report(`securitySchemes.${name}`, 'is gone');
  compare('answer', 'ErrorBody', ERROR_BODY, ERROR_BODY);
  return [...changes.values()];

  function compareOperations(at: string, old: Operation, now: Operation): void {
    if (old.operationId !== now.operationId)
      report(at, `operationId "${old.operationId}" is "${now.operationId}"`);
    for (const scheme of (old.security ?? []).flatMap(Object.keys)) {
      const isTaken = (now.security ?? []).some((each) => scheme in each);
      if (after.components.securitySchemes?.[scheme] && !isTaken) report(at, `no longer takes ${scheme}`);
    }
    compareParameters(at, old, now);
    if (now.requestBody) {
      if (now.requestBody.required && !old.requestBody?.required) report(at, 'requires a body');
      for (const [type, { schema }] of Object.entries(old.requestBody?.content ?? {})) {
        const sent = now.requestBody.content[type];
        if (sent) compare('request', `${at} body`, schema, sent.schema);
        else report(at, `takes no ${type}`);
      }
    }
    for (const [status, response] of Object.entries(old.responses)) {
      if (!status.startsWith('2')) continue;
      const answered = now.responses[status];
      if (!answered) report(at, `never answers ${status}`);
      else compareResponses(`${at} ${status}`, documents[0](response), documents[1](answered));
    }
  }

  function compareParameters(at: string, old: Operation, now: Operation): void {
    const parametersOf = ({ parameters = [] }: Operation, side: 0 | 1) =>
      new Map(
        parameters.map((each) => {
          const parameter = documents[side](each) as unknown as Parameter;
          return [`${parameter.in} ${parameter.name}`, parameter];
        }),
      );
    const [known, taken] = [parametersOf(old, 0), parametersOf(now, 1)];
    for (const [key, { schema }] of known) {
      const parameter = taken.get(key);
      if (parameter) compare('request', `${at} ${key}`, schema, parameter.schema);
      else report(`${at} ${key}`, 'is gone');
    }
    for (const [key, { required }] of taken)
      if (required && !known.get(key)?.required) report(`${at} ${key}`, 'is required');
  }

  function compareResponses(at: string, old: Response, now: Response): void {
    for (const name of Object.keys(old.headers ?? {}))
      if (!now.headers?.[name]) report(at, `has no header ${name}`);
    for (const [type, { schema }] of Object.entries(old.content ?? {})) {
      const content = now.content?.[type];
      if (content) compare('answer', `${at} body`, schema, content.schema);
      else report(at, `has no ${type}`);
    }
  }
}
