import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  printSchema,
} from 'graphql';
import { schema } from '../../src/api/schema.ts';

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);

describe('schema.graphql', () => {
  it('matches the schema in code (npm run schema writes it)', async () => {
    const committed = await readFile(new URL('../../schema.graphql', import.meta.url), 'utf8');
    expect(`${printSchema(schema)}\n`).toBe(committed);
  });
});

describe('the documentation of the schema', () => {
  it('covers every type, field, argument and value', () => {
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
  it('have the same internal and external values, because compiled documents do not translate them', () => {
    const different = types
      .filter((type) => isEnumType(type))
      .flatMap((type) => type.getValues())
      .filter((value) => value.value !== value.name);
    expect(different).toEqual([]);
  });
});
