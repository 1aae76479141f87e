import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from '@jest/globals';
import { generateTo } from '../../../src/modules/generate/generate.ts';
import { type ImportOptions, importPaths } from '../../../src/modules/import/import.ts';
import type { ImportKind } from '../../../src/modules/import/kinds.ts';
import { ChangedFiles, storedDomain } from './changed-files.ts';
import { FORMATS, toFile } from './files-of-formats.ts';
import { useImports } from './fixture.ts';
import { indexFaults } from './index-faults.ts';
import type { CompanyLine, EdgeLine, TechnologyLine } from './living-lines.ts';
import { LivingModel } from './living-model.ts';
import { readView, toRows, viewOf } from './living-view.ts';
import { readProblems } from './support.ts';

/** Folder of a catalogue to change. By default a small one is generated. */
const { CATALOGUE } = process.env;
const SEED = Number(process.env.CATALOGUE_SEED ?? 1);

const imports = useImports();
const model = new LivingModel();

async function readRows(path: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) rows.push(JSON.parse(line));
  return rows;
}

const text = (value: unknown) => String(value ?? '').trim();
const time = (value: unknown) => new Date(text(value)).toISOString();

/** Reads the rows of a catalogue as the model takes them. */
function toLines(kind: ImportKind, rows: readonly Record<string, unknown>[]) {
  if (kind === 'technologies') return rows.map((row) => ({ tech_key: text(row.tech_key) }));
  if (kind === 'companies') {
    return rows.map(({ domains, investors, industry, ...row }): CompanyLine => {
      const stored = Array.isArray(domains) ? domains.flatMap((each) => storedDomain(each) ?? []) : undefined;
      return {
        primary_domain: storedDomain(text(row.primary_domain)) ?? '',
        name: text(row.name),
        ...(stored ? { domains: stored } : {}),
        ...(Array.isArray(investors) ? { investors: investors.map(text) } : {}),
        ...(industry === undefined ? {} : { industry: text(industry) }),
      };
    });
  }
  return rows.map((row): EdgeLine => {
    const [count, first, last] =
      kind === 'partnerships'
        ? [row.observation_count, row.first_observed_at, row.last_observed_at]
        : [row.detection_count, row.first_seen, row.last_seen];
    return {
      subject: storedDomain(text(row.domain)) ?? '',
      object: kind === 'partnerships' ? (storedDomain(text(row.partner_domain)) ?? '') : text(row.tech_key),
      count: Number(count),
      first: time(first),
      last: time(last),
    };
  });
}

function applyTo(kind: ImportKind, lines: readonly object[], isSnapshot = false): number {
  if (kind === 'technologies') return model.importTechnologies(lines as TechnologyLine[], isSnapshot);
  if (kind === 'companies') return model.importCompanies(lines as CompanyLine[], isSnapshot);
  return kind === 'partnerships'
    ? model.importPartnerships(lines as EdgeLine[], isSnapshot)
    : model.importDetections(lines as EdgeLine[], isSnapshot);
}

const KINDS = ['technologies', 'companies', 'company_technologies', 'partnerships'] as const;

let deliveries = 0;

/** Imports rows as a file, of another format each time. */
async function deliver(kind: ImportKind, rows: readonly object[], options: Partial<ImportOptions>) {
  // Rows of companies state different fields, which a Parquet file cannot express.
  const formats = FORMATS.filter((format) => kind !== 'companies' || format !== 'parquet');
  const format = (rows.length > 0 && formats[deliveries++ % formats.length]) || 'ndjson';
  const path = await imports.workspace.write(`${kind}-${deliveries}.${format}`, toFile(rows, format));
  const { files } = await importPaths(imports.pool, [path], {
    rejectsDir: imports.workspace.rejectsDir,
    ...options,
  });
  const [report] = files;
  if (!report) throw new Error('no report');
  return { report, problems: await readProblems(report) };
}

/** Imports lines, and expects each to be accepted by the service and the model, or to be in the rejects file. */
async function change(kind: ImportKind, lines: readonly object[], options: Partial<ImportOptions> = {}) {
  const { report, problems } = await deliver(kind, toRows(kind, lines), options);
  const rejected = new Set(problems.filter(({ level }) => level === 'rejected').map(({ line }) => line));
  expect([kind, report.rows, report.accepted, report.rejected]).toEqual([
    kind,
    lines.length,
    applyTo(kind, lines.map(inStoredForm), options.snapshot !== undefined),
    rejected.size,
  ]);
  expect(report.accepted + report.rejected).toBe(report.rows);
  expect(await readView(imports.pool)).toEqual(viewOf(model));
  return report;
}

function inStoredForm(line: object): object {
  const domains = ['primary_domain', 'previous_primary_domain', 'merge_into'];
  return Object.fromEntries(
    Object.entries(line).map(([field, value]) => {
      if (field === 'domains' && Array.isArray(value))
        return [field, value.map((each) => storedDomain(each) ?? each)];
      return [field, domains.includes(field) ? storedDomain(String(value)) : value];
    }),
  );
}

it('a catalogue that changes for a year is that of the model, with every row accounted for', async () => {
  const folder = CATALOGUE ?? join(imports.workspace.folder, 'generated');
  if (CATALOGUE === undefined) {
    await mkdir(folder);
    await generateTo(folder, { companies: 250, seed: SEED });
  }
  const { files } = await importPaths(
    imports.pool,
    KINDS.map((kind) => join(folder, `${kind}.ndjson`)),
    { rejectsDir: imports.workspace.rejectsDir },
  );
  for (const report of files) {
    const rows = await readRows(report.path);
    const refused = (await readProblems(report)).filter(({ level }) => level === 'rejected');
    expect([report.kind, rows.length, report.accepted, report.rejected]).toEqual([
      report.kind,
      report.rows,
      applyTo(report.kind, toLines(report.kind, rows)),
      refused.length,
    ]);
  }
  expect(await readView(imports.pool)).toEqual(viewOf(model));

  const changes = new ChangedFiles(model, SEED);
  for (let delivery = 0; delivery < 2; delivery += 1) {
    await change('technologies', changes.technologies());
    await change('companies', changes.companies());
    await change('company_technologies', changes.edges('detections'));
    await change('partnerships', changes.edges('observations'));
  }
  const companies = await change('companies', changes.companySnapshot(0.02), { snapshot: 'companies' });
  expect(companies.retired).toBeGreaterThan(0);
  const limit = { maxDeletes: '10%' };
  await change('company_technologies', changes.edges('detections', 0.05), {
    snapshot: 'company_technologies',
    ...limit,
  });
  await change('partnerships', changes.edges('observations', 0.05), { snapshot: 'partnerships', ...limit });
  expect(await indexFaults(imports.pool)).toEqual([]);
}, 3_600_000);
