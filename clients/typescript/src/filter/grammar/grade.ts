/** Folds case, accents and forms of apostrophes. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2018\u2019]/g, "'")
    .toLowerCase()
    .trim();
}

/** Letters and digits of a text, with + and #, so that "Node.js" equals "nodejs". */
export const keyOf = (text: string): string => fold(text).replace(/[^\p{L}\p{N}+#]/gu, '');

/**
 * Grades how a text matches labels or values: 0 equal, 1 beginning, 2 beginning of a word, 3 within; undefined if it does
 * not. Case and accents are ignored.
 */
export function gradeMatch(text: string, ...labels: readonly string[]): number | undefined {
  const wanted = fold(text);
  const grades = labels.flatMap((label) => gradeFolded(wanted, fold(label)) ?? []);
  return grades.length > 0 ? Math.min(...grades) : undefined;
}

/** Grades a folded text and a folded label. */
export function gradeFolded(wanted: string, label: string): number | undefined {
  const index = label.indexOf(wanted);
  if (index < 0 || wanted === '') return undefined;
  if (label === wanted) return 0;
  if (index === 0) return 1;
  return label.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted)) ? 2 : 3;
}
