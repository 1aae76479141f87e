import { describe, expect, it } from '@jest/globals';
import { type GraphQLArgument, getNamedType, isEnumType, isInputObjectType, isObjectType } from 'graphql';
import { schema } from '../../src/api/schema.ts';
import { openApiDocument } from '../../src/rest/openapi/document.ts';

interface Parameter {
  name: string;
  in: string;
  deprecated?: boolean;
  schema: { enum?: string[]; default?: string };
}

const args = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .flatMap((type) =>
    Object.values(type.getFields()).flatMap((field) =>
      field.args.map((arg) => ({ place: `${type.name}.${field.name}`, arg })),
    ),
  );

/** Names of the fields of an argument `orderBy`, in the lower case of REST. */
function fieldsOf({ type }: GraphQLArgument): string[] {
  const order = getNamedType(type);
  const field = isInputObjectType(order) && getNamedType(order.getFields().field?.type);
  return isEnumType(field) ? field.getValues().map(({ name }) => name.toLowerCase()) : [];
}

/** Lists that can be sorted over both APIs. */
const SORTED: Readonly<Record<string, string>> = {
  'List.members': '/v1/lists/{list_id}/members',
  'Query.lists': '/v1/lists',
  'Query.technologies': '/v1/technologies',
};

const parameters = Object.entries(openApiDocument.paths as Record<string, { get?: object }>).flatMap(
  ([path, { get }]) =>
    ((get as { parameters?: Parameter[] } | undefined)?.parameters ?? [])
      .filter(({ in: place }) => place === 'query')
      .map((parameter) => ({ path, ...parameter })),
);

describe('GraphQL', () => {
  it('sorts by the argument orderBy alone, a field and a direction', () => {
    const sorting = args.filter(({ arg }) => /order|sort|direction/i.test(arg.name));
    expect(sorting.map(({ place, arg }) => `${place} ${arg.name}`).toSorted()).toEqual(
      Object.keys(SORTED).map((place) => `${place} orderBy`),
    );
    for (const { arg } of sorting) {
      const order = getNamedType(arg.type);
      const fields = isInputObjectType(order) ? order.getFields() : {};
      const types = Object.values(fields).map(({ name, type }) => `${name}: ${type}`);
      // Members are sorted by own fields too, which no enum names.
      const field = `${order}` === 'MemberOrder' ? 'FilterFieldKey' : `${order}Field`;
      expect(types.toSorted()).toEqual(['direction: OrderDirection', `field: ${field}!`]);
    }
  });
});

describe('REST', () => {
  it('sorts by the parameter sort, each field of GraphQL in both directions, members by any key', () => {
    const sorting = parameters.filter(({ name }) => name === 'sort');
    const fields = Object.entries(SORTED).map(([place, path]) => {
      if (place === 'List.members') return [path, undefined];
      const arg = args.find((each) => each.place === place && each.arg.name === 'orderBy')?.arg;
      return [
        path,
        arg
          ? fieldsOf(arg)
              .flatMap((field) => [field, `-${field}`])
              .toSorted()
          : [],
      ];
    });
    expect(sorting.map(({ path, schema }) => [path, schema.enum?.toSorted()]).toSorted()).toEqual(
      fields.toSorted(),
    );
  });

  it('documents the default of GraphQL', () => {
    for (const [place, path] of Object.entries(SORTED)) {
      const given = args.find((each) => each.place === place && each.arg.name === 'orderBy')?.arg
        .defaultValue;
      const order = given as { field: string; direction: string } | undefined;
      const expected = order && `${order.direction === 'DESC' ? '-' : ''}${order.field.toLowerCase()}`;
      const sort = parameters.find((each) => each.path === path && each.name === 'sort');
      expect([path, sort?.schema.default]).toEqual([path, expected]);
    }
  });

  it('takes order_by where the contract has it, and no other parameter of an order', () => {
    const others = parameters.filter(
      ({ name, schema }) => name !== 'sort' && (/order|direction/.test(name) || schema.enum?.includes('asc')),
    );
    expect(others.map(({ path, name, deprecated }) => [path, name, deprecated])).toEqual([
      ['/v1/lists', 'order_by', true],
      ['/v1/technologies', 'order_by', true],
    ]);
  });
});
