/** Controls that change the direction of everything after them, and characters without a shape. */
const CONTROLS = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Returns a text that people wrote with its control characters as visible signs. */
export function visibleText(text: string): string {
  return text.replace(CONTROLS, '\u2426');
}
