/** Escapes the wildcards of a LIKE pattern, so that every character matches itself. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
