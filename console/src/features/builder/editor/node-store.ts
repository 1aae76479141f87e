import type { Definition } from '../../../filter/definition.ts';
import { type NodeFault, placeFaults, type ServiceFault } from '../../../filter/faults.ts';
import type { Places } from '../../../filter/places.ts';
import { Store } from '../../../lib/store.ts';
import type { Editor } from '../draft/editor.ts';

/** What the service says about the nodes of the tree, by their ids. */
export interface NodeNumbers {
  counts: ReadonlyMap<string, number>;
  /** The largest of the counts; 0 without any. */
  largest: number;
  /** Matches of the complete definition; undefined before the first numbers. */
  total: number | undefined;
  isCurrent: boolean;
  faults: ReadonlyMap<string, readonly NodeFault[]>;
  /** Faults of the definition, which no node has. */
  general: readonly NodeFault[];
  /** Nodes that the definition leaves out, because they are unfinished. */
  dropped: ReadonlySet<string>;
}

/** State of the live numbers, as far as nodes show it. */
export interface NumbersState {
  numbers: { definition: Definition; total: number; counts: ReadonlyMap<string, number> } | undefined;
  isCurrent: boolean;
  faults: readonly ServiceFault[];
}

const NOTHING: NodeNumbers = {
  counts: new Map(),
  largest: 0,
  total: undefined,
  isCurrent: true,
  faults: new Map(),
  general: [],
  dropped: new Set(),
};

/** Numbers and faults of the nodes. Old ones stay at their nodes until the new ones are there. */
export class NodeStore {
  readonly store = new Store<NodeNumbers>(NOTHING);
  readonly #editor: Editor;
  /** Pointers of definitions whose numbers can still arrive or be shown. */
  readonly #places = new WeakMap<Definition, Places>();

  constructor(editor: Editor) {
    this.#editor = editor;
  }

  /** Takes over new numbers, new faults, or a new tree. `savedFaults` are those of a refused save. */
  update(state: NumbersState, savedFaults: readonly ServiceFault[] = []): void {
    const { definition, places, dropped } = this.#editor.produced();
    this.#places.set(definition, places);
    const placed = placeFaults([...state.faults, ...savedFaults], this.#editor.tree, places);
    this.store.set({
      ...this.#counts(state, definition, places),
      ...groupFaults(placed),
      dropped: new Set(dropped),
    });
  }

  #counts({ numbers, isCurrent }: NumbersState, definition: Definition, places: Places) {
    const old = this.store.get();
    if (!numbers) return { counts: NOTHING.counts, largest: 0, total: undefined, isCurrent };
    const isOfThis = isSame(numbers.definition, definition);
    const own = isOfThis ? places : this.#places.get(numbers.definition);
    const counts = own ? byId(numbers.counts, own) : old.counts;
    const largest = Math.max(0, ...counts.values());
    return { counts, largest, total: numbers.total, isCurrent: isCurrent && isOfThis };
  }
}

/** Undo can bring back an equal definition as another object. */
function isSame(one: Definition, other: Definition): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function byId(counts: ReadonlyMap<string, number>, places: Places): Map<string, number> {
  const known = new Map<string, number>();
  for (const [id, pointer] of places.entries()) {
    const count = counts.get(pointer);
    if (count !== undefined) known.set(id, count);
  }
  return known;
}

function groupFaults(placed: readonly NodeFault[]): Pick<NodeNumbers, 'faults' | 'general'> {
  const faults = new Map<string, NodeFault[]>();
  for (const fault of placed) {
    if (fault.id !== undefined) faults.set(fault.id, [...(faults.get(fault.id) ?? []), fault]);
  }
  return { faults, general: placed.filter(({ id }) => id === undefined) };
}
