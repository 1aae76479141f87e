import type { Readable } from 'node:stream';
import type { Pool } from '../../database/client.ts';
import { StartupError } from '../../lib/fault.ts';
import { type FileReport, importFile } from './import-file.ts';
import { IMPORT_KINDS, type ImportKind, parseKind } from './kinds.ts';
import { type Progress, SILENT } from './progress.ts';
import { findSources } from './sources.ts';

/** The outcome of an import, as `--json` prints it (contract, section 8). */
export interface ImportReport {
  files: FileReport[];
}

export interface ImportOptions {
  /** What the files hold, for standard input and for names that do not tell: one of IMPORT_KINDS. */
  kind?: string | undefined;
  /** The folder for rejects files; made when it is needed. */
  rejectsDir: string;
  /** What `-` reads. */
  stdin?: Readable;
  progress?: Progress;
  /** Gives the import up: the file under way is rolled back. */
  signal?: AbortSignal;
  /** Told of what a person may want to know, a line at a time. */
  onNote?: (note: string) => void;
}

const TOUCHED_TABLES: Record<ImportKind, string> = {
  technologies: 'technology',
  companies: 'company, company_domain, investor, company_investor',
  company_technologies: 'company, company_technology',
  partnerships: 'company, partnership_observation, partnership',
};

/** Fewer rows change too little for the planner to care; autovacuum sees to them in time. */
const ANALYZE_FROM_ROWS = 1000;

/**
 * Imports files of newline-delimited JSON into the catalogue (contract, section 8): files, folders, and `-` for
 * standard input, plain or gzip. Each file is one transaction. A bad row never stops the rest: it is counted and
 * listed in the rejects file.
 *
 * @param pool allows two connections at least: one for the transaction, one for looking domains up beside it.
 * @throws StartupError when a path cannot be read or its kind is unknown. Files reported as done before stay done.
 */
export async function importPaths(
  pool: Pool,
  paths: readonly string[],
  options: ImportOptions,
): Promise<ImportReport> {
  const { stdin = process.stdin, progress = SILENT, signal = new AbortController().signal } = options;
  const onNote = options.onNote ?? (() => undefined);
  const sources = await findSources(paths, readKind(options.kind), onNote);
  const files: FileReport[] = [];
  for (const source of sources) {
    signal.throwIfAborted();
    const report = await importFile(pool, {
      source,
      stdin,
      rejectsDir: options.rejectsDir,
      progress,
      signal,
      onNote,
    });
    files.push(report);
    if (report.accepted >= ANALYZE_FROM_ROWS) await pool.query(`ANALYZE ${TOUCHED_TABLES[source.kind]}`);
  }
  return { files };
}

function readKind(name: string | undefined): ImportKind | undefined {
  const kind = name === undefined ? undefined : parseKind(name);
  if (name !== undefined && kind === undefined) {
    throw new StartupError(`--kind must be one of ${IMPORT_KINDS.join(', ')}, not ${name}`);
  }
  return kind;
}
