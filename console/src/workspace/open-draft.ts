import { createContext, use } from 'react';
import { useStore } from '../lib/store.ts';
import { isSameDefinition } from './draft/editor.ts';
import type { WorkspaceState } from './use-workspace.ts';

const Context = createContext<WorkspaceState | undefined>(undefined);

export const OpenDraftProvider = Context.Provider;

/** Returns the draft that the page around the component edits. */
export function useOpenDraft(): WorkspaceState {
  const state = use(Context);
  if (!state) throw new Error('This component belongs into a Workspace.');
  return state;
}

/** Tells whether the draft says something else than the version that it builds on. */
export function useDiffers(): boolean {
  const { editor, base } = useOpenDraft();
  return useStore(editor.state, ({ tree }) =>
    base ? !isSameDefinition(editor.draft(), base.definition) : tree.root.children.length > 0,
  );
}
