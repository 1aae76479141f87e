import { describe, expect, it } from '@jest/globals';
import { isInterfaceType, isNonNullType, isObjectType } from 'graphql';
import { schema } from '../../src/api/schema.ts';

const fields = Object.values(schema.getTypeMap())
  .filter((type) => !type.name.startsWith('__'))
  .filter((type) => isObjectType(type) || isInterfaceType(type))
  .flatMap((type) => Object.values(type.getFields()).map((field) => ({ parent: type.name, field })));

const placesOf = (found: typeof fields) => found.map(({ parent, field }) => `${parent}.${field.name}`);

describe('a field that can be refused', () => {
  it('is nullable, so that its refusal leaves other fields alone', () => {
    const refusable = fields.filter(
      ({ parent, field }) => parent !== 'Subscription' && (parent === 'Mutation' || field.args.length > 0),
    );
    const strict = refusable.filter(({ field }) => isNonNullType(field.type));
    expect([refusable.length > 40, placesOf(strict)]).toEqual([true, []]);
  });

  it('is nullable at the root of queries, unless every key may read it', () => {
    const strict = fields.filter(({ parent, field }) => parent === 'Query' && isNonNullType(field.type));
    expect(placesOf(strict)).toEqual(['Query.catalogue', 'Query.rateLimit', 'Query.viewer']);
  });
});
