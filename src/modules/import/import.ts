import type { Pool } from '../../database/client.ts';
import { StartupError } from '../../lib/fault.ts';
import { type FileReport, type ImportSettings, importFile } from './import-file.ts';
import { IMPORT_KINDS, type ImportKind } from './kinds.ts';
import { findSources } from './sources.ts';

/** Result of an import; the output of `--json` (contract, section 8). */
export interface ImportReport {
  files: FileReport[];
}

/** By default an import reads the standard input of the process, is never aborted, and reports nothing meanwhile. */
export interface ImportOptions extends Partial<ImportSettings> {
  rejectsDir: string;
  /** One of IMPORT_KINDS, for standard input and for files whose name does not contain a kind. */
  kind?: string | undefined;
}

const TOUCHED_TABLES: Record<ImportKind, string> = {
  technologies: 'technology',
  companies: 'company, company_domain, investor, company_investor',
  company_technologies: 'company, company_technology',
  partnerships: 'company, partnership_observation, partnership',
};

/** Accepted rows from which statistics are updated at once; autovacuum does it for fewer. */
const ANALYZE_FROM_ROWS = 1000;

/**
 * Imports newline-delimited JSON into the catalogue (contract, section 8): files, folders, and `-` for standard input,
 * plain or gzip. Each file is one transaction. Invalid rows are listed in the rejects file and do not stop the import.
 *
 * @param pool needs two connections at least: one for the transaction, one for look-ups of domains.
 * @throws StartupError when a path cannot be read or its kind is unknown. Files that were committed before are kept.
 */
export async function importPaths(
  pool: Pool,
  paths: readonly string[],
  { kind, ...options }: ImportOptions,
): Promise<ImportReport> {
  const { signal } = new AbortController();
  const settings = { stdin: process.stdin, onNote: () => undefined, signal, ...options };
  const sources = await findSources(paths, readKind(kind), settings.onNote);
  const files: FileReport[] = [];
  for (const source of sources) {
    settings.signal.throwIfAborted();
    const report = await importFile(pool, { ...settings, source });
    files.push(report);
    if (report.accepted >= ANALYZE_FROM_ROWS) await pool.query(`ANALYZE ${TOUCHED_TABLES[source.kind]}`);
  }
  return { files };
}

function readKind(name: string | undefined): ImportKind | undefined {
  const kind = IMPORT_KINDS.find((each) => each === name);
  if (name === undefined || kind !== undefined) return kind;
  throw new StartupError(`--kind must be one of ${IMPORT_KINDS.join(', ')}, not "${name}"`);
}
