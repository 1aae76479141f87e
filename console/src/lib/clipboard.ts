/**
 * Copies a text. Browsers offer their clipboard only to pages of https and of this machine, and may refuse it; a selected
 * text field is copied then.
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    if (isCopied) return;
  }
  const field = document.createElement('textarea');
  field.value = text;
  const before = document.activeElement;
  // Inside of an open dialog: it takes the focus back from everything outside.
  (document.querySelector('[role="dialog"]') ?? document.body).append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
}
