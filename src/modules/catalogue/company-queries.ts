import type { Queryable } from '../../database/client.ts';
import { isStorable } from '../../lib/domain-name.ts';
import type { Company } from './company.ts';

/** Column aliases are the property names of Company: a row needs no translation. */
const COMPANY_COLUMNS = `
  c.id AS "companyId", c.name, c.slug, c.primary_domain AS "primaryDomain", c.industry,
  c.employee_range AS "employeeRange", c.country, c.founded_year AS "foundedYear",
  c.technology_count AS "technologyCount", c.partnership_count AS "partnershipCount",
  c.investor_count AS "investorCount", c.domain_count AS "domainCount",
  ARRAY(SELECT d.domain FROM company_domain d WHERE d.company_id = c.id
        ORDER BY d.is_primary DESC, d.position, d.domain) AS domains,
  CASE WHEN c.investor_count = 0 THEN '{}' ELSE
    ARRAY(SELECT i.name FROM company_investor ci JOIN investor i ON i.id = ci.investor_id
          WHERE ci.company_id = c.id ORDER BY ci.position, i.name) END AS investors`;

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

async function findOne(
  db: Queryable,
  statement: { name: string; text: string },
  value: string,
): Promise<Company | undefined> {
  if (!isStorable(value)) return undefined;
  const { rows } = await db.query<Company>({ ...statement, values: [value] });
  return rows[0];
}

/** @returns the companies in the order of `ids`, null for one that does not exist. */
export async function findCompaniesByIds(
  db: Queryable,
  ids: readonly number[],
): Promise<Array<Company | null>> {
  const { rows } = await db.query<Company>({ ...BY_IDS, values: [ids] });
  const byId = new Map(rows.map((row) => [row.companyId, row]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** What resolving a domain needs to know of a company. */
export interface ResolvedCompany {
  domain: string;
  companyId: number;
  companyName: string;
  slug: string;
}

/** Resolves cleaned domains in one statement. Unknown ones are missing from the map. */
export async function resolveDomains(
  db: Queryable,
  domains: readonly string[],
): Promise<Map<string, ResolvedCompany>> {
  const { rows } = await db.query<ResolvedCompany>({
    name: 'resolve_domains',
    text: `SELECT d.domain, c.id AS "companyId", c.name AS "companyName", c.slug
           FROM company_domain d JOIN company c ON c.id = d.company_id WHERE d.domain = ANY($1::text[])`,
    values: [domains.filter(isStorable)],
  });
  return new Map(rows.map((row) => [row.domain, row]));
}
