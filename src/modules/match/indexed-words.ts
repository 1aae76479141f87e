import type { Queryable } from '../../database/client.ts';
import { arrayOf, takeTexts } from '../../database/prepared.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import { EVER } from '../facets/evidence-windows.ts';
import { UNIVERSE } from '../facets/facet.ts';
import { typingErrors } from './edit-distance.ts';
import { type Vocabulary, wordWeight } from './score.ts';

/** A word of names in the catalogue. */
export interface IndexedWord {
  word: string;
  /** Number of companies whose names have it. */
  companies: number;
}

/** Words that more companies have are looked up as they are: they are hardly misspelled. */
const MAX_MISSPELLED = 20;

/** Words that may be meant by another one, at most. */
const MAX_SIMILAR = 2;

/** Finds words as they are, and for rare ones those that share a form with them. Another row has the version of the index. */
const WORDS = {
  name: 'words_of_names',
  runsOn: ON_REPLICA,
  text: `SELECT q.word, w.word, w.company_count
    FROM unnest((SELECT $1::text[])) AS q (word) JOIN name_word w ON w.word = q.word
    UNION ALL
    SELECT q.word, s.word, s.company_count
    FROM unnest((SELECT $2::text[])) AS q (word)
    JOIN name_word s ON name_word_forms(s.word) && name_word_forms(q.word)
    WHERE s.word <> q.word AND abs(char_length(s.word) - char_length(q.word)) <= 2
      AND NOT EXISTS (SELECT FROM name_word w WHERE w.word = q.word AND w.company_count > ${MAX_MISSPELLED})
    UNION ALL
    SELECT '', '', version FROM facet_index`,
};

/** Words of the catalogue that may be meant by each of some words: itself first, then the most similar. */
export type FoundWords = ReadonlyMap<string, readonly IndexedWord[]>;

/**
 * @param exact words that are looked up as they are.
 * @param misspelled words that are also looked up by their forms.
 */
export async function findWords(
  db: Queryable,
  exact: readonly string[],
  misspelled: readonly string[],
): Promise<{ words: FoundWords; version: number }> {
  let version = 0;
  const found = new Map<string, (IndexedWord & { errors: number })[]>();
  await takeTexts<[string, string, string]>(
    db,
    WORDS,
    [arrayOf(exact), arrayOf(misspelled)],
    ([asked, word, companies]) => {
      if (asked === '') {
        version = Number(companies);
        return;
      }
      const allowed = asked.length < LONG ? 1 : 2;
      const errors = typingErrors(asked, word, allowed);
      if (errors > allowed) return;
      const each = { word, companies: Number(companies), errors };
      const others = found.get(asked);
      if (others) others.push(each);
      else found.set(asked, [each]);
    },
  );
  for (const words of found.values()) {
    words.sort((a, b) => a.errors - b.errors || b.companies - a.companies || (a.word < b.word ? -1 : 1));
    words.splice(MAX_SIMILAR + 1);
  }
  return { words: found, version };
}

/** Length from which on a word may have two typing errors. */
const LONG = 7;

/** Numbers of companies with words, and of all companies. */
const COUNTS = {
  name: 'counts_of_words',
  runsOn: ON_REPLICA,
  text: `SELECT w.word, w.company_count FROM name_word w WHERE w.word = ANY($1::text[])
    UNION ALL
    SELECT '', p.cardinality FROM facet_posting p
    WHERE p.field = '${UNIVERSE.field}' AND p.value = '' AND p.window_days = ${EVER}`,
};

/** Reads how much words tell companies apart. */
export async function readVocabulary(db: Queryable, words: readonly string[]): Promise<Vocabulary> {
  const counts = new Map<string, number>();
  if (words.length > 0)
    await takeTexts<[string, string]>(db, COUNTS, [arrayOf(words)], ([word, count]) =>
      counts.set(word, Number(count)),
    );
  const total = counts.get('') ?? 1;
  const weights = new Map<string, number>();
  return {
    has: (word) => counts.has(word),
    weightOf(word) {
      const known = weights.get(word);
      if (known !== undefined) return known;
      const weight = wordWeight(word, counts.get(word) ?? 0, total);
      weights.set(word, weight);
      return weight;
    },
  };
}
