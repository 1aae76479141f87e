import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import {
  assertEnumType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { schema } from '../../src/api/schema.ts';
import { printPublishedSchema } from '../../src/graphql/published-schema.ts';

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);

describe('schema.graphql', () => {
  it('matches the schema in code (npm run schema writes it)', async () => {
    const committed = await readFile(new URL('../../schema.graphql', import.meta.url), 'utf8');
    expect(printPublishedSchema(schema)).toBe(committed);
  });
});

describe('enums', () => {
  it('have the same internal and external values, because compiled documents do not translate them', () => {
    const different = types
      .filter((type) => isEnumType(type))
      .flatMap((type) => type.getValues())
      .filter((value) => value.value !== value.name);
    expect(different).toEqual([]);
  });
});

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

  it('is nullable at the root of queries', () => {
    const strict = fields.filter(({ parent, field }) => parent === 'Query' && isNonNullType(field.type));
    expect(placesOf(strict)).toEqual([]);
  });
});

describe('a type of the schema says what is possible', () => {
  const inputs = Object.values(schema.getTypeMap()).flatMap((type) =>
    isInputObjectType(type)
      ? Object.values(type.getFields()).map((field) => ({ place: `${type.name}.${field.name}`, field }))
      : [],
  );

  it('so that a definition has a version, and no permission makes an owner', () => {
    const typeOf = (wanted: string) => String(inputs.find(({ place }) => place === wanted)?.field.type);
    expect(typeOf('DefinitionInput.registryVersion')).toBe('String!');
    expect(typeOf('GrantPermissionInput.accessLevel')).toBe('GrantableAccessLevel!');
    const granted = fields.find(
      ({ parent, field }) => parent === 'Permission' && field.name === 'accessLevel',
    );
    expect(String(granted?.field.type)).toBe('GrantableAccessLevel!');
    const values = assertEnumType(schema.getType('GrantableAccessLevel')).getValues();
    expect(values.map(({ name }) => name)).toEqual(['EDITOR', 'VIEWER']);
  });
});
