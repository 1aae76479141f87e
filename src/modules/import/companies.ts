import { CopyBuffer } from '../../database/copy-buffer.ts';
import type { JsonObject } from '../../lib/json-object.ts';
import { FACT_COLUMNS, type FactColumn } from '../catalogue/company-columns.ts';
import { mergeCompanyDomains } from './company-domains.ts';
import { mergeCompanyInvestors } from './company-investors.ts';
import { COMPANY_FIELDS, type CompanyRow, parseCompany } from './company-row.ts';
import { assignSlugs } from './company-slugs.ts';
import { resolveOwnership } from './domain-ownership.ts';
import { InvalidField } from './fields.ts';
import { withHalfFilledPages, withoutIndexes } from './first-load.ts';
import { deduplicateChanged, type Importer, type ImporterContext } from './importer.ts';
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

/** Staging tables. In `import_company`, NULL means not stated; '' and 0 clear the stored value. */
const STAGING_TABLES = [
  `CREATE TEMP TABLE import_company (
     line integer NOT NULL, name text NOT NULL, primary_domain text NOT NULL,
     ${listFacts((column, { type }) => `${column} ${type}`)}, given_slug text, derived_slug text NOT NULL,
     domains_line integer, investors_line integer, row_text text NOT NULL
   ) ON COMMIT DROP`,
  'CREATE TEMP TABLE import_domain (line integer NOT NULL, domain text NOT NULL, position integer NOT NULL) ON COMMIT DROP',
  'CREATE TEMP TABLE import_investor (line integer NOT NULL, name text NOT NULL, position integer NOT NULL) ON COMMIT DROP',
];

const COMPANY_TARGET = `import_company (line, name, primary_domain, given_slug, derived_slug, domains_line,
  investors_line, row_text, ${FACTS})`;
const COMPANY_TARGET_COLUMNS = 8 + FACT_COLUMNS.length;

/** Imports companies with their domains and investors. Upserts by primary domain. */
export class CompanyImporter implements Importer {
  readonly fields = COMPANY_FIELDS;
  readonly #context: ImporterContext;
  readonly #companies = new CopyBuffer();
  readonly #domains = new CopyBuffer();
  readonly #investors = new CopyBuffer();

  constructor(context: ImporterContext) {
    this.#context = context;
  }

  async prepare(): Promise<void> {
    for (const table of STAGING_TABLES) await this.#context.client.query(table);
  }

  add(line: number, row: JsonObject, text: string): InvalidField | undefined {
    const { problems } = this.#context;
    const company = parseCompany(row, (field, reason) => problems.warn(line, field, reason, text));
    return company instanceof InvalidField ? company : this.#buffer(line, company, text);
  }

  async flush(): Promise<void> {
    const { client } = this.#context;
    await this.#companies.send(client, COMPANY_TARGET);
    await this.#domains.send(client, 'import_domain (line, domain, position)');
    await this.#investors.send(client, 'import_investor (line, name, position)');
  }

  async merge(): Promise<void> {
    const { client } = this.#context;
    for (const table of ['import_company', 'import_domain', 'import_investor']) {
      await client.query(`ANALYZE ${table}`);
    }
    await client.query(REPEATED);
    await client.query(EFFECTIVE_ROWS);
    await client.query('ANALYZE import_row');
    await resolveOwnership(client);
    await assignSlugs(client);
    await withoutIndexes(client, () => this.#write());
    await client.query(UPDATE_COUNTS);
    await client.query('INSERT INTO import_changed SELECT company_id FROM import_row WHERE is_new');
    await deduplicateChanged(client);
  }

  async #write(): Promise<void> {
    const { client } = this.#context;
    await withHalfFilledPages(client, async () => {
      await client.query(INSERT_COMPANIES);
    });
    await client.query(UPDATE_COMPANIES);
    await mergeCompanyDomains(client);
    await mergeCompanyInvestors(client);
  }

  #buffer(line: number, company: CompanyRow, text: string): undefined {
    const row = this.#companies;
    row.row(COMPANY_TARGET_COLUMNS);
    row.int4(line);
    row.text(company.name);
    row.text(company.primaryDomain);
    row.text(company.givenSlug);
    row.text(company.derivedSlug);
    row.int4(company.secondaryDomains && line);
    row.int4(company.investors && line);
    row.text(excerpt(text));
    for (const fact of company.facts) {
      if (typeof fact === 'number') row.int4(fact);
      else row.text(fact);
    }
    bufferList(this.#domains, line, company.secondaryDomains ?? []);
    bufferList(this.#investors, line, company.investors ?? []);
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

const UPDATE_COMPANIES = `
  WITH stated AS (
    SELECT c.id, r.name, ${listFacts(
      (column, fact) =>
        `CASE WHEN r.${column} IS NULL THEN c.${column} ELSE ${cleared(column, fact)} END AS ${column}`,
    )}
    FROM import_row r JOIN company c ON c.id = r.company_id WHERE NOT r.is_new
  ), changed AS (
    UPDATE company c SET name = s.name, ${listFacts((column) => `${column} = s.${column}`)}, updated_at = now()
    FROM stated s
    WHERE c.id = s.id AND (c.name, ${listFacts((column) => `c.${column}`)})
      IS DISTINCT FROM (s.name, ${listFacts((column) => `s.${column}`)})
    RETURNING c.id
  )
  INSERT INTO import_changed SELECT id FROM changed`;

/** Updates the counts of existing companies. New ones were inserted with theirs. */
const UPDATE_COUNTS = `
  WITH counted AS (
    SELECT company_id,
      (SELECT count(*) FROM company_domain d WHERE d.company_id = i.company_id) AS domains,
      (SELECT count(*) FROM company_investor v WHERE v.company_id = i.company_id) AS investors
    FROM (
      SELECT company_id FROM import_changed EXCEPT SELECT company_id FROM import_row WHERE is_new
    ) i
  )
  UPDATE company c SET domain_count = n.domains, investor_count = n.investors, updated_at = now()
  FROM counted n
  WHERE c.id = n.company_id`;
