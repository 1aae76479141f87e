import { fillEmptyTables } from '../../database/bulk-load.ts';
import type { PoolClient } from '../../database/client.ts';
import { FACT_COLUMNS, type FactColumn } from '../catalogue/company.ts';
import {
  mergeCompanyDomains,
  mergeCompanyInvestors,
  recordTouched,
  resolveOwnership,
} from './company-domains.ts';
import { storeOwnValues } from './own-values.ts';

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
 * Stores the companies of `import_company`, with their domains, investors and own fields. Adds those that changed to
 * `import_changed`.
 */
export async function upsertCompanies(client: PoolClient): Promise<void> {
  await redirectFormerDomains(client);
  await client.query(REPEATED);
  await client.query(EFFECTIVE_ROWS);
  await client.query('ANALYZE import_row');
  await resolveOwnership(client);
  await assignSlugs(client);
  const store = async () => {
    await client.query(INSERT_COMPANIES);
    await client.query(UPDATE_COMPANIES);
    await mergeCompanyDomains(client);
    await mergeCompanyInvestors(client);
  };
  const tables = ['company', 'company_domain', 'investor', 'company_investor'];
  if (!(await fillEmptyTables(client, tables, store))) await store();
  await client.query(BRING_BACK);
  await client.query(UPDATE_COUNTS);
  await storeOwnValues(client);
  await client.query(`
    INSERT INTO import_changed (company_id, evidence)
    SELECT company_id, false FROM import_touched UNION SELECT company_id, false FROM import_row WHERE is_new
    UNION SELECT company_id, false FROM import_own_changed`);
  await client.query('TRUNCATE import_touched, import_own_changed');
}

/**
 * Applies rows that name a former primary domain to the company that was renamed, or that survived a merge (contract,
 * section 8). The domain counts as listed by such a row, so that it stays with the company.
 */
async function redirectFormerDomains(client: PoolClient): Promise<void> {
  const { rowCount } = await client.query(`
    CREATE TEMP TABLE import_alias ON COMMIT DROP AS
    SELECT s.line, d.domain AS former_domain, c.primary_domain
    FROM company_domain d
    JOIN import_company s ON s.primary_domain = d.domain
    JOIN company c ON c.id = d.company_id
    WHERE d.was_primary AND NOT d.is_primary`);
  if (!rowCount) return;
  await client.query(`
    UPDATE import_company c SET primary_domain = a.primary_domain FROM import_alias a WHERE c.line = a.line`);
  await client.query(`
    DELETE FROM import_domain i USING import_alias a WHERE i.line = a.line AND i.domain = a.primary_domain`);
  await client.query(`
    INSERT INTO import_domain (line, domain, position)
    SELECT a.line, a.former_domain, 0 FROM import_alias a
    WHERE NOT EXISTS (SELECT FROM import_domain i WHERE i.line = a.line AND i.domain = a.former_domain)`);
}

/** Drops the tables of an earlier call in the same transaction. */
export async function dropWorkTables(client: PoolClient): Promise<void> {
  await client.query(`DROP TABLE IF EXISTS import_company, import_alias, import_repeated, import_row, import_claim,
    import_refused, import_lost, import_wanted, import_slug, import_rest, import_placed, import_stated_investor,
    import_own_stated`);
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

/** One row per company: its last line, completed by earlier lines. A retired company gets its id back. */
const EFFECTIVE_ROWS = `
  CREATE TEMP TABLE import_row ON COMMIT DROP AS
  SELECT s.*, s.known_id IS NULL AS is_new,
    coalesce(s.known_id, s.retired_id, nextval('company_id_seq')::integer) AS company_id
  FROM (
    SELECT s.line, s.name, s.name_key, s.primary_domain, s.derived_slug, c.id AS known_id, g.id AS retired_id, ${listFacts(lastOrEarlier)},
      ${['given_slug', 'domains_line', 'investors_line'].map(lastOrEarlier).join(', ')}
    FROM import_company s
    LEFT JOIN import_repeated r ON r.primary_domain = s.primary_domain
    LEFT JOIN company c ON c.primary_domain = s.primary_domain
    LEFT JOIN retired_company g ON g.primary_domain = s.primary_domain
    WHERE r.line IS NULL OR r.line = s.line
    ORDER BY s.line
  ) s`;

const INSERT_COMPANIES = `
  INSERT INTO company (id, name, name_key, slug, primary_domain, ${FACTS}, domain_count, investor_count)
  SELECT r.company_id, r.name, r.name_key, s.slug, r.primary_domain, ${listFacts(cleared)},
    1 + coalesce(d.domains, 0), coalesce(i.investors, 0)
  FROM import_row r
  JOIN import_slug s ON s.line = r.line
  LEFT JOIN (SELECT line, count(*) AS domains FROM import_claim GROUP BY line) d ON d.line = r.line
  LEFT JOIN (SELECT line, count(*) AS investors FROM import_investor GROUP BY line) i ON i.line = r.investors_line
  WHERE r.is_new ORDER BY r.line`;

/** A company that is in the catalogue again is no longer retired. */
const BRING_BACK = 'DELETE FROM retired_company g USING import_row r WHERE g.id = r.company_id AND r.is_new';

const UPDATE_COMPANIES = recordTouched(`
  WITH stated AS (
    SELECT c.id, r.name, r.name_key, ${listFacts(
      (column, fact) =>
        `CASE WHEN r.${column} IS NULL THEN c.${column} ELSE ${cleared(column, fact)} END AS ${column}`,
    )}
    FROM import_row r JOIN company c ON c.id = r.company_id WHERE NOT r.is_new
  )
  UPDATE company c SET name = s.name, name_key = s.name_key, ${listFacts((column) => `${column} = s.${column}`)}, updated_at = now()
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

/** Suffixes tried in addition to the needed ones. */
const SPARE_SUFFIXES = 8;
/** Factor by which each further attempt tries more. */
const WIDENING = 8;

/**
 * Assigns a slug to each new company of `import_row`, in `import_slug (line, slug)`. Existing companies keep their
 * slugs, so that links stay valid, and so do retired ones that come back. No slug is given to a second company.
 *
 * When several rows want the same slug, given ones come before derived ones, then earlier lines before later ones. The
 * first row gets the slug unless a company has it; the others get the first free suffix of `-2`, `-3`, …
 */
async function assignSlugs(client: PoolClient): Promise<void> {
  for (const statement of WANTED_STEPS) await client.query(statement);
  for (let spare = SPARE_SUFFIXES; await isAnyLeft(client); spare *= WIDENING) {
    await client.query(TAKE_SUFFIXED, [spare]);
    await client.query('DELETE FROM import_rest r USING import_slug s WHERE s.line = r.line');
  }
  await client.query(WARN_OTHER_SLUG);
}

async function isAnyLeft(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query('SELECT FROM import_rest LIMIT 1');
  return rows.length > 0;
}

const TAKE_SUFFIXED = `
  WITH waiting AS (
    SELECT line, base, row_number() OVER (PARTITION BY base ORDER BY given DESC, line) AS nth FROM import_rest
  ), needed AS (
    SELECT base, count(*) AS rows FROM import_rest GROUP BY base
  ), candidate AS (
    SELECT base, suffix, base || '-' || suffix AS slug
    FROM needed, generate_series(2, 1 + rows + $1::integer) AS suffix
  ), free AS (
    SELECT base, slug, row_number() OVER (PARTITION BY base ORDER BY suffix) AS nth
    FROM candidate
    WHERE NOT EXISTS (SELECT FROM company c WHERE c.slug = candidate.slug)
      AND NOT EXISTS (SELECT FROM retired_company g WHERE g.slug = candidate.slug)
      AND NOT EXISTS (SELECT FROM import_slug s WHERE s.slug = candidate.slug)
  )
  INSERT INTO import_slug
  SELECT w.line, f.slug FROM waiting w JOIN free f ON f.base = w.base AND f.nth = w.nth`;

const WARN_OTHER_SLUG = `
  WITH given AS MATERIALIZED (
    SELECT line, company_id, is_new AND retired_id IS NULL AS is_new, given_slug FROM import_row WHERE given_slug IS NOT NULL
  )
  INSERT INTO import_problem
  SELECT g.line, 'warning', 'slug',
    CASE WHEN g.is_new THEN 'is taken; the company gets ' ELSE 'does not change: the company keeps ' END
      || coalesce(c.slug, s.slug), raw.row_text
  FROM given g
  JOIN import_company raw ON raw.line = g.line
  LEFT JOIN company c ON c.id = g.company_id
  LEFT JOIN import_slug s ON s.line = g.line
  WHERE g.given_slug <> coalesce(c.slug, s.slug)`;

const WANTED_STEPS = [
  `CREATE TEMP TABLE import_wanted ON COMMIT DROP AS
    SELECT line, coalesce(given_slug, derived_slug) AS base, given_slug IS NOT NULL AS given
    FROM import_row WHERE is_new AND retired_id IS NULL`,
  'ANALYZE import_wanted',
  // Assigns each unused slug to the first row that wants it. Only slugs that several rows want are sorted.
  `CREATE TEMP TABLE import_slug ON COMMIT DROP AS
    WITH contested AS (
      SELECT base FROM import_wanted GROUP BY base HAVING count(*) > 1
    ), first AS (
      SELECT line, base AS slug FROM import_wanted w WHERE NOT EXISTS (SELECT FROM contested c WHERE c.base = w.base)
      UNION ALL
      (SELECT DISTINCT ON (base) line, base
       FROM import_wanted JOIN contested USING (base) ORDER BY base, given DESC, line)
    )
    SELECT line, slug FROM first f 
    WHERE NOT EXISTS (SELECT FROM company c WHERE c.slug = f.slug)
      AND NOT EXISTS (SELECT FROM retired_company g WHERE g.slug = f.slug)`,
  // Retired companies that come back have slugs.
  `INSERT INTO import_slug
    SELECT r.line, g.slug FROM import_row r JOIN retired_company g ON g.id = r.retired_id WHERE r.is_new`,
  `CREATE TEMP TABLE import_rest ON COMMIT DROP AS
    SELECT line, base, given FROM import_wanted w
    WHERE NOT EXISTS (SELECT FROM import_slug s WHERE s.line = w.line)`,
  'ANALYZE import_slug, import_rest',
];
