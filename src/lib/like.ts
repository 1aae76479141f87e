/** A text for a pattern of LIKE in which every character stands for itself. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
