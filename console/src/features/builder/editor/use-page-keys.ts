import { useEffect, useEffectEvent } from 'react';
import type { EditorAction } from '../../../filter/history.ts';
import { historyAction, takesKeys } from './keys.ts';

/** Tells whether a dialog is open, which keeps keys and pastes to itself. */
const hasDialog = () => document.querySelector('[role=dialog]') !== null;

interface PageKeys {
  onHistory: (action: EditorAction) => void;
  onPaste: (text: string) => void;
}

/** Undoes, redoes and pastes by keys anywhere on the page, except in text fields and dialogs. */
export function usePageKeys({ onHistory, onPaste }: PageKeys): void {
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
    const onKey = (event: KeyboardEvent) => handleKey(event);
    const onPasteEvent = (event: ClipboardEvent) => handlePaste(event);
    document.addEventListener('keydown', onKey);
    document.addEventListener('paste', onPasteEvent);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('paste', onPasteEvent);
    };
  }, []);
}
