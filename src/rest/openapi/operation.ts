import { operationNameOf } from '../../graphql/execute.ts';
import type { Answer, Said } from '../docs/route-docs.ts';
import { heedsKey, type Route } from '../route.ts';
import { shown } from '../shown.ts';
import { type ErrorResponses, errorsOf } from './errors.ts';
import { headersOf, type ResponseHeader, refToParameter, requiredHeaders } from './headers.ts';
import { type JsonObject, propertiesOf, type SchemaWriter } from './json-schema.ts';

export interface Writers {
  schemas: SchemaWriter;
  errors: ErrorResponses;
}

/** One route as an operation of OpenAPI. */
export function operationOf(route: Route, writers: Writers): JsonObject {
  const { docs } = route;
  const isRepeatable = heedsKey(route);
  const parameters = [
    ...parametersIn('path', route, writers.schemas),
    ...parametersIn('query', route, writers.schemas),
    ...(isRepeatable ? [refToParameter('IdempotencyKey')] : []),
    ...(docs.conditional ? [refToParameter('IfMatch')] : []),
    ...(isConditionalRead(route) ? [refToParameter('IfNoneMatch')] : []),
  ];
  return {
    operationId: operationIdOf(route),
    summary: docs.summary,
    description: docs.description,
    tags: [docs.tag],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBodyOf(route, writers.schemas),
    responses: responsesOf(route, isRepeatable, writers),
  };
}

/** The name of the saved operation: `GetCompany` → `getCompany`. */
export function operationIdOf({ document, method, path }: Route): string {
  const name = operationNameOf(document);
  if (!name) throw new Error(`${method} ${path} has a document without a name`);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** JSON that is read by GET has an entity tag and is not sent again to who has it. */
function isConditionalRead({ method, docs }: Route): boolean {
  return method === 'GET' && docs.answers[200]?.mediaType === undefined;
}

function parametersIn(place: 'path' | 'query', { schemas, docs }: Route, writer: SchemaWriter): JsonObject[] {
  return propertiesOf(place === 'path' ? schemas.params : schemas.query).map(([name, part]) => {
    const { schema, required } = writer.write(part);
    const { description, ...rest } = schema;
    const said = docs.parameters?.[name];
    return {
      name,
      in: place,
      required,
      description: said?.description ?? description,
      ...(shown.get(part)?.separated ? { style: 'form', explode: false } : {}),
      schema: rest,
      ...(said?.example === undefined ? {} : { example: said.example }),
    };
  });
}

function requestBodyOf({ schemas: { body }, docs, method }: Route, writer: SchemaWriter): JsonObject {
  if (method === 'GET' || method === 'DELETE') return {};
  const { schema, required } = writer.write(body);
  const example = docs.requestExample;
  return {
    requestBody: {
      required,
      content: {
        'application/json': {
          schema: withDescriptions(schema, docs.parameters ?? {}),
          ...(example === undefined ? {} : { example }),
        },
      },
    },
  };
}

function withDescriptions(schema: JsonObject, said: Readonly<Record<string, Said>>): JsonObject {
  if (!('properties' in schema)) return schema;
  const { default: _, ...rest } = schema;
  const properties = Object.entries(schema.properties as Record<string, JsonObject>).map(([name, each]) => {
    const { description, bounds } = said[name] ?? {};
    return [name, { ...each, ...bounds, ...(description === undefined ? {} : { description }) }];
  });
  return { ...rest, properties: Object.fromEntries(properties) };
}

function responsesOf(route: Route, isRepeatable: boolean, { schemas, errors }: Writers): JsonObject {
  const common: ResponseHeader[] = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];
  const read = isConditionalRead(route);
  const responses: JsonObject = {};
  for (const [status, answer] of Object.entries(route.docs.answers)) {
    const headers = new Set<ResponseHeader>([
      ...common,
      ...(isRepeatable ? (['Idempotency-Replayed'] as const) : []),
      ...(read ? (['ETag', 'Cache-Control'] as const) : []),
      ...(answer.headers ?? []),
    ]);
    responses[status] = responseOf(answer, [...headers], schemas);
  }
  if (read) {
    const headers = headersOf([...common, 'ETag', 'Cache-Control']);
    responses[304] = { description: 'What `If-None-Match` names is still current.', headers };
  }
  for (const [status, codes] of errorsOf(route, isRepeatable)) responses[status] = errors.refTo(codes);
  return responses;
}

function responseOf(answer: Answer, headers: ResponseHeader[], writer: SchemaWriter): JsonObject {
  const { description, schema, mediaType = 'application/json', example } = answer;
  const content = schema && {
    [mediaType]: { schema: writer.write(schema).schema, ...(example === undefined ? {} : { example }) },
  };
  const promised = requiredHeaders(answer.headers ?? []);
  return { description, headers: { ...headersOf(headers), ...promised }, ...(content ? { content } : {}) };
}
