import type { Catalogue } from '../../filter/catalogue.ts';
import type { Definition } from '../../filter/definition.ts';
import { type EditorAction, type EditorState, reduceEditor, startEditor } from '../../filter/history.ts';
import {
  fromDefinition,
  type Produced,
  type Tree,
  toDefinition,
  toDraftDefinition,
} from '../../filter/tree.ts';
import { Store } from '../../lib/store.ts';

/** A definition while people edit it, with the name that they gave it. Components subscribe to their own parts. */
export class Editor {
  readonly catalogue: Catalogue;
  readonly state: Store<EditorState>;
  /** Name that was typed; undefined while a suggestion stands in for it. */
  readonly name: Store<string | undefined>;
  #produced: { tree: Tree; produced: Produced } | undefined;

  constructor(catalogue: Catalogue, definition: Definition, name?: string) {
    this.catalogue = catalogue;
    this.state = new Store(startEditor(fromDefinition(definition)));
    this.name = new Store(name);
  }

  /** Runs an action. @returns the state after it, with the refusal if it was refused. */
  dispatch(action: EditorAction): EditorState {
    const { refusal: _, ...before } = this.state.get();
    const after = reduceEditor(before, action, this.catalogue);
    this.state.set(after);
    return after;
  }

  get tree(): Tree {
    return this.state.get().tree;
  }

  /** Returns the finished part of the definition, and the pointers of its nodes. One object for each tree. */
  produced(): Produced {
    const { tree } = this;
    if (this.#produced?.tree !== tree)
      this.#produced = { tree, produced: toDefinition(tree, this.catalogue) };
    return this.#produced.produced;
  }

  /** Returns the definition with its unfinished parts. */
  draft(): Definition {
    return toDraftDefinition(this.tree);
  }
}

/** Tells whether two definitions say the same, whatever the order of their keys at the top. */
export function isSameDefinition(one: Definition, other: Definition): boolean {
  return (
    one.registry_version === other.registry_version && JSON.stringify(one.root) === JSON.stringify(other.root)
  );
}
