import { distance } from 'fastest-levenshtein';
import type { Queryable } from '../../database/client.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import { keySql } from '../../database/sql.ts';
import { toLookUpDomain, withPlainDots } from '../../lib/domain-name.ts';
import { textKey } from '../../lib/text-key.ts';

const MAX_SUGGESTIONS = 3;
/** Longer texts are compared by their beginnings: computing a distance costs the product of both lengths. */
const MAX_COMPARED = 100;

export interface Candidate {
  value: string;
  label: string;
}

/** Returns up to three similar candidates, compared by value and label, the most similar first. */
export function didYouMean(wrong: string, candidates: Iterable<Candidate>): string[] {
  const text = fold(wrong);
  const scored: { value: string; score: number }[] = [];
  for (const { value, label } of candidates) {
    const score = Math.min(scoreOf(text, fold(value)), scoreOf(text, fold(label)));
    if (score < 1) scored.push({ value, score });
  }
  scored.sort((a, b) => a.score - b.score || (a.value < b.value ? -1 : 1));
  return scored.slice(0, MAX_SUGGESTIONS).map(({ value }) => value);
}

/** Returns up to three similar keys, the most similar first. */
export function didYouMeanKey(wrong: string, keys: readonly string[]): string[] {
  return didYouMean(
    wrong,
    keys.map((key) => ({ value: key, label: key })),
  );
}

/** Returns 0 for texts that differ in case and punctuation only, less than 1 for similar ones, else 1. */
function scoreOf(text: string, candidate: string): number {
  if (text === candidate) return 0;
  if (text === '' || candidate === '') return 1;
  const contained = text.length > 2 && candidate.includes(text);
  if (contained) return 0.9 * (1 - text.length / candidate.length);
  const allowed = 1 + Math.floor(text.length / 4);
  if (Math.abs(text.length - candidate.length) > allowed) return 1;
  return distance(text, candidate) / (allowed + 1);
}

function fold(text: string): string {
  return text
    .slice(0, MAX_COMPARED)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Similar domains by trigrams. The `%` of pg_trgm uses the index and drops weak matches. The same name under another
 * top-level domain comes first, because that is the most frequent mistake. Planned each time: how many rows are similar
 * depends on the text.
 */
const SIMILAR_DOMAINS = {
  runsOn: ON_REPLICA,
  text: `
  SELECT domain AS identifier FROM company_domain WHERE domain % $1
  ORDER BY split_part(domain, '.', 1) = split_part($1, '.', 1) DESC, similarity(domain, $1) DESC, domain LIMIT ${MAX_SUGGESTIONS}`,
};

const NAME_KEY = keySql('name', 'name_key');

const SIMILAR_NAMES = {
  runsOn: ON_REPLICA,
  text: `
  SELECT slug AS identifier FROM company WHERE ${NAME_KEY} % $1
  ORDER BY similarity(${NAME_KEY}, $1) DESC, partnership_count DESC, id LIMIT ${MAX_SUGGESTIONS}`,
};

/** Suggests identifiers similar to an unknown one: domains for a domain, else slugs. */
export async function suggestCompanies(db: Queryable, identifier: string): Promise<string[]> {
  const text = withPlainDots(textKey(identifier.trim()));
  const isDomain = text.includes('.');
  const { rows } = await db.query<{ identifier: string }>({
    ...(isDomain ? SIMILAR_DOMAINS : SIMILAR_NAMES),
    values: [isDomain ? (toLookUpDomain(text) ?? text) : text.replaceAll('-', ' ')],
  });
  return rows.map((row) => row.identifier);
}
