import {
  type DocumentNode,
  defaultFieldResolver,
  type FieldNode,
  type GraphQLField,
  GraphQLNonNull,
  type GraphQLResolveInfo,
  GraphQLScalarType,
  type GraphQLSchema,
  getNamedType,
  isNonNullType,
  isObjectType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { RowList, type Rows, type SelectedKey } from '../lib/row-list.ts';
import { selectionsOf } from './selections.ts';

type Row = Readonly<Record<string, unknown>>;
type Field = GraphQLField<unknown, unknown>;
type Resolver = NonNullable<Field['resolve']>;

const fieldsBySchema = new WeakMap<GraphQLSchema, readonly Field[]>();

/** Returns the fields of `extensions.isRowList`: lists of `Rows`. */
function rowListsOf(schema: GraphQLSchema): readonly Field[] {
  const known = fieldsBySchema.get(schema);
  if (known) return known;
  const fields = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()))
    .filter(({ extensions }) => extensions.isRowList);
  fieldsBySchema.set(schema, fields);
  return fields;
}

/**
 * Tells whether a document selects lists of rows, and below them nothing but properties of the rows. A field with a resolver
 * or a directive needs each row as an object.
 */
export function selectsPlainRows(schema: GraphQLSchema, document: DocumentNode): boolean {
  const lists = new Set<unknown>(rowListsOf(schema));
  const rowTypes = new Set<unknown>(rowListsOf(schema).map(({ type }) => getNamedType(type)));
  let selects = false;
  let isPlain = true;
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      [Kind.FIELD]: () => {
        const field = types.getFieldDef();
        if (lists.has(field)) selects = true;
        const isProperty = field && (!field.resolve || field.resolve === defaultFieldResolver);
        if (rowTypes.has(types.getParentType()) && !isProperty) isPlain = false;
      },
      [Kind.DIRECTIVE]: () => {
        if (rowTypes.has(types.getParentType())) isPlain = false;
      },
    }),
  );
  return selects && isPlain;
}

const ROWS = new GraphQLScalarType({ name: 'Rows', serialize: (value) => value });

/**
 * Compiles while lists of rows are leaves: graphql-jit then passes on what is selected of the rows, instead of objects of
 * thousands of rows. It reads types and resolvers only meanwhile, and nothing else runs in this turn of the event loop.
 */
export function withRowsAsLeaves<T>(schema: GraphQLSchema, compile: () => T): T {
  const fields = rowListsOf(schema);
  const before = fields.map(({ type, resolve }) => ({ type, resolve }));
  for (const field of fields) {
    const type = isNonNullType(field.type) ? new GraphQLNonNull(ROWS) : ROWS;
    Object.assign(field, { type, resolve: selecting(field.resolve ?? defaultFieldResolver) });
  }
  try {
    return compile();
  } finally {
    for (const [index, field] of fields.entries()) Object.assign(field, before[index]);
  }
}

/** Returns a resolver of the list as the document selects it. */
function selecting(resolve: Resolver): Resolver {
  return (source, args, context, info) => {
    const rows = resolve(source, args, context, info) as Rows<Row> | Promise<Rows<Row>>;
    const keys = keysOf(info);
    return rows instanceof Promise ? rows.then((loaded) => select(loaded, keys)) : select(rows, keys);
  };
}

function select(rows: Rows<Row>, keys: readonly SelectedKey[]): unknown {
  if (rows instanceof RowList) return rows.select(keys);
  return rows.map((row) => {
    const object: Record<string, unknown> = {};
    for (const [key, property] of keys) object[key] = row[property] ?? null;
    return object;
  });
}

const selected = new WeakMap<FieldNode, readonly SelectedKey[]>();

/** Returns what is selected of each row, which is found once for the fields of saved and of cached documents. */
function keysOf(info: GraphQLResolveInfo): readonly SelectedKey[] {
  const only = info.fieldNodes.length === 1 ? info.fieldNodes[0] : undefined;
  const known = only && selected.get(only);
  if (known) return known;
  const keys = [...new Map(selectionsOf(info).flatMap((each) => each.names()))];
  if (only) selected.set(only, keys);
  return keys;
}
