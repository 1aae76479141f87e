import { join, resolve } from 'node:path';
import { Presets, SingleBar } from 'cli-progress';
import { type ImportReport, importPaths } from '../modules/import/import.ts';
import { type Progress, SILENT } from '../modules/import/progress.ts';
import { print, withTools } from './terminal.ts';

/** What a shell reports of a program that a signal ended: 128 and the number of the signal. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Imports files and folders (contract, section 8). Rejected rows are reported and do not fail the command; Ctrl-C
 * rolls the file under way back and ends it with exit code 130.
 */
export async function runImport(
  paths: readonly string[],
  options: { json?: boolean; kind?: string; rejects?: string },
): Promise<void> {
  const interruption = new AbortController();
  const interrupt = (name: keyof typeof EXIT_CODES) => {
    process.exitCode = EXIT_CODES[name];
    interruption.abort();
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    const report = await withTools(({ database, dataDir }) =>
      importPaths(database.pool, paths, {
        kind: options.kind,
        rejectsDir: options.rejects === undefined ? join(dataDir, 'rejects') : resolve(options.rejects),
        progress: process.stderr.isTTY ? createProgressBar() : SILENT,
        signal: interruption.signal,
        onNote: (note) => process.stderr.write(`${note}\n`),
      }),
    );
    print(options.json === true, report, describeReport(report));
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    process.stderr.write('company-data: interrupted; the file under way was rolled back\n');
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

function describeReport({ files }: ImportReport): string[] {
  return files.flatMap((file) => {
    const counts = `${file.accepted} of ${file.rows} rows accepted, ${file.rejected} rejected, ${file.warnings} warnings`;
    return [
      `${file.path} (${file.kind}): ${counts}`,
      ...(file.rejects_file === undefined ? [] : [`  listed in ${file.rejects_file}`]),
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
