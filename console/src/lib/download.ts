/** Saves parts of a file under a name, as if the visitor had followed a link to it. */
export function download(name: string, type: string, parts: readonly BlobPart[]): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Returns a text as the name of a file: other signs than letters, digits, dots and dashes become dashes. */
export function fileName(text: string): string {
  return text.replace(/[^\p{L}\p{N}.-]+/gu, '-').slice(0, 80);
}
