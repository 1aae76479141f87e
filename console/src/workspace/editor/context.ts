import { createContext, use } from 'react';
import type { Catalogue } from '../../filter/catalogue.ts';
import type { Definition } from '../../filter/definition.ts';
import { type NodeFault, placeFaults, type ServiceFault } from '../../filter/faults.ts';
import type { EditorAction } from '../../filter/history.ts';
import type { Places } from '../../filter/places.ts';
import { Store, useStore } from '../../lib/store.ts';
import type { FunnelCounts, Numbers } from '../../preview/preview-request.ts';
import type { LivePreview } from '../../preview/use-live-preview.ts';
import type { Editor } from '../draft/editor.ts';
import type { NodePart } from '../numbers/node-count.tsx';

/** Row that takes the focus after an edit; `part` opens what edits the values. A new object for each request. */
export interface FocusRequest {
  id: string;
  part?: 'values';
}

/** Companies that a number of a row stands for. */
export interface ShownCompanies {
  nodeId: string;
  part: NodePart;
}

/** Everything that rows share. It changes with the catalogue alone; rows subscribe to the stores within. */
export interface EditorTools {
  editor: Editor;
  nodes: Store<NodeNumbers>;
  catalogue: Catalogue;
  /** List whose definition is edited; undefined for a new one. */
  listId: string | undefined;
  focus: Store<FocusRequest | undefined>;
  /** Row that Tab enters. */
  active: Store<string>;
  /** Group whose end shows the input for a new condition. */
  adding: Store<string | undefined>;
  /** Number whose companies are shown beside the page. */
  shown: Store<ShownCompanies | undefined>;
  /** Runs an edit, says what it did, and moves the focus to the row that it names unless the focus stays. */
  act(action: EditorAction, options?: { keepsFocus?: boolean }): void;
}

const Context = createContext<EditorTools | undefined>(undefined);

export const EditorProvider = Context.Provider;

/** Returns the tools of the editor around the component. */
export function useEditor(): EditorTools {
  const tools = use(Context);
  if (!tools) throw new Error('This component belongs into an EditorProvider.');
  return tools;
}

export function useNodes<Part>(select: (nodes: NodeNumbers) => Part): Part {
  return useStore(useEditor().nodes, select);
}

/** Numbers of companies at a node. Numbers that are not known, or make no sense at the node, are absent. */
interface NodeCounts {
  /** Companies that match the node by itself. */
  alone: number;
  /** Companies that remain after the node and those before it in its group. */
  remaining?: number | undefined;
  /** Companies that remained before the node. */
  before?: number | undefined;
  /** Length of its bar, from 0 to 1: what remains of the first node of an `and`; the share of an `or`. */
  share: number;
}

/** Results of the service about the nodes of the tree, by their ids. */
interface NodeNumbers {
  counts: ReadonlyMap<string, NodeCounts>;
  /** Matches of the complete definition; undefined before the first numbers. */
  total: number | undefined;
  isCurrent: boolean;
  faults: ReadonlyMap<string, readonly NodeFault[]>;
  /** Nodes that the definition leaves out, because they are unfinished. */
  dropped: ReadonlySet<string>;
}

/** Numbers of companies by the JSON pointers of nodes. */
type Funnel = Numbers['funnel'];

/** State of the live numbers, as far as nodes show it. */
type NumbersState = Pick<LivePreview, 'numbers' | 'isCurrent' | 'faults'>;

const NOTHING: NodeNumbers = {
  counts: new Map(),
  total: undefined,
  isCurrent: true,
  faults: new Map(),
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
    const faults = new Map<string, NodeFault[]>();
    for (const fault of placed) {
      if (fault.id !== undefined) faults.set(fault.id, [...(faults.get(fault.id) ?? []), fault]);
    }
    this.store.set({ ...this.#counts(state, definition, places), faults, dropped: new Set(dropped) });
  }

  #counts({ numbers, isCurrent }: NumbersState, definition: Definition, places: Places) {
    const old = this.store.get();
    if (!numbers) return { counts: NOTHING.counts, total: undefined, isCurrent };
    // Undo can bring back an equal definition as another object.
    const isOfThis =
      numbers.definition === definition || JSON.stringify(numbers.definition) === JSON.stringify(definition);
    const own = isOfThis ? places : this.#places.get(numbers.definition);
    const counts = own ? byId(numbers.funnel, own) : old.counts;
    return { counts, total: numbers.total, isCurrent: isCurrent && isOfThis };
  }
}

function byId(funnel: Funnel, places: Places): Map<string, NodeCounts> {
  const known = new Map<string, NodeCounts>();
  for (const [id, pointer] of places.entries()) {
    const counts = funnel.get(pointer);
    if (!counts) continue;
    // The node before another one in its group; no node for the first one.
    const previous = pointer.replace(/\d+$/, (index) => String(Number(index) - 1));
    const before = funnel.get(previous)?.remaining ?? undefined;
    const share = shareOf(pointer, counts, funnel);
    known.set(id, { alone: counts.alone, remaining: counts.remaining ?? undefined, before, share });
  }
  return known;
}

/** Bars of a group begin with the first node of an `and`, and with the group itself in an `or`. */
function shareOf(pointer: string, { alone, remaining }: FunnelCounts, funnel: Funnel): number {
  const first = pointer.replace(/(?<=\/and\/)\d+$/, '0').replace(/\/or\/\d+$/, '');
  const whole = funnel.get(first)?.alone ?? 0;
  return whole === 0 ? 0 : Math.min((remaining ?? alone) / whole, 1);
}
