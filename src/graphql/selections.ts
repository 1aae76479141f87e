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
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { RowList, type Rows, type SelectedKey } from '../lib/json-writer.ts';

/** Returns what is selected below a field: one selection set for each place that requests the same response key. */
export function selectionsOf({ fieldNodes, fragments }: GraphQLResolveInfo): Selections[] {
  return fieldNodes.map(({ selectionSet }) => new Selections(fragments, selectionSet));
}

/** Returns whether a field is selected below another; ignores `@skip` and `@include`. @param path names of fields. */
export function isSelected(info: GraphQLResolveInfo, path: readonly string[]): boolean {
  let level = selectionsOf(info);
  for (const name of path) level = level.flatMap((each) => each.below(name));
  return level.length > 0;
}

/** A selection set, with the fields of its fragments. */
export class Selections {
  readonly #fragments: GraphQLResolveInfo['fragments'];
  readonly #set: SelectionSetNode | undefined;

  constructor(fragments: GraphQLResolveInfo['fragments'], set: SelectionSetNode | undefined) {
    this.#fragments = fragments;
    this.#set = set;
  }

  /** Returns the selection set of each field of a name. */
  below(name: string): Selections[] {
    const fields = this.#fields().filter((field) => field.name.value === name);
    return fields.map(({ selectionSet }) => new Selections(this.#fragments, selectionSet));
  }

  /** Returns the response keys of the fields. */
  keys(): string[] {
    return this.#fields().map(({ alias, name }) => (alias ?? name).value);
  }

  /** Returns the response keys of the fields, with the names of the fields. */
  names(): [key: string, name: string][] {
    return this.#fields().map(({ alias, name }) => [(alias ?? name).value, name.value]);
  }

  #fields(): FieldNode[] {
    return fieldsIn([this.#set], (name) => this.#fragments[name]?.selectionSet);
  }
}

/**
 * Collects the fields of selection sets that are one place of the answer, as GraphQL does: a fragment adds its fields once,
 * however often it is spread.
 */
export function fieldsIn(
  sets: readonly (SelectionSetNode | undefined)[],
  fragmentOf: (name: string) => SelectionSetNode | undefined,
): FieldNode[] {
  const fields: FieldNode[] = [];
  const spread = new Set<string>();
  const collect = (set: SelectionSetNode | undefined): void => {
    for (const node of set?.selections ?? []) {
      if (node.kind === Kind.FIELD) fields.push(node);
      else if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet);
      else if (!spread.has(node.name.value)) {
        spread.add(node.name.value);
        collect(fragmentOf(node.name.value));
      }
    }
  };
  for (const each of sets) collect(each);
  return fields;
}

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
