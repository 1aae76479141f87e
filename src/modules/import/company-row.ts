import type { JsonObject } from '../../lib/json-object.ts';
import { COUNTRY_CODES } from '../catalogue/countries.ts';
import { bandOfCount, parseEmployeeRange } from './employee-range.ts';
import {
  describe,
  InvalidField,
  MAX_KEY_LENGTH,
  MAX_NAME_LENGTH,
  parseDomain,
  readText,
  requireDomain,
  requireText,
  textProblem,
  type Warn,
} from './fields.ts';
import { deriveSlug, parseSlug } from './slug.ts';

/**
 * A company as a line states it. An optional field that is undefined keeps the stored value. A text of `''` or a year
 * of 0, stated as null, clears it.
 */
export interface CompanyRow {
  name: string;
  primaryDomain: string;
  /** Domains other than the primary one, in the order of the line. */
  secondaryDomains: readonly string[] | undefined;
  investors: readonly string[] | undefined;
  industry: string | undefined;
  employeeRange: string | undefined;
  country: string | undefined;
  foundedYear: number | undefined;
  givenSlug: string | undefined;
  derivedSlug: string;
}

export const COMPANY_FIELDS: ReadonlySet<string> = new Set([
  'name',
  'primary_domain',
  'domains',
  'investors',
  'industry',
  'employee_range',
  'employee_count',
  'country',
  'founded_year',
  'slug',
]);

const MAX_LIST_LENGTH = 10_000;
const FIRST_YEAR = 500;
const LAST_YEAR = 2100;

/** Parses a company. An invalid optional field is skipped with a warning (contract, section 8). */
export function parseCompany(row: JsonObject, warn: Warn): CompanyRow | InvalidField {
  const name = requireText(row, 'name', MAX_NAME_LENGTH);
  if (name instanceof InvalidField) return name;
  const primaryDomain = requireDomain(row, 'primary_domain');
  if (primaryDomain instanceof InvalidField) return primaryDomain;
  return {
    name,
    primaryDomain,
    secondaryDomains: readList(row, 'domains', parseDomain, warn)?.filter(
      (domain) => domain !== primaryDomain,
    ),
    investors: readList(row, 'investors', readInvestor, warn),
    industry: readText(row, 'industry', warn),
    employeeRange: readEmployeeRange(row, warn),
    country: readCountry(row, warn),
    foundedYear: readFoundedYear(row, warn),
    givenSlug: readSlug(row, warn),
    derivedSlug: deriveSlug(name, primaryDomain),
  };
}

/** Parses a list without duplicates. Invalid entries are skipped with a warning; null gives an empty list. */
function readList(
  row: JsonObject,
  field: string,
  read: (value: unknown, field: string) => string | InvalidField,
  warn: Warn,
): string[] | undefined {
  const value = row[field];
  if (value === undefined) return undefined;
  if (value === null) return [];
  if (!Array.isArray(value) || value.length > MAX_LIST_LENGTH) {
    warn(field, `must be a list of at most ${MAX_LIST_LENGTH} strings`);
    return undefined;
  }
  const entries = new Set<string>();
  for (const [index, item] of value.entries()) {
    const entry = read(item, `${field}/${index}`);
    if (entry instanceof InvalidField) warn(`${field}/${index}`, entry.reason);
    else entries.add(entry);
  }
  return [...entries];
}

function readInvestor(value: unknown, field: string): string | InvalidField {
  const problem = textProblem(value, MAX_KEY_LENGTH);
  return problem === undefined ? String(value).trim() : new InvalidField(field, problem);
}

/** Parses the employee range. Without a valid one, the number of employees decides. */
function readEmployeeRange(row: JsonObject, warn: Warn): string | undefined {
  const { employee_range: range, employee_count: count } = row;
  const named = typeof range === 'string' ? parseEmployeeRange(range) : undefined;
  if (named === undefined && range !== undefined && range !== null) {
    warn('employee_range', `is not one of the eight employee ranges: ${describe(range)}`);
  }
  const counted = typeof count === 'number' && Number.isInteger(count) ? bandOfCount(count) : undefined;
  if (counted === undefined && count !== undefined && count !== null) {
    warn('employee_count', `must be a whole number from 1, not ${describe(count)}`);
  }
  const cleared = range === null || (range === undefined && count === null) ? '' : undefined;
  return named ?? counted ?? cleared;
}

function readCountry(row: JsonObject, warn: Warn): string | undefined {
  const value = row.country;
  if (value === undefined) return undefined;
  if (value === null) return '';
  const code = typeof value === 'string' ? value.trim().toUpperCase() : '';
  if (COUNTRY_CODES.has(code)) return code;
  warn('country', `is not an ISO 3166-1 alpha-2 code: ${describe(value)}`);
  return undefined;
}

function readFoundedYear(row: JsonObject, warn: Warn): number | undefined {
  const value = row.founded_year;
  if (value === undefined) return undefined;
  if (value === null) return 0;
  if (typeof value === 'number' && Number.isInteger(value) && value >= FIRST_YEAR && value <= LAST_YEAR) {
    return value;
  }
  warn('founded_year', `must be a whole number from ${FIRST_YEAR} to ${LAST_YEAR}, not ${describe(value)}`);
  return undefined;
}

function readSlug(row: JsonObject, warn: Warn): string | undefined {
  const value = row.slug;
  if (value === undefined || value === null) return undefined;
  const slug = typeof value === 'string' ? parseSlug(value) : undefined;
  if (slug === undefined) warn('slug', `must be letters, digits and hyphens, not ${describe(value)}`);
  return slug;
}
