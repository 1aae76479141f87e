import { textKey } from '../../lib/text-key.ts';
import type { ColumnName } from '../catalogue/company.ts';
import type { OwnFieldType } from '../fields/own-field.ts';
import { EVER, type EvidenceWindow } from './evidence-windows.ts';
import type { NumberRange } from './number-encoding.ts';

/** Kinds of import. Each changes some of the facets. */
export type CatalogueChange = 'technologies' | 'companies' | 'company_technologies' | 'partnerships';

/** Source of a facet's postings. */
export type FacetSource =
  /** All companies. */
  | { from: 'universe' }
  /** Companies that left the catalogue. */
  | { from: 'retired' }
  /** A posting for each text in a column of `company`, and the existence bitmap. */
  | { from: 'column'; column: ColumnName<'text'> }
  /** Bit slices and range-encoded bitmaps of an integer column of `company`, and the existence bitmap. */
  | IntegerSource
  | { from: 'investors' }
  /** A posting for each last label of a domain. */
  | { from: 'top_level_domains' }
  /** A posting for each frequent term of names; rare terms are rows of `facet_rare_words`. */
  | { from: 'name_terms' }
  /** Dated: postings for each value, by the age of the evidence. */
  | { from: 'detections'; value: 'tech_key' | 'category' }
  /** Dated: postings of partners for each company that has many, by its id and the age of the evidence. */
  | { from: 'partnerships' }
  | OwnSource;

/** Values of an own field: a posting for each value, or the slices of a number, and the existence bitmap. */
export interface OwnSource {
  from: 'own';
  /** Id of the field. */
  id: number;
  type: OwnFieldType;
}

export interface IntegerSource {
  from: 'integer';
  column: ColumnName<'integer'>;
  /** The bounds that have a range-encoded bitmap. */
  rangeEncoded: NumberRange;
}

/** A set of postings that are refreshed together. */
export interface Facet {
  /** Field under which the postings are stored. */
  field: string;
  source: FacetSource;
  /** Kinds of import that can change the postings. */
  changedBy: readonly CatalogueChange[];
}

/** Tells whether a facet has evidence windows, so that it changes when as_of moves. */
export function isDated({ source }: Pick<Facet, 'source'>): boolean {
  return source.from === 'detections' || source.from === 'partnerships';
}

/** Tells whether postings are read by their exact keys only. The others are also found by a search among the rows. */
export function isExactMatch({ source }: Facet): boolean {
  return !['name_terms', 'top_level_domains', 'partnerships'].includes(source.from);
}

/**
 * Fields whose values are texts that people write. A posting is stored for each spelling; what has the same key
 * (`textKey`) is one value for readers.
 */
const SPELLED_FIELDS: ReadonlySet<string> = new Set(['technology_category', 'investor', 'industry']);

export function isSpelled({ field }: Pick<PostingKey, 'field'>): boolean {
  return SPELLED_FIELDS.has(field) || field.includes(OWN);
}

/** Stands in the names under which own fields are stored, and in no key of a field. */
const OWN = ':';

/** Returns the name under which the postings of an own field are stored. @param scopeId an organization; 0 for the catalogue */
export function ownFacetName(scopeId: number, id: number): string {
  return scopeId === 0 ? `custom${OWN}${id}` : `org${OWN}${scopeId}${OWN}${id}`;
}

/** Returns the organization whose own field is stored under a name; 0 for all other fields. */
export function organizationOfFacet(field: string): number {
  return field.startsWith(`org${OWN}`) ? Number(field.split(OWN)[1]) : 0;
}

export interface PostingKey {
  field: string;
  /** In a key to be read, any spelling of the value. */
  value: string;
  /** Evidence of a dated value; 0 for all of it, and for other values. */
  window: EvidenceWindow;
}

/** Returns a key as one string, for maps. The separator is safe: PostgreSQL's text has no NUL. */
export function postingName({ field, value, window }: PostingKey): string {
  return `${window}\0${field}\0${value}`;
}

/** Returns the name under which readers know a posting: all spellings of a value have the same. */
export function readName(key: PostingKey): string {
  return postingName(isSpelled(key) ? { ...key, value: textKey(key.value) } : key);
}

/** Returns the key of a field's existence bitmap: the companies that have any value. Values are never empty. */
export function existenceKey(field: string): PostingKey {
  return { field, value: '', window: EVER };
}

/** The facet of all companies. Callers cannot name its field. */
export const UNIVERSE: Facet = { field: '*', source: { from: 'universe' }, changedBy: ['companies'] };

/** The facet of companies that were deleted or merged. Reads of stored members leave them out. */
export const RETIRED: Facet = { field: '@retired', source: { from: 'retired' }, changedBy: ['companies'] };
export const RETIRED_KEY = existenceKey(RETIRED.field);

/** Companies that a refresh reads. */
export interface Scope {
  /** Name of a table with a column `company_id`, without duplicates; undefined for all companies. */
  table: string | undefined;
}

export const EVERYTHING: Scope = { table: undefined };

/** SQL of a join that restricts a table to the scope by a column of company ids. */
export function inScope({ table }: Scope, column: string): string {
  return table === undefined ? '' : `JOIN ${table} scope ON scope.company_id = ${column}`;
}
