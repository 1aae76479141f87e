import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  getOperationAST,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { schema } from '../../api/schema.ts';
import { addComponent, type JsonObject } from '../openapi/json-schema.ts';
import {
  DESCRIPTIONS,
  FIELDS,
  type FieldRule,
  NAMED_ENUMS,
  OMITS_EMPTY_LISTS,
  SHOWS_NULLS,
} from './fields.ts';
import {
  at,
  enumOf,
  filledListOf,
  listOf,
  objectOf,
  type Property,
  pageOf,
  type Shape,
  scalarOf,
} from './shapes.ts';

/** The body of an answer, made from the data of an operation. */
export interface Answer extends Shape {
  /** The named schemas that its schema refers to. */
  components: Readonly<Record<string, JsonObject>>;
}

/**
 * Derives the body of an answer from the saved document behind it: names from aliases, types and nullability from the
 * GraphQL schema, the rest from fields.ts.
 *
 * @param path response keys, from the data to the body.
 * @throws Error when the document selects no such field.
 */
export function answerOf(document: DocumentNode, path: readonly string[]): Answer {
  const operation = getOperationAST(document);
  const root = operation && schema.getRootType(operation.operation);
  if (!root) throw new Error('a saved document has one operation');
  const reader = new Reader(document);
  const body = reader.read(root, operation.selectionSet, path);
  return { ...path.reduceRight((shape, key) => at(key, shape), body), components: reader.components };
}

class Reader {
  readonly components: Record<string, JsonObject> = {};
  readonly #fragments = new Map<string, FragmentDefinitionNode>();

  constructor({ definitions }: DocumentNode) {
    for (const each of definitions)
      if (each.kind === Kind.FRAGMENT_DEFINITION) this.#fragments.set(each.name.value, each);
  }

  read(
    type: GraphQLObjectType,
    set: SelectionSetNode | undefined,
    [key, ...below]: readonly string[],
  ): Shape {
    if (key === undefined) return objectOf(this.#properties(type, set));
    const field = this.#fieldsOf(set).find((each) => keyOf(each) === key);
    if (!field) throw new Error(`a saved document does not select ${key} of ${type.name}`);
    if (below.length === 0) return this.#field(type, field);
    const inner = getNamedType(definitionOf(type, field).type);
    if (!isObjectType(inner)) throw new Error(`${type.name}.${key} has no fields`);
    return this.read(inner, field.selectionSet, below);
  }

  #properties(type: GraphQLObjectType, set: SelectionSetNode | undefined): Property[] {
    return this.#fieldsOf(set).flatMap((field) => this.#propertiesOf(type, field));
  }

  /** The property that a field becomes, or those of its object where they stand beside the others. */
  #propertiesOf(parent: GraphQLObjectType, field: FieldNode): Property[] {
    const { type, description } = definitionOf(parent, field);
    const rule = ruleOf(parent, field);
    const key = keyOf(field);
    const isNullable = !isNonNullType(type) && !SHOWS_NULLS.has(parent.name);
    // Only `@include` and `@skip` are used, which leave fields out.
    const isOptional = isNullable || Boolean(field.directives?.length);
    const inner = getNamedType(type);
    if (rule.isFlat && isObjectType(inner))
      return this.#properties(inner, field.selectionSet).map((each) => ({
        key: each.key,
        description: rule.description ?? each.description,
        isOptional: isOptional || Boolean(each.isOptional),
        ...at(key, each.map ? each : at(each.key, each)),
      }));
    const shape = this.#field(parent, field);
    const omitsEmpty = 'minItems' in shape.schema && OMITS_EMPTY_LISTS.has(parent.name);
    return [
      {
        key,
        description: rule.description ?? [description, shape.schema.description].filter(Boolean).join(' '),
        isOptional: isOptional || omitsEmpty,
        isHidden: rule.isHeader === true,
        ...(shape.map ? at(key, shape) : shape),
      },
    ];
  }

  #field(parent: GraphQLObjectType, field: FieldNode): Shape {
    const { type } = definitionOf(parent, field);
    const rule = ruleOf(parent, field);
    let shape = rule.words ? enumOf(rule.words) : this.#shape(type, field);
    if (OMITS_EMPTY_LISTS.has(parent.name) && shape.schema.type === 'array') shape = filledListOf(shape);
    const showsNull = !isNonNullType(type) && SHOWS_NULLS.has(parent.name);
    const own = showsNull ? orNull(shape.schema) : shape.schema;
    return { schema: { ...own, ...rule.schema }, map: shape.map };
  }

  #shape(type: GraphQLOutputType, field: FieldNode): Shape {
    const inner = getNullableType(type);
    if (isListType(inner)) return listOf(this.#shape(inner.ofType, field));
    if (isObjectType(inner)) {
      if (/(Connection|Page)$/.test(inner.name)) return this.#page(inner, field);
      const shape = objectOf(this.#properties(inner, field.selectionSet));
      return this.#named(this.#fragmentOf(field) ?? inner.name, inner, shape);
    }
    if (!isEnumType(inner)) return scalarOf(String(inner), keyOf(field));
    const values = inner.getValues();
    const { schema, map } = enumOf(values.map(({ name }) => name));
    if (NAMED_ENUMS.has(inner.name)) return this.#named(inner.name, inner, { schema, map });
    const meanings = values.map(({ name, description }) => `\`${name.toLowerCase()}\`: ${description}`);
    return { schema: { ...schema, description: meanings.join(' ') }, map };
  }

  /** A connection is the list of its nodes. With its total it is a page of them, named by the key of the field. */
  #page(type: GraphQLObjectType, field: FieldNode): Shape {
    const fields = this.#fieldsOf(field.selectionSet);
    const total = fields.find(({ name }) => /^total(Count)?$/.test(name.value));
    const items = fields.find((each) => isListType(getNullableType(definitionOf(type, each).type)));
    if (!items) throw new Error(`a saved document selects no items of ${type.name}`);
    const isConnection = items.name.value === 'edges';
    const list = at(keyOf(items), isConnection ? this.#nodes(type, items) : this.#field(type, items));
    if (!total) return list;
    const name = keyOf(isConnection ? field : items);
    const others = fields.filter((each) => each !== items && each !== total);
    const page = pageOf(
      name,
      list,
      at(keyOf(total), this.#field(type, total)),
      others.flatMap((each) => this.#propertiesOf(type, each)),
    );
    const fragment = this.#fragmentOf(field);
    return fragment ? this.#named(fragment, type, page) : page;
  }

  #nodes(type: GraphQLObjectType, edges: FieldNode): Shape {
    const edge = getNamedType(definitionOf(type, edges).type);
    const [node] = this.#fieldsOf(edges.selectionSet);
    if (!node || !isObjectType(edge)) throw new Error(`a saved document selects no nodes of ${type.name}`);
    return listOf(at(keyOf(node), this.#field(edge, node)));
  }

  #named(name: string, type: { description?: string | null | undefined }, { schema, map }: Shape): Shape {
    const description = DESCRIPTIONS[name] ?? type.description;
    return { schema: addComponent(this.components, name, { ...schema, description }), map };
  }

  /** The fragment that is all that is selected of a field: schemas are named after it. */
  #fragmentOf({ selectionSet }: FieldNode): string | undefined {
    const [only, ...more] = selectionSet?.selections ?? [];
    return only?.kind === Kind.FRAGMENT_SPREAD && more.length === 0 ? only.name.value : undefined;
  }

  /** What is selected, with what fragments add; what is selected twice, once. */
  #fieldsOf(set: SelectionSetNode | undefined): FieldNode[] {
    const fields = (set?.selections ?? []).flatMap((selection): FieldNode[] => {
      if (selection.kind === Kind.FIELD) return [selection];
      const isSpread = selection.kind === Kind.FRAGMENT_SPREAD;
      return this.#fieldsOf((isSpread ? this.#fragments.get(selection.name.value) : selection)?.selectionSet);
    });
    return [...new Map(fields.map((field) => [keyOf(field), field])).values()];
  }
}

function keyOf({ alias, name }: FieldNode): string {
  return (alias ?? name).value;
}

function definitionOf(type: GraphQLObjectType, { name }: FieldNode): GraphQLField<unknown, unknown> {
  const field = type.getFields()[name.value];
  if (!field) throw new Error(`${type.name} has no field ${name.value}`);
  return field;
}

function ruleOf(type: GraphQLObjectType, { name }: FieldNode): FieldRule {
  return FIELDS[`${type.name}.${name.value}`] ?? {};
}

function orNull(schema: JsonObject): JsonObject {
  const isPlain = typeof schema.type === 'string' && !('enum' in schema);
  return isPlain ? { ...schema, type: [schema.type, 'null'] } : { anyOf: [schema, { type: 'null' }] };
}
