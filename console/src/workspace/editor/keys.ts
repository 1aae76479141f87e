import { useEffect, useEffectEvent } from 'react';
import type { EditorAction } from '../../filter/history.ts';

/** Parts of a keyboard event that decide what a key does. */
type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** Returns the edit that a key makes on a row; undefined for keys without a meaning. */
export function rowAction({ key, altKey, ctrlKey, metaKey }: Key, id: string): EditorAction | undefined {
  if (ctrlKey || metaKey) return undefined;
  const actions: Readonly<Record<string, EditorAction>> = altKey
    ? {
        ArrowUp: { type: 'moveBy', id, by: 'up' },
        ArrowDown: { type: 'moveBy', id, by: 'down' },
        ArrowRight: { type: 'indent', id, into: 'neighbour' },
        ArrowLeft: { type: 'lift', id },
      }
    : { '!': { type: 'negate', id }, Delete: { type: 'remove', id }, Backspace: { type: 'remove', id } };
  return actions[key];
}

/** Returns undo or redo for their shortcuts on all systems: ⌘Z, Ctrl+Z, with Shift for redo, and Ctrl+Y. */
function historyAction({ key, ctrlKey, metaKey, shiftKey, altKey }: Key): EditorAction | undefined {
  if (altKey || !(ctrlKey || metaKey)) return undefined;
  const lower = key.toLowerCase();
  if (lower === 'z') return { type: shiftKey ? 'redo' : 'undo' };
  return lower === 'y' && ctrlKey ? { type: 'redo' } : undefined;
}

/** Tells whether keys belong to an element: a field that takes text or a choice, or a part of an open list. */
export function takesKeys(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type);
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    target.isContentEditable ||
    target.closest('[role=menu],[role=listbox],[role=combobox]') !== null
  );
}

/** Tells whether a dialog is open, which keeps keys and pastes to itself. */
const hasDialog = () => document.querySelector('[role=dialog]') !== null;

/** Undoes, redoes and pastes by keys anywhere on the page, except in text fields and dialogs. */
export function usePageKeys(
  onHistory: (action: EditorAction) => void,
  onPaste: (text: string) => void,
): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const action = historyAction(event);
    if (!action || event.defaultPrevented || takesKeys(event.target) || hasDialog()) return;
    event.preventDefault();
    onHistory(action);
  });
  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text') ?? '';
    if (event.defaultPrevented || takesKeys(event.target) || hasDialog() || text.trim() === '') return;
    event.preventDefault();
    onPaste(text);
  });
  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;
    document.addEventListener('keydown', (event) => handleKey(event), { signal });
    document.addEventListener('paste', (event) => handlePaste(event), { signal });
    return () => end.abort();
  }, []);
}
