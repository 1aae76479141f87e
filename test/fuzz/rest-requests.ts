import { openApiDocument } from '../../src/rest/openapi/served.ts';
import { resolve } from '../harness/conformance.ts';
import type { Random } from './random.ts';
import { encode, type FuzzRequest } from './request.ts';
import { fitting, hostile, nested, type World } from './values.ts';

interface Schema {
  type?: string;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const document = openApiDocument as unknown as { paths: Record<string, Record<string, Operation>> };

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

const OTHER_METHODS = ['HEAD', 'OPTIONS', 'DELETE', 'PUT', 'PATCH', 'POST', 'GET', 'PROPFIND'];
const MEDIA_TYPES = [
  'text/plain',
  'application/json; charset=utf-16',
  'application/xml',
  'multipart/form-data',
  '',
];
const BROKEN_BODIES = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '1e999',
  '{"a":\u0000}',
  '{"name":"\\ud800"}',
  '{"__proto__":{"a":1}}',
];

/** A request of one operation of openapi.json: valid most of the time, with a fault or two otherwise. */
export function restRequest(random: Random, world: World, key: string | undefined): FuzzRequest {
  const { path, method, operation } = random.pick(operations);
  const isFaulty = random.chance(0.5);
  const faults = isFaulty ? 0.25 : 0;
  const headers: Record<string, string> = key === undefined ? {} : { 'X-API-Key': key };
  const query: string[] = [];
  let target = path;
  for (const each of operation.parameters ?? []) {
    const parameter = resolve(each);
    if (parameter.in === 'path') {
      target = target.replace(
        `{${parameter.name}}`,
        encode(textOf(parameter, random, world, faults)) || '%20',
      );
    } else if (parameter.in === 'query') {
      if (parameter.required || random.chance(0.35)) {
        const text = `${parameter.name}=${encode(textOf(parameter, random, world, faults))}`;
        query.push(text);
        if (random.chance(faults / 4)) query.push(text);
      }
    } else if (random.chance(0.2)) headers[parameter.name] = headerOf(parameter.name, random);
  }
  if (random.chance(faults / 3))
    query.push(random.pick(['unknown=1', '=', '%', '%00=1', 'limit[]=1', '__proto__=1']));
  const body = bodyOf(operation, random, world, faults);
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (random.chance(faults / 4)) headers['Content-Type'] = random.pick(MEDIA_TYPES);
  const isOther = random.chance(faults / 4);
  return {
    method: isOther ? random.pick(OTHER_METHODS) : method,
    path: query.length > 0 ? `${target}?${query.join('&')}` : target,
    headers,
    body,
  };
}

function textOf({ name, schema }: Parameter, random: Random, world: World, faults: number): string {
  const value = random.chance(faults)
    ? hostile(random)
    : valueOfSchema(name, resolve(schema), random, world, faults);
  return typeof value === 'string'
    ? value
    : Array.isArray(value)
      ? value.join(',')
      : String(JSON.stringify(value));
}

function headerOf(name: string, random: Random): string {
  if (name === 'Idempotency-Key') return random.pick([`key-${random.below(20)}`, 'x'.repeat(256), '"', 'é']);
  return random.pick(['"1"', '"2"', 'W/"1"', '*', '', '"', '"1", "2"', '"99999999999"']);
}

function bodyOf(
  { requestBody }: Operation,
  random: Random,
  world: World,
  faults: number,
): string | undefined {
  if (!requestBody) return random.chance(faults / 4) ? '{"unexpected":true}' : undefined;
  if (random.chance(faults / 4)) return random.pick(BROKEN_BODIES);
  if (random.chance(faults / 6)) return JSON.stringify(nested(random));
  const { schema } = requestBody.content['application/json'] ?? { schema: {} };
  const value = valueOfSchema('definition body', resolve(schema), random, world, faults);
  return JSON.stringify(value);
}

/** A value that a schema allows, with faults in it. */
function valueOfSchema(name: string, schema: Schema, random: Random, world: World, faults: number): unknown {
  if (random.chance(faults / 2)) return random.chance(0.1) ? nested(random) : hostile(random);
  if (schema.properties && 'registry_version' in schema.properties)
    return fitting('definition', random, world);
  if (schema.enum) return random.pick(schema.enum);
  const known = fitting(name, random, world);
  if (known !== undefined) return known;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return valueOfSchema(name, resolve(random.pick(choices)), random, world, faults);
  switch (schema.type) {
    case 'object':
      return objectOf(schema, random, world, faults);
    case 'array':
      return random.times(random.below(4), () =>
        valueOfSchema('', resolve(schema.items ?? {}), random, world, faults),
      );
    case 'integer':
    case 'number':
      return random.pick([schema.minimum ?? 0, schema.maximum ?? 10, random.below(50)]);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    default:
      return 'text';
  }
}

function objectOf(schema: Schema, random: Random, world: World, faults: number): object {
  const required = new Set(schema.required ?? []);
  const entries = Object.entries(schema.properties ?? {})
    .filter(([name]) => (required.has(name) ? !random.chance(faults / 4) : random.chance(0.6)))
    .map(([name, each]) => [name, valueOfSchema(name, resolve(each), random, world, faults)]);
  if (random.chance(faults / 4)) entries.push([random.pick(['unknown', '__proto__', '']), hostile(random)]);
  return Object.fromEntries(entries);
}
