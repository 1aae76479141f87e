import type { Catalogue } from './catalogue.ts';
import { edit } from './edit.ts';
import type { EditAction } from './edit-actions.ts';
import type { Refusal } from './measures.ts';
import type { Tree } from './tree.ts';

/** Edits of the values of one condition within this time are undone together. */
const COALESCE_MS = 1000;

export interface EditorState {
  tree: Tree;
  /** Earlier trees since the last save, the latest last. */
  past: readonly Tree[];
  /** Trees that were undone, the next one first. */
  future: readonly Tree[];
  focus?: string;
  /** Why the latest action was refused; absent when it was not. */
  refusal?: Refusal;
  /** Latest edit that a following one may join. */
  typing?: { id: string; time: number };
}

/** `saved` sets the floor of undo. */
export type EditorAction = EditAction | { type: 'undo' } | { type: 'redo' } | { type: 'saved' };

export function startEditor(tree: Tree): EditorState {
  return { tree, past: [], future: [] };
}

/** Reducer of the editor. A refused action leaves the tree and its history alone. */
export function reduceEditor(state: EditorState, action: EditorAction, catalogue: Catalogue): EditorState {
  const { tree, past, future } = state;
  switch (action.type) {
    case 'saved':
      return { tree, past: [], future };
    case 'undo': {
      const earlier = past.at(-1);
      return earlier ? { tree: earlier, past: past.slice(0, -1), future: [tree, ...future] } : state;
    }
    case 'redo': {
      const [later, ...rest] = future;
      return later ? { tree: later, past: [...past, tree], future: rest } : state;
    }
    default:
      return reduceEdit(state, action, catalogue);
  }
}

function reduceEdit(state: EditorState, action: EditAction, catalogue: Catalogue): EditorState {
  const { tree, past, typing } = state;
  const result = edit(tree, action, catalogue);
  if (!result.ok) return { ...state, refusal: result.refusal };
  const focus = result.focus === undefined ? {} : { focus: result.focus };
  if (result.tree === tree) return { tree, past, future: state.future, ...focus };
  const timed = action.type === 'setValues' && action.time !== undefined ? action : undefined;
  const isJoined =
    timed !== undefined && typing?.id === timed.id && (timed.time ?? 0) - typing.time < COALESCE_MS;
  return {
    tree: result.tree,
    past: isJoined && past.length > 0 ? past : [...past, tree],
    future: [],
    ...focus,
    ...(timed?.time === undefined ? {} : { typing: { id: timed.id, time: timed.time } }),
  };
}
