/** Where the values of a closed vocabulary and their labels come from. */
export type Vocabulary =
  | { kind: 'fixed'; values: readonly { value: string; label: string }[]; inOrder: boolean }
  /** SQL of a relation (value, label). */
  | { kind: 'stored'; relation: string };

/** A vocabulary that does not depend on the data; `inOrder` keeps it as it is given, else the commonest come first. */
export function fixedVocabulary(
  values: readonly { value: string; label: string }[],
  { inOrder = false } = {},
): Vocabulary {
  return { kind: 'fixed', values, inOrder };
}

/** Every value that some company has. */
export function postedVocabulary(field: 'industry'): Vocabulary {
  return {
    kind: 'stored',
    relation: `SELECT value, value AS label FROM facet_posting
      WHERE field = '${field}' AND window_days = 0 AND value <> '' AND cardinality > 0`,
  };
}

/** Technologies that nobody uses yet can be asked for, too. */
export const TECHNOLOGIES: Vocabulary = {
  kind: 'stored',
  relation: 'SELECT tech_key AS value, display_name AS label FROM technology',
};

export const CATEGORIES: Vocabulary = {
  kind: 'stored',
  relation: 'SELECT DISTINCT category AS value, category AS label FROM technology WHERE category IS NOT NULL',
};

export const INVESTORS: Vocabulary = {
  kind: 'stored',
  relation: 'SELECT name AS value, name AS label FROM investor',
};
