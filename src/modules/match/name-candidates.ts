import type { Queryable } from '../../database/client.ts';
import { arrayOf, takeTexts } from '../../database/prepared.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import { Slices } from '../../lib/slices.ts';
import { wordVariantsOf } from './common-words.ts';
import { keysOf, variantsOf, wordsOf } from './index-terms.ts';
import { type FoundWords, findWords, type IndexedWord } from './indexed-words.ts';
import type { Name } from './name.ts';
import { type MatchTools, WordCompanies } from './word-companies.ts';
import { isDistinguishing } from './words.ts';

/** A company that may be meant by a row. */
export interface FoundCompany {
  companyId: number;
  name: string;
  country: string | null;
}

/** Words of a spelling that are looked up, at most; and searches for a name. */
const MAX_WORDS = 8;
const MAX_SEARCHES = 6;

/** Companies of a search, at most: those with the shortest names. A word of more is searched together with others. */
const MAX_FOUND = 20;

/** A term that few companies have, or words that must stand in one name. */
type Search = string | readonly IndexedWord[];

/**
 * Finds the companies that have each of some terms, and those with some ids. Arrays behind a subquery have an unknown length:
 * otherwise PostgreSQL would compile the plan of a long batch, which takes longer than the batch.
 */
const COMPANIES = {
  name: 'companies_by_terms',
  runsOn: ON_REPLICA,
  text: `SELECT q.term, c.id, c.name, c.country
    FROM unnest((SELECT $1::text[])) AS q (term)
    CROSS JOIN LATERAL (
      SELECT (array_agg(t.company_id ORDER BY cardinality(t.terms), t.company_id))[1:${MAX_FOUND}] AS ids
      FROM company_name_terms t WHERE t.terms @> ARRAY[q.term]
    ) found
    CROSS JOIN LATERAL unnest(found.ids) AS f (id)
    JOIN company c ON c.id = f.id
    UNION ALL
    SELECT NULL, c.id, c.name, c.country FROM unnest((SELECT $2::int[])) AS f (id) JOIN company c ON c.id = f.id`,
};

/** Finds the companies with the same key as each of some names, in their order, by one statement. */
export function findByKeys({ db }: MatchTools, names: readonly Name[]): Promise<FoundCompany[][]> {
  return findCompanies(
    db,
    names.map((name) => ({ terms: keysOf(name), ids: [] })),
  );
}

/** Finds the companies with names like each of some names, in their order, by a few statements. */
export async function findSimilar(tools: MatchTools, names: readonly Name[]): Promise<FoundCompany[][]> {
  if (names.length === 0) return [];
  const slices = new Slices();
  const [exact, misspelled] = [new Set<string>(), new Set<string>()];
  for (const name of names) {
    addWordsOf(name, exact, misspelled);
    await slices.pause();
  }
  const { words, version } = await findWords(tools.db, [...exact], [...misspelled]);
  const searches: Search[][] = [];
  for (const name of names) {
    searches.push(searchesFor(name, words));
    await slices.pause();
  }
  const companies = new WordCompanies(tools);
  await companies.read(version, searches.flat().filter(isOfWords).flat());
  const found: Found[] = [];
  for (const each of searches) {
    const ids = each.filter(isOfWords).flatMap((together) => companies.find(together, MAX_FOUND));
    found.push({ terms: each.filter((search) => typeof search === 'string'), ids });
    await slices.pause();
  }
  return findCompanies(tools.db, found);
}

const isOfWords = (search: Search): search is readonly IndexedWord[] => typeof search !== 'string';

/** Terms and ids of companies that a name may mean. */
interface Found {
  terms: readonly string[];
  ids: readonly number[];
}

async function findCompanies(db: Queryable, found: readonly Found[]): Promise<FoundCompany[][]> {
  const terms = new Set(found.flatMap((each) => each.terms));
  const ids = new Set(found.flatMap((each) => each.ids));
  const byId = new Map<number, FoundCompany>();
  const byTerm = new Map<string, FoundCompany[]>();
  const sorted = [...ids].sort((a, b) => a - b);
  if (terms.size + ids.size > 0)
    await takeTexts<[string | null, string, string, string | null]>(
      db,
      COMPANIES,
      [arrayOf([...terms]), arrayOf(sorted)],
      ([term, id, name, country]) => {
        const company = { companyId: Number(id), name, country };
        if (term === null) byId.set(company.companyId, company);
        else if (byTerm.get(term)?.push(company) === undefined) byTerm.set(term, [company]);
      },
    );
  return found.map((each) => {
    const companies = [
      ...each.terms.flatMap((term) => byTerm.get(term) ?? []),
      ...each.ids.flatMap((id) => byId.get(id) ?? []),
    ];
    return [...new Map(companies.map((company) => [company.companyId, company])).values()];
  });
}

/** Adds the words of a name to those that are looked up as they are, and to those that may be misspelled. */
function addWordsOf({ spellings }: Name, exact: Set<string>, misspelled: Set<string>): void {
  for (const spelling of spellings) {
    const words = wordsOf([spelling]).slice(0, MAX_WORDS);
    for (const word of [...words, ...joinedPairs(words), ...words.flatMap(wordVariantsOf)]) exact.add(word);
    for (const word of words) if (!isDistinguishing(word)) misspelled.add(word);
  }
}

/** Returns each two neighbours as one word: `Face Book` may be `Facebook`. */
function joinedPairs(words: readonly string[]): string[] {
  return words.slice(1).map((word, index) => words[index] + word);
}

/** Returns searches for a name. The best come first. */
function searchesFor(name: Name, found: FoundWords): Search[] {
  const searches = new Map<string, Search>();
  const add = (words: readonly IndexedWord[]) => {
    const distinct = [...new Map(words.map((each) => [each.word, each])).values()];
    const key = distinct
      .map(({ word }) => word)
      .sort()
      .join(' ');
    const isRare = distinct.length === 1 && distinct.every(({ companies }) => companies <= MAX_FOUND);
    if (!searches.has(key)) searches.set(key, isRare ? key : distinct);
  };
  for (const spelling of name.spellings) {
    const words = wordsOf([spelling]).slice(0, MAX_WORDS);
    for (const together of searchesByWords(words, found)) add(together);
    for (const word of joinedPairs(words)) {
      const [pair] = found.get(word) ?? [];
      if (pair && pair.companies <= MAX_FOUND) searches.set(word, word);
    }
  }
  for (const term of variantsOf(name)) searches.set(term, term);
  return [...searches.values()].slice(0, MAX_SEARCHES);
}

/** Returns words to search for each word that the rarest one may mean: that alone if it is rare, else together with others. */
function* searchesByWords(words: readonly string[], found: FoundWords): Generator<readonly IndexedWord[]> {
  const places = words
    .map((word) => meaningsOf(word, found))
    .filter((meant) => meant.length > 0)
    .sort((a, b) => companiesOf(a) - companiesOf(b));
  const all = places.flatMap(([first]) => first ?? []);
  const [rarest = [], second = []] = places;
  for (const [index, word] of rarest.entries()) {
    if (word.companies <= MAX_FOUND) yield [word];
    else yield all.with(0, word);
    if (word.companies > MAX_FOUND && index === 0)
      for (const other of places.slice(1, 3).flat()) yield [word, other];
  }
  for (const word of second) {
    if (word.companies <= MAX_FOUND) yield [word];
    else if (companiesOf(rarest) > MAX_FOUND) yield all.with(1, word);
  }
}

/** Returns the words of the catalogue that a word may mean: as it is or misspelled, then its variants. */
function meaningsOf(word: string, found: FoundWords): IndexedWord[] {
  const variants = wordVariantsOf(word).flatMap(
    (each) => found.get(each)?.find((other) => other.word === each) ?? [],
  );
  variants.sort((a, b) => b.companies - a.companies);
  return [...(found.get(word) ?? []), ...variants].slice(0, MAX_MEANINGS);
}

/** Words that one word of a name may mean, at most. */
const MAX_MEANINGS = 4;

/** Returns how many companies have the word that is most probably meant. */
function companiesOf([first]: readonly IndexedWord[]): number {
  return first?.companies ?? 0;
}
