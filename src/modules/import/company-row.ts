import { domainIn, isStorable, toLookUpDomain } from '../../lib/domain-name.ts';
import type { JsonObject } from '../../lib/json.ts';
import { textKey } from '../../lib/text-key.ts';
import { FACT_COLUMNS, type FactFormat } from '../catalogue/company.ts';
import { findCountry } from '../catalogue/countries.ts';
import { deriveSlug, parseSlug, readEmployeeRange, yearIn } from './company-values.ts';
import {
  describe,
  InvalidField,
  optional,
  orCutDomain,
  type Parser,
  parseDomain,
  parseLabel,
  parseName,
  parseOrWarn,
  placeholderFault,
  readDeleted,
  readDomain,
  required,
  type Warn,
  wholeNumber,
} from './fields.ts';
import { DOMAIN_SEPARATOR, readListText } from './formats/cells.ts';

/** A change of a company that is more than a row of values. */
export type CompanyAction = 'rename' | 'merge' | 'delete';

/** A line of a companies file. */
interface CompanyLine {
  primaryDomain: string;
  action: CompanyAction | undefined;
  /** Previous domain of a rename, domain of the survivor of a merge. */
  otherDomain: string | undefined;
  /** Absent for merges and deletes: their other fields are ignored. */
  row: CompanyRow | undefined;
}

/**
 * A company as a line states it. An optional field that is undefined keeps the stored value. A text of `''` or a number
 * of 0, stated as null, clears it.
 */
interface CompanyRow {
  /** Undefined in a rename that keeps the name. */
  name: string | undefined;
  /** Domains other than the primary one, in the order of the line. */
  secondaryDomains: readonly string[] | undefined;
  investors: readonly string[] | undefined;
  /** In the order of FACT_COLUMNS. */
  facts: readonly Fact[];
  givenSlug: string | undefined;
  derivedSlug: string;
}

type Fact = string | number | undefined;

const MAX_LIST_LENGTH = 10_000;

const readName = required(parseName);
const readOptionalDomain = (row: JsonObject, field: string, warn: Warn) =>
  row[field] === undefined || row[field] === null ? undefined : readDomain(row, field, warn);
const readSlug = optional(parseGivenSlug, undefined);
const FACT_READERS: Record<FactFormat, (row: JsonObject, field: string, warn: Warn) => Fact> = {
  text: optional(parseLabel, ''),
  country: optional(parseCountry, ''),
  employee_range: readEmployeeRange,
  year: optional(parseYear, 0),
};

/**
 * Parses a line of companies. An invalid optional field is skipped with a warning (contract, section 8).
 *
 * @throws InvalidField for an invalid primary domain or name, and for an invalid rename, merge or delete.
 */
export function parseCompanyLine(row: JsonObject, warn: Warn): CompanyLine {
  const primaryDomain = readDomain(row, 'primary_domain', warn);
  const mergeInto = readOptionalDomain(row, 'merge_into', warn);
  const previous = readOptionalDomain(row, 'previous_primary_domain', warn);
  if (readDeleted(row)) {
    if (mergeInto !== undefined) throw new InvalidField('merge_into', 'cannot be combined with deleted');
    return { primaryDomain, action: 'delete', otherDomain: undefined, row: undefined };
  }
  if (mergeInto !== undefined) {
    if (mergeInto === primaryDomain)
      throw new InvalidField('merge_into', 'is the primary domain of the company itself');
    return { primaryDomain, action: 'merge', otherDomain: mergeInto, row: undefined };
  }
  const isRename = previous !== undefined && previous !== primaryDomain;
  return {
    primaryDomain,
    action: isRename ? 'rename' : undefined,
    otherDomain: isRename ? previous : undefined,
    row: parseCompany(row, primaryDomain, isRename, warn),
  };
}

/**
 * Returns the primary domains that a refused row names, in the form in which they are looked up: early builds stored
 * texts that are refused now, and their companies are present.
 */
export function namedDomains(row: JsonObject): string[] {
  return ['primary_domain', 'previous_primary_domain'].flatMap((field) => {
    const value = row[field];
    const domain = typeof value === 'string' ? (domainIn(value).domain ?? toLookUpDomain(value)) : undefined;
    return domain !== undefined && isStorable(domain) ? domain : [];
  });
}

function parseCompany(row: JsonObject, primaryDomain: string, isRename: boolean, warn: Warn): CompanyRow {
  const name = isRename && row.name === undefined ? undefined : readName(row, 'name');
  const fault = name && placeholderFault(name);
  if (fault) warn('name', `${fault}; it became the name of the company`, 'cut');
  return {
    name,
    secondaryDomains: readList(row, 'domains', parseDomain, warn)?.filter(
      (domain) => domain !== primaryDomain,
    ),
    investors: readList(row, 'investors', parseLabel, warn),
    facts: FACT_COLUMNS.map((fact) => FACT_READERS[fact.imported](row, fact.name, warn)),
    givenSlug: readSlug(row, 'slug', warn),
    derivedSlug: deriveSlug(name ?? '', primaryDomain),
  };
}

/** Separators of fields whose entries contain none of them. */
const LIST_SEPARATORS: Readonly<Record<string, RegExp>> = { domains: DOMAIN_SEPARATOR };

/** Parses a list without duplicates, of which the first spelling stays. It may be a text. Invalid entries are skipped with a warning; null gives an empty list. */
function readList(row: JsonObject, field: string, parse: Parser<string>, warn: Warn): string[] | undefined {
  const given = row[field];
  if (given === undefined) return undefined;
  if (given === null) return [];
  const text = typeof given === 'string' ? readListText(given, LIST_SEPARATORS[field]) : undefined;
  if (text?.fault !== undefined) {
    warn(field, `begins like a list and is none, because ${text.fault}: ${describe(given)}`);
    return undefined;
  }
  const value = text?.entries ?? given;
  if (!Array.isArray(value) || value.length > MAX_LIST_LENGTH) {
    warn(field, `must be a list of at most ${MAX_LIST_LENGTH} strings`);
    return undefined;
  }
  const entries = new Map<string, string>();
  for (const [index, item] of value.entries()) {
    const entry = parseOrWarn(
      (each, name) => orCutDomain(() => parse(each, name), warn),
      item,
      `${field}/${index}`,
      warn,
    );
    if (entry === undefined) continue;
    const key = textKey(entry);
    if (!entries.has(key)) entries.set(key, entry);
  }
  // A text without a valid entry was hardly meant as a list, and keeps the stored one.
  return text !== undefined && value.length > 0 && entries.size === 0 ? undefined : [...entries.values()];
}

function parseCountry(value: unknown, field: string): string {
  const code = typeof value === 'string' ? findCountry(value) : undefined;
  if (code !== undefined) return code;
  throw new InvalidField(
    field,
    `is neither a code of ISO 3166-1 nor the name of one country: ${describe(value)}`,
  );
}

const parseYearNumber = wholeNumber(500, 2100);

/** Parses a year, or the year of a date. */
function parseYear(value: unknown, field: string): number {
  const year = typeof value === 'string' ? yearIn(value) : undefined;
  return parseYearNumber(year ?? value, field);
}

function parseGivenSlug(value: unknown, field: string): string {
  const slug = typeof value === 'string' ? parseSlug(value) : undefined;
  if (slug !== undefined) return slug;
  throw new InvalidField(field, `must be letters, digits and hyphens, not ${describe(value)}`);
}
