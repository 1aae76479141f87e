import type { Queryable } from '../../database/client.ts';
import { arrayOf, type Prepared, readTexts } from '../../database/prepared.ts';
import { isStorable } from '../../lib/domain-name.ts';
import type { Company } from './company.ts';

/** Columns in the order of CompanyRow. */
const COMPANY_COLUMNS = `
  c.id, c.name, c.slug, c.primary_domain, c.industry, c.employee_range, c.country, c.founded_year,
  c.technology_count, c.partnership_count, c.investor_count, c.domain_count,
  to_json(ARRAY(SELECT d.domain FROM company_domain d WHERE d.company_id = c.id
                ORDER BY d.is_primary DESC, d.position, d.domain)),
  CASE WHEN c.investor_count = 0 THEN '[]' ELSE
    to_json(ARRAY(SELECT i.name FROM company_investor ci JOIN investor i ON i.id = ci.investor_id
                  WHERE ci.company_id = c.id ORDER BY ci.position, i.name)) END`;

type CompanyRow = readonly [
  companyId: string,
  name: string,
  slug: string,
  primaryDomain: string,
  industry: string | null,
  employeeRange: string | null,
  country: string | null,
  foundedYear: string | null,
  technologyCount: string,
  partnershipCount: string,
  investorCount: string,
  domainCount: string,
  domains: string,
  investors: string,
];

function toCompany(row: CompanyRow): Company {
  return {
    companyId: Number(row[0]),
    name: row[1],
    slug: row[2],
    primaryDomain: row[3],
    industry: row[4],
    employeeRange: row[5],
    country: row[6],
    foundedYear: row[7] === null ? null : Number(row[7]),
    technologyCount: Number(row[8]),
    partnershipCount: Number(row[9]),
    investorCount: Number(row[10]),
    domainCount: Number(row[11]),
    domains: JSON.parse(row[12]),
    investors: JSON.parse(row[13]),
  };
}

const BY_DOMAIN = {
  name: 'company_by_domain',
  text: `SELECT ${COMPANY_COLUMNS} FROM company c
         WHERE c.id = (SELECT company_id FROM company_domain WHERE domain = $1)`,
};

const BY_SLUG = {
  name: 'company_by_slug',
  text: `SELECT ${COMPANY_COLUMNS} FROM company c WHERE c.slug = $1`,
};

const BY_IDS = {
  name: 'companies_by_ids',
  text: `SELECT ${COMPANY_COLUMNS} FROM company c WHERE c.id = ANY($1::int[])`,
};

export async function findCompanyByDomain(db: Queryable, domain: string): Promise<Company | undefined> {
  return findOne(db, BY_DOMAIN, domain);
}

export async function findCompanyBySlug(db: Queryable, slug: string): Promise<Company | undefined> {
  return findOne(db, BY_SLUG, slug);
}

async function findOne(db: Queryable, statement: Prepared, value: string): Promise<Company | undefined> {
  if (!isStorable(value)) return undefined;
  const [row] = await readTexts<CompanyRow>(db, statement, [value]);
  return row && toCompany(row);
}

/** @returns the companies in the order of `ids`; null for unknown ids. */
export async function findCompaniesByIds(
  db: Queryable,
  ids: readonly number[],
): Promise<Array<Company | null>> {
  const rows = await readTexts<CompanyRow>(db, BY_IDS, [arrayOf(ids)]);
  const byId = new Map(rows.map(toCompany).map((company) => [company.companyId, company]));
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

/** Resolves cleaned domains in one statement. Unknown domains are missing from the map. */
export async function resolveDomains(
  db: Queryable,
  domains: readonly string[],
): Promise<Map<string, ResolvedCompany>> {
  const rows = await readTexts<ResolvedRow>(db, RESOLVE, [arrayOf(domains.filter(isStorable))]);
  return new Map(
    rows.map(([domain, id, companyName, slug, partnershipCount]) => [
      domain,
      { domain, companyId: Number(id), companyName, slug, partnershipCount: Number(partnershipCount) },
    ]),
  );
}
