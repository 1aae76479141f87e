import { useCallback, useMemo, useState } from 'react';
import type { Catalogue } from '../../filter/catalogue.ts';
import type { EditorAction, EditorState } from '../../filter/history.ts';
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
      const { message, focus } = runAction(editor, action);
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

const texts = {
  done: {
    addCondition: 'Condition added.',
    addValues: 'Added to the condition on the same field.',
    addGroup: 'Group added.',
    setKind: 'Group changed.',
    remove: 'Removed.',
    duplicate: 'Duplicated.',
    replaceAll: 'Filter replaced.',
    undo: 'Undone.',
    redo: 'Redone.',
  } as Readonly<Record<string, string>>,
  refused: {
    too_deep: 'This would nest the filter deeper than 8 levels.',
    too_many_conditions: 'A filter can have at most 100 conditions.',
    too_many_values: 'A condition can have at most 250 values.',
    too_many_patterns:
      'All text conditions together can have at most 250 values. Use “is exactly” for complete texts.',
    wrong_type: 'These values do not fit the field.',
    operator_not_allowed: 'The field does not have this operator.',
    when_not_allowed: 'The evidence of this field has no date.',
    not_found: 'This row is no longer there.',
    not_a_group: 'Only a group can take rows.',
    not_a_condition: 'Only a condition has values.',
    into_itself: 'A group cannot be moved into itself.',
    at_edge: 'There is no further place in this direction.',
    is_root: 'The outermost group stays where it is.',
  },
} as const;
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

/** Result of an edit for people: what to announce, and where the focus goes. */
interface Outcome {
  message: string | undefined;
  focus: FocusRequest | undefined;
}

/** Runs an edit. */
function runAction(editor: Editor, action: EditorAction): Outcome {
  const state = editor.dispatch(action);
  if (state.refusal) return { message: texts.refused[state.refusal], focus: undefined };
  return { message: messageOf(editor, action, state), focus: focusAfter(action, state) };
}

function messageOf(editor: Editor, action: EditorAction, state: EditorState): string | undefined {
  if (MOVES.includes(action.type)) return placeText(editor, state);
  return action.type === 'negate'
    ? isNegated(state.tree, action.id)
      ? '“not” added.'
      : '“not” removed.'
    : texts.done[action.type];
}

function focusAfter(action: EditorAction, { focus }: EditorState): FocusRequest | undefined {
  if (focus === undefined || IN_PLACE.includes(action.type)) return undefined;
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
