/** Controls that change the direction of everything after them, and characters without a shape. Line ends stay. */
const CONTROLS = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Returns a text of several lines in which controls are visible, so that it cannot look like another one. */
export function readable(text: string): string {
  return text.replace(CONTROLS, (control) => (control === '\n' || control === '\t' ? control : '\u2426'));
}
