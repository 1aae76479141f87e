import { Document, isMap, isSeq } from 'yaml';
import { counted } from '../lib/text.ts';
import { createFieldAdministration } from '../modules/fields/administration.ts';
import type { NewField } from '../modules/fields/checks.ts';
import { CATALOGUE } from '../modules/fields/declarations.ts';
import { readFieldsFile } from '../modules/fields/fields-file.ts';
import { type FieldSuggestions, type SuggestedField, suggestFields } from '../modules/fields/suggest.ts';
import { RESERVED_COLUMNS } from '../modules/import/kinds.ts';
import { findFieldUses } from '../modules/lists/references/list-scope.ts';
import { type OutputOptions, operatorOf, print, table, withTools } from './terminal.ts';

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
  { type, seen: { filled, distinct, examples, unread, almost } }: SuggestedField,
  rows: number,
): string {
  const quoted = examples.map((example) => JSON.stringify(example)).join(', ');
  const lines = [`Filled in ${filled} of ${counted(rows, 'row')}, ${distinct} distinct: ${quoted}`];
  if (unread !== undefined)
    lines.push(
      `${unread.count} of them cannot be read as ${type}, such as ${JSON.stringify(unread.example)}`,
    );
  if (almost !== undefined)
    lines.push(
      `${almost.count} of them can be read as ${almost.type}, not such as ${JSON.stringify(almost.refused)}`,
    );
  return lines.map((line) => ` ${line}`).join('\n');
}

interface ScopeOptions extends OutputOptions {
  org?: string;
}

type FieldCommands = ReturnType<typeof createFieldAdministration>;

/** Runs a command on the fields of the catalogue, or with `--org` on those of an organization. */
function withFields<T>({ org }: ScopeOptions, work: (fields: FieldCommands, scope: number) => Promise<T>) {
  return withTools(async ({ database, administration, clock }) => {
    const scope = org === undefined ? CATALOGUE : (await administration.findOrganization(org)).id;
    const nobody = { organizationId: 0, userId: 0 };
    const fields = createFieldAdministration(database, {
      clock,
      operator: operatorOf(),
      reserved: RESERVED_COLUMNS,
      findUses: (db, fieldId, scopeId) => findFieldUses(db, nobody, fieldId, scopeId),
    });
    return work(fields, scope);
  });
}

export async function runFieldsList(options: ScopeOptions): Promise<void> {
  const found = await withFields(options, (fields, scope) => fields.list(scope));
  const fields = found.map(({ key, scope, label, type, multiple, unit, description, ...field }) => ({
    ...{ key, scope, label, type, multiple, unit, description, columns: field.columns },
    number_format: field.numberFormat,
    position: field.position,
    company_count: field.companyCount,
    created_at: field.createdAt.toISOString(),
  }));
  const lines = table(
    ['KEY', 'TYPE', 'LABEL', 'UNIT', 'COMPANIES', 'COLUMNS'],
    fields.map(({ key, type, multiple, label, unit, company_count, columns }) => [
      key,
      multiple ? `${type} (multiple)` : type,
      label,
      unit ?? '',
      company_count,
      columns.join(', '),
    ]),
  );
  print(options.json, { fields }, fields.length > 0 ? lines : 'no fields');
}

export async function runFieldsAdd(
  key: string,
  { column, ...options }: ScopeOptions & Omit<NewField, 'key' | 'columns'> & { column?: string[] },
): Promise<void> {
  const { label, type, multiple, unit, description, numberFormat } = options;
  const field = { key, label, type, multiple, unit, description, columns: column, numberFormat };
  await withFields(options, (fields, scope) => fields.add(scope, field));
  print(options.json, { key, type }, `declared ${key} (${type})`);
}

export async function runFieldsApply(
  path: string,
  options: ScopeOptions & { prune?: boolean },
): Promise<void> {
  const stated = await readFieldsFile(path);
  const applied = await withFields(options, (fields, scope) =>
    fields.apply(scope, stated, options.prune === true),
  );
  const changes = Object.entries(applied);
  print(options.json, applied, [
    ...changes.flatMap(([what, keys]) => (what === 'unchanged' ? [] : keys.map((key) => `${what} ${key}`))),
    changes.map(([what, keys]) => `${keys.length} ${what}`).join(', '),
  ]);
}

export async function runFieldsRemove(key: string, options: ScopeOptions & { force?: boolean }) {
  await withFields(options, (fields, scope) => fields.remove(scope, key, options.force === true));
  print(options.json, { key }, `removed ${key} with its values`);
}
