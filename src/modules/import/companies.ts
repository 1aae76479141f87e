import type { PoolClient } from '../../database/client.ts';
import { CopyBuffer } from '../../database/copy-buffer.ts';
import { FACT_COLUMNS } from '../catalogue/company-columns.ts';
import { ACTION_TABLE, type FilePart, splitIntoParts } from './company-actions.ts';
import { type CompanyLine, type CompanyRow, namedDomains, parseCompanyLine } from './company-row.ts';
import type { FileChanges, Importer, ImporterContext } from './importer.ts';
import { excerpt } from './problems.ts';
import { LEAVING_TABLE, removeCompanies } from './removals.ts';
import { deleteCompanies, mergeCompanies } from './remove-companies.ts';
import { renameCompanies } from './rename-companies.ts';
import { dropWorkTables, upsertCompanies } from './upsert-companies.ts';

/**
 * Staging tables. In `import_company`, NULL means not stated; '' and 0 clear the stored value. `import_touched` has the
 * companies whose domains, investors or facts changed, some of them several times.
 */
const STAGING_TABLES = [
  `CREATE TEMP TABLE import_company (
     line integer NOT NULL, name text, primary_domain text NOT NULL,
     ${FACT_COLUMNS.map(({ name, type }) => `${name} ${type}`).join(', ')}, given_slug text, derived_slug text NOT NULL,
     domains_line integer, investors_line integer, row_text text NOT NULL
   ) ON COMMIT DROP`,
  'CREATE TEMP TABLE import_domain (line integer NOT NULL, domain text NOT NULL, position integer NOT NULL) ON COMMIT DROP',
  'CREATE TEMP TABLE import_investor (line integer NOT NULL, name text NOT NULL, position integer NOT NULL) ON COMMIT DROP',
  'CREATE TEMP TABLE import_touched (company_id integer NOT NULL) ON COMMIT DROP',
  ACTION_TABLE,
];

const COMPANY_TARGET = `import_company (line, name, primary_domain, given_slug, derived_slug, domains_line,
  investors_line, row_text, ${FACT_COLUMNS.map(({ name }) => name).join(', ')})`;
const COMPANY_TARGET_COLUMNS = 8 + FACT_COLUMNS.length;

/** Imports companies with their domains and investors. Upserts, renames, merges and deletes by primary domain. */
export async function createCompanyImporter({
  client,
  problems,
  isSnapshot,
}: ImporterContext): Promise<Importer> {
  const companies = new CopyBuffer();
  const domains = new CopyBuffer();
  const investors = new CopyBuffer();
  const actions = new CopyBuffer();
  const present = new CopyBuffer();
  const addPresent = (domain: string) => {
    present.row(1);
    present.text(domain);
  };
  for (const table of STAGING_TABLES) await client.query(table);
  return {
    keyFields: ['primary_domain'],
    add(line, row, text) {
      const company = parseCompanyLine(row, (field, reason) => problems.warn(line, field, reason, text));
      if (isSnapshot) addPresent(company.primaryDomain);
      if (company.action !== undefined) bufferAction(actions, line, company, text);
      if (company.row === undefined) return;
      bufferCompany(companies, line, company.primaryDomain, company.row, text);
      bufferList(domains, line, company.row.secondaryDomains ?? []);
      bufferList(investors, line, company.row.investors ?? []);
    },
    async flush() {
      await companies.send(client, COMPANY_TARGET);
      await domains.send(client, 'import_domain (line, domain, position)');
      await investors.send(client, 'import_investor (line, name, position)');
      await actions.send(client, 'import_action (line, action, primary_domain, other_domain, row_text)');
      await present.send(client, 'import_present (key)');
    },
    notePresent(row) {
      for (const domain of namedDomains(row)) addPresent(domain);
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
  const parts = await splitIntoParts(client);
  if (parts === undefined) {
    await upsertCompanies(client);
    return { kinds: ['companies'] };
  }
  await client.query('CREATE TEMP TABLE import_stated ON COMMIT DROP AS TABLE import_company');
  const counts = { renamed: 0, merged: 0, retired: 0 };
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
  for (const table of ['company', 'retired_company']) {
    await client.query(`
      UPDATE import_company s SET name = c.name FROM ${table} c
      WHERE s.name IS NULL AND c.primary_domain = s.primary_domain`);
  }
  await client.query(`
    WITH nameless AS (DELETE FROM import_company WHERE name IS NULL RETURNING line, row_text)
    INSERT INTO import_problem SELECT line, 'rejected', 'name', 'is missing', row_text FROM nameless`);
}

function bufferAction(buffer: CopyBuffer, line: number, company: CompanyLine, text: string): void {
  buffer.row(5);
  buffer.int4(line);
  buffer.text(company.action);
  buffer.text(company.primaryDomain);
  buffer.text(company.otherDomain);
  buffer.text(excerpt(text));
}

function bufferCompany(
  buffer: CopyBuffer,
  line: number,
  primaryDomain: string,
  company: CompanyRow,
  text: string,
): void {
  buffer.row(COMPANY_TARGET_COLUMNS);
  buffer.int4(line);
  buffer.text(company.name);
  buffer.text(primaryDomain);
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
