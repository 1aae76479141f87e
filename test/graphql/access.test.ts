import { describe, expect, it } from '@jest/globals';
import { buildSchema, type GraphQLSchema, isIntrospectionType, isObjectType } from 'graphql';
import { schema } from '../../src/api/schema.ts';

const optionsOf = (of: { extensions: object }): Record<string, unknown> =>
  (of.extensions as { pothosOptions?: Record<string, unknown> }).pothosOptions ?? {};

/** Root fields declare their own access. Other types declare that they inherit the access of the parent field. */
function undeclared(schema: GraphQLSchema): string[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type))
    .filter((type) => !isIntrospectionType(type) && type.name !== 'PageInfo')
    .flatMap((type) => {
      const inherits = !roots.includes(type) && type.extensions.access === 'inherited';
      return Object.values(type.getFields())
        .filter((field) => !inherits && optionsOf(field).authScopes === undefined)
        .map((field) => `${type.name}.${field.name}`);
    });
}

describe('the access of a field', () => {
  it('is declared everywhere in the schema', () => {
    expect(undeclared(schema)).toEqual([]);
  });

  it('is reported as missing if neither the root field nor its type declares it', () => {
    const open = buildSchema(
      'type Query { open: Thing } type Mutation { change: Int } type Thing { name: ID }',
    );
    expect(undeclared(open).toSorted()).toEqual(['Mutation.change', 'Query.open', 'Thing.name']);
  });
});
