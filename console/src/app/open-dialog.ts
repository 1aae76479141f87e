/** Whether a dialog is open. It keeps the focus, and may show what is lost when the page changes, such as a new key. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
}
