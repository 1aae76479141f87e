import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { GraphQLError, GraphQLScalarType, valueFromASTUntyped } from 'graphql';
import { DateTimeISOResolver, JSONResolver, SafeIntResolver } from 'graphql-scalars';
import type PrismaTypes from '../generated/pothos-types.ts';
import { getDatamodel } from '../generated/pothos-types.ts';
import { Fault } from '../lib/fault.ts';
import { requireUser } from '../lib/principal.ts';
import type { Context, UserContext } from './context.ts';
import FieldDeclarations from './field-declarations.ts';

interface Scopes {
  /** Needs any valid key. */
  anyKey: boolean;
  /** Needs a personal key. */
  userKey: boolean;
}

interface SchemaTypes {
  Context: Context;
  PrismaTypes: PrismaTypes;
  AuthScopes: Scopes;
  /** Narrows the context of fields with `t.withAuth`. */
  AuthContexts: { userKey: UserContext };
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string | number };
    DateTime: { Input: Date; Output: Date | string };
    FilterFieldKey: { Input: string; Output: string };
    FilterLiteral: { Input: string | number | boolean; Output: string | number | boolean };
    JSON: { Input: unknown; Output: unknown };
    /** Ids of rows that outnumber 32 bits, credits and counts. */
    SafeInt: { Input: number; Output: number };
  };
}

/**
 * The builder of all types. Access is declared where an operation enters: every field of Query, Mutation and
 * Subscription names its scope. A type that is reached only through such a field is an `innerType`, or declares
 * `inheritsAccess`.
 * test/graphql/access.test.ts fails for a type or root field that declares neither.
 */
export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [ScopeAuthPlugin, PrismaPlugin, RelayPlugin, FieldDeclarations],
  defaultFieldNullability: false,
  scopeAuth: {
    authScopes: ({ principal }) => ({
      // Requests without a valid key have no context.
      anyKey: true,
      userKey: () => Boolean(requireUser(principal)),
    }),
    // Refuses a subscription before its stream opens, not at the first event.
    authorizeOnSubscribe: true,
    unauthorizedError: () => new Fault('insufficient_access', 'This key does not allow this operation.'),
  },
  relay: {
    clientMutationId: 'omit',
    cursorType: 'String',
    nodeTypeOptions: { description: 'An object with a global id, which is unique across all types.' },
    idFieldOptions: { description: 'Global id, for `node` and `nodes`.' },
    // graphql/nodes.ts defines both fields: they load each type by one statement and return null for missing objects.
    nodeQueryOptions: false,
    nodesQueryOptions: false,
  },
  prisma: {
    client: ({ services }) => services.prisma,
    dmmf: getDatamodel(),
  },
});

/** Marks a type that is reached only through fields that have checked the caller. */
export const inheritsAccess = { access: 'inherited' } as const;

/** Types of the builder, for helpers that take or return parts of the schema. */
export type BuilderTypes =
  typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Types> ? Types : never;

/** Defines an object type that inherits access. */
export function innerType<Row>(
  name: string,
  { extensions, ...options }: PothosSchemaTypes.ObjectTypeOptions<BuilderTypes, Row>,
) {
  return builder
    .objectRef<Row>(name)
    .implement({ ...options, extensions: { ...extensions, ...inheritsAccess } });
}

/**
 * A point in time, ISO 8601. Input is checked by graphql-scalars. Output is either a Date or a text that
 * database/copy-reader.ts made from a timestamptz; checking that again would cost more than reading the row.
 */
const DateTime = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description:
    'A point in time: ISO 8601 in UTC with milliseconds, ending in Z, such as 2026-03-01T12:00:00.000Z. Input may have another offset.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
  serialize: (value) => (value instanceof Date ? value.toISOString() : String(value)),
  parseValue: (value) => DateTimeISOResolver.parseValue(value),
  parseLiteral: (node, variables) => DateTimeISOResolver.parseLiteral(node, variables),
});

/** Only its shape is checked here: what a field takes, modules/filters knows. */
function toLiteral(value: unknown): string | number | boolean {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  throw new GraphQLError('A value must be a string, a whole number, true or false.');
}

const FilterLiteral = new GraphQLScalarType<string | number | boolean>({
  name: 'FilterLiteral',
  description: 'A value of a filter condition: a string, a whole number, true or false.',
  serialize: toLiteral,
  parseValue: toLiteral,
  parseLiteral: (node, variables) => toLiteral(valueFromASTUntyped(node, variables)),
});

/** Numbers that outgrow 32 bits. Statements return them as float8, which the driver reads as a number. */
const SafeInt = new GraphQLScalarType({
  ...SafeIntResolver.toConfig(),
  description:
    'A whole number of up to 53 bits, from -9007199254740991 to 9007199254740991. JSON numbers hold it exactly.',
}) as GraphQLScalarType<number, number>;

builder.addScalarType('DateTime', DateTime);
builder.addScalarType('FilterLiteral', FilterLiteral);
builder.addScalarType('JSON', JSONResolver);
builder.addScalarType('SafeInt', SafeInt);
builder.queryType({
  description: 'Operations that read. None of them charges credits. Every field needs an API key.',
});
builder.mutationType({
  description:
    'Operations that change data. Only `enrichPartnerships` and `exportList` charge credits. Every field needs an API key.',
});
builder.subscriptionType({
  description:
    'Operations that report changes as they happen, over server-sent events. Every field needs an API key.',
});
