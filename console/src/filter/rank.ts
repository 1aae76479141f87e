import type { Value } from './definition.ts';

/** A condition that can be added with one key. */
export interface Candidate {
  field: string;
  operator: string;
  values: readonly Value[];
  /** Whether a `not` stands around it, because the field has no negative operator. */
  negated: boolean;
  label: string;
  /** Number of companies, where it is known. */
  count?: number;
  /** 0 exact, 1 prefix, 2 prefix of a word, 3 within, 4 everything else. */
  grade: number;
}

/** Grades how a text matches a label or value; undefined if it does not. Case and accents are ignored. */
export function gradeMatch(text: string, ...labels: readonly string[]): number | undefined {
  const wanted = fold(text);
  const grades = labels.flatMap((each) => {
    const label = fold(each);
    const index = label.indexOf(wanted);
    if (index < 0 || wanted === '') return [];
    if (label === wanted) return [0];
    if (index === 0) return [1];
    return label.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted)) ? [2] : [3];
  });
  return grades.length > 0 ? Math.min(...grades) : undefined;
}

export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

/** Returns all candidates once, the best first: by grade, then by number of companies, then by label. */
export function rankCandidates(...lists: readonly (readonly Candidate[])[]): Candidate[] {
  const sorted = lists
    .flat()
    .sort(
      (a, b) =>
        a.grade - b.grade ||
        (b.count ?? -1) - (a.count ?? -1) ||
        (a.label < b.label ? -1 : a.label > b.label ? 1 : 0),
    );
  const byKey = new Map<string, Candidate>();
  for (const each of sorted) {
    const key = JSON.stringify([each.field, each.operator, each.values, each.negated]);
    if (!byKey.has(key)) byKey.set(key, each);
  }
  return [...byKey.values()];
}
