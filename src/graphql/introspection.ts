import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionSetNode,
} from 'graphql';

export const INTROSPECTION_FIELDS = new Set(['__schema', '__type']);

type Shape = Readonly<Record<string, 'reference' | null>>;

/** A type that another one names is told by its name: `fields` below it would multiply the answer by itself. */
const REFERENCE: Shape = {
  kind: null,
  name: null,
  description: null,
  specifiedByURL: null,
  isOneOf: null,
  ofType: 'reference',
};

const DEPRECATION: Shape = { isDeprecated: null, deprecationReason: null };

const SHAPES = {
  query: { __schema: 'schema', __type: 'type' },
  schema: {
    description: null,
    types: 'type',
    queryType: 'type',
    mutationType: 'type',
    subscriptionType: 'type',
    directives: 'directive',
  },
  type: {
    ...REFERENCE,
    fields: 'field',
    inputFields: 'input',
    interfaces: 'reference',
    enumValues: 'value',
    possibleTypes: 'reference',
  },
  reference: REFERENCE,
  field: { name: null, description: null, args: 'input', type: 'reference', ...DEPRECATION },
  input: { name: null, description: null, type: 'reference', defaultValue: null, ...DEPRECATION },
  value: { name: null, description: null, ...DEPRECATION },
  directive: {
    name: null,
    description: null,
    isRepeatable: null,
    locations: null,
    args: 'input',
    onOperation: null,
    onFragment: null,
    onField: null,
  },
} as const satisfies Record<string, Readonly<Record<string, string | null>>>;

type Place = keyof typeof SHAPES;

/**
 * Whether a document reads the schema as tools do: one operation, one `__schema` or `__type`, no alias and no directive
 * anywhere, and types that are told by name wherever another type names them. So no answer is longer than that to the
 * standard introspection query.
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
  if (field?.kind !== Kind.FIELD || others.length > 0 || !INTROSPECTION_FIELDS.has(field.name.value))
    return false;
  return new Reader(fragments).allows(operation.selectionSet, 'query');
}

class Reader {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Fragments by the places where they were spread: each is looked at once, and one that spreads itself ends here. */
  readonly #seen = new Set<string>();

  constructor(fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
    this.#fragments = fragments;
  }

  allows({ selections }: SelectionSetNode, place: Place): boolean {
    return selections.every((selection) => {
      if (selection.directives?.length) return false;
      if (selection.kind === Kind.FIELD) return this.#allowsField(selection, place);
      if (selection.kind === Kind.INLINE_FRAGMENT) return this.allows(selection.selectionSet, place);
      const visit = `${selection.name.value} ${place}`;
      if (this.#seen.has(visit)) return true;
      this.#seen.add(visit);
      const fragment = this.#fragments.get(selection.name.value);
      return (
        fragment !== undefined && !fragment.directives?.length && this.allows(fragment.selectionSet, place)
      );
    });
  }

  #allowsField({ name, alias, selectionSet }: FieldNode, place: Place): boolean {
    if (alias) return false;
    if (name.value === '__typename') return true;
    const shape: Readonly<Record<string, Place | null>> = SHAPES[place];
    if (!Object.hasOwn(shape, name.value)) return false;
    const next = shape[name.value];
    return next && selectionSet ? this.allows(selectionSet, next) : !next && !selectionSet;
  }
}
