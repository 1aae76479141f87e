import { narrowedColumns } from './compare.ts';
import type { Column, Description } from './describe.ts';
import type { Statement } from './statement.ts';

/** Formats the statements of a module for review: sorted by name, identical in every checkout. */
export function writeReview(
  module: string,
  statements: readonly Statement[],
  descriptions: ReadonlyMap<Statement, Description>,
): string {
  const entries = statements.map((statement) => entryOf(statement, descriptions.get(statement)));
  const sorted = [...new Set(entries)].sort((a, b) => (a < b ? -1 : 1));
  const header = `-- SQL of ${module}, as PostgreSQL describes it. Written by \`npm run statements\`.`;
  return `${[header, ...sorted].join('\n\n')}\n`;
}

function entryOf(statement: Statement, description: Description | undefined): string {
  const { name, owner, text, open, row, runsOn } = statement;
  const narrowed = description ? narrowedColumns(statement, description) : [];
  const notes = [
    `-- ${name ?? `(${owner})`}${open ? ': depends on arguments, so this is the expression in the source' : ''}`,
    ...(description?.parameters.length ? [`-- parameters: ${description.parameters.join(', ')}`] : []),
    ...(description?.columns.length ? [`-- columns: ${description.columns.map(showColumn).join(', ')}`] : []),
    ...(runsOn === 'replica' ? ['-- may run on a replica'] : []),
    ...(row ? [`-- rows: ${row.name}`] : []),
    ...(narrowed.length ? [`-- declared without null: ${narrowed.join(', ')}`] : []),
  ];
  return [...notes, `${dedent(text)};`].join('\n');
}

function showColumn({ name, type, nullable }: Column): string {
  return `${name} ${type}${nullable ? ' or null' : ''}`;
}

/** Removes the indentation that all lines after the first share. */
function dedent(text: string): string {
  const [first = '', ...rest] = text.trim().split('\n');
  const depths = rest.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const depth = Math.min(...depths);
  return [first, ...rest.map((line) => line.slice(depth))].map((line) => line.trimEnd()).join('\n');
}
