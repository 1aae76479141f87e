import { createContext, use } from 'react';
import type { EditorAction } from '../../../filter/history.ts';
import type { Labels } from '../../../filter/sentence.ts';
import { type Store, useStore } from '../../../lib/store.ts';
import type { Editor } from '../draft/editor.ts';
import type { NodeNumbers } from './node-store.ts';

/** Row that takes the focus after an edit; `part` is a control within it. A new object for each request. */
export interface FocusRequest {
  id: string;
  part?: 'values' | 'operator';
}

/** Everything that rows share. It never changes while the editor is open; rows subscribe to the stores within. */
export interface EditorTools {
  editor: Editor;
  nodes: Store<NodeNumbers>;
  labels: Labels;
  focus: Store<FocusRequest | undefined>;
  /** Row that Tab enters. */
  active: Store<string>;
  /** Runs an edit, says what it did, and moves the focus to the row that it names. */
  act(action: EditorAction): void;
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
