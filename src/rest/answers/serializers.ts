import type { GraphQLEnumType, GraphQLInterfaceType } from 'graphql';
import { z } from 'zod';
import { schema as graphql } from '../../api/schema.ts';
import { discriminatorOf, variantOf } from '../../graphql/variants.ts';
import { MAX_ROW_ID } from '../../lib/page.ts';
import { TEXT_LIMITS } from '../../lib/request-limits.ts';
import { addComponent, type JsonObject, openEnum, SchemaWriter } from '../openapi/json-schema.ts';

/** The variables of the operation. A page repeats its `limit` and `offset`. */
type Variables = Readonly<Record<string, unknown>>;

/** An object of an answer. */
type Fields = Readonly<Record<string, unknown>>;

type Mapper = (value: unknown, variables: Variables) => unknown;

/** How REST shows a GraphQL value: its JSON Schema and the function that makes it. Without one, it stays as it is. */
export interface Serializer {
  schema: JsonObject;
  map?: Mapper | undefined;
}

/** A field of an object. It is made from the object, and left out where it comes out undefined. */
export interface Property extends Serializer {
  key: string;
  description?: string | null | undefined;
  /** Whether it may be absent, as it is where it would be null, unless it shows null. */
  isOptional?: boolean;
  showsNull?: boolean;
  omitsEmptyList?: boolean;
}

const COUNT = { type: 'integer', format: 'int32', minimum: 0 };
/** The id of a row, or a version. */
export const ID = { type: 'integer', format: 'int32', minimum: 1, maximum: MAX_ROW_ID };
/** The id of a row, or a version, in JSON. */
export const ROW_ID = z.int().min(1).max(MAX_ROW_ID);
/** Numbers that outgrow 32 bits. */
export const INT64 = { type: 'integer', format: 'int64' };
/** GraphQL writes the number of a row as a text where a type is known by its id alone. */
const GLOBAL_ID: Serializer = { schema: ID, map: Number };
/** A point in time. */
export const TIME = { type: 'string', format: 'date-time', pattern: '\\.\\d{3}Z$' };
const SCALARS: Readonly<Record<string, JsonObject>> = {
  Boolean: { type: 'boolean' },
  DateTime: TIME,
  FilterFieldKey: { type: 'string', ...TEXT_LIMITS.fieldKey },
  Float: { type: 'number' },
  JSON: {},
  String: { type: 'string' },
};

/** @param isNumbered whether an integer numbers something, from 1. Otherwise it counts something. */
export function scalarOf(type: string, isNumbered: boolean): Serializer {
  if (type === 'ID') return GLOBAL_ID;
  if (type === 'SafeInt') return { schema: isNumbered ? { ...INT64, minimum: 1 } : { ...INT64, minimum: 0 } };
  if (type === 'Int') return { schema: isNumbered ? ID : COUNT };
  const schema = SCALARS[type];
  if (!schema) throw new Error(`REST has no spelling of the scalar ${type}`);
  return { schema };
}

/** Says what each value of an enum means. */
export function meaningsOf(type: GraphQLEnumType, spell = (name: string) => name.toLowerCase()): string {
  const values = type.getValues();
  return values.map(({ name, description }) => `\`${spell(name)}\`: ${description}`).join(' ');
}

/** An enum, in the lower case of REST unless it is spelled otherwise, or what stands for false and true. */
export function enumOf(values: readonly string[], spell = (name: string) => name.toLowerCase()): Serializer {
  return {
    schema: openEnum(values.map((value) => spell(value))),
    map: (value) => (typeof value === 'string' ? spell(value) : values[Number(value)]),
  };
}

export function listOf({ schema, map }: Serializer): Serializer {
  return {
    schema: { type: 'array', items: schema },
    map: map && ((list, variables) => (list as readonly unknown[]).map((each) => map(each, variables))),
  };
}

/** @param isWhole whether the value has nothing but the properties. */
export function objectOf(properties: readonly Property[], isWhole = true): Serializer {
  const schema = {
    type: 'object',
    properties: Object.fromEntries(
      properties.map(({ key, schema, description }) => [
        key,
        description ? { ...schema, description } : schema,
      ]),
    ),
    required: properties.flatMap(({ key, isOptional }) => (isOptional ? [] : [key])),
  };
  if (isWhole && !properties.some(({ map, isOptional }) => map || isOptional)) return { schema };
  const map: Mapper = (source, variables) => {
    const shown: Record<string, unknown> = {};
    for (const { key, map, isOptional, showsNull, omitsEmptyList } of properties) {
      const value = map ? map(source, variables) : (source as Fields)[key];
      if (value === undefined || (isOptional && !showsNull && value === null)) continue;
      if (!omitsEmptyList || (value as readonly unknown[]).length > 0) shown[key] = value;
    }
    return shown;
  };
  return { schema, map };
}

/**
 * A page under its own name, in the envelope of all pages (contract, section 1).
 *
 * @param hasOffset whether it can begin at an offset, and then shows it.
 */
export function pageOf(
  name: string,
  list: Serializer,
  total: Serializer,
  hasOffset: boolean,
  others: readonly Property[],
): Serializer {
  return objectOf([
    { ...list, key: name, description: 'The items of this page.' },
    { ...total, key: 'total', description: 'Total across all pages.' },
    requested('limit', { type: 'integer', minimum: 1, maximum: 1000 }),
    ...(hasOffset ? [{ ...requested('offset', COUNT), isOptional: true }] : []),
    NEXT_CURSOR,
    ...others,
  ]);
}

/** Reads `pageInfo { hasNextPage endCursor }` of a connection, which every document of a page selects. */
const NEXT_CURSOR: Property = {
  key: 'next_cursor',
  description: 'Send it as `cursor` to get the next page; null on the last page.',
  schema: { type: ['string', 'null'] },
  map: (source) => {
    const { pageInfo } = source as { pageInfo: { hasNextPage: boolean; endCursor: string | null } };
    return pageInfo.hasNextPage ? pageInfo.endCursor : null;
  },
};

function requested(key: string, schema: JsonObject): Property {
  const description = `The \`${key}\` of the request.`;
  return { key, schema, description, map: (_, variables) => variables[key] };
}

/** Properties of an object below `key`, made from the object around it. */
export function lift(key: string, properties: readonly Property[]): Property[] {
  return properties.map((each) => ({ ...each, ...at(key, each.map ? each : at(each.key, each)) }));
}

/** A list of named values as an object. @param value serializer that makes it from an entry */
export function keyedOf(name: string, { schema, map = (entry) => entry }: Serializer): Serializer {
  return {
    schema: { type: 'object', additionalProperties: schema },
    map: (list, variables) =>
      Object.fromEntries((list as readonly Fields[]).map((each) => [each[name], map(each, variables)])),
  };
}

/** The serializer of a field, made from the object that has it. What is null, or is missing, stays so. */
export function at(key: string, { schema, map }: Serializer): Serializer {
  return {
    schema,
    map: (source, variables) => {
      const value = (source as Fields)[key];
      return map && value !== null && value !== undefined ? map(value, variables) : value;
    },
  };
}

const writer = new SchemaWriter();
const LIST_ID = { ...ID, description: 'List that the event is about.' };

/** The schema of an object. */
interface ObjectSchema extends JsonObject {
  properties: Record<string, JsonObject>;
  required: string[];
}

/**
 * Writes the schema of an interface as one schema for each of its types, told apart by a property, and one for types that
 * are added later.
 *
 * @param shared schema of what all types have.
 * @param components receives the schemas of the types, by the names that GraphQL has for them.
 */
export function schemaOfVariants(
  type: GraphQLInterfaceType,
  shared: JsonObject,
  components: Record<string, JsonObject>,
): JsonObject {
  const { key, values } = discriminatorOf(type);
  const { properties, required, ...object } = shared as ObjectSchema;
  const { list_id, ...always } = properties;
  // Events of lists name the list, and no others do.
  const listOf = (kind: string) => (list_id && kind.startsWith('list.') ? { list_id: LIST_ID } : {});
  const add = (name: string, description: unknown, narrowed: Record<string, JsonObject>) =>
    addComponent(components, name, {
      ...object,
      properties: { ...always, ...narrowed },
      required: [...required, ...('list_id' in narrowed ? ['list_id'] : [])],
      description,
    });
  const mapping: Record<string, string> = {};
  const oneOf = graphql.getPossibleTypes(type).map(({ name, description, extensions }) => {
    const variant = variantOf(extensions);
    const data = { ...writer.writeAnswer(variant.values), description: 'Values of this kind.' };
    const told = { [key]: { const: variant.key, description }, [values]: data };
    const ref = add(name, description, { ...told, ...listOf(variant.key) });
    mapping[variant.key] = ref.$ref;
    return ref;
  });
  const unknown = { type: 'string', not: { enum: Object.keys(mapping) }, description: 'Any other kind.' };
  const other = add(`Other${type.name}`, 'A kind that was added later. Pass over it.', { [key]: unknown });
  // The last case has no value by which a discriminator could name it.
  return { anyOf: [{ oneOf, discriminator: { propertyName: key, mapping } }, other] };
}
