import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  Kind,
  type SelectionSetNode,
} from 'graphql';

/** What is selected below a field: one selection set for each place that asks for it under one key. */
export function selectionsOf({ fieldNodes, fragments }: GraphQLResolveInfo): Selections[] {
  return fieldNodes.map(({ selectionSet }) => new Selections(fragments, selectionSet));
}

/** Whether a field is selected below another one, `@skip` and `@include` aside. @param path names of fields. */
export function isSelected(info: GraphQLResolveInfo, path: readonly string[]): boolean {
  let level = selectionsOf(info);
  for (const name of path) level = level.flatMap((each) => each.below(name));
  return level.length > 0;
}

/** A selection set with what its fragments add. */
export class Selections {
  readonly #fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly #set: SelectionSetNode | undefined;

  constructor(
    fragments: Readonly<Record<string, FragmentDefinitionNode>>,
    set: SelectionSetNode | undefined,
  ) {
    this.#fragments = fragments;
    this.#set = set;
  }

  /** The selection sets of every field of a name. */
  below(name: string): Selections[] {
    return this.#fields().flatMap((field) =>
      field.name.value === name ? [new Selections(this.#fragments, field.selectionSet)] : [],
    );
  }

  /** The keys of what it selects, in the answer. */
  keys(): string[] {
    return this.#fields().map(({ alias, name }) => (alias ?? name).value);
  }

  /** As GraphQL collects fields: a fragment that is spread twice in one selection set adds its fields once. */
  #fields(): FieldNode[] {
    const fields: FieldNode[] = [];
    const spread = new Set<string>();
    const collect = (set: SelectionSetNode | undefined): void => {
      for (const node of set?.selections ?? []) {
        if (node.kind === Kind.FIELD) fields.push(node);
        else if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet);
        else if (!spread.has(node.name.value)) {
          spread.add(node.name.value);
          collect(this.#fragments[node.name.value]?.selectionSet);
        }
      }
    };
    collect(this.#set);
    return fields;
  }
}
