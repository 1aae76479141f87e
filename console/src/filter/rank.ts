import type { Value, When } from './definition.ts';

/** A condition to add. Without values it is one to finish. */
export interface Addition {
  field: string;
  operator: string;
  values: readonly Value[];
  /** Whether a `not` stands around it. */
  negated: boolean;
  /** Age of the evidence; absent where any counts. */
  when?: When;
}

/** A condition that can be added with one key. */
export interface Candidate extends Addition {
  label: string;
  /** Number of companies that have the value, where it is known; of a negative condition too. */
  count?: number;
  /** 0 exact, 1 prefix, 2 prefix of a word, 3 within, 4 everything else. Values that no company has come just before 4. */
  grade: number;
}

/** Returns the grade of a matching value that no company has: after all that companies have, before guesses. */
export const gradeWithoutCompany = (grade: number): number => 3.5 + grade / 10;

/** Tells whether nothing that arrives later can be better: the text is the label or value, and companies have it. */
export const isExact = ({ grade }: Candidate): boolean => grade < 1;

/** Returns all candidates once, the best first: by grade, then by number of companies, then by label. */
export function rankCandidates(...lists: readonly (readonly Candidate[])[]): Candidate[] {
  const order = (a: Candidate, b: Candidate) =>
    a.grade - b.grade ||
    (b.count ?? -1) - (a.count ?? -1) ||
    (a.label < b.label ? -1 : a.label > b.label ? 1 : 0);
  const byKey = new Map<string, Candidate>();
  for (const each of lists.flat().sort(order)) {
    const key = JSON.stringify([each.field, each.operator, each.values, each.negated, each.when]);
    if (!byKey.has(key)) byKey.set(key, each);
  }
  return [...byKey.values()];
}
