import { useCallback, useMemo, useState } from 'react';
import type { Catalogue } from '../../filter/catalogue.ts';
import type { EditorAction, EditorState } from '../../filter/history.ts';
import { REFUSALS } from '../../filter/measures.ts';
import { findRow, isNegated } from '../../filter/rows.ts';
import { Store } from '../../lib/store.ts';
import type { Editor } from '../draft/editor.ts';
import { type EditorTools, type FocusRequest, NodeStore, type ShownCompanies } from './context.ts';

/**
 * Creates what rows share, and the text that announces edits.
 *
 * @param listId list whose definition is edited; undefined for a new one.
 */
export function useEditorTools(editor: Editor, catalogue: Catalogue, listId: string | undefined) {
  const [news] = useState(() => new Store(''));
  const [nodes] = useState(() => new NodeStore(editor));
  const [stores] = useState(() => ({
    nodes: nodes.store,
    focus: new Store<FocusRequest | undefined>(undefined),
    active: new Store<string>(editor.tree.root.id),
    adding: new Store<string | undefined>(undefined),
    shown: new Store<ShownCompanies | undefined>(undefined),
  }));
  const act = useCallback(
    (action: EditorAction, { keepsFocus = false } = {}) => {
      const state = editor.dispatch(action);
      const message = messageOf(editor, action, state);
      const focus = focusAfter(action, state);
      // Screen readers announce a text only when it changes. The space makes a repeated text differ.
      if (message !== undefined) news.set(news.get() === message ? `${message}\u00a0` : message);
      if (focus && !keepsFocus) stores.focus.set(focus);
    },
    [editor, news, stores],
  );
  const tools = useMemo<EditorTools>(
    () => ({ editor, catalogue, listId, act, ...stores }),
    [editor, catalogue, listId, act, stores],
  );
  return { tools, nodes, news };
}

const DONE: Readonly<Record<string, string>> = {
  addCondition: 'Condition added.',
  addValues: 'Added to the condition on the same field.',
  addGroup: 'Group added.',
  setKind: 'Group changed.',
  remove: 'Removed.',
  duplicate: 'Duplicated.',
  replaceAll: 'Filter replaced.',
  undo: 'Undone.',
  redo: 'Redone.',
};
const MOVES: readonly string[] = ['move', 'moveBy', 'indent', 'lift'];
/** Edits within a control, which keeps the focus. */
const IN_PLACE: readonly string[] = [
  'setValues',
  'setField',
  'setOperator',
  'setWhen',
  'setKind',
  'setVersion',
  'saved',
];

/** Returns what an edit did in words; undefined where nothing needs to be said. */
function messageOf(editor: Editor, action: EditorAction, state: EditorState): string | undefined {
  if (state.refusal) return REFUSALS[state.refusal];
  if (MOVES.includes(action.type)) return placeText(editor, state);
  if (action.type !== 'negate') return DONE[action.type];
  return isNegated(state.tree, action.id) ? '“not” added.' : '“not” removed.';
}

function focusAfter(action: EditorAction, { focus, refusal }: EditorState): FocusRequest | undefined {
  if (refusal || focus === undefined || IN_PLACE.includes(action.type)) return undefined;
  const isUnfinished = action.type === 'addCondition' && (action.values ?? []).length === 0;
  return isUnfinished ? { id: focus, part: 'values' } : { id: focus };
}

function placeText({ tree }: Editor, { focus }: EditorState): string | undefined {
  const row = focus === undefined ? undefined : findRow(tree.root, focus);
  if (!row) return undefined;
  let level = 2;
  for (let up = findRow(tree.root, row.group.id); up; up = findRow(tree.root, up.group.id)) level += 1;
  return `Moved to place ${row.index + 1} of ${row.group.children.length}, level ${level}.`;
}
