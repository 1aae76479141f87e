import type { Steps } from './numbers.ts';
import { EVER, type Window } from './windows.ts';

/** The kinds of import, each of which changes some facets. */
export type CatalogueChange = 'technologies' | 'companies' | 'company_technologies' | 'partnerships';

/** Where a facet's postings come from. */
export type FacetSource =
  /** Every company. */
  | { from: 'universe' }
  /** One posting for each text that a column of `company` holds, and one for having any. */
  | { from: 'column'; column: 'industry' | 'country' | 'employee_range' }
  /** One posting for each bit and each step of an integer column of `company`, and one for having a number at all. */
  | IntegerSource
  | { from: 'investors' }
  /** One posting for each last label of a domain. */
  | { from: 'top_level_domains' }
  /** One posting for each word that many names hold; the other words of a name are in `facet_rare_words`. */
  | { from: 'words' }
  /** Dated: one posting for each value and evidence window. */
  | { from: 'detections'; value: 'tech_key' | 'category' }
  /** Dated: the partners of each company that has many, by its id and evidence window. */
  | { from: 'partnerships' };

export interface IntegerSource {
  from: 'integer';
  column: 'founded_year' | 'technology_count' | 'partnership_count';
  steps: Steps;
}

/** A set of postings that are refreshed together. */
export interface Facet {
  /** The field under which they are stored. */
  field: string;
  source: FacetSource;
  /** What kinds of import can change them. */
  changedBy: readonly CatalogueChange[];
}

/** Whether evidence windows cut it, so that it changes when as_of moves. */
export function isDated({ source }: Facet): boolean {
  return source.from === 'detections' || source.from === 'partnerships';
}

/** Whether its postings are read by their keys, and not found by a search among the rows. */
export function isKeyed({ source }: Facet): boolean {
  return source.from !== 'words' && source.from !== 'top_level_domains' && source.from !== 'partnerships';
}

export interface PostingKey {
  field: string;
  value: string;
  window: Window;
}

/** A key as one string, for maps. No value holds the separator: PostgreSQL's text has no NUL. */
export function nameOf({ field, value, window }: PostingKey): string {
  return `${window}\0${field}\0${value}`;
}

/** No value of a field is empty. */
const KNOWN = '';

/** The posting of companies that have any value of the field. */
export function knownKey(field: string): PostingKey {
  return { field, value: KNOWN, window: EVER };
}

/** All companies; like no field that a caller can name. */
export const UNIVERSE: Facet = { field: '*', source: { from: 'universe' }, changedBy: ['companies'] };
