/**
 * Own fields: what a catalogue or an organization knows of companies beside the built-in fields (contract, section 20). Fields of
 * the catalogue have the key `custom.revenue`, those of an organization `org.score`.
 */

/** Types of own fields. */
export const FIELD_TYPES = ['category', 'number', 'date', 'boolean', 'text', 'url'] as const;
export type OwnFieldType = (typeof FIELD_TYPES)[number];

/** Ways of writing numbers in files, by an example: the marks of thousands and of decimals. */
export const NUMBER_FORMATS = ['1,200.50', '1.200,50'] as const;
export type NumberFormat = (typeof NUMBER_FORMATS)[number];

const SCOPES = ['catalogue', 'organization'] as const;
export type FieldScope = (typeof SCOPES)[number];

/** Prefixes of keys. */
export const PREFIXES = { catalogue: 'custom.', organization: 'org.' } as const satisfies Record<
  FieldScope,
  string
>;

/** A part of a key after its prefix. */
export const KEY_PART = /^[a-z][a-z0-9_]{0,39}$/;

/** Returns the scope that the prefix of a key names; undefined for every other text. */
export function scopeOf(key: string): FieldScope | undefined {
  return SCOPES.find((scope) => key.startsWith(PREFIXES[scope]));
}

/** A value of an own field at a company, as JSON has it. A date is a day such as `2026-01-31`. */
export type OwnValue = string | number | boolean | readonly string[];

/** What decides how a value is read. */
export interface ValueShape {
  type: OwnFieldType;
  /** Whether a category takes a list of values. */
  multiple: boolean;
}

/** Limits of values (contract, section 20). Lengths are in Unicode code points. */
export const VALUE_LIMITS = {
  category: 200,
  text: 2_000,
  url: 2_000,
  /** Values of a category with `multiple` at one company. */
  values: 100,
  /** Digits of a number, those after the point included. */
  digits: 15,
  decimals: 4,
  firstYear: 1900,
  lastYear: 2100,
} as const;
