import type { PoolClient } from '../../database/client.ts';
import { CopyBuffer } from '../../database/copy-buffer.ts';
import { FACT_COLUMNS, type FactColumn } from '../catalogue/company-columns.ts';
import { mergeCompanyDomains, mergeCompanyInvestors, recordTouched } from './company-lists.ts';
import { COMPANY_FIELDS, type CompanyRow, parseCompany } from './company-row.ts';
import { assignSlugs } from './company-slugs.ts';
import { resolveOwnership } from './domain-ownership.ts';
import { withHalfFilledPages, withoutIndexes } from './first-load.ts';
import type { Importer, ImporterContext } from './importer.ts';
import { excerpt } from './problems.ts';

/** Returns a list in SQL with an item for each fact. */
function listFacts(toSql: (column: string, fact: FactColumn) => string): string {
  return FACT_COLUMNS.map((fact) => toSql(fact.name, fact)).join(', ');
}

/** Staged values that clear the stored one. */
const CLEARING = { text: "''", integer: '0' };

/** Returns the SQL of a staged fact in which the value that clears has become NULL. */
const cleared = (column: string, { type }: FactColumn) => `nullif(r.${column}, ${CLEARING[type]})`;

const FACTS = listFacts((column) => column);

/**
 * Staging tables. In `import_company`, NULL means not stated; '' and 0 clear the stored value. `import_touched` has the
 * companies whose domains, investors or facts changed, some of them several times.
 */
const STAGING_TABLES = [
  `CREATE TEMP TABLE import_company (
     line integer NOT NULL, name text NOT NULL, primary_domain text NOT NULL,
     ${listFacts((column, { type }) => `${column} ${type}`)}, given_slug text, derived_slug text NOT NULL,
     domains_line integer, investors_line integer, row_text text NOT NULL
   ) ON COMMIT DROP`,
  'CREATE TEMP TABLE import_domain (line integer NOT NULL, domain text NOT NULL, position integer NOT NULL) ON COMMIT DROP',
  'CREATE TEMP TABLE import_investor (line integer NOT NULL, name text NOT NULL, position integer NOT NULL) ON COMMIT DROP',
  'CREATE TEMP TABLE import_touched (company_id integer NOT NULL) ON COMMIT DROP',
];

const COMPANY_TARGET = `import_company (line, name, primary_domain, given_slug, derived_slug, domains_line,
  investors_line, row_text, ${FACTS})`;
const COMPANY_TARGET_COLUMNS = 8 + FACT_COLUMNS.length;

/** Imports companies with their domains and investors. Upserts by primary domain. */
export async function createCompanyImporter({ client, problems }: ImporterContext): Promise<Importer> {
  const companies = new CopyBuffer();
  const domains = new CopyBuffer();
  const investors = new CopyBuffer();
  for (const table of STAGING_TABLES) await client.query(table);
  return {
    fields: COMPANY_FIELDS,
    add(line, row, text) {
      const company = parseCompany(row, (field, reason) => problems.warn(line, field, reason, text));
      bufferCompany(companies, line, company, text);
      bufferList(domains, line, company.secondaryDomains ?? []);
      bufferList(investors, line, company.investors ?? []);
    },
    async flush() {
      await companies.send(client, COMPANY_TARGET);
      await domains.send(client, 'import_domain (line, domain, position)');
      await investors.send(client, 'import_investor (line, name, position)');
    },
    merge: () => mergeCompanies(client),
  };
}

async function mergeCompanies(client: PoolClient): Promise<void> {
  await client.query('ANALYZE import_company, import_domain, import_investor');
  await client.query(REPEATED);
  await client.query(EFFECTIVE_ROWS);
  await client.query('ANALYZE import_row');
  await resolveOwnership(client);
  await assignSlugs(client);
  await withoutIndexes(client, async () => {
    await withHalfFilledPages(client, () => client.query(INSERT_COMPANIES));
    await client.query(UPDATE_COMPANIES);
    await mergeCompanyDomains(client);
    await mergeCompanyInvestors(client);
  });
  await client.query(UPDATE_COUNTS);
  await client.query(`
    INSERT INTO import_changed
    SELECT company_id FROM import_touched UNION SELECT company_id FROM import_row WHERE is_new`);
  await client.query('ANALYZE import_changed');
}

function bufferCompany(buffer: CopyBuffer, line: number, company: CompanyRow, text: string): void {
  buffer.row(COMPANY_TARGET_COLUMNS);
  buffer.int4(line);
  buffer.text(company.name);
  buffer.text(company.primaryDomain);
  buffer.text(company.givenSlug);
  buffer.text(company.derivedSlug);
  buffer.int4(company.secondaryDomains && line);
  buffer.int4(company.investors && line);
  buffer.text(excerpt(text));
  for (const fact of company.facts) {
    if (typeof fact === 'number') buffer.int4(fact);
    else buffer.text(fact);
  }
}

function bufferList(buffer: CopyBuffer, line: number, entries: readonly string[]): void {
  for (const [index, entry] of entries.entries()) {
    buffer.row(3);
    buffer.int4(line);
    buffer.text(entry);
    buffer.int4(index + 1);
  }
}

const lastStated = (column: string) =>
  `(array_agg(${column} ORDER BY line DESC) FILTER (WHERE ${column} IS NOT NULL))[1] AS ${column}`;

/** Companies that several lines state, each with the last stated value of every field. */
const REPEATED = `
  CREATE TEMP TABLE import_repeated ON COMMIT DROP AS
  SELECT primary_domain, max(line) AS line, max(domains_line) AS domains_line, max(investors_line) AS investors_line,
    ${listFacts(lastStated)}, ${lastStated('given_slug')}
  FROM import_company
  WHERE primary_domain IN (SELECT primary_domain FROM import_company GROUP BY primary_domain HAVING count(*) > 1)
  GROUP BY primary_domain`;

const lastOrEarlier = (column: string) => `coalesce(s.${column}, r.${column}) AS ${column}`;

/** One row per company: its last line, completed by earlier lines. Assigns ids to new companies. */
const EFFECTIVE_ROWS = `
  CREATE TEMP TABLE import_row ON COMMIT DROP AS
  SELECT s.*, s.known_id IS NULL AS is_new,
    coalesce(s.known_id, nextval((SELECT pg_get_serial_sequence('company', 'id')::regclass))::integer) AS company_id
  FROM (
    SELECT s.line, s.name, s.primary_domain, s.derived_slug, c.id AS known_id, ${listFacts(lastOrEarlier)},
      ${['given_slug', 'domains_line', 'investors_line'].map(lastOrEarlier).join(', ')}
    FROM import_company s
    LEFT JOIN import_repeated r ON r.primary_domain = s.primary_domain
    LEFT JOIN company c ON c.primary_domain = s.primary_domain
    WHERE r.line IS NULL OR r.line = s.line
    ORDER BY s.line
  ) s`;

const INSERT_COMPANIES = `
  INSERT INTO company (id, name, slug, primary_domain, ${FACTS}, domain_count, investor_count)
  SELECT r.company_id, r.name, s.slug, r.primary_domain, ${listFacts(cleared)},
    1 + coalesce(d.domains, 0), coalesce(i.investors, 0)
  FROM import_row r
  JOIN import_slug s ON s.line = r.line
  LEFT JOIN (SELECT line, count(*) AS domains FROM import_claim GROUP BY line) d ON d.line = r.line
  LEFT JOIN (SELECT line, count(*) AS investors FROM import_investor GROUP BY line) i ON i.line = r.investors_line
  WHERE r.is_new ORDER BY r.line`;

const UPDATE_COMPANIES = recordTouched(`
  WITH stated AS (
    SELECT c.id, r.name, ${listFacts(
      (column, fact) =>
        `CASE WHEN r.${column} IS NULL THEN c.${column} ELSE ${cleared(column, fact)} END AS ${column}`,
    )}
    FROM import_row r JOIN company c ON c.id = r.company_id WHERE NOT r.is_new
  )
  UPDATE company c SET name = s.name, ${listFacts((column) => `${column} = s.${column}`)}, updated_at = now()
  FROM stated s
  WHERE c.id = s.id AND (c.name, ${listFacts((column) => `c.${column}`)})
    IS DISTINCT FROM (s.name, ${listFacts((column) => `s.${column}`)})
  RETURNING c.id`);

/** Updates the counts of existing companies. New ones were inserted with theirs. */
const UPDATE_COUNTS = `
  WITH counted AS (
    SELECT company_id,
      (SELECT count(*) FROM company_domain d WHERE d.company_id = i.company_id) AS domains,
      (SELECT count(*) FROM company_investor v WHERE v.company_id = i.company_id) AS investors
    FROM (
      SELECT company_id FROM import_touched EXCEPT SELECT company_id FROM import_row WHERE is_new
    ) i
  )
  UPDATE company c SET domain_count = n.domains, investor_count = n.investors, updated_at = now()
  FROM counted n
  WHERE c.id = n.company_id`;
