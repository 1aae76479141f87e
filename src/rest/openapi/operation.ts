import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { operationNameOf } from '../../graphql/execute.ts';
import { shown } from '../parameters.ts';
import { heedsKey, type Route } from '../route.ts';
import type { ListedRoute } from '../routes.ts';
import { type ErrorResponses, errorsOf } from './errors.ts';
import { headersOf, type ResponseHeader, refToParameter } from './headers.ts';
import { addComponent, type JsonObject, type SchemaWriter } from './json-schema.ts';

export interface Writers {
  schemas: SchemaWriter;
  errors: ErrorResponses;
}

/** Describes one route as an operation of OpenAPI. Its tag is the folder of the route. */
export function operationOf(route: ListedRoute, writers: Writers): JsonObject {
  const { summary, description, resource, heedsIfMatch } = route;
  const parameters = [
    ...parametersIn('path', route.schemas.params, writers.schemas),
    ...parametersIn('query', route.schemas.query, writers.schemas),
    ...(heedsKey(route) ? [refToParameter('IdempotencyKey')] : []),
    ...(heedsIfMatch ? [refToParameter('IfMatch')] : []),
    ...(isConditionalRead(route) ? [refToParameter('IfNoneMatch')] : []),
  ];
  return {
    operationId: operationIdOf(route),
    summary,
    description,
    tags: [tagOf(resource)],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBodyOf(route, writers.schemas),
    responses: responsesOf(route, writers),
  };
}

/** `companies` → `Companies`. */
export function tagOf(resource: string): string {
  return resource.charAt(0).toUpperCase() + resource.slice(1);
}

/** The name of the saved operation: `GetCompany` → `getCompany`. */
function operationIdOf({ document, method, path }: Route): string {
  const name = operationNameOf(document);
  if (!name) throw new Error(`${method} ${path} has a document without a name`);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** JSON that is read by GET has an entity tag and is not sent again to a caller who has it. */
function isConditionalRead({ method, answer }: Route): boolean {
  return method === 'GET' && answer !== undefined;
}

function parametersIn(place: 'path' | 'query', schemas: z.ZodType, writer: SchemaWriter): JsonObject[] {
  const parts = schemas instanceof z.ZodObject ? (schemas.shape as Record<string, z.ZodType>) : {};
  return Object.entries(parts).map(([name, part]) => {
    const { schema, required } = writer.write(part);
    const { description, example, ...rest } = schema;
    return {
      name,
      in: place,
      required,
      description,
      ...(shown.get(part)?.separated ? { style: 'form', explode: false } : {}),
      schema: rest,
      ...(example === undefined ? {} : { example }),
    };
  });
}

function requestBodyOf({ schemas: { body }, requestExample }: Route, writer: SchemaWriter): JsonObject {
  if (!body) return {};
  const { schema, required } = writer.write(body);
  const { default: _, ...rest } = schema;
  const example = requestExample === undefined ? {} : { example: requestExample };
  return { requestBody: { required, content: { 'application/json': { schema: rest, ...example } } } };
}

function responsesOf(route: Route, { schemas, errors }: Writers): JsonObject {
  const common: ResponseHeader[] = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];
  const validators: ResponseHeader[] = isConditionalRead(route) ? ['ETag', 'Cache-Control'] : [];
  const replayed: ResponseHeader[] = heedsKey(route) ? ['Idempotency-Replayed'] : [];
  const headers = headersOf([...common, ...replayed, ...validators, ...route.responseHeaders]);
  const responses: JsonObject = {};
  for (const status of route.statuses)
    responses[status] = { description: STATUS_CODES[status], headers, ...contentOf(route, schemas) };
  if (validators.length > 0) {
    const description = 'The content that `If-None-Match` names is still current.';
    responses[304] = { description, headers: headersOf([...common, ...validators]) };
  }
  for (const [status, codes] of errorsOf(route)) responses[status] = errors.refTo(codes);
  return responses;
}

function contentOf({ answer, isCsv, example }: Route, writer: SchemaWriter): JsonObject {
  const [mediaType, schema] = isCsv ? ['text/csv', { type: 'string' }] : ['application/json', answer?.schema];
  if (!schema) return {};
  for (const [name, each] of Object.entries(answer?.components ?? {}))
    addComponent(writer.components, name, each);
  return { content: { [mediaType]: { schema, ...(example === undefined ? {} : { example }) } } };
}
