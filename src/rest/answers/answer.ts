import {
  type DocumentNode,
  type GraphQLInterfaceType,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  getOperationAST,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { schema } from '../../api/schema.ts';
import { pagePartOf } from '../../graphql/connection.ts';
import { nullsOnError } from '../../graphql/field-declarations.ts';
import { addComponent, type JsonObject } from '../openapi/json-schema.ts';
import { DESCRIPTIONS } from './descriptions.ts';
import * as rest from './fields.ts';
import {
  at,
  enumOf,
  keyedOf,
  lift,
  listOf,
  meaningsOf,
  objectOf,
  type Property,
  pageOf,
  type Serializer,
  scalarOf,
  schemaOfVariants,
} from './serializers.ts';

/**
 * Derives the body of an answer from the saved document behind it, with the named schemas that it refers to: names from
 * aliases, types and nullability from the GraphQL schema, the rest from fields.ts.
 *
 * @param path response keys from the data to the body. Without it, the body is the innermost object that holds
 *   everything that the document selects.
 * @throws Error when the document selects no such field.
 */
export function answerOf(document: DocumentNode, path?: readonly string[]) {
  const operation = getOperationAST(document);
  const root = operation && schema.getRootType(operation.operation);
  if (!root) throw new Error('a saved document has one operation');
  const reader = new Reader(document);
  const fields = reader.select(root, operation.selectionSet);
  const isSingle = path !== undefined || fields.length === 1;
  const body = isSingle ? reader.body(fields, path ?? pathTo(fields)) : reader.bodyOfSeveral(fields);
  return { ...body, components: reader.components };
}

type Fielded = GraphQLObjectType | GraphQLInterfaceType;

const hasFields = (type: unknown): type is Fielded => isObjectType(type) || isInterfaceType(type);

function pathTo([only, ...more]: readonly Selected[]): string[] {
  if (!only || more.length > 0 || !hasFields(getNullableType(only.type))) return [];
  return [only.key, ...pathTo(only.fields)];
}

/** A selected field. */
interface Selected {
  key: string;
  parent: string;
  /** Schema coordinate: the keys of fields.ts. */
  coordinate: string;
  type: GraphQLOutputType;
  description: string | null | undefined;
  /** Whether it may be left out: `@include` and `@skip` are the only directives in use. */
  isConditional: boolean;
  /** The fragment that is all that is selected of it: schemas are named after it. */
  fragment: string | undefined;
  fields: readonly Selected[];
}

class Reader {
  readonly components: Record<string, JsonObject> = {};
  readonly #fragments: ReadonlyMap<string, SelectionSetNode>;
  /** Whether pages can begin at an offset. */
  readonly #hasOffset: boolean;

  constructor(document: DocumentNode) {
    const { definitions } = document;
    const variables = getOperationAST(document)?.variableDefinitions ?? [];
    this.#hasOffset = variables.some(({ variable }) => variable.name.value === 'offset');
    const fragments = definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
    this.#fragments = new Map(fragments.map(({ name, selectionSet }) => [name.value, selectionSet]));
  }

  /** Reads the fields of a selection and of its fragments, without repetitions. */
  select(parent: Fielded, set: SelectionSetNode | undefined): readonly Selected[] {
    const selected = (set?.selections ?? []).flatMap((node): readonly Selected[] => {
      if (node.kind === Kind.INLINE_FRAGMENT) return this.select(parent, node.selectionSet);
      const name = node.name.value;
      if (node.kind === Kind.FRAGMENT_SPREAD) return this.select(parent, this.#fragments.get(name));
      const definition = parent.getFields()[name];
      if (!definition) throw new Error(`${parent.name} has no field ${name}`);
      const { description } = definition;
      // An error refuses the whole answer over REST, so what is null only with an error is never null here.
      const type = nullsOnError(definition) ? new GraphQLNonNull(definition.type) : definition.type;
      const inner = getNamedType(type);
      const [only, ...more] = node.selectionSet?.selections ?? [];
      return [
        {
          key: node.alias?.value ?? name,
          parent: parent.name,
          coordinate: `${parent.name}.${name}`,
          type,
          description,
          isConditional: Boolean(node.directives?.length),
          fragment: only?.kind === Kind.FRAGMENT_SPREAD && more.length === 0 ? only.name.value : undefined,
          fields: hasFields(inner) ? this.select(inner, node.selectionSet) : [],
        },
      ];
    });
    return [...new Map(selected.map((field) => [field.key, field])).values()];
  }

  body(fields: readonly Selected[], [key, ...below]: readonly string[]): Serializer {
    if (key === undefined) return this.#objectOf(fields);
    const field = fields.find((each) => each.key === key);
    if (!field) throw new Error(`a saved document does not select ${key} of ${fields[0]?.parent}`);
    return at(key, below.length > 0 ? this.body(field.fields, below) : this.#serializerOf(field));
  }

  /** Returns the serializer of several root fields. Each shows the innermost field that holds all of its selection. */
  bodyOfSeveral(fields: readonly Selected[]): Serializer {
    return objectOf(fields.flatMap(this.#innermost, this));
  }

  #innermost(field: Selected): Property[] {
    const [only, ...more] = field.fields;
    const isWrapper = only && only.fields.length > 0 && more.length === 0;
    return isWrapper ? lift(field.key, this.#innermost(only)) : this.#propertiesOf(field);
  }

  #objectOf(fields: readonly Selected[]): Serializer {
    const shown = fields.filter(({ coordinate }) => !rest.IN_HEADERS.includes(coordinate));
    return objectOf(shown.flatMap(this.#propertiesOf, this), shown.length === fields.length);
  }

  /** The property that a field becomes, or those of its object where they stand beside the others. */
  #propertiesOf(field: Selected): Property[] {
    const { key, coordinate, type } = field;
    const { description, ...keywords } = rest.KEYWORDS[coordinate] ?? {};
    const isOptional = field.isConditional || (!isNonNullType(type) && !rest.showsNull(field));
    if (rest.FLAT.includes(coordinate))
      return lift(key, field.fields.flatMap(this.#propertiesOf, this)).map((each) => ({
        ...each,
        description: description ?? each.description,
        isOptional: isOptional || Boolean(each.isOptional),
      }));
    const { schema, map } = this.#serializerOf(field);
    const meanings = 'x-extensible-enum' in keywords ? undefined : schema.description;
    const omitsEmptyList = schema.type === 'array' && rest.omitsEmptyList(field);
    return [
      {
        key,
        description: [description ?? wordsOf(field, isOptional), meanings].filter(Boolean).join(' '),
        isOptional: isOptional || omitsEmptyList,
        showsNull: rest.showsNull(field),
        omitsEmptyList,
        schema: omitsEmptyList ? { ...schema, minItems: 1 } : schema,
        map: map && at(key, { schema, map }).map,
      },
    ];
  }

  #serializerOf(field: Selected): Serializer {
    const { description, ...keywords } = rest.KEYWORDS[field.coordinate] ?? {};
    const words = rest.WORDS[field.coordinate];
    const { schema, map } = words ? enumOf(words) : this.#ofType(field.type, field);
    const showsNull = !isNonNullType(field.type) && rest.showsNull(field);
    return { schema: { ...(showsNull ? orNull(schema) : schema), ...keywords }, map };
  }

  #ofType(type: GraphQLOutputType, field: Selected): Serializer {
    const inner = getNullableType(type);
    if (rest.KEYED.includes(field.coordinate)) {
      const [name, value] = field.fields;
      if (!name || !value) throw new Error(`a saved document selects no names and values of ${field.key}`);
      return keyedOf(name.key, at(value.key, this.#serializerOf(value)));
    }
    if (isListType(inner)) return listOf(this.#ofType(inner.ofType, field));
    if (hasFields(inner)) {
      const [first, ...others] = field.fields;
      const part = pagePartOf(inner);
      if (part === 'page') return this.#page(inner, field);
      // An edge that says more of its node is an object.
      if (part === 'edge' && first && others.length === 0) return at(first.key, this.#serializerOf(first));
      const object = this.#objectOf(field.fields);
      const schema = isInterfaceType(inner)
        ? schemaOfVariants(inner, object.schema, this.components)
        : object.schema;
      return this.#named(field.fragment ?? inner.name, inner, { ...object, schema });
    }
    if (!isEnumType(inner)) {
      const scalar = scalarOf(String(inner), rest.isNumbered(field.coordinate));
      return rest.NAMED.includes(inner.name) ? this.#named(inner.name, inner, scalar) : scalar;
    }
    const values = inner.getValues();
    const spell = rest.SPELLINGS[inner.name] ?? ((name: string) => name.toLowerCase());
    const { schema, map } = enumOf(
      values.map(({ name }) => name),
      spell,
    );
    if (rest.NAMED.includes(inner.name)) return this.#named(inner.name, inner, { schema, map });
    return { schema: { ...schema, description: meaningsOf(inner, spell) }, map };
  }

  /** A page is the list of its items. With its total it is an envelope around them, under the key of the connection. */
  #page(type: Fielded, { key, fragment, fields }: Selected): Serializer {
    const total = fields.find(({ coordinate }) => coordinate === `${type.name}.totalCount`);
    const items = fields.find(({ coordinate }) => coordinate === `${type.name}.edges`);
    if (!items) throw new Error(`a saved document selects no items of ${type.name}`);
    const list = at(items.key, this.#serializerOf(items));
    if (!total) return list;
    const pageInfo = fields.find((each) => each.key === 'pageInfo');
    if (!pageInfo) throw new Error(`a saved document selects no pageInfo of ${type.name}`);
    const others = fields
      .filter((each) => ![items, total, pageInfo].includes(each))
      .flatMap(this.#propertiesOf, this);
    const page = pageOf(key, list, at(total.key, this.#serializerOf(total)), this.#hasOffset, others);
    return fragment ? this.#named(fragment, type, page) : page;
  }

  #named(
    name: string,
    type: { description?: string | null | undefined },
    { schema, map }: Serializer,
  ): Serializer {
    const description = DESCRIPTIONS[name] ?? type.description;
    return { schema: addComponent(this.components, name, { ...schema, description }), map };
  }
}

/** The description of a field. What GraphQL shows as null, REST leaves out, unless it shows nulls. */
function wordsOf(field: Selected, isOptional: boolean): string | undefined {
  const { description } = field;
  const isLeftOut = isOptional && !rest.showsNull(field);
  if (!isLeftOut) return description ?? undefined;
  return description?.replace(/\bnull\b/g, 'absent').replace(/\bNull\b/g, 'Absent');
}

function orNull(schema: JsonObject): JsonObject {
  const isPlain = typeof schema.type === 'string' && !('x-extensible-enum' in schema);
  return isPlain ? { ...schema, type: [schema.type, 'null'] } : { anyOf: [schema, { type: 'null' }] };
}
