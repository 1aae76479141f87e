import type { Client } from './client.ts';
import { type Catalogue, type FieldValue, OWN_FIELDS, toCatalogue } from './filter/catalogue.ts';
import { parseSentence } from './filter/grammar/parse.ts';
import type { Answer, ConditionPiece, Piece, Search, Unresolved } from './filter/grammar/types.ts';
import type { components } from './generated/rest.ts';

/** A text that was read as a filter. */
export interface ParsedFilter {
  text: string;
  /** The filter of the words that were understood, as both APIs take it; null if there are none. */
  definition: components['schemas']['DefinitionInput'] | null;
  /** Words that were understood, each with its condition. */
  conditions: readonly ConditionPiece[];
  /**
   * Words that are no part of the definition: they have several meanings, or none. Empty if nothing is left open.
   * `suggestions` has the texts that may take their place, the likeliest first.
   */
  unresolved: readonly (Unresolved & { suggestions: readonly string[] })[];
  /** What the filter cannot say exactly: bands of employees of which the text asks for a part. */
  assumptions: readonly Assumption[];
  /** All words in their order, with those that connect conditions. */
  pieces: readonly Piece[];
  /** Searches whose results can change the other properties. Empty if the reading is final. */
  searches: readonly Search[];
}

/** A band that the numbers of a text cut in two. Filters take it whole, or leave it out. */
export interface Assumption {
  from: number;
  to: number;
  /** Such as "51-200". */
  band: string;
  isIncluded: boolean;
  message: string;
}

export interface ParseOptions {
  /** Replaces the catalogue that is otherwise loaded for each call. Imports change the values that it lists. */
  catalogue?: Catalogue;
  signal?: AbortSignal;
}

/** Values that a search asks for. More than that are searched again with more words. */
const SEARCHED_VALUES = 50;
/** Rounds of searches for one text. A sentence of people needs three. */
const MAX_ROUNDS = 8;

/**
 * Reads a text such as "software companies in germany using kubernetes" as a filter. It sends nothing: the same text,
 * catalogue and answers always give the same result. Nothing is guessed: words with several meanings, or without one, are
 * `unresolved`. Only the first 500 characters are read; the rest is `unresolved`.
 *
 * @param answers results of `searches` of earlier readings. Technologies, partners and others that the catalogue does not
 *   list are found among them alone.
 */
export function parseFilter(
  text: string,
  catalogue: Catalogue,
  answers: readonly Answer[] = [],
): ParsedFilter {
  const { root, pieces, searches } = parseSentence(text, catalogue, answers);
  // The types of REST have lists that may be changed; this one belongs to the caller.
  const definition = root && { registry_version: catalogue.registryVersion, root };
  return {
    text,
    definition: definition as ParsedFilter['definition'],
    conditions: pieces.filter((piece) => piece.kind === 'condition'),
    unresolved: pieces
      .filter((piece) => piece.kind === 'ambiguous' || piece.kind === 'unknown')
      .map((piece) => ({ ...piece, suggestions: suggestionsOf(piece) })),
    assumptions: pieces.flatMap((piece) => (piece.kind === 'condition' ? assumptionsOf(piece, text) : [])),
    pieces,
    searches,
  };
}

/** A search in names is a way out, and no suggestion. */
const suggestionsOf = ({ choices }: Unresolved) =>
  choices
    .filter(({ field, operator }) => field !== 'name' || operator !== 'contains')
    .map(({ text }) => text);

function assumptionsOf({ from, to, cut = [], values }: ConditionPiece, text: string): Assumption[] {
  return cut.map((band) => {
    const isIncluded = values.includes(band);
    const what = isIncluded ? 'includes all companies with' : 'leaves out companies with';
    const message = `"${text.slice(from, to)}" ${what} ${band} employees: only bands are known.`;
    return { from, to, band, isIncluded, message };
  });
}

/**
 * Reads a text as a filter, with the catalogue and the values of the service. This needs a personal key, as filters do.
 * A text that needs more than 8 rounds of searches keeps `searches`, and its words stay `isPending`.
 */
export async function parseWith(
  client: Pick<Client, 'filters' | 'lists'>,
  text: string,
  { catalogue, signal }: ParseOptions = {},
): Promise<ParsedFilter> {
  const options = signal ? { signal } : {};
  const from = catalogue ?? (await loadCatalogue(client, options));
  const answers: Answer[] = [];
  for (let round = 0; ; round += 1) {
    const parsed = parseFilter(text, from, answers);
    if (parsed.searches.length === 0 || round === MAX_ROUNDS) return parsed;
    answers.push(...(await Promise.all(parsed.searches.map((search) => runSearch(client, search, options)))));
  }
}

/** Loads the fields, operators and short vocabularies of filters, for `parseFilter` and `parseWith`. */
export async function loadCatalogue(
  client: Pick<Client, 'filters'>,
  options: { signal?: AbortSignal } = {},
): Promise<Catalogue> {
  const { data } = await client.filters.fields(options);
  const fields = data.fields.map(({ values, ...field }) => ({ ...field, values: values?.map(toFieldValue) }));
  return toCatalogue({ registryVersion: data.registry_version, fields, operators: data.operators });
}

/** Sends a search, and returns its result for `parseFilter`. */
export async function runSearch(
  client: Pick<Client, 'filters' | 'lists'>,
  { field, phrase }: Search,
  options: { signal?: AbortSignal } = {},
): Promise<Answer> {
  const query = { search: phrase, limit: SEARCHED_VALUES, ...options };
  if (field === 'list') {
    const { data } = await client.lists.list(query);
    const values = data.lists.map(({ list_id, name }) => ({ value: String(list_id), label: name }));
    return { field, phrase, values, isComplete: data.total <= values.length };
  }
  if (field === OWN_FIELDS) {
    const { data } = await client.filters.allValues(query);
    const values = data.values.map((value) => ({ ...toFieldValue(value), field: value.field }));
    return { field, phrase, values, isComplete: values.length < SEARCHED_VALUES };
  }
  const { data } = await client.filters.values(field, query);
  return {
    field,
    phrase,
    values: data.values.map(toFieldValue),
    isComplete: data.total <= data.values.length,
  };
}

function toFieldValue({ value, label, company_count }: components['schemas']['FilterValue']): FieldValue {
  return { value, label, companyCount: company_count };
}

export type { Catalogue, CatalogueField, CatalogueOperator, FieldValue } from './filter/catalogue.ts';
export type { FilterNode, Value, When } from './filter/definition.ts';
export { removePiece, replacePiece } from './filter/grammar/rewrite.ts';
export type {
  Ambiguous,
  Answer,
  Choice,
  ConditionPiece,
  Meaning,
  Piece,
  Reason,
  Search,
  Unknown,
  Unresolved,
} from './filter/grammar/types.ts';
