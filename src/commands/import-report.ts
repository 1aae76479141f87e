import { counted } from '../lib/counted.ts';
import type { FileReport } from '../modules/import/importer.ts';

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
