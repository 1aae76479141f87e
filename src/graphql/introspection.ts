import {
  __Schema,
  __Type,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  getNamedType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
} from 'graphql';

/** Fields through which the schema is read, with their types. */
export const INTROSPECTION_FIELDS: ReadonlyMap<string, GraphQLObjectType> = new Map([
  ['__schema', __Schema],
  ['__type', __Type],
]);

/**
 * Returns whether a document reads the schema as tools do: one operation, one `__schema` or `__type`, no alias and no
 * directive, and no fields of a type that another type refers to. No such answer is longer than that to the standard
 * introspection query.
 */
export function isOrdinaryIntrospection({ definitions }: DocumentNode): boolean {
  const fragments = new Map<string, FragmentDefinitionNode>();
  const operations = definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  for (const each of definitions) {
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each);
  }
  const [operation, ...more] = operations;
  if (!operation || more.length > 0 || operations.length + fragments.size < definitions.length) return false;
  if (operation.operation !== 'query' || operation.directives?.length) return false;
  const [field, ...others] = operation.selectionSet.selections;
  if (field?.kind !== Kind.FIELD || others.length > 0) return false;
  const type = INTROSPECTION_FIELDS.get(field.name.value);
  if (!type || !field.selectionSet || field.alias || field.directives?.length) return false;
  return new Reader(fragments).allows(field.selectionSet, type, false);
}

class Reader {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Spreads by fragment and place: each is checked once, and one that contains itself ends here. */
  readonly #seen = new Set<string>();

  constructor(fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
    this.#fragments = fragments;
  }

  /** @param isReference whether another type refers to `type`: its fields would multiply the answer by itself. */
  allows({ selections }: SelectionSetNode, type: GraphQLObjectType, isReference: boolean): boolean {
    return selections.every((selection) => {
      if (selection.directives?.length) return false;
      if (selection.kind === Kind.FIELD) return this.#allowsField(selection, type, isReference);
      if (selection.kind === Kind.INLINE_FRAGMENT)
        return this.allows(selection.selectionSet, type, isReference);
      const spread = `${selection.name.value} ${type.name} ${isReference}`;
      if (this.#seen.has(spread)) return true;
      this.#seen.add(spread);
      const fragment = this.#fragments.get(selection.name.value);
      if (!fragment || fragment.directives?.length) return false;
      return this.allows(fragment.selectionSet, type, isReference);
    });
  }

  #allowsField(
    { name, alias, selectionSet }: FieldNode,
    type: GraphQLObjectType,
    isReference: boolean,
  ): boolean {
    const field = name.value === '__typename' ? TypeNameMetaFieldDef : type.getFields()[name.value];
    if (!field || alias) return false;
    const below = getNamedType(field.type);
    if (!isObjectType(below) || !selectionSet) return !isObjectType(below) && !selectionSet;
    if (isReference && name.value !== 'ofType') return false;
    return this.allows(selectionSet, below, below === __Type && type !== __Schema);
  }
}
