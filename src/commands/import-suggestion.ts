import type { Suggestion } from '../modules/import/suggest/suggest.ts';
import { printable } from './import-report.ts';

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
