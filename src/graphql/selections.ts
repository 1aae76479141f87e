import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

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

  /** Collects fields as GraphQL does: a fragment that is spread twice in one selection set adds its fields once. */
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
