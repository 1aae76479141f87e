import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { resolve } from '../harness/conformance.ts';
import { hostile, nested, SWEPT } from './hostile.ts';
import type { Random } from './random.ts';
import { encode, type FuzzRequest } from './request.ts';
import { FIELD_KEYS, fitting, type Override, type World } from './values.ts';

interface Schema {
  type?: string;
  enum?: readonly unknown[];
  const?: unknown;
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

const document = openApiDocument as unknown as {
  paths: Record<string, Record<string, Operation>>;
};

interface Choice {
  random: Random;
  world: World;
  /** Frequency of errors. */
  faults: number;
  overrides: readonly Override[];
}

const overrideOf = (name: string, { overrides }: Choice): Override | undefined =>
  overrides.find((each) => each.name === name);

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

/** Creates a request for one operation of openapi.json: mostly valid, otherwise with one or two errors. */
export function restRequest(random: Random, world: World, key: string | undefined): FuzzRequest {
  const faults = random.chance(0.5) ? 0.25 : 0;
  const choice = { random, world, faults, overrides: [] };
  const { path, method, operation } = random.pick(operations);
  const isOther = random.chance(faults / 4);
  return requestOf(path, isOther ? random.pick(OTHER_METHODS) : method, operation, key, choice);
}

/** Sweeps each parameter and each body field through all hostile values, with everything else valid. */
export function* restSweep(random: Random, world: World, key: string): Generator<FuzzRequest> {
  for (const { path, method, operation } of operations) {
    if (method === 'GET')
      yield requestOf(path, 'HEAD', operation, key, { random, world, faults: 0, overrides: [] });
    const parameters = (operation.parameters ?? []).map((each) => resolve(each));
    const body =
      operation.requestBody && resolve(operation.requestBody.content['application/json']?.schema ?? {});
    const names = [...parameters.map(({ name }) => name), ...Object.keys(propertiesOf(body))];
    for (const name of names) {
      // The values of each field are searched by different statements.
      const isPerField = name === 'search' && path.includes('{field}');
      for (const field of isPerField ? FIELD_KEYS : [undefined]) {
        const others = field === undefined ? [] : [{ name: 'field', value: field }];
        for (const value of SWEPT) {
          const overrides = [{ name, value }, ...others];
          yield requestOf(path, method, operation, key, { random, world, faults: 0, overrides });
        }
      }
    }
  }
}

/** Properties of an object, or of all objects of which a body is one. */
function propertiesOf({ properties, oneOf = [] }: Schema = {}): Record<string, Schema> {
  return { ...properties, ...Object.assign({}, ...oneOf.map((each) => resolve(each).properties)) };
}

function requestOf(
  path: string,
  method: string,
  operation: Operation,
  key: string | undefined,
  choice: Choice,
): FuzzRequest {
  const { random, faults } = choice;
  const headers: Record<string, string> = key === undefined ? {} : { 'X-API-Key': key };
  const query: string[] = [];
  let target = path;
  for (const each of operation.parameters ?? []) {
    const parameter = resolve(each);
    const { name } = parameter;
    const isGiven = overrideOf(name, choice) !== undefined;
    if (parameter.in === 'path') {
      target = target.replace(`{${name}}`, encode(textOf(parameter, choice)) || '%20');
    } else if (parameter.in === 'query') {
      if (parameter.required || isGiven || random.chance(0.35)) {
        const text = `${name}=${encode(textOf(parameter, choice))}`;
        query.push(text);
        if (random.chance(faults / 4)) query.push(text);
      }
    } else if (random.chance(0.2)) headers[name] = headerOf(name, random);
  }
  if (random.chance(faults / 3)) {
    query.push(random.pick(['unknown=1', '=', '%', '%00=1', 'limit[]=1', '__proto__=1']));
  }
  const body = bodyOf(operation, choice);
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (random.chance(faults / 4)) headers['Content-Type'] = random.pick(MEDIA_TYPES);
  return { method, path: query.length > 0 ? `${target}?${query.join('&')}` : target, headers, body };
}

function textOf({ name, schema }: Parameter, choice: Choice): string {
  const { random, faults } = choice;
  const value = random.chance(faults) ? hostile(random) : valueOfSchema(name, resolve(schema), choice);
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

function bodyOf({ requestBody }: Operation, choice: Choice): string | undefined {
  const { random, faults } = choice;
  if (!requestBody) return random.chance(faults / 4) ? '{"unexpected":true}' : undefined;
  if (random.chance(faults / 4)) return random.pick(BROKEN_BODIES);
  if (random.chance(faults / 6)) return JSON.stringify(nested(random));
  const { schema } = requestBody.content['application/json'] ?? { schema: {} };
  return JSON.stringify(valueOfSchema('', resolve(schema), choice));
}

/** Returns a value that a schema allows, with some errors in it. */
function valueOfSchema(name: string, schema: Schema, choice: Choice): unknown {
  const { random, world, faults } = choice;
  const override = overrideOf(name, choice);
  if (override) return override.value;
  if (random.chance(faults / 2)) return random.chance(0.1) ? nested(random) : hostile(random);
  if (schema.properties && 'registry_version' in schema.properties) {
    const overridden = choice.overrides.map((each) => [each.name, each.value]);
    const definition = fitting('definition', random, world);
    return typeof definition === 'object' ? { ...definition, ...Object.fromEntries(overridden) } : definition;
  }
  if (schema.enum) return random.pick(schema.enum);
  if (schema.const !== undefined) return schema.const;
  // Values are stated by keys; exports name keys alone.
  const isKeys = name === 'fields' && schema.type === 'array';
  const known = fitting(isKeys ? 'keys' : name, random, world);
  if (known !== undefined) return known;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const isWanted = (each: Schema) =>
      choice.overrides.some((override) => override.name in (resolve(each).properties ?? {}));
    const wanted = choices.filter(isWanted);
    return valueOfSchema('', resolve(random.pick(wanted.length > 0 ? wanted : choices)), choice);
  }
  switch (schema.type) {
    case 'object':
      return objectOf(schema, choice);
    case 'array':
      return random.times(random.below(4), () => valueOfSchema('', resolve(schema.items ?? {}), choice));
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

function objectOf(schema: Schema, choice: Choice): object {
  const { random, faults } = choice;
  const required = new Set(schema.required ?? []);
  const isSent = (name: string) =>
    overrideOf(name, choice) !== undefined ||
    (required.has(name) ? !random.chance(faults / 4) : random.chance(0.6));
  const entries = Object.entries(schema.properties ?? {})
    .filter(([name]) => isSent(name))
    .map(([name, each]) => [name, valueOfSchema(name, resolve(each), choice)]);
  if (random.chance(faults / 4)) {
    entries.push([random.pick(['unknown', '__proto__', '']), hostile(random)]);
  }
  return Object.fromEntries(entries);
}
