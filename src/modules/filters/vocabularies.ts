/** Source of the values and labels of a closed vocabulary. */
export type Vocabulary =
  | { kind: 'fixed'; values: readonly { value: string; label: string }[] }
  /** SQL of a relation (value, label). With `isPlain`, each value is its own label. */
  | { kind: 'stored'; relation: string; isPlain: boolean };

/** Returns a vocabulary that does not depend on the data. */
export function fixedVocabulary(values: readonly { value: string; label: string }[]): Vocabulary {
  return { kind: 'fixed', values };
}

/** Returns the vocabulary of the values of a field that any company has. */
export function postedVocabulary(field: string): Vocabulary {
  return {
    kind: 'stored',
    isPlain: true,
    relation: `SELECT value, value AS label FROM facet_posting
      WHERE field = '${field}' AND window_days = 0 AND value <> '' AND cardinality > 0`,
  };
}

/** Includes technologies that no company uses. */
export const TECHNOLOGIES: Vocabulary = {
  kind: 'stored',
  isPlain: false,
  relation: 'SELECT tech_key AS value, display_name AS label FROM technology',
};

export const TECHNOLOGY_CATEGORIES: Vocabulary = {
  kind: 'stored',
  isPlain: true,
  relation: 'SELECT DISTINCT category AS value, category AS label FROM technology WHERE category IS NOT NULL',
};

export const INVESTORS: Vocabulary = {
  kind: 'stored',
  isPlain: true,
  relation: 'SELECT name AS value, name AS label FROM investor',
};
