import { join, resolve } from 'node:path';
import { StartupError } from '../lib/fault.ts';
import { describeRefused, ImportRefusal, TOO_FEW_ACCEPTED } from '../modules/import/guards.ts';
import { type ImportReport, importPaths } from '../modules/import/import.ts';
import { REJECTS_FOLDER } from '../modules/import/problems.ts';
import { createProgressMeter } from '../modules/import/progress.ts';
import { suggest } from '../modules/import/suggest/suggest.ts';
import { limitHeap } from './heap.ts';
import { describeFiles, describeSuggestion, printable, showProgress } from './import-output.ts';
import { print, withTools } from './terminal.ts';

interface ImportCommandOptions {
  json?: boolean;
  kind?: string;
  format?: string;
  map?: string[];
  set?: string[];
  rejects?: string;
  dryRun?: boolean;
  strict?: boolean;
  maxRejects?: number;
  acceptAny?: boolean;
  suggest?: boolean;
  snapshot?: string;
  maxDeletes?: string;
}

/**
 * Imports files and folders (contract, section 8). Rejected rows are reported and do not fail the command, unless
 * `--strict` or `--max-rejects` says so. A file most of whose rows are rejected is left out. Ctrl-C rolls back the current
 * file. `--suggest` shows how to import files instead.
 */
export async function runImport(paths: readonly string[], options: ImportCommandOptions): Promise<void> {
  limitHeap();
  if (options.suggest) return suggestImports(paths, options);
  const { files, refusal }: Outcome = await withTools(async ({ database, dataDir, signal }) => {
    const progress = createProgressMeter();
    const bar = showProgress(progress);
    try {
      return await importPaths(database.pool, paths, {
        kind: options.kind,
        format: options.format,
        map: options.map,
        set: options.set,
        acceptAny: options.acceptAny,
        snapshot: options.snapshot,
        maxDeletes: options.maxDeletes,
        maxRejects: options.maxRejects,
        strict: options.strict,
        dryRun: options.dryRun,
        rejectsDir: options.rejects === undefined ? join(dataDir, REJECTS_FOLDER) : resolve(options.rejects),
        progress,
        signal,
        onNote: bar.note,
      });
    } catch (error) {
      if (error instanceof ImportRefusal) return { files: [...error.files], refusal: error };
      if (!signal.aborted) throw error;
      throw new StartupError('interrupted; the current file was rolled back');
    } finally {
      bar.stop();
    }
  });
  const report = describeFiles(files);
  print(options.json, { files }, options.dryRun ? [...report, 'Dry run: nothing was stored.'] : report);
  const refused = describeRefused(files);
  if (refusal) fail(refusal.message, refusal.exitCode);
  else if (refused !== undefined) fail(`refused: ${refused}`, TOO_FEW_ACCEPTED);
}

function fail(message: string, exitCode: number): void {
  process.stderr.write(`company-data: ${printable(message)}\n`);
  process.exitCode = exitCode;
}

async function suggestImports(paths: readonly string[], { kind, format, json }: ImportCommandOptions) {
  const suggestions = await suggest(paths, { kind, format });
  print(json, { files: suggestions }, suggestions.flatMap(describeSuggestion));
}

interface Outcome extends ImportReport {
  refusal?: ImportRefusal;
}
