import type { FieldMap, InterfaceRef, ObjectRef } from '@pothos/core';
import type { GraphQLInterfaceType, GraphQLObjectType } from 'graphql';
import { z } from 'zod';
import { MAX_ROW_ID } from '../lib/page.ts';
import { type BuilderTypes, builder, inheritsAccess, innerType } from './builder.ts';

type Json = Readonly<Record<string, unknown>>;
type FieldBuilder<Row> = PothosSchemaTypes.ObjectFieldBuilder<BuilderTypes, Row>;

/** An enum that `defineEnum` made, with the names that GraphQL has for the values of services. */
interface NamedEnum {
  type: PothosSchemaTypes.EnumRef<BuilderTypes, string>;
  names: Readonly<Record<string, string>>;
}

/**
 * Types of values of JSON that do not follow from their schema: enums and objects, by the names of the values. Where variants have
 * different types of one name, the name follows that of the variant: `job.finished/counts`.
 */
export type ValueTypes = Readonly<Record<string, NamedEnum | ObjectRef<BuilderTypes, object>>>;

/** One type behind an interface: how its rows are told apart, and the schema of their values. */
interface Variant {
  key: string;
  values: z.ZodObject;
}

/** Names, as REST spells them, of the properties that tell the types behind an interface apart and hold their values. */
interface Discriminator {
  key: string;
  values: string;
}

/** Declares an interface whose types `defineVariants` defines. */
export const variants = (discriminator: Discriminator) => ({ ...inheritsAccess, discriminator });

export const discriminatorOf = ({ extensions }: GraphQLInterfaceType) =>
  extensions.discriminator as Discriminator;
export const variantOf = (extensions: GraphQLObjectType['extensions']) => extensions.variant as Variant;

interface Variants<Row> {
  /** Schemas of the values that a row has, by the key that tells the types apart. Each becomes a type. */
  values: Readonly<Record<string, z.ZodObject>>;
  /** Descriptions of the types. */
  descriptions: Readonly<Record<string, string>>;
  /** Returns the name of the type of a key. */
  nameOf: (key: string) => string;
  /** The values of a row, by names in snake_case. */
  read: (row: Row) => Json;
  types?: ValueTypes;
}

/**
 * Defines a type for each kind of the rows behind an interface. It has the fields of the interface, and one for each value
 * of its kind, so that clients need not read values out of JSON.
 *
 * @param interfaces that of the rows, and those that it implements itself.
 */
export function defineVariants<Row extends object>(
  interfaces: (InterfaceRef<BuilderTypes, Row> | InterfaceRef<BuilderTypes, unknown>)[],
  { values, descriptions, nameOf, read, types = {} }: Variants<Row>,
): void {
  for (const [key, schema] of Object.entries(values)) {
    builder.objectRef<Row>(nameOf(key)).implement({
      description: descriptions[key] ?? '',
      extensions: { ...inheritsAccess, variant: { key, values: schema } satisfies Variant },
      interfaces: interfaces as InterfaceRef<BuilderTypes, Row>[],
      fields: (t) => fieldsOf(t, schema, read, (name) => types[`${key}/${name}`] ?? types[name]),
    });
  }
}

/** Returns `ListMembersChanged` for `list.members_changed`. */
export const pascalCase = (name: string) =>
  name.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

function fieldsOf<Row>(
  t: FieldBuilder<Row>,
  { shape }: z.ZodObject,
  read: (row: Row) => Json,
  typeOf: (name: string) => ValueTypes[string] | undefined,
): FieldMap {
  const fields = Object.entries(shape as Record<string, z.ZodType>).map(([name, part]) => {
    const { inner, nullable } = unwrap(part);
    // Where JSON leaves a value out, the field is null.
    const description = (part.meta() ?? inner.meta())?.description?.replace('Absent', 'Null');
    const named = typeOf(name);
    const resolve = (row: Row) => {
      const value = read(row)[name] ?? null;
      return named && 'names' in named ? (named.names[String(value)] ?? null) : value;
    };
    const type = named ? ('names' in named ? named.type : named) : scalarOf(name, inner);
    // Which type it has is known only when the schema is built.
    return [camelCase(name), t.field({ type, nullable, description, resolve } as never)];
  });
  return Object.fromEntries(fields) as FieldMap;
}

function unwrap(schema: z.ZodType, nullable = false): { inner: z.ZodType; nullable: boolean } {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? unwrap(schema.unwrap() as z.ZodType, true)
    : { inner: schema, nullable };
}

/** Returns the scalar of a value, or the list of it. @throws Error for what needs a type of its own */
function scalarOf(name: string, schema: z.ZodType): unknown {
  if (schema instanceof z.ZodArray) return [scalarOf(name, schema.element as z.ZodType)];
  if (schema instanceof z.ZodNumber) return Number(schema.maxValue) > MAX_ROW_ID ? 'SafeInt' : 'Int';
  if (schema instanceof z.ZodLiteral) return 'Boolean';
  if (schema instanceof z.ZodString) return schema.meta()?.format === 'date-time' ? 'DateTime' : 'String';
  throw new Error(`the value ${name} needs a type`);
}

/** Defines the type of an object whose values are JSON. */
export function defineJsonObject(name: string, description: string, schema: z.ZodObject) {
  return innerType<Json>(name, {
    description,
    fields: (t) =>
      fieldsOf(
        t,
        schema,
        (json) => json,
        () => undefined,
      ),
  });
}
