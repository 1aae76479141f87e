import {
  type Catalogue,
  type CatalogueField,
  type FieldValue,
  isSearched,
  searchedAs,
} from '../catalogue.ts';
import { ROLES } from './phrases.ts';
import type { Token } from './tokens.ts';
import type { Answer, Search } from './types.ts';
import {
  alikeParts,
  exactListed,
  isAbbreviation,
  isSingle,
  type Match,
  matchFound,
  misspeltFound,
  similarListed,
  suggested,
  synonymOf,
} from './vocabulary.ts';

/** Longest phrase that can be a value, in tokens. */
const MAX_SPAN = 6;
/** Searches that one sentence may need at once. */
const MAX_SEARCHES = 24;
const MAX_PHRASE = 100;

/** Finds the values that phrases mean: in the catalogue where it lists them, else in results of searches. */
export class Lookup {
  readonly #catalogue: Catalogue;
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #answers: ReadonlyMap<string, Answer>;
  readonly #searches = new Map<string, Search>();
  /** Exact matches, which are asked for again while the sentence is read. */
  readonly #exact = new Map<string, readonly Match[]>();
  /** Whether upper case says nothing: all is written so, and more than codes and words of the grammar. */
  readonly isShouted: boolean;

  constructor(catalogue: Catalogue, text: string, tokens: readonly Token[], answers: readonly Answer[]) {
    this.#catalogue = catalogue;
    this.#text = text;
    this.#tokens = tokens;
    this.#answers = new Map(answers.map((each) => [searchKey(each), each]));
    const isLong = ({ word }: Token, index: number) => /\p{L}{3}/u.test(word) && !ROLES.at(tokens, index);
    this.isShouted = tokens.length > 1 && !/\p{Ll}/u.test(text) && tokens.some(isLong);
  }

  get searches(): Search[] {
    return [...this.#searches.values()];
  }

  /** Fields with values that can be found by name. Lists only where the words before ask for them. */
  fields({ withLists }: { withLists: boolean }): CatalogueField[] {
    return this.#catalogue.fields.filter(
      ({ type }) => type === 'vocabulary' || type === 'company' || (withLists && type === 'list'),
    );
  }

  /** Number of tokens from a start that one value may have: up to a sign, or all of a quoted text. */
  spanAt(start: number): number {
    if (this.#tokens[start]?.isQuoted) return 1;
    const rest = this.#tokens.slice(start, start + MAX_SPAN);
    const end = rest.findIndex(({ isQuoted, key, word }) => isQuoted || (key === '' && word !== '&'));
    return end < 0 ? rest.length : end;
  }

  /** Values that the tokens name exactly. */
  exact(fields: readonly CatalogueField[], start: number, length: number, isCued: boolean): Match[] {
    return fields.flatMap((field) => {
      const key = `${field.key} ${start} ${length} ${isCued}`;
      const found = this.#exact.get(key) ?? this.#exactOf(field, start, length, isCued);
      this.#exact.set(key, found);
      return found;
    });
  }

  /** Number of tokens of the longest value that begins at a token; 0 for none. */
  exactLength(fields: readonly CatalogueField[], start: number): number {
    for (let length = this.spanAt(start); length > 0; length -= 1)
      if (this.exact(fields, start, length, false).length > 0) return length;
    return 0;
  }

  #exactOf(field: CatalogueField, start: number, length: number, isCued: boolean): readonly Match[] {
    const some = this.#tokens.slice(start, start + length);
    const [first] = some;
    const key = some.map((token) => token.key).join('');
    if (!first || key === '' || (/^\d+$/.test(key) && !first.isQuoted)) return [];
    if (isSearched(this.#catalogue, field.key)) {
      const values = this.#valuesOf(field.key, start, length) ?? [];
      return matchFound(field, values, this.phrase(start, length)).filter(({ grade }) => grade < 1);
    }
    const isUpper = first.text === first.text.toUpperCase() && !this.isShouted;
    if (key.length < 2 && !isCued && !isUpper) return [];
    const found = exactListed(field, key, isCued || (isUpper && !isAbbreviation(key)));
    return found ? [found] : [];
  }

  /** Values whose labels contain the tokens. */
  similar(fields: readonly CatalogueField[], start: number, length: number): Match[] {
    const phrase = this.phrase(start, length);
    const least = (grade: number) => (grade < 3 ? 2 : 3);
    const related = suggested(fields, phrase);
    const found = fields
      .flatMap((field) =>
        isSearched(this.#catalogue, field.key)
          ? matchFound(field, this.#valuesOf(field.key, start, length) ?? [], phrase)
          : similarListed(field, phrase),
      )
      .filter(({ grade }) => phrase.length >= least(grade));
    return [...related, ...found];
  }

  /**
   * Notes the searches that words need, and tells whether one of them has no result yet. Words are searched one by one,
   * so that further typing needs no more than the new word.
   */
  ask(fields: readonly CatalogueField[], start: number, length: number, isCued = false): boolean {
    const least = isCued && length === 1 ? 1 : 2;
    let isPending = false;
    for (const field of fields) {
      if (!isSearched(this.#catalogue, field.key)) continue;
      for (let at = start; at < start + length; at += 1)
        isPending = this.#askFor(field.key, this.phrase(at, 1), least) || isPending;
      if (!isPending && length > 1 && this.#valuesOf(field.key, start, length) === undefined)
        isPending = this.#askFor(field.key, this.phrase(start, length)) || isPending;
    }
    return isPending;
  }

  /**
   * Notes the searches that find the names that begin at a token, whatever words they have: those that contain its word
   * and, where these are too many, those that contain more words of the sentence.
   */
  askNames(field: CatalogueField, start: number): void {
    if (!isSearched(this.#catalogue, field.key)) return;
    if (this.#askFor(field.key, this.phrase(start, 1), 1)) return;
    for (let length = 2; length <= this.spanAt(start); length += 1)
      if (this.#valuesOf(field.key, start, length) === undefined)
        this.#askFor(field.key, this.phrase(start, length));
  }

  /**
   * Notes the searches that find values spelt like a phrase: by its first letters and by its last, one of which has no
   * error. Tells whether one of them has no result yet.
   */
  askAlike(fields: readonly CatalogueField[], phrase: string): boolean {
    const parts = alikeParts(phrase);
    const searched = fields.filter(({ key }) => SPELT.has(key) && isSearched(this.#catalogue, key));
    return searched.flatMap(({ key }) => parts.map((part) => this.#note(key, part))).includes(true);
  }

  /** Values of searches that are spelt like a phrase. */
  alike(fields: readonly CatalogueField[], phrase: string): Match[] {
    return fields.flatMap((field) => {
      if (!isSearched(this.#catalogue, field.key)) return [];
      const answers = alikeParts(phrase).map((part) =>
        this.#answers.get(searchKey({ field: field.key, phrase: part })),
      );
      const values = new Map(answers.flatMap((each) => each?.values ?? []).map((each) => [each.value, each]));
      return misspeltFound(field, [...values.values()], phrase);
    });
  }

  #askFor(field: string, text: string, least = 2): boolean {
    const phrase = synonymOf(field, text) ?? text;
    const missing = [...new Set([text, phrase])].map((each) => this.#note(field, each, least));
    return missing.includes(true);
  }

  #note(field: string, text: string, least = 2): boolean {
    const phrase = text.toLowerCase().slice(0, MAX_PHRASE);
    if (phrase.length < least) return false;
    const search = { field: searchedAs(field), phrase };
    const key = searchKey(search);
    if (this.#answers.has(key)) return false;
    if (this.#searches.size < MAX_SEARCHES) this.#searches.set(key, search);
    return true;
  }

  /** Values that contain the phrase; undefined if no result has them all. */
  #valuesOf(field: string, start: number, length: number): readonly FieldValue[] | undefined {
    const phrase = this.phrase(start, length);
    const known = (text: string) => this.#answerOf(field, text);
    const synonym = synonymOf(field, phrase);
    const own = [known(phrase), synonym === undefined ? undefined : known(synonym)].filter(
      (each) => each !== undefined,
    );
    if (own.length > 0)
      return [...new Map(own.flatMap(({ values }) => values).map((each) => [each.value, each])).values()];
    for (let at = start; at < start + length; at += 1) {
      const word = known(this.phrase(at, 1));
      if (word?.isComplete) return word.values;
    }
    return undefined;
  }

  /** The result of a search for the values of a field. One search answers for all own fields. */
  #answerOf(field: string, text: string): Answer | undefined {
    const as = searchedAs(field);
    const found = this.#answers.get(searchKey({ field: as, phrase: text.toLowerCase() }));
    if (!found || as === field) return found;
    return { ...found, values: found.values.filter((each) => each.field === field) };
  }

  /** Tokens as they were typed. */
  phrase(start: number, length: number): string {
    const first = this.#tokens[start];
    const last = this.#tokens[start + length - 1];
    if (!first || !last) return '';
    return length === 1 ? first.text : this.#text.slice(first.from, last.to);
  }
}

/** Fields whose values are searched again for a spelling. */
const SPELT: ReadonlySet<string> = new Set(['technology', 'partner', 'investor', 'list']);
const searchKey = ({ field, phrase }: Search) => `${field}\n${phrase}`;

/** Orders matches: those that companies have first, then by grade, and by the number of companies. */
export function rankMatches(matches: readonly Match[]): Match[] {
  return [...matches].sort(
    (a, b) =>
      Number(isUnused(a)) - Number(isUnused(b)) ||
      a.grade - b.grade ||
      countOf(b) - countOf(a) ||
      byLabel(a, b),
  );
}

const isUnused = (match: Match) => countOf(match) === 0;
const byLabel = (a: Match, b: Match) => ((a.values[0]?.label ?? '') < (b.values[0]?.label ?? '') ? -1 : 1);

/** Companies that have the first value; lists have no number, and count as used. */
function countOf({ values }: Match): number {
  return values[0]?.companyCount ?? 1;
}

/** What decides between several matches. */
export interface Hints {
  /** Fields that words before or after name, the first preferred. */
  cued?: readonly string[] | undefined;
  /** Fields of the values before: "using kubernetes, docker". */
  preferred?: readonly string[] | undefined;
  /** Whether "companies" follows, as in "security companies". */
  isKind?: boolean;
}

/**
 * Returns the matches that a phrase can mean: one if it is certain.
 *
 * @param exact matches by label, key, synonym or short name.
 * @param rivals matches that are only similar, of any field.
 */
export function decide(
  exact: readonly Match[],
  rivals: readonly Match[],
  { cued, preferred, isKind }: Hints,
): Match[] {
  const ranked = rankMatches(exact);
  const used = ranked.filter((match) => !isUnused(match));
  let left = used.length > 0 ? used : ranked;
  const narrow = (keys: readonly string[]) => {
    const kept = left.filter(({ field }) => keys.includes(field.key));
    if (kept.length > 0) left = kept;
    return kept.length > 0;
  };
  const isNarrowed = cued
    ? cued.some((key) => narrow([key]))
    : (isKind === true && narrow(['industry'])) || (preferred?.some((key) => narrow([key])) ?? false);
  // People say "retail" for the industry, not for a company of this name.
  if (left.some(({ field }) => isSingle(field)))
    left = left.filter(
      ({ field }) => isSingle(field) || (field.type === 'vocabulary' && field.key !== 'investor'),
    );
  const best = Math.min(...left.map(({ grade }) => grade));
  left = left.filter(({ grade }) => grade === best);
  const isSure = isNarrowed || best === 0 || left.some(({ field }) => isSingle(field));
  if (isSure) return left;
  const others = rankMatches(rivals).filter(
    ({ field, grade }) =>
      grade <= 1 && !isSingle(field) && left.every((each) => each.field.key !== field.key),
  );
  return [...left, ...others];
}
