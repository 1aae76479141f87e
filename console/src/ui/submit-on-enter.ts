import type { KeyboardEvent } from 'react';

/** Controls that do something of their own with Enter. */
const OWN_ENTER = 'a, button, summary, [role=tab], [role=option]';

/**
 * Submits a form by the keyboard where browsers do not do so themselves. Enter works in a select, and in a field whose list of
 * options is closed. A text of several lines takes Enter, and is submitted by Ctrl+Enter or ⌘+Enter. A submit button that
 * is disabled stays so.
 */
export function submitOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent, target, currentTarget } = event;
  // An open list of options, and an input method, have used the key.
  if (key !== 'Enter' || event.defaultPrevented || nativeEvent.isComposing || altKey || shiftKey) return;
  const hasModifier = ctrlKey || metaKey;
  if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
  if (target.closest(OWN_ENTER)) return;
  if (target instanceof HTMLTextAreaElement && !hasModifier) return;
  event.preventDefault();
  currentTarget.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
}
