import type { PoolClient } from '../../database/client.ts';
import { FACT_COLUMNS } from '../catalogue/company-columns.ts';
import { lineSql } from './problems.ts';

/**
 * Finds rows of `import_company` that name several companies by one domain, which is most often a shared page or a mistake.
 * The last of them counts alone: the others are removed with a warning, so that the company does not get the values of
 * two. Rows with equal keys of names are the same company, and complete each other. A rename among them still takes place.
 *
 * @returns the number of rows that were removed.
 */
export async function removeFusedRows(client: PoolClient): Promise<number> {
  const { rowCount } = await client.query(FUSED);
  if (!rowCount) return 0;
  await client.query(WARNINGS);
  await client.query(RENAMES);
  for (const table of ['import_domain', 'import_investor'])
    await client.query(`DELETE FROM ${table} t USING import_fused f WHERE t.line = f.line`);
  await client.query(
    'DELETE FROM import_company c USING import_fused f WHERE c.line = f.line AND NOT f.is_rename',
  );
  return rowCount;
}

/**
 * Rows between which a domain changes its company do not meet: a delete or merge of its company, or a rename from it or to
 * it. A rename of what nobody has is an ordinary row. A rename without a name names no company.
 */
const FUSED = `
  CREATE TEMP TABLE import_fused ON COMMIT DROP AS
  WITH ambiguous AS (
    SELECT primary_domain AS domain FROM import_company
    GROUP BY primary_domain HAVING min(name_key COLLATE "C") <> max(name_key COLLATE "C")
  ), change AS (
    SELECT line, primary_domain AS domain FROM import_action WHERE action <> 'rename'
    UNION ALL
    SELECT a.line, d.domain
    FROM import_action a CROSS JOIN LATERAL (VALUES (a.primary_domain), (a.other_domain)) d (domain)
    WHERE a.action = 'rename' AND (
      EXISTS (SELECT FROM company c WHERE c.primary_domain = a.other_domain)
      OR EXISTS (SELECT FROM import_company c WHERE c.primary_domain = a.other_domain))
  ), event AS (
    SELECT line, domain, name, name_key, false AS is_change
    FROM ambiguous JOIN import_company ON primary_domain = domain WHERE name IS NOT NULL
    UNION ALL
    SELECT line, domain, NULL, NULL, true FROM ambiguous JOIN change USING (domain)
  ), placed AS (
    SELECT *, count(*) FILTER (WHERE is_change) OVER (PARTITION BY domain ORDER BY line, is_change DESC) AS stretch
    FROM event
  ), met AS (
    SELECT line, domain, name, last_value(line) OVER stretches AS last_line,
      last_value(name) OVER stretches AS last_name,
      min(name_key COLLATE "C") OVER stretches <> max(name_key COLLATE "C") OVER stretches AS is_ambiguous
    FROM placed WHERE NOT is_change
    WINDOW stretches AS (
      PARTITION BY domain, stretch ORDER BY line ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
  )
  SELECT line, domain, name, last_line, last_name,
    EXISTS (SELECT FROM import_action a WHERE a.line = met.line) AS is_rename
  FROM met WHERE is_ambiguous AND line < last_line`;

const WARNINGS = `
  INSERT INTO import_problem (line, level, field, reason, row_text)
  SELECT f.line, 'warning', 'primary_domain',
    format('"%s" belongs to "%s" in %s and to "%s" in %s. It can be one company only: %s counts alone, and %s is ignored',
      f.domain, f.name, ${lineSql('f.line')}, f.last_name, ${lineSql('f.last_line')}, ${lineSql('f.last_line')}, ${lineSql('f.line')}),
    c.row_text
  FROM import_fused f JOIN import_company c USING (line)`;

const NO_VALUES = ['given_slug', 'domains_line', 'investors_line', ...FACT_COLUMNS.map(({ name }) => name)];

/** A rename that is done keeps its place among the lines, with the name of the row that counts, and without other values. */
const RENAMES = `
  UPDATE import_company c
  SET name = last.name, name_key = last.name_key, derived_slug = last.derived_slug,
    ${NO_VALUES.map((column) => `${column} = NULL`).join(', ')}
  FROM import_fused f JOIN import_company last ON last.line = f.last_line
  WHERE f.is_rename AND c.line = f.line`;
