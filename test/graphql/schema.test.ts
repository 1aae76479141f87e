import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import {
  type GraphQLField,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  printSchema,
} from 'graphql';
import { schema } from '../../src/graphql/schema.ts';

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);

describe('schema.graphql', () => {
  it('is what the code builds (npm run schema writes it)', async () => {
    const committed = await readFile(new URL('../../schema.graphql', import.meta.url), 'utf8');
    expect(`${printSchema(schema)}\n`).toBe(committed);
  });
});

describe('access', () => {
  const optionsOf = (of: { extensions: object }): Record<string, unknown> =>
    (of.extensions as { pothosOptions?: Record<string, unknown> }).pothosOptions ?? {};

  /** Root fields check the caller themselves; a type says that it inherits the check of the field that led to it. */
  function undeclared(type: GraphQLNamedType, field: GraphQLField<unknown, unknown>): boolean {
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    const isRoot = roots.some((root) => root === type);
    if (isRoot) return optionsOf(field).authScopes === undefined;
    return optionsOf(field).authScopes === undefined && type.extensions.access !== 'inherited';
  }

  it('is declared by every field', () => {
    const missing = types
      .filter((type) => isObjectType(type))
      .filter((type) => type.name !== 'PageInfo')
      .flatMap((type) =>
        Object.values(type.getFields())
          .filter((field) => undeclared(type, field))
          .map((field) => `${type.name}.${field.name}`),
      );
    expect(missing).toEqual([]);
  });
});

describe('documentation', () => {
  it('is there for every type, field, argument and value', () => {
    const missing = types.flatMap((type) => {
      const own = type.description ? [] : [type.name];
      if (isEnumType(type)) {
        return [
          ...own,
          ...type
            .getValues()
            .filter((value) => !value.description)
            .map((value) => `${type.name}.${value.name}`),
        ];
      }
      if (isInputObjectType(type)) {
        return [
          ...own,
          ...Object.values(type.getFields())
            .filter((field) => !field.description)
            .map((field) => `${type.name}.${field.name}`),
        ];
      }
      if (!isObjectType(type) && !isInterfaceType(type)) return own;
      const fields = Object.values(type.getFields()).flatMap((field) => [
        ...(field.description ? [] : [`${type.name}.${field.name}`]),
        ...field.args
          .filter((argument) => !argument.description)
          .map((argument) => `${type.name}.${field.name}(${argument.name})`),
      ]);
      return [...own, ...fields];
    });
    expect(missing).toEqual([]);
  });
});

describe('enums', () => {
  it('have the same value inside as outside: compiled documents do not translate them', () => {
    const different = types
      .filter((type) => isEnumType(type))
      .flatMap((type) => type.getValues())
      .filter((value) => value.value !== value.name);
    expect(different).toEqual([]);
  });
});
