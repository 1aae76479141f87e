import type { Pool } from '../../database/client.ts';
import { StartupError } from '../../lib/fault.ts';
import { settleAll } from '../fields/settle-values.ts';
import { parseRenames } from './formats/columns.ts';
import { IMPORT_FORMATS } from './formats/format.ts';
import { checkFormats } from './formats/read-rows.ts';
import { DEFAULT_MAX_DELETES, parseMaxDeletes } from './guards.ts';
import { recordRun } from './history.ts';
import type { ImportSettings } from './import-file.ts';
import { importTogether } from './import-transaction.ts';
import type { FileReport } from './importer.ts';
import { IMPORT_KINDS, KIND_TABLES } from './kinds.ts';
import { readOwnColumns } from './own-columns.ts';
import { REJECTS_KEPT_MS, removeOldRejects } from './problems.ts';
import { createProgressMeter } from './progress.ts';
import { readImportOption } from './read-option.ts';
import { parseConstants } from './row-reader.ts';
import { findSources } from './sources.ts';

/** Result of an import; the output of `--json` (contract, section 8). */
export interface ImportReport {
  files: FileReport[];
}

/** By default an import reads the standard input of the process, is never aborted, and notes nothing. */
export interface ImportOptions extends Partial<ImportSettings> {
  rejectsDir: string;
  /** One of IMPORT_KINDS, for standard input and for files whose name does not contain a kind. */
  kind?: string | undefined;
  /** Format of all files; by default each file's name or content decides. */
  format?: string | undefined;
  /** Columns that are read as other fields, as `COLUMN=FIELD` or `KIND:COLUMN=FIELD`. */
  map?: readonly string[] | undefined;
  /** Values that all rows get, as `FIELD=VALUE` or `KIND:FIELD=VALUE`. */
  set?: readonly string[] | undefined;
  /** Kind imported as a full snapshot: rows missing from the files are retired. */
  snapshot?: string | undefined;
  /** Rows that a snapshot may retire: a number, or a percentage of the live rows such as `5%`, the default. */
  maxDeletes?: string | undefined;
  /** Rows that may be rejected; the default is any number. */
  maxRejects?: number | undefined;
  /** Refuses the import if any row is rejected, or replaced by one with another name. */
  strict?: boolean | undefined;
  /** Stores files of which fewer than half of the rows were accepted. By default they are left out. */
  acceptAny?: boolean | undefined;
  /** Id of the run in the history; a new one by default. */
  runId?: number | undefined;
  /** Stores nothing; the report is that of a real import. */
  dryRun?: boolean | undefined;
}

/** Changed rows from which statistics are updated at once; autovacuum does it for fewer. */
const ANALYZE_FROM_ROWS = 1000;
/** Their share of the rows that the statistics know. It is the one of autovacuum. */
const ANALYZE_FROM_SHARE = 0.1;

/**
 * Imports NDJSON, CSV, TSV or Parquet into the catalogue (contract, section 8): files, folders, and `-` for standard
 * input, plain or compressed. Each file is one transaction; with a snapshot, a limit of rejected rows or as a dry run, all files together
 * are one. Invalid rows are listed in the rejects file and do not stop the import.
 *
 * @param pool needs two connections at least: one for the transaction, one for look-ups of domains.
 * @throws StartupError when a path cannot be read or its kind is unknown. Files that were committed before are kept.
 * @throws ImportRefusal when a guard refuses the import.
 */
export async function importPaths(pool: Pool, paths: readonly string[], options: ImportOptions) {
  const settings = {
    stdin: process.stdin,
    onNote: () => undefined,
    signal: new AbortController().signal,
    progress: createProgressMeter(),
    ...options,
  };
  const report: ImportReport = { files: [] };
  if (!options.dryRun) await tidyRejects(settings);
  const work = () => importAll(pool, paths, settings, report);
  const { kind, format, map, set, snapshot, strict, acceptAny, maxDeletes, maxRejects } = options;
  const limits = { max_deletes: maxDeletes, max_rejects: maxRejects };
  // The history has options that were given.
  const given = { kind, format, map, set, snapshot, ...limits, strict, accept_any: acceptAny || undefined };
  const request = { paths, options: given };
  // A dry run changes nothing, and the history tells what happened to the catalogue.
  if (options.dryRun) await work();
  else await recordRun(pool, { ...settings, request, report, runId: options.runId }, work);
  return report;
}

/** Removes old rejects files. An import does not fail because of one that cannot be removed. */
async function tidyRejects({ rejectsDir, onNote }: ImportSettings): Promise<void> {
  await removeOldRejects(rejectsDir, new Date(Date.now() - REJECTS_KEPT_MS)).catch((error: Error) =>
    onNote(`old rejects files cannot be removed: ${error.message}`),
  );
}

async function importAll(
  pool: Pool,
  paths: readonly string[],
  {
    kind,
    format,
    map = [],
    set = [],
    snapshot,
    maxDeletes,
    maxRejects,
    strict,
    acceptAny = false,
    dryRun,
    ...settings
  }: ImportOptions & ImportSettings,
  report: ImportReport,
): Promise<void> {
  const rules = {
    guards: {
      maxDeletes: parseMaxDeletes(maxDeletes ?? DEFAULT_MAX_DELETES),
      maxRejects: strict ? 0 : maxRejects,
      isStrict: strict === true,
      acceptAny,
    },
    snapshot: readImportOption('--snapshot', IMPORT_KINDS, snapshot),
    isDryRun: dryRun === true,
    isAllOrNone: snapshot !== undefined || maxRejects !== undefined || strict === true,
  };
  const own = await readOwnColumns(pool);
  const renames = parseRenames(map, own);
  const constants = parseConstants(set, renames, own);
  const sources = await findSources(
    paths,
    {
      kind: readImportOption('--kind', IMPORT_KINDS, kind),
      format: readImportOption('--format', IMPORT_FORMATS, format),
      renames,
      constants,
    },
    settings.onNote,
  );
  await checkFormats(sources, settings.signal);
  if (rules.snapshot !== undefined && !sources.some((source) => source.kind === rules.snapshot))
    throw new StartupError(`--snapshot ${rules.snapshot}: none of the files is of this kind`);
  const isOne = rules.isAllOrNone || rules.isDryRun;
  settings.progress.begin(sources.length);
  let statistics = Promise.resolve();
  try {
    for (const together of isOne ? [sources] : sources.map((source) => [source])) {
      settings.signal.throwIfAborted();
      const reports = await importTogether(pool, together, { ...settings, ...rules, statistics });
      report.files.push(...reports);
      await statistics;
      if (rules.isDryRun) continue;
      statistics = analyzeAll(pool, reports);
      await settle(pool, settings);
    }
  } finally {
    // The caller may close the pool.
    await statistics.catch(() => undefined);
  }
  await statistics;
  for (const { column } of renames.filter(({ used }) => !used))
    settings.onNote(`--map: no file has the column "${column}"`);
  for (const constant of constants.filter(
    (each) => !sources.some((source) => source.constants.includes(each)),
  ))
    settings.onNote(`--set: no file is of a kind with the field "${constant.field}"`);
}

/** Lets the values of organizations follow companies that were merged or deleted. The files are stored, whatever becomes of it. */
async function settle(pool: Pool, { onNote }: ImportSettings): Promise<void> {
  await settleAll(pool, ({ message }) =>
    onNote(`values of an organization are moved by the next import, because it failed: ${message}`),
  );
}

/** Updates the statistics after files, while the next one is read. The caller awaits it, and gets its failure, later. */
function analyzeAll(pool: Pool, reports: readonly FileReport[]): Promise<void> {
  const analyzing = (async () => {
    for (const each of reports) await analyze(pool, each);
  })();
  analyzing.catch(() => undefined);
  return analyzing;
}

async function analyze(pool: Pool, { kind, accepted, refused, retired = 0 }: FileReport): Promise<void> {
  if (refused) return;
  const changed = accepted + retired;
  if (changed < ANALYZE_FROM_ROWS) return;
  const { stated, touched } = KIND_TABLES[kind];
  const { rows } = await pool.query<{ known: number }>(KNOWN_ROWS, [stated]);
  if (changed >= (rows[0]?.known ?? 0) * ANALYZE_FROM_SHARE) await pool.query(`ANALYZE ${touched}`);
}

const KNOWN_ROWS = 'SELECT greatest(reltuples, 0)::float8 AS known FROM pg_class WHERE oid = $1::regclass';
