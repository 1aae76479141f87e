import type { JsonObject } from '../openapi/json-schema.ts';

/** The page that a caller asked for. */
export interface PageRequest {
  limit?: unknown;
  offset?: unknown;
}

type Mapper = (value: unknown, page: PageRequest) => unknown;

/** How REST shows a value of GraphQL: its JSON Schema, and the function that makes it. Without one it stays as it is. */
export interface Shape {
  schema: JsonObject;
  map?: Mapper | undefined;
}

/** A field of an object. It is made from the object, and left out where it comes out undefined. */
export interface Property extends Shape {
  key: string;
  description?: string | null | undefined;
  /** Whether it may be absent, as it is where it would be null. */
  isOptional?: boolean;
  /** Whether it stands in the value and is not shown. */
  isHidden?: boolean;
}

const COUNT = { type: 'integer', minimum: 0 };
const ID = { type: 'integer', minimum: 1, maximum: 2 ** 31 - 1 };
const SCALARS: Readonly<Record<string, JsonObject>> = {
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time', pattern: 'Z$' },
  Float: { type: 'number' },
  ID: { type: 'string' },
  JSON: {},
  String: { type: 'string' },
};

/** A scalar. An Int identifies something, as its key says, or counts something. */
export function scalarOf(type: string, key: string): Shape {
  if (type === 'Int') return { schema: /(^|_)(id|version)$/.test(key) ? ID : COUNT };
  const schema = SCALARS[type];
  if (!schema) throw new Error(`REST has no spelling of the scalar ${type}`);
  return { schema };
}

/** An enum, in the lower case of REST, or what stands for false and true. */
export function enumOf(values: readonly string[]): Shape {
  return {
    schema: { type: 'string', enum: values.map((value) => value.toLowerCase()) },
    map: (value) => (typeof value === 'string' ? value.toLowerCase() : values[Number(value)]),
  };
}

export function listOf({ schema, map }: Shape): Shape {
  return {
    schema: { type: 'array', items: schema },
    map: map && ((list, page) => (list as readonly unknown[]).map((each) => map(each, page))),
  };
}

/** A list that is left out when it is empty. */
export function filledListOf({ schema, map }: Shape): Shape {
  return {
    schema: { ...schema, minItems: 1 },
    map: (value, page) => {
      const list = (map ? map(value, page) : value) as readonly unknown[];
      return list.length === 0 ? undefined : list;
    },
  };
}

export function objectOf(all: readonly Property[]): Shape {
  const properties = all.filter(({ isHidden }) => !isHidden);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(
      properties.map(({ key, schema, description }) => [
        key,
        description ? { ...schema, description } : schema,
      ]),
    ),
    required: properties.flatMap(({ key, isOptional }) => (isOptional ? [] : [key])),
    additionalProperties: false,
  };
  if (!all.some(({ map, isOptional, isHidden }) => map || isOptional || isHidden)) return { schema };
  const map: Mapper = (source, page) => {
    const shown: Record<string, unknown> = {};
    for (const { key, map, isOptional } of properties) {
      const value = map ? map(source, page) : read(source, key);
      if (value !== undefined && !(isOptional && value === null)) shown[key] = value;
    }
    return shown;
  };
  return { schema, map };
}

/** A page under its own name, in the envelope of all pages (contract, section 1). */
export function pageOf(name: string, list: Shape, total: Shape, others: readonly Property[]): Shape {
  const limit = { ...COUNT, minimum: 1, maximum: 1000 };
  return objectOf([
    { ...list, key: name },
    { ...total, key: 'total', description: 'How many there are on all pages.' },
    { key: 'limit', schema: limit, map: (_, page) => page.limit, description: 'The `limit` of the request.' },
    {
      key: 'offset',
      schema: COUNT,
      map: (_, page) => page.offset,
      description: 'The `offset` of the request.',
    },
    ...others,
  ]);
}

/** The shape of a field, made from the object that has it. What is null, or is missing, stays so. */
export function at(key: string, { schema, map }: Shape): Shape {
  return {
    schema,
    map: (source, page) => {
      const value = read(source, key);
      return map && value !== null && value !== undefined ? map(value, page) : value;
    },
  };
}

function read(source: unknown, key: string): unknown {
  return (source as Readonly<Record<string, unknown>>)[key];
}
