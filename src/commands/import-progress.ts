import { basename } from 'node:path';
import cliProgress, { type Options, Presets, SingleBar } from 'cli-progress';
import { beforeSuddenEnd } from '../lib/interruption.ts';
import type { ImportProgress, Progress } from '../modules/import/progress.ts';
import { printable } from './import-report.ts';

/** Draws the progress of an import. */
export interface ProgressBar {
  /** Writes a line above the bar. */
  note(text: string): void;
  /** Removes the bar. */
  stop(): void;
}

/** Draws the progress on standard error while it is a terminal. Otherwise only notes are written. */
export function showProgress(progress: Progress): ProgressBar {
  const write = (text: string) => process.stderr.write(`${text}\n`);
  if (!process.stderr.isTTY) return { note: write, stop: () => undefined };
  const bar = new SingleBar(
    {
      format: (options) => drawProgress(options, progress.read()),
      clearOnComplete: true,
      hideCursor: true,
      linewrap: false,
    },
    Presets.shades_classic,
  );
  const draw = () => bar.start(1, 0);
  draw();
  // It shows the cursor again.
  const forget = beforeSuddenEnd(() => bar.stop());
  return {
    note(text) {
      bar.stop();
      write(text);
      draw();
    },
    stop() {
      bar.stop();
      forget();
    },
  };
}

// Node does not find this name among the exports of the package.
const { BarFormat, TimeFormat } = cliProgress.Format;

const grouped = (count: number) => count.toLocaleString('en-US');

/** Returns the line of a state, such as `companies.ndjson (1 of 4) reading ██░░ 50% 1,200 rows, 400 rows/s, 3s left`. */
export function drawProgress(options: Options, state: ImportProgress | undefined): string {
  if (!state) return '';
  const { path, file, files, phase, bytes, size, rows, rows_per_second, phase_seconds, seconds_left } = state;
  const isReading = phase === 'reading';
  const share = size ? Math.min(1, bytes / size) : undefined;
  const time = (seconds: number) => TimeFormat(seconds, options, 5);
  const facts = [
    `${grouped(rows)} rows`,
    ...(rows_per_second === null ? [] : [`${grouped(rows_per_second)} rows/s`]),
    seconds_left === null ? `${time(phase_seconds)} so far` : `${time(seconds_left)} left`,
  ];
  return [
    `${printable(basename(path))} (${file} of ${files}) ${phase}`,
    ...(isReading && share !== undefined ? [`${BarFormat(share, options)} ${Math.floor(share * 100)}%`] : []),
    facts.join(', '),
  ].join(' ');
}
