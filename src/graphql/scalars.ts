import { GraphQLError, GraphQLScalarType, valueFromASTUntyped } from 'graphql';
import { DateTimeISOResolver } from 'graphql-scalars';

/**
 * A point in time, ISO 8601. Input is checked by graphql-scalars. Output is either a Date or a text that
 * database/iso-timestamps.ts made from a timestamptz; checking that again would cost more than reading the row.
 */
export const DateTime = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description: 'A point in time: ISO 8601 in UTC, ending in Z, such as 2026-03-01T12:00:00.000Z.',
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

export const FilterLiteral = new GraphQLScalarType<string | number | boolean>({
  name: 'FilterLiteral',
  description: 'A value of a filter condition: a string, a whole number, true or false.',
  serialize: toLiteral,
  parseValue: toLiteral,
  parseLiteral: (node, variables) => toLiteral(valueFromASTUntyped(node, variables)),
});
