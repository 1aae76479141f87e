import { isStorable, toLookUpDomain } from '../../lib/domain-name.ts';
import type { JsonObject } from '../../lib/json-object.ts';
import { textKey } from '../../lib/text-key.ts';
import { FACT_COLUMNS, type FactFormat } from '../catalogue/company-columns.ts';
import { COUNTRY_CODES } from '../catalogue/countries.ts';
import { EMPLOYEE_BANDS, type EmployeeRange } from '../catalogue/employee-ranges.ts';
import {
  describe,
  InvalidField,
  optional,
  type Parser,
  parseDomain,
  parseKey,
  parseName,
  parseOrWarn,
  readDeleted,
  required,
  type Warn,
  wholeNumber,
} from './fields.ts';
import { deriveSlug, parseSlug } from './slug.ts';

/** A change of a company that is more than a row of values. */
export const COMPANY_ACTIONS = ['rename', 'merge', 'delete'] as const;
export type CompanyAction = (typeof COMPANY_ACTIONS)[number];

/** A line of a companies file. */
export interface CompanyLine {
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
export interface CompanyRow {
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
const readDomain = required(parseDomain);
const readOptionalDomain = (row: JsonObject, field: string) =>
  row[field] === undefined || row[field] === null ? undefined : parseDomain(row[field], field);
const readSlug = optional(parseGivenSlug, undefined);
const FACT_READERS: Record<FactFormat, (row: JsonObject, field: string, warn: Warn) => Fact> = {
  text: optional(parseKey, ''),
  country: optional(parseCountry, ''),
  employee_range: readEmployeeRange,
  year: optional(wholeNumber(500, 2100), 0),
};

/**
 * Parses a line of companies. An invalid optional field is skipped with a warning (contract, section 8).
 *
 * @throws InvalidField for an invalid primary domain or name, and for an invalid rename, merge or delete.
 */
export function parseCompanyLine(row: JsonObject, warn: Warn): CompanyLine {
  const primaryDomain = readDomain(row, 'primary_domain');
  const mergeInto = readOptionalDomain(row, 'merge_into');
  const previous = readOptionalDomain(row, 'previous_primary_domain');
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
    const domain = typeof value === 'string' ? toLookUpDomain(value) : undefined;
    return domain !== undefined && isStorable(domain) ? domain : [];
  });
}

function parseCompany(row: JsonObject, primaryDomain: string, isRename: boolean, warn: Warn): CompanyRow {
  const name = isRename && row.name === undefined ? undefined : readName(row, 'name');
  return {
    name,
    secondaryDomains: readList(row, 'domains', parseDomain, warn)?.filter(
      (domain) => domain !== primaryDomain,
    ),
    investors: readList(row, 'investors', parseKey, warn),
    facts: FACT_COLUMNS.map((fact) => FACT_READERS[fact.imported](row, fact.name, warn)),
    givenSlug: readSlug(row, 'slug', warn),
    derivedSlug: deriveSlug(name ?? '', primaryDomain),
  };
}

/** Parses a list without duplicates, of which the first spelling stays. Invalid entries are skipped with a warning; null gives an empty list. */
function readList(row: JsonObject, field: string, parse: Parser<string>, warn: Warn): string[] | undefined {
  const value = row[field];
  if (value === undefined) return undefined;
  if (value === null) return [];
  if (!Array.isArray(value) || value.length > MAX_LIST_LENGTH) {
    warn(field, `must be a list of at most ${MAX_LIST_LENGTH} strings`);
    return undefined;
  }
  const entries = new Map<string, string>();
  for (const [index, item] of value.entries()) {
    const entry = parseOrWarn(parse, item, `${field}/${index}`, warn);
    if (entry === undefined) continue;
    const key = textKey(entry);
    if (!entries.has(key)) entries.set(key, entry);
  }
  return [...entries.values()];
}

/** Parses the employee range. Without a valid one, the number of employees decides. */
function readEmployeeRange(row: JsonObject, field: string, warn: Warn): string | undefined {
  const { [field]: range, employee_count: count } = row;
  const named = typeof range === 'string' ? parseEmployeeRange(range) : undefined;
  if (named === undefined && range !== undefined && range !== null) {
    warn(field, `is none of ${BANDS}: ${describe(range)}`);
  }
  const counted = typeof count === 'number' && Number.isInteger(count) ? bandOfCount(count) : undefined;
  if (counted === undefined && count !== undefined && count !== null) {
    warn('employee_count', `must be a whole number from 1, not ${describe(count)}`);
  }
  const cleared = range === null || (range === undefined && count === null) ? '' : undefined;
  return named ?? counted ?? cleared;
}

const BANDS = EMPLOYEE_BANDS.map(([range]) => range).join(', ');

const SPELLING = /^(\d{1,9})(?:(\+)|-(\d{1,9}))?$/;
const DASHES = /[\u2010-\u2015\u2212]/g;
const NOISE = /employees?|people|staff|[\s,_'\u2019]/g;

/** @returns the employee range of `count` employees; undefined below 1. */
function bandOfCount(count: number): EmployeeRange | undefined {
  return EMPLOYEE_BANDS.findLast(([, least]) => count >= least)?.[0];
}

/**
 * Parses an employee range as sources spell it: `51-200`, `51 – 200 employees`, `10,001+`, `11 to 50`.
 *
 * @returns undefined for anything else, and for a range that spans several of the eight, such as `201-1000` and `1001+`
 * (contract, section 8): choosing one would be a guess.
 */
export function parseEmployeeRange(text: string): EmployeeRange | undefined {
  const plain = text
    .toLowerCase()
    .replace(DASHES, '-')
    .replace(/\sto\s/, '-')
    .replace(NOISE, '');
  const match = SPELLING.exec(plain);
  if (!match) return undefined;
  const [, from = '', openEnded, to = from] = match;
  const low = Number(from);
  const high = openEnded ? Number.POSITIVE_INFINITY : Number(to);
  if (low > high) return undefined;
  // Some sources write the smallest range as "0-10".
  const band = bandOfCount(Math.max(low, high > 0 ? 1 : 0));
  return band !== undefined && band === bandOfCount(high) ? band : undefined;
}

function parseCountry(value: unknown, field: string): string {
  const code = typeof value === 'string' ? value.trim().toUpperCase() : '';
  if (COUNTRY_CODES.has(code)) return code;
  throw new InvalidField(field, `is not an ISO 3166-1 alpha-2 code: ${describe(value)}`);
}

function parseGivenSlug(value: unknown, field: string): string {
  const slug = typeof value === 'string' ? parseSlug(value) : undefined;
  if (slug !== undefined) return slug;
  throw new InvalidField(field, `must be letters, digits and hyphens, not ${describe(value)}`);
}
