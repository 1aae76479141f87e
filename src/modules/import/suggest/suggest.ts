import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { shellQuote } from '../../../lib/text.ts';
import { IMPORT_FORMATS, type ImportFormat } from '../formats/format.ts';
import { IMPORT_KINDS, type ImportKind, kindOfFile } from '../kinds.ts';
import { readImportOption } from '../read-option.ts';
import { filesOf, findSources, type ImportSource } from '../sources.ts';
import { type FieldColumns, guessFields, guessKind, hasConstant, REQUIRED } from './guess-fields.ts';
import { readSample, type SampleColumn } from './sample.ts';

/** How a file can be imported; an element of the output of `import --suggest --json`. */
export interface Suggestion {
  path: string;
  format: ImportFormat;
  kind: ImportKind;
  columns: SuggestedColumn[];
  /** Required fields that no column seems to give. */
  missing: string[];
  /** Command line for a POSIX shell. */
  command: string;
}

interface SuggestedColumn {
  /** Name for `--map`: the second of two columns `Phone` is `Phone#2`. */
  column: string;
  /** Fields that the command reads of the column; often none. */
  fields: string[];
  /** Up to three values, cut. */
  samples: string[];
}

interface SuggestOptions {
  kind?: string | undefined;
  format?: string | undefined;
  /** Stream that `-` reads. */
  stdin?: Readable;
  /** Day of rows without times; the default is today. */
  today?: string;
}

const MAX_SAMPLES = 3;
const MAX_SAMPLE_LENGTH = 40;

/**
 * Reads the beginnings of files and suggests how to import them. Nothing is written, and no database is needed.
 *
 * @throws StartupError for a file that cannot be read.
 */
export async function suggest(
  paths: readonly string[],
  { kind, format, stdin = process.stdin, today = new Date().toISOString().slice(0, 10) }: SuggestOptions,
): Promise<Suggestion[]> {
  const stated = readImportOption('--kind', IMPORT_KINDS, kind);
  const rules = { format: readImportOption('--format', IMPORT_FORMATS, format), renames: [], constants: [] };
  const { signal } = new AbortController();
  const suggestions: Suggestion[] = [];
  for (const path of paths) {
    const named = stated ?? kindOfFile(basename(path));
    // Reading does not depend on the kind, which the columns show.
    const sources = await findSources([path], { ...rules, kind: named ?? 'companies' }, () => undefined);
    for (const source of sources) {
      const [first = source] = filesOf(source);
      const { format: found, columns } = await readSample(first, stdin, signal);
      const best = named ?? guessKind(columns);
      const isFormatStated = rules.format !== undefined;
      suggestions.push(describe({ source, kind: best, format: found, isFormatStated, columns, today }));
    }
  }
  return suggestions;
}

interface Found {
  source: ImportSource;
  kind: ImportKind;
  format: ImportFormat;
  isFormatStated: boolean;
  columns: readonly SampleColumn[];
  today: string;
}

function describe({ source, kind, format, isFormatStated, columns, today }: Found): Suggestion {
  const fields = guessFields(kind, columns);
  const labels = labelColumns(columns);
  const unmet = REQUIRED[kind].filter((each) => !each.some((field) => fields.has(field)));
  const lacking = unmet.map(([field = '']) => field);
  const constants = lacking
    .filter(hasConstant)
    .map((field) => `${field}=${field.endsWith('_count') ? 1 : today}`);
  const missing = lacking.filter((field) => !hasConstant(field));
  const isKindNamed = source.parts === undefined && kindOfFile(basename(source.path)) === kind;
  const words = [
    ...(isKindNamed ? [] : ['--kind', kind]),
    ...(isFormatStated ? ['--format', format] : []),
    ...mapsOf(fields, columns, labels),
    ...constants.flatMap((constant) => ['--set', constant]),
  ];
  return {
    path: source.path,
    format,
    kind,
    columns: columns.map(({ values }, index) => ({
      column: labels[index] ?? '',
      fields: [...fields].flatMap(([field, at]) => (at === index ? [field] : [])),
      samples: [...new Set(values)].slice(0, MAX_SAMPLES).map(cutSample),
    })),
    missing,
    command: ['company-data', 'import', source.path, ...words].map(shellQuote).join(' '),
  };
}

/** Returns options for the columns that have other names than their fields. */
function mapsOf(fields: FieldColumns, columns: readonly SampleColumn[], labels: readonly string[]): string[] {
  const used = [...fields.values()];
  return [...fields].flatMap(([field, index]) => {
    const name = columns[index]?.name;
    const isShared = used.indexOf(index) !== used.lastIndexOf(index);
    if (name === field && !isShared) return [];
    return ['--map', `${labels[index]}=${field}`];
  });
}

/** Numbers columns of one name, as `--map` takes them. */
export function labelColumns(columns: readonly SampleColumn[]): string[] {
  const counts = new Map<string, number>();
  return columns.map(({ name }) => {
    const number = (counts.get(name) ?? 0) + 1;
    counts.set(name, number);
    return number === 1 ? name : `${name}#${number}`;
  });
}

/** Cuts a value of a file for one line of an output. */
export function cutSample(text: string): string {
  const plain = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return plain.length > MAX_SAMPLE_LENGTH ? `${plain.slice(0, MAX_SAMPLE_LENGTH)}…` : plain;
}
