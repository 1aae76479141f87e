import { keySql } from '../../database/sql.ts';
import { textKey } from '../../lib/text-key.ts';
import { CATEGORIES } from '../facets/collect.ts';

/** Source of the values and labels of a closed vocabulary. */
export type Vocabulary = FixedVocabulary | StoredVocabulary;

interface FixedVocabulary {
  kind: 'fixed';
  values: readonly { value: string; label: string }[];
}

interface StoredVocabulary {
  kind: 'stored';
  /**
   * SQL of a relation (value, label, value_key, label_key, companies, spellings): the keys are those of `textKey`, `companies`
   * is the number of companies that have the value, and a bound of it for a value with several spellings.
   */
  relation: string;
  /** Whether each value is its own label: a text of which all spellings are one value, shown in its commonest. */
  isSpelled: boolean;
}

/** Returns a vocabulary that does not depend on the data. */
export function fixedVocabulary(values: readonly { value: string; label: string }[]): Vocabulary {
  return { kind: 'fixed', values };
}

/** SQL of the spellings of the values of a field that companies have, as rows (value, key, companies). */
export const spellingsSql = (field: string) => `
  SELECT value, ${keySql('value', 'value_key')} AS key, cardinality AS companies
  FROM facet_posting WHERE field = ${field} AND window_days = 0 AND value <> ''`;

/** SQL of the spelling that most companies have, of equally common ones the first by code points. */
export const COMMONEST = '(array_agg(value ORDER BY companies DESC, value COLLATE "C"))[1]';

/** SQL of the values of a field that companies have, one for all spellings, as rows (value, key, companies, spellings). */
const valuesSql = (field: string) => `
  SELECT ${COMMONEST} AS value, key, sum(companies)::int AS companies,
    (count(*) FILTER (WHERE companies > 0))::int AS spellings
  FROM (${spellingsSql(`'${field}'`)}) s GROUP BY key`;

/** Returns the vocabulary of values (value, key, companies, spellings) that are their own labels. */
function spelledVocabulary(values: string): Vocabulary {
  const relation = `SELECT value, value AS label, key AS value_key, key AS label_key, companies, spellings FROM (${values}) v`;
  return { kind: 'stored', isSpelled: true, relation };
}

/** Returns the vocabulary of the values of a field that any company has. */
export function postedVocabulary(field: string): Vocabulary {
  return spelledVocabulary(`SELECT * FROM (${valuesSql(field)}) posted WHERE companies > 0`);
}

/** Includes technologies that no company uses. */
export const TECHNOLOGIES: Vocabulary = {
  kind: 'stored',
  isSpelled: false,
  relation: `SELECT t.tech_key AS value, t.display_name AS label, provisional_text_key(t.tech_key) AS value_key,
      ${keySql('t.display_name', 't.display_name_key')} AS label_key, coalesce(p.cardinality, 0) AS companies, 1 AS spellings
    FROM technology t LEFT JOIN facet_posting p
      ON p.field = 'technology' AND p.value = t.tech_key AND p.window_days = 0`,
};

/** Includes categories whose technologies no company uses. */
export const TECHNOLOGY_CATEGORIES = spelledVocabulary(`
  SELECT c.spelling AS value, c.key, coalesce(p.companies, 0) AS companies, coalesce(p.spellings, 0) AS spellings
  FROM (${CATEGORIES}) c LEFT JOIN (${valuesSql('technology_category')}) p ON p.key = c.key`);

/** Includes investors that have no company any more. */
export const INVESTORS = spelledVocabulary(`
  SELECT coalesce(p.value, i.value) AS value, i.key, coalesce(p.companies, 0) AS companies, coalesce(p.spellings, 0) AS spellings
  FROM (SELECT min(name COLLATE "C") AS value, ${keySql('name', 'name_key')} AS key FROM investor GROUP BY 2) i
  LEFT JOIN (${valuesSql('investor')}) p ON p.key = i.key`);

/** Returns the text by which values of a vocabulary are the same. */
export function identityOf(vocabulary: Vocabulary, value: string): string {
  return vocabulary.kind === 'stored' && vocabulary.isSpelled ? textKey(value) : value;
}
