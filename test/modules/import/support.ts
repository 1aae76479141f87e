import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { type ImportOptions, importPaths } from '../../../src/modules/import/import.ts';
import type { FileReport } from '../../../src/modules/import/importer.ts';
import type { ImportKind } from '../../../src/modules/import/kinds.ts';
import type { ImportProgress } from '../../../src/modules/import/progress.ts';

/** Progress of an import that reads its only file. */
export const READING: ImportProgress = {
  file: 1,
  files: 1,
  path: '/data/companies.ndjson',
  kind: 'companies',
  phase: 'reading',
  bytes: 10,
  size: 100,
  rows: 1200,
  rows_per_second: 400,
  phase_seconds: 3,
  seconds_left: 27,
};

export interface ProblemEntry {
  line: number;
  level: string;
  reason: string;
  field?: string;
  row: string;
}

export interface Outcome {
  report: FileReport;
  problems: ProblemEntry[];
}

/** Folder for the files of one test file. */
export class Workspace {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(): Promise<Workspace> {
    return new Workspace(await mkdtemp(join(tmpdir(), 'import-test-')));
  }

  get rejectsDir(): string {
    return join(this.folder, 'rejects');
  }

  async write(name: string, content: string | Buffer): Promise<string> {
    const path = join(this.folder, name);
    await writeFile(path, content);
    return path;
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Imports rows, or lines, of one kind from standard input. */
  async import(
    pool: pg.Pool,
    kind: ImportKind,
    rows: readonly unknown[],
    options: Partial<ImportOptions> = {},
  ): Promise<Outcome> {
    const text = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n');
    return this.importBytes(pool, kind, [Buffer.from(text)], options);
  }

  async importBytes(
    pool: pg.Pool,
    kind: ImportKind,
    chunks: readonly Buffer[],
    options: Partial<ImportOptions> = {},
  ): Promise<Outcome> {
    const { files } = await importPaths(pool, ['-'], {
      kind,
      rejectsDir: this.rejectsDir,
      stdin: Readable.from(chunks),
      // Most tests are about single rows.
      acceptAny: true,
      ...options,
    });
    const [report] = files;
    if (report === undefined) throw new Error('no report');
    return { report, problems: await readProblems(report) };
  }
}

export async function readProblems(report: FileReport): Promise<ProblemEntry[]> {
  if (report.rejects_file === undefined) return [];
  const text = await readFile(report.rejects_file, 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Formats problems as `line level field reason`, to compare all of them at once. */
export function summarize(problems: readonly ProblemEntry[]): string[] {
  return problems.map(({ line, level, field, reason }) =>
    [line, level, ...(field === undefined ? [] : [field]), reason].join(' '),
  );
}

/** A row of company_technologies. */
export const detection = (
  domain: string,
  key: string,
  count = 1,
  first = '2024-01-01',
  last = '2024-06-01',
) => ({ domain, tech_key: key, detection_count: count, first_seen: first, last_seen: last });

/** A row of partnerships. */
export const observation = (
  domain: string,
  partner: string,
  count = 1,
  first = '2024-01-01',
  last = '2024-06-01',
) => ({
  domain,
  partner_domain: partner,
  observation_count: count,
  first_observed_at: first,
  last_observed_at: last,
});

/** What is stored of such a row. */
export const edge = (count: number, first: string, last: string): EdgeView => ({
  count,
  first: `${first}T00:00:00.000Z`,
  last: `${last}T00:00:00.000Z`,
});

const TABLES = {
  company: 'id',
  company_domain: 'domain',
  technology: 'id',
  company_technology: 'company_id, technology_id',
  investor: 'id',
  company_investor: 'company_id, investor_id',
  partnership_observation: 'observer_id, partner_id',
  partnership: 'company_id, partner_id',
  retired_company: 'id',
  retired_technology: 'id',
};

/** Reads all rows of all catalogue tables, including ids and times. */
export async function dumpCatalogue(pool: pg.Pool): Promise<Record<string, unknown[]>> {
  const dump: Record<string, unknown[]> = {};
  for (const [table, order] of Object.entries(TABLES)) {
    dump[table] = (await pool.query(`SELECT * FROM ${table} ORDER BY ${order}`)).rows;
  }
  return dump;
}

export async function emptyCatalogue(pool: pg.Pool): Promise<void> {
  await pool.query(`TRUNCATE ${Object.keys(TABLES).join(', ')} RESTART IDENTITY CASCADE`);
}

export interface CompanyView {
  name: string;
  slug: string;
  domains: string[];
  investors: string[];
  industry?: string;
  employee_range?: string;
  country?: string;
  founded_year?: number;
}

/** Reads the companies as callers see them, by primary domain. Checks their stored counts. */
export async function readCompanies(pool: pg.Pool): Promise<Record<string, CompanyView>> {
  const { rows } = await pool.query<{
    primary_domain: string;
    view: CompanyView;
    counts: number[];
    real: number[];
  }>(`
    SELECT primary_domain,
      json_strip_nulls(json_build_object('name', name, 'slug', slug, 'industry', industry, 'country', country,
        'employee_range', employee_range, 'founded_year', founded_year,
        'domains', (SELECT json_agg(domain ORDER BY position, domain) FROM company_domain d WHERE d.company_id = c.id),
        'investors', (SELECT coalesce(json_agg(i.name ORDER BY position), '[]') FROM company_investor v
                      JOIN investor i ON i.id = v.investor_id WHERE v.company_id = c.id))) AS view,
      ARRAY[domain_count, investor_count, technology_count, partnership_count] AS counts,
      ARRAY[(SELECT count(*) FROM company_domain d WHERE d.company_id = c.id),
            (SELECT count(*) FROM company_investor v WHERE v.company_id = c.id),
            (SELECT count(*) FROM company_technology t WHERE t.company_id = c.id),
            (SELECT count(*) FROM partnership p WHERE p.company_id = c.id)]::integer[] AS real
    FROM company c ORDER BY id`);
  for (const { primary_domain, counts, real } of rows) {
    if (counts.join() !== real.join())
      throw new Error(`${primary_domain}: counts ${counts}, but there are ${real}`);
  }
  return Object.fromEntries(rows.map(({ primary_domain, view }) => [primary_domain, view]));
}

export interface EdgeView {
  count: number;
  first: string;
  last: string;
}

const DETECTIONS = `
  SELECT c.primary_domain || ' ' || t.tech_key AS key, detection_count AS count, first_seen AS first, last_seen AS last
  FROM company_technology d JOIN company c ON c.id = d.company_id JOIN technology t ON t.id = d.technology_id`;
const PARTNERSHIPS = `
  SELECT c.primary_domain || ' ' || p.primary_domain AS key, observation_count AS count,
    first_observed_at AS first, last_observed_at AS last
  FROM partnership o JOIN company c ON c.id = o.company_id JOIN company p ON p.id = o.partner_id`;

/** Reads detections by `domain tech_key`. */
export function readDetections(pool: pg.Pool): Promise<Record<string, EdgeView>> {
  return readEdges(pool, DETECTIONS);
}

/** Reads merged partnerships of both sides by `domain partner_domain`. */
export function readPartnerships(pool: pg.Pool): Promise<Record<string, EdgeView>> {
  return readEdges(pool, PARTNERSHIPS);
}

async function readEdges(pool: pg.Pool, query: string): Promise<Record<string, EdgeView>> {
  const { rows } = await pool.query<{ key: string; count: number; first: Date; last: Date }>(
    `${query} ORDER BY 1`,
  );
  return Object.fromEntries(
    rows.map(({ key, count, first, last }) => [
      key,
      { count, first: first.toISOString(), last: last.toISOString() },
    ]),
  );
}
