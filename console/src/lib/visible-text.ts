/**
 * Controls of direction, controls, and other characters without a shape, by which a text could look like another one. Those
 * that spelling needs stay: joiners of letters and emoji, and selectors of variants.
 */
const HIDDEN =
  /(?!\u200c|\u200d|\p{Variation_Selector})[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** Returns a text that people or imports wrote, on one line, with its hidden characters as visible signs. */
export function visibleText(text: string): string {
  return text.replace(HIDDEN, '\u2426');
}

/** Does the same for a text of several lines, whose tabs and line ends stay. */
export function visibleLines(text: string): string {
  return text.replace(HIDDEN, (hidden) => (hidden === '\n' || hidden === '\t' ? hidden : '\u2426'));
}
