import type { Queryable } from '../../database/client.ts';
import { sqlOrder, windowSql } from '../../database/keyset.ts';
import { arrayOf, readTexts, type TextRow, takeTexts } from '../../database/prepared.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import { keySql } from '../../database/sql.ts';
import { isStorable, toDomainPart } from '../../lib/domain-name.ts';
import { invalidValue } from '../../lib/fault.ts';
import type { Key, PageWindow } from '../../lib/page.ts';
import { isWithin, TEXT_LIMITS } from '../../lib/request-limits.ts';
import { escapeLike } from '../../lib/text.ts';
import { storedText, textKey } from '../../lib/text-key.ts';
import { COMPANY_COLUMNS, type ColumnValues, type Company } from './company.ts';

/** The columns of CompanyRow: domains, investors and id, then those of the descriptor in its order. */
const SELECTED = `
  to_json(ARRAY(SELECT d.domain FROM company_domain d WHERE d.company_id = c.id
                ORDER BY d.is_primary DESC, d.position, d.domain)),
  CASE WHEN c.investor_count = 0 THEN '[]' ELSE
    to_json(ARRAY(SELECT i.name FROM company_investor ci JOIN investor i ON i.id = ci.investor_id
                  WHERE ci.company_id = c.id ORDER BY ci.position, i.name)) END,
  c.id, ${COMPANY_COLUMNS.map(({ name }) => `c.${name}`).join(', ')}`;

/** A company over its row. A property is converted when it is read, because most queries select few of them. */
class CompanyRow {
  readonly row: TextRow;

  constructor(row: TextRow) {
    this.row = row;
  }

  get domains(): string[] {
    return JSON.parse(this.row[0] ?? '');
  }

  get investors(): string[] {
    return JSON.parse(this.row[1] ?? '');
  }

  get companyId(): number {
    return Number(this.row[2]);
  }
}

for (const [index, { key, type }] of COMPANY_COLUMNS.entries()) {
  Object.defineProperty(CompanyRow.prototype, key, {
    get(this: CompanyRow) {
      const text = this.row[index + 3] ?? null;
      return type === 'integer' && text !== null ? Number(text) : text;
    },
  });
}

/** The properties that the loop above defines are unknown to the compiler. */
const RowCompany = CompanyRow as new (row: TextRow) => CompanyRow & ColumnValues;

/** Where companies are found by identifiers, and the column that has them. */
const BY_IDENTIFIER = {
  domain: toStatements('domain', 'k.domain', 'company_domain k JOIN company c ON c.id = k.company_id'),
  slug: toStatements('slug', 'c.slug', 'company c'),
  /** Slugs of companies that were merged: they find those that took them over. */
  formerSlug: toStatements(
    'former_slug',
    'r.slug',
    'retired_company r JOIN company c ON c.id = r.merged_into',
  ),
};

/** Returns what reads companies by identifiers, or their ids alone. The identifiers follow the other columns. */
function toStatements(kind: string, column: string, from: string) {
  const found = `FROM ${from} WHERE ${column} = ANY($1::text[])`;
  return {
    companies: {
      name: `companies_by_${kind}`,
      runsOn: ON_REPLICA,
      text: `SELECT ${SELECTED}, ${column} ${found}`,
    },
    ids: { name: `company_ids_by_${kind}`, runsOn: ON_REPLICA, text: `SELECT c.id, ${column} ${found}` },
  };
}

export type IdentifierKind = keyof typeof BY_IDENTIFIER;

const BY_IDS = {
  name: 'companies_by_ids',
  runsOn: ON_REPLICA,
  text: `SELECT ${SELECTED} FROM company c WHERE c.id = ANY($1::int[])`,
};

/** The id of each merged company follows the columns of the one that took it over. */
const BY_FORMER_IDS = {
  name: 'companies_by_former_ids',
  runsOn: ON_REPLICA,
  text: `SELECT ${SELECTED}, r.id FROM retired_company r JOIN company c ON c.id = r.merged_into
         WHERE r.id = ANY($1::int[])`,
};

/**
 * Finds companies by domains in the form in which they are stored, or by slugs.
 *
 * @returns them in the order of `values`; undefined for unknown ones.
 */
export async function findCompanies(
  db: Queryable,
  by: IdentifierKind,
  values: readonly string[],
): Promise<(Company | undefined)[]> {
  const found = new Map<string | null | undefined, Company>();
  await takeTexts(db, BY_IDENTIFIER[by].companies, [arrayOf(values)], (row) =>
    found.set(row.at(-1), new RowCompany(row)),
  );
  return values.map((value) => found.get(value));
}

/** Finds the ids of companies as `findCompanies` finds companies. @returns them by identifiers */
export async function findCompanyIds(
  db: Queryable,
  by: IdentifierKind,
  values: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = values.length > 0 ? await readTexts(db, BY_IDENTIFIER[by].ids, [arrayOf(values)]) : [];
  return new Map(rows.map(([id, value]) => [value ?? '', Number(id)]));
}

/**
 * Reads companies by id. The id of a company that was merged finds the one that took it over, by a second statement.
 *
 * @returns the companies in the order of `ids`; null for unknown ids, and for companies that were deleted.
 */
export async function findCompaniesByIds(
  db: Queryable,
  ids: readonly number[],
): Promise<Array<Company | null>> {
  const rows = await readTexts(db, BY_IDS, [arrayOf(ids)]);
  const byId = new Map<number, Company>();
  for (const row of rows) {
    const company = new RowCompany(row);
    byId.set(company.companyId, company);
  }
  if (byId.size < ids.length) {
    const missing = ids.filter((id) => !byId.has(id));
    const merged = missing.length > 0 ? await readTexts(db, BY_FORMER_IDS, [arrayOf(missing)]) : [];
    for (const row of merged) byId.set(Number(row.at(-1)), new RowCompany(row));
  }
  return ids.map((id) => byId.get(id) ?? null);
}

/** A domain with its company. */
export interface ResolvedCompany {
  domain: string;
  companyId: number;
  companyName: string;
  slug: string;
  /** Number of distinct partners. */
  partnershipCount: number;
}

const RESOLVE = {
  name: 'resolve_domains',
  runsOn: ON_REPLICA,
  text: `SELECT d.domain, c.id, c.name, c.slug, c.partnership_count
         FROM company_domain d JOIN company c ON c.id = d.company_id WHERE d.domain = ANY($1::text[])`,
};

type ResolvedRow = readonly [
  domain: string,
  companyId: string,
  companyName: string,
  slug: string,
  partnershipCount: string,
];

/** Resolves domains, in the form in which they are stored, in one statement. Unknown ones are missing from the map. */
export async function resolveDomains(
  db: Queryable,
  domains: readonly string[],
): Promise<Map<string, ResolvedCompany>> {
  const rows = await readTexts<ResolvedRow>(db, RESOLVE, [arrayOf(domains.filter(isStorable))]);
  const found = new Map<string, ResolvedCompany>();
  for (const [domain, id, companyName, slug, count] of rows)
    found.set(domain, { domain, companyId: Number(id), companyName, slug, partnershipCount: Number(count) });
  return found;
}

const NAME_KEY = keySql('c.name', 'c.name_key');

/** SQL of the companies that match by name or domain. Both use trigram indexes; UNION removes duplicates. */
const HITS = `
  WITH hit AS (
    SELECT id FROM company WHERE ${keySql('name', 'name_key')} LIKE $1
    UNION SELECT company_id FROM company_domain WHERE domain LIKE $2
  )`;

/** Ranks: equal name, slug or domain; name with the prefix; primary domain with the prefix; the rest. */
const RANKED_HITS = `${HITS}, ranked AS (
    SELECT c.id AS "companyId", c.name, c.primary_domain AS "primaryDomain",
      c.partnership_count AS "partnershipCount",
      CASE
        WHEN ${NAME_KEY} = $3 OR c.slug = $7
          OR EXISTS (SELECT FROM company_domain d WHERE d.company_id = c.id AND d.domain = $4) THEN 0
        WHEN ${NAME_KEY} LIKE $5 THEN 1
        WHEN c.primary_domain LIKE $6 THEN 2
        ELSE 3 END AS rank
    FROM hit JOIN company c USING (id))`;

/** A company that a search found. */
export interface CompanyHit {
  companyId: number;
  name: string;
  primaryDomain: string;
  partnershipCount: number;
  rank: number;
}

/** Order of hits, the best match first. */
export const HIT_ORDER = sqlOrder('rank', [
  { sql: 'rank', type: 'integer' },
  { sql: '"partnershipCount"', type: 'integer', descending: true },
  { sql: '"companyId"', type: 'integer' },
]);

export function keyOfHit({ rank, partnershipCount, companyId }: CompanyHit): Key {
  return [rank, partnershipCount, companyId];
}

const COUNT = {
  name: 'count_company_hits',
  runsOn: ON_REPLICA,
  text: `${HITS} SELECT count(*)::int AS total FROM hit`,
};

/**
 * Finds companies whose name or domain contains the text in any case, the best match first.
 *
 * @throws Fault validation_error when the text is not 2 to 100 characters long.
 */
export async function searchCompanies(
  db: Queryable,
  search: string,
  window: PageWindow,
): Promise<CompanyHit[]> {
  const { name, domain, slug } = parseSearch(search);
  const texts = [name.contains, domain.contains, name.text, domain.text, name.prefix, domain.prefix, slug];
  const { suffix, condition, order, values } = windowSql(HIT_ORDER, window, 8);
  const { rows } = await db.query<CompanyHit>({
    name: `search_companies${suffix}`,
    runsOn: ON_REPLICA,
    text: `${RANKED_HITS} SELECT * FROM ranked WHERE ${condition} ${order}`,
    values: [...texts, ...values],
  });
  return rows;
}

/** Counts the companies that a search matches. */
export async function countCompanies(db: Queryable, search: string): Promise<number> {
  const { name, domain } = parseSearch(search);
  const values = [name.contains, domain.contains];
  const { rows } = await db.query<{ total: number }>({ ...COUNT, values });
  return rows[0]?.total ?? 0;
}

interface Patterns {
  text: string;
  contains: string;
  prefix: string;
}

interface ParsedSearch {
  name: Patterns;
  domain: Patterns;
  slug: string;
}

/** Parses a search. Names are compared with its key, domains with its A-labels. */
function parseSearch(search: string): ParsedSearch {
  const text = storedText(search.trim());
  const { minLength, maxLength } = TEXT_LIMITS.companySearch;
  if (!isWithin(text, TEXT_LIMITS.companySearch) || !isStorable(text))
    throw invalidValue('/search', `must be ${minLength} to ${maxLength} characters of a name or domain`);
  const slug = text.toLowerCase();
  return { name: patternsOf(textKey(text)), domain: patternsOf(toDomainPart(slug).text), slug };
}

function patternsOf(text: string): Patterns {
  const literal = escapeLike(text);
  return { text, contains: `%${literal}%`, prefix: `${literal}%` };
}
