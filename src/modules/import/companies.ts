import type { PoolClient } from '../../database/client.ts';
import { textKey } from '../../lib/text-key.ts';
import { FACT_COLUMNS } from '../catalogue/company-columns.ts';
import { ACTION, type FilePart, splitIntoParts } from './company-actions.ts';
import { namedDomains, parseCompanyLine } from './company-row.ts';
import type { Warn } from './fields.ts';
import { removeFusedRows } from './fused-rows.ts';
import type { FileChanges, Importer, ImporterContext } from './importer.ts';
import { excerpt } from './problems.ts';
import { LEAVING_TABLE, removeCompanies } from './removals.ts';
import { deleteCompanies, mergeCompanies } from './remove-companies.ts';
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
  ...[COMPANY, DOMAIN, INVESTOR, ACTION].map(createStaged),
  // Companies whose domains, investors or facts changed, some of them several times.
  'CREATE TEMP TABLE import_touched (company_id integer NOT NULL) ON COMMIT DROP',
];

/** Imports companies with their domains and investors. Upserts, renames, merges and deletes by primary domain. */
export async function createCompanyImporter({
  client,
  problems,
  present,
}: ImporterContext): Promise<Importer> {
  const companies = new StagedRows(COMPANY);
  const domains = new StagedRows(DOMAIN);
  const investors = new StagedRows(INVESTOR);
  const actions = new StagedRows(ACTION);
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
      for (const [index, domain] of secondaryDomains?.entries() ?? []) domains.add(line, domain, index + 1);
      for (const [index, fund] of funds?.entries() ?? []) investors.add(line, fund, textKey(fund), index + 1);
    },
    async flush() {
      for (const rows of [companies, domains, investors, actions, present]) await rows?.flush(client);
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
  await client.query('ANALYZE import_company, import_domain, import_investor');
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
