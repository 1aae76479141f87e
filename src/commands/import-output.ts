import { basename } from 'node:path';
import cliProgress, { type Options } from 'cli-progress';
import { counted } from '../lib/text.ts';
import type { FileReport } from '../modules/import/importer.ts';
import type { ImportProgress, Progress } from '../modules/import/progress.ts';
import type { Suggestion } from '../modules/import/suggest/suggest.ts';
import { type ProgressBar, showBar } from './progress-bar.ts';

/** Draws the progress of an import on standard error while it is a terminal. Otherwise only notes are written. */
export const showProgress = (progress: Progress): ProgressBar =>
  showBar((options) => drawProgress(options, progress.read()));

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

/** Counts of changes beside inserts and updates; absent where there are none. */
const CHANGES = ['retired', 'renamed', 'merged'] as const;
type Counts = Omit<FileReport, 'path' | 'kind' | 'rejects_file'>;
type NumberName = Exclude<keyof Counts, 'refused'>;

/** Describes the report of a file: its counts, and where its rejected rows and warnings are. */
export function describeFile(report: FileReport): string[] {
  const { path, kind, rejects_file, rejected, warnings } = report;
  const listed = [...(rejected > 0 ? ['rejected rows'] : []), ...(warnings > 0 ? ['warnings'] : [])];
  return [
    `${path} (${kind}): ${describeCounts(report)}`,
    ...(rejects_file === undefined ? [] : [`  ${listed.join(' and ')}: ${rejects_file}`]),
  ].map(printable);
}

/** Describes the reports of an import, with a total if there are several files. */
export function describeFiles(files: readonly FileReport[]): string[] {
  const lines = files.flatMap(describeFile);
  return files.length < 2 ? lines : [...lines, `${files.length} files: ${describeCounts(total(files))}`];
}

function describeCounts(report: Counts): string {
  const changes = CHANGES.flatMap((change) => (report[change] ? `${report[change]} ${change}` : []));
  return [
    `${report.accepted} of ${counted(report.rows, 'row')} accepted`,
    `${report.rejected} rejected`,
    counted(report.warnings, 'warning'),
    ...changes,
    ...(report.merged_rows ? [counted(report.merged_rows, 'merged row')] : []),
    ...(report.refused ? ['not stored'] : []),
  ].join(', ');
}

function total(files: readonly FileReport[]): Counts {
  const sum = (count: NumberName) => files.reduce((all, file) => all + (file[count] ?? 0), 0);
  return {
    rows: sum('rows'),
    accepted: sum('accepted'),
    rejected: sum('rejected'),
    warnings: sum('warnings'),
    retired: sum('retired'),
    renamed: sum('renamed'),
    merged: sum('merged'),
    merged_rows: sum('merged_rows'),
  };
}

/** Replaces control characters, which a terminal would obey: paths may contain them. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

const UNREAD = '-';

/** Describes how a file can be imported: its columns, and a command to paste. */
export function describeSuggestion({ path, format, kind, columns, missing, command }: Suggestion): string[] {
  const rows = [
    ['column', 'field', 'samples'],
    ...columns.map(({ column, fields, samples }) => [
      JSON.stringify(column),
      fields.join(', ') || UNREAD,
      samples.join(' | '),
    ]),
  ];
  const widths = [0, 1].map((place) => Math.max(...rows.map((row) => row[place]?.length ?? 0)));
  const table = rows.map(([column = '', field = '', samples = '']) =>
    `  ${column.padEnd(widths[0] ?? 0)}  ${field.padEnd(widths[1] ?? 0)}  ${samples}`.trimEnd(),
  );
  const gaps = missing.map(
    (field) => `  No column was found for ${field}, which is required: add --map "COLUMN=${field}".`,
  );
  return [`${path}: ${format}, looks like ${kind}`, ...table, ...gaps, '', command, ''].map(printable);
}
