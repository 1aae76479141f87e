import { type GraphQLSchema, isEnumType } from 'graphql';
import { z } from 'zod';
import { shown } from '../shown.ts';

/** Every response schema is strict: a field that is not documented here fails the tests (test/harness/conformance.ts). */
export const record = z.strictObject;

const MAX_INT32 = 2 ** 31 - 1;

/** A point in time (contract, section 1). */
export const TIME = z
  .string()
  .describe('ISO 8601 in UTC, ending in Z.')
  .register(shown, { schema: { type: 'string', format: 'date-time', pattern: 'Z$' } });

export const id = (description: string) => z.int().min(1).max(MAX_INT32).describe(description);

export const count = (description: string) => z.int().min(0).describe(description);

/** The envelope of a page under its own name (contract, section 1). */
export function pageOf<Name extends string, Item extends z.ZodType>(name: Name, item: Item) {
  return record({
    ...({ [name]: z.array(item) } as Record<Name, z.ZodArray<Item>>),
    total: count('How many there are in all.'),
    limit: z.int().min(1).max(1000).describe('The `limit` that was asked for.'),
    offset: z.int().min(0).describe('The `offset` that was asked for.'),
  });
}

export const UserReference = record({
  user_id: id('The id of the user.'),
  name: z.string().describe('The name of the user.'),
}).meta({ id: 'UserReference', description: 'Somebody in the organization.' });

/** The values of a GraphQL enum as REST spells them: lower case. */
export function keysOf(schema: GraphQLSchema, name: string): [string, ...string[]] {
  const type = schema.getType(name);
  const [first, ...rest] = isEnumType(type) ? type.getValues().map((value) => value.name.toLowerCase()) : [];
  if (first === undefined) throw new Error(`${name} is no enum of the schema`);
  return [first, ...rest];
}
