import { join, resolve } from 'node:path';
import { Presets, SingleBar } from 'cli-progress';
import { counted } from '../lib/counted.ts';
import { StartupError } from '../lib/fault.ts';
import { ImportRefusal } from '../modules/import/guards.ts';
import { type ImportReport, importPaths } from '../modules/import/import.ts';
import type { Progress } from '../modules/import/import-file.ts';
import { print, withTools } from './terminal.ts';

interface ImportCommandOptions {
  json?: boolean;
  kind?: string;
  rejects?: string;
  dryRun?: boolean;
  strict?: boolean;
  maxRejects?: number;
  snapshot?: string;
  maxDeletes?: string;
}

/**
 * Imports files and folders (contract, section 8). Rejected rows are reported and do not fail the command, unless
 * `--strict` or `--max-rejects` says so. Ctrl-C rolls back the current file.
 */
export async function runImport(paths: readonly string[], options: ImportCommandOptions): Promise<void> {
  const { files, refusal }: Outcome = await withTools(async ({ database, dataDir, signal }) => {
    try {
      return await importPaths(database.pool, paths, {
        kind: options.kind,
        snapshot: options.snapshot,
        maxDeletes: options.maxDeletes,
        maxRejects: options.strict ? 0 : options.maxRejects,
        dryRun: options.dryRun,
        rejectsDir: options.rejects === undefined ? join(dataDir, 'rejects') : resolve(options.rejects),
        progress: process.stderr.isTTY ? createProgressBar() : undefined,
        signal,
        onNote: (note) => process.stderr.write(`${note}\n`),
      });
    } catch (error) {
      if (error instanceof ImportRefusal) return { files: [...error.files], refusal: error };
      if (!signal.aborted) throw error;
      throw new StartupError('interrupted; the current file was rolled back');
    }
  });
  print(options.json, { files }, describeReport({ files }));
  if (!refusal) return;
  process.stderr.write(`company-data: ${refusal.message}\n`);
  process.exitCode = refusal.exitCode;
}

interface Outcome extends ImportReport {
  refusal?: ImportRefusal;
}

function describeReport({ files }: ImportReport): string[] {
  return files.flatMap((file) => {
    const counts = `${file.accepted} of ${counted(file.rows, 'row')} accepted, ${file.rejected} rejected, ${counted(file.warnings, 'warning')}`;
    return [
      `${file.path} (${file.kind}): ${counts}`,
      ...(file.rejects_file === undefined ? [] : [`  rejected rows: ${file.rejects_file}`]),
    ];
  });
}

function createProgressBar(): Progress {
  const bar = new SingleBar(
    { format: '{path} {phase} {bar} {percentage}% {eta_formatted}', clearOnComplete: true, hideCursor: true },
    Presets.shades_classic,
  );
  return {
    start: (path, size) => bar.start(size ?? 0, 0, { path, phase: 'reading' }),
    advance: (bytes) => bar.increment(bytes),
    merging: () => bar.update({ phase: 'merging' }),
    stop: () => bar.stop(),
  };
}
