import { createContext, use } from 'react';
import type { Catalogue } from '../../../filter/catalogue.ts';
import type { EditorAction } from '../../../filter/history.ts';
import { type Store, useStore } from '../../../lib/store.ts';
import type { Editor } from '../draft/editor.ts';
import type { NodePart } from '../numbers/node-count.tsx';
import type { NodeNumbers } from './node-store.ts';

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

/** Returns a part of the numbers of the nodes. */
export function useNodes<Part>(select: (nodes: NodeNumbers) => Part): Part {
  return useStore(useEditor().nodes, select);
}
