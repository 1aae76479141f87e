import type { Queryable } from '../../database/client.ts';
import { arrayOf, readTexts, type TextRow, takeTexts } from '../../database/prepared.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import { isStorable } from '../../lib/domain-name.ts';
import type { Company } from './company.ts';
import { COMPANY_COLUMNS, type ColumnValues } from './company-columns.ts';

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

/** Statements that find companies by identifiers, which follow the columns of the companies. */
const BY_IDENTIFIER = {
  domain: {
    name: 'companies_by_domain',
    runsOn: ON_REPLICA,
    text: `SELECT ${SELECTED}, k.domain FROM company_domain k JOIN company c ON c.id = k.company_id
           WHERE k.domain = ANY($1::text[])`,
  },
  slug: {
    name: 'companies_by_slug',
    runsOn: ON_REPLICA,
    text: `SELECT ${SELECTED}, c.slug FROM company c WHERE c.slug = ANY($1::text[])`,
  },
  /** Slugs of companies that were merged: they find those that took them over. */
  formerSlug: {
    name: 'companies_by_former_slug',
    runsOn: ON_REPLICA,
    text: `SELECT ${SELECTED}, r.slug FROM retired_company r JOIN company c ON c.id = r.merged_into
           WHERE r.slug = ANY($1::text[])`,
  },
};

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
  await takeTexts(db, BY_IDENTIFIER[by], [arrayOf(values)], (row) =>
    found.set(row.at(-1), new RowCompany(row)),
  );
  return values.map((value) => found.get(value));
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
