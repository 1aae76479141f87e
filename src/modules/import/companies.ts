import type { PoolClient } from '../../database/client.ts';
import { textKey } from '../../lib/text-key.ts';
import { FACT_COLUMNS } from '../catalogue/company.ts';
import { ACTION, type FilePart, splitIntoParts } from './company-actions.ts';
import { namedDomains, parseCompanyLine } from './company-row.ts';
import type { Warn } from './fields.ts';
import type { FileChanges, Importer, ImporterContext } from './importer.ts';
import { CategoryValues, OWN, OWN_CHANGED, readOwnValues } from './own-values.ts';
import { excerpt, lineSql } from './problems.ts';
import { deleteCompanies, LEAVING_TABLE, mergeCompanies, removeCompanies } from './remove-companies.ts';
import { renameCompanies } from './rename-companies.ts';
import { createStaged, StagedRows } from './staged-rows.ts';
import { dropWorkTables, upsertCompanies } from './upsert-companies.ts';

/** NULL means not stated; '' and 0 clear the stored value. */
const COMPANY = {
  name: 'import_company',
  columns: {
    line: 'integer NOT NULL',
    name: 'text',
    name_key: 'text',
    primary_domain: 'text NOT NULL',
    given_slug: 'text',
    derived_slug: 'text NOT NULL',
    domains_line: 'integer',
    investors_line: 'integer',
    row_text: 'text NOT NULL',
    ...Object.fromEntries(FACT_COLUMNS.map(({ name, type }) => [name, type])),
  },
};
const DOMAIN = {
  name: 'import_domain',
  columns: { line: 'integer NOT NULL', domain: 'text NOT NULL', position: 'integer NOT NULL' },
};
const INVESTOR = {
  name: 'import_investor',
  columns: {
    line: 'integer NOT NULL',
    name: 'text NOT NULL',
    name_key: 'text NOT NULL',
    position: 'integer NOT NULL',
  },
};
const STAGING_TABLES = [
  ...[COMPANY, DOMAIN, INVESTOR, ACTION, OWN].map(createStaged),
  OWN_CHANGED,
  // Companies whose domains, investors or facts changed, some of them several times.
  'CREATE TEMP TABLE import_touched (company_id integer NOT NULL) ON COMMIT DROP',
];

/** Imports companies with their domains, investors and own fields. Upserts, renames, merges and deletes by primary domain. */
export async function createCompanyImporter({
  client,
  problems,
  present,
  own,
}: ImporterContext): Promise<Importer> {
  const companies = new StagedRows(COMPANY);
  const domains = new StagedRows(DOMAIN);
  const investors = new StagedRows(INVESTOR);
  const actions = new StagedRows(ACTION);
  const values = new StagedRows(OWN);
  const { refuse } = await CategoryValues.read(client, own);
  for (const table of STAGING_TABLES) await client.query(table);
  return {
    keyFields: ['primary_domain'],
    add(line, row, text) {
      const warn: Warn = (field, reason, effect) => problems.warn(line, field, reason, text, effect);
      const { primaryDomain, action, otherDomain, row: company } = parseCompanyLine(row, warn);
      present?.add(primaryDomain);
      if (action !== undefined) actions.add(line, action, primaryDomain, otherDomain, excerpt(text));
      if (company === undefined) return;
      const { name, givenSlug, derivedSlug, secondaryDomains, investors: funds, facts } = company;
      const [domainsLine, fundsLine] = [secondaryDomains && line, funds && line];
      const slugs = [givenSlug, derivedSlug];
      const named = [name, name && textKey(name)];
      companies.add(line, ...named, primaryDomain, ...slugs, domainsLine, fundsLine, excerpt(text), ...facts);
      const stated = readOwnValues(row, own, warn, refuse);
      if (stated !== undefined) values.add(line, JSON.stringify(stated));
      for (const [index, domain] of secondaryDomains?.entries() ?? []) domains.add(line, domain, index + 1);
      for (const [index, fund] of funds?.entries() ?? []) investors.add(line, fund, textKey(fund), index + 1);
    },
    async flush() {
      for (const rows of [companies, domains, investors, actions, values, present]) await rows?.flush(client);
    },
    notePresent(row) {
      for (const domain of namedDomains(row)) present?.add(domain);
    },
    merge: () => mergeFile(client),
    async findMissing() {
      await client.query('DROP TABLE IF EXISTS import_leaving');
      await client.query(LEAVING_TABLE);
      const { rowCount } = await client.query(MISSING);
      return rowCount ?? 0;
    },
    async retireMissing() {
      await removeCompanies(client);
      return ALL_CHANGES;
    },
  };
}

/** Companies that leave take their detections and partnerships with them. */
const ALL_CHANGES: FileChanges = { kinds: ['companies', 'company_technologies', 'partnerships'] };

/** A company is present if a row names any of its domains. */
const MISSING = `
  INSERT INTO import_leaving (company_id, line)
  SELECT id, 0 FROM company
  EXCEPT SELECT d.company_id, 0 FROM company_domain d JOIN import_present p ON p.key = d.domain`;

async function mergeFile(client: PoolClient): Promise<FileChanges> {
  await client.query('ANALYZE import_company, import_domain, import_investor, import_own');
  const merged_rows = await removeFusedRows(client);
  const parts = await splitIntoParts(client);
  if (parts === undefined) {
    await upsertCompanies(client);
    return { kinds: ['companies'], counts: { merged_rows } };
  }
  await client.query('CREATE TEMP TABLE import_stated ON COMMIT DROP AS TABLE import_company');
  const counts = { renamed: 0, merged: 0, retired: 0, merged_rows };
  for (const { part, action } of parts) {
    if (action === 'rename') counts.renamed += await renameCompanies(client, part);
    if (action === 'merge') counts.merged += await mergeCompanies(client, part);
    if (action === 'delete') counts.retired += await deleteCompanies(client, part);
    // The rows of independent renames are updates at their own lines.
    if (action === 'update' || (action === 'rename' && part > 0)) await updatePart(client, { part, action });
  }
  return { ...ALL_CHANGES, counts };
}

async function updatePart(client: PoolClient, { part }: FilePart): Promise<void> {
  await dropWorkTables(client);
  await client.query(`
    CREATE TEMP TABLE import_company ON COMMIT DROP AS
    SELECT s.* FROM import_stated s JOIN import_part p USING (line) WHERE p.part = ${part}`);
  await completeNames(client);
  await client.query('ANALYZE import_company');
  await upsertCompanies(client);
}

/** A rename without a name keeps that of the company. */
async function completeNames(client: PoolClient): Promise<void> {
  for (const [table, nameKey] of [
    ['company', 'c.name_key'],
    ['retired_company', 'NULL'],
  ]) {
    await client.query(`
      UPDATE import_company s SET name = c.name, name_key = ${nameKey} FROM ${table} c
      WHERE s.name IS NULL AND c.primary_domain = s.primary_domain`);
  }
  await client.query(`
    WITH nameless AS (DELETE FROM import_company WHERE name IS NULL RETURNING line, row_text)
    INSERT INTO import_problem SELECT line, 'rejected', 'name', 'is missing', row_text FROM nameless`);
}

/**
 * Finds rows of `import_company` that name several companies by one domain, which is most often a shared page or a mistake.
 * The last of them counts alone: the others are removed with a warning, so that the company does not get the values of
 * two. Rows with equal keys of names are the same company, and complete each other. A rename among them still takes place.
 *
 * @returns the number of rows that were removed.
 */
async function removeFusedRows(client: PoolClient): Promise<number> {
  const { rowCount } = await client.query(FUSED);
  if (!rowCount) return 0;
  await client.query(WARNINGS);
  await client.query(RENAMES);
  for (const table of ['import_domain', 'import_investor', 'import_own'])
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
