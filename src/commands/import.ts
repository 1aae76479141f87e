import { join, resolve } from 'node:path';
import { Presets, SingleBar } from 'cli-progress';
import { counted } from '../lib/counted.ts';
import { StartupError } from '../lib/fault.ts';
import { type ImportReport, importPaths } from '../modules/import/import.ts';
import type { Progress } from '../modules/import/import-file.ts';
import { print, withTools } from './terminal.ts';

/**
 * Imports files and folders (contract, section 8). Rejected rows are reported and do not fail the command. Ctrl-C rolls
 * back the current file.
 */
export async function runImport(
  paths: readonly string[],
  options: { json?: boolean; kind?: string; rejects?: string },
): Promise<void> {
  const report = await withTools(async ({ database, dataDir, signal }) => {
    try {
      return await importPaths(database.pool, paths, {
        kind: options.kind,
        rejectsDir: options.rejects === undefined ? join(dataDir, 'rejects') : resolve(options.rejects),
        progress: process.stderr.isTTY ? createProgressBar() : undefined,
        signal,
        onNote: (note) => process.stderr.write(`${note}\n`),
      });
    } catch (error) {
      if (!signal.aborted) throw error;
      throw new StartupError('interrupted; the current file was rolled back');
    }
  });
  print(options.json, report, describeReport(report));
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
