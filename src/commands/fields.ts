import { Document, isMap, isSeq } from 'yaml';
import { counted } from '../lib/text.ts';
import { type FieldSuggestions, type SuggestedField, suggestFields } from '../modules/fields/suggest.ts';
import { type OutputOptions, print } from './terminal.ts';

/** Prints a file for `fields apply`, or the same as JSON. Nothing is written, and no database is needed. */
export async function runFieldsSuggest(
  paths: readonly string[],
  { json, format }: OutputOptions & { format?: string },
): Promise<void> {
  const suggestions = await suggestFields(paths, { format });
  print(json, suggestions, toYaml(suggestions));
}

/** Writes fields as YAML, with comments on what the sample had of each. */
function toYaml({ fields, rows, notes }: FieldSuggestions): string {
  const document = new Document({ fields: fields.map(({ seen, ...field }) => field) });
  const heading = [
    fields.length === 0
      ? 'Built-in fields have every column.'
      : 'Check types and labels, then: company-data fields apply FILE.yaml',
    ...notes,
  ];
  document.commentBefore = heading.map((line) => ` ${line}`).join('\n');
  const list = document.get('fields');
  for (const [index, entry] of isSeq(list) ? list.items.entries() : []) {
    const field = fields[index];
    if (!isMap(entry) || field === undefined) continue;
    entry.commentBefore = describe(field, rows);
    const columns = entry.get('columns');
    if (isSeq(columns)) columns.flow = true;
  }
  return document.toString({ lineWidth: 0, flowCollectionPadding: false }).trimEnd();
}

function describe(
  { type, seen: { filled, distinct, examples, unread } }: SuggestedField,
  rows: number,
): string {
  const quoted = examples.map((example) => JSON.stringify(example)).join(', ');
  const lines = [`Filled in ${filled} of ${counted(rows, 'row')}, ${distinct} distinct: ${quoted}`];
  if (unread !== undefined)
    lines.push(
      `${unread.count} of them cannot be read as ${type}, such as ${JSON.stringify(unread.example)}`,
    );
  return lines.map((line) => ` ${line}`).join('\n');
}
