import type { PoolClient } from '../../database/client.ts';

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
export async function assignSlugs(client: PoolClient): Promise<void> {
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
