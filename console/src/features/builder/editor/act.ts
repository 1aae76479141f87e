import type { EditorAction, EditorState } from '../../../filter/history.ts';
import { findRow, isNegated } from '../../../filter/rows.ts';
import { editorText } from '../../../text/builder-editor.ts';
import type { Editor } from '../draft/editor.ts';
import type { FocusRequest } from './context.ts';

const texts = editorText.announce;
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
export interface Outcome {
  message: string | undefined;
  focus: FocusRequest | undefined;
}

/** Runs an edit. */
export function runAction(editor: Editor, action: EditorAction): Outcome {
  const state = editor.dispatch(action);
  if (state.refusal) return { message: texts.refused[state.refusal], focus: undefined };
  return { message: messageOf(editor, action, state), focus: focusAfter(action, state) };
}

function messageOf(editor: Editor, action: EditorAction, state: EditorState): string | undefined {
  if (MOVES.includes(action.type)) return placeText(editor, state);
  return action.type === 'negate' ? texts.not(isNegated(state.tree, action.id)) : texts.done[action.type];
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
  return texts.moved(row.index + 1, row.group.children.length, level);
}
