import { parentPort, workerData } from 'node:worker_threads';
import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { ParquetColumn } from './parquet-column.ts';

// The thread of toParquet: each message is a piece of rows and gets the bytes that are complete; null ends the file.

/** Rows of a group, and characters of them as JSON: whichever comes first. Smaller groups make the end of the file larger. */
const GROUP_ROWS = 10_000;
const GROUP_CHARACTERS = 8 * 1024 * 1024;

const TYPES = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  integer: { type: 'INT32' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  date: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
} as const satisfies Record<ParquetColumn['type'], Partial<SchemaElement>>;

const columns: readonly ParquetColumn[] = workerData;
const bytes = new ByteWriter();
const file = new ParquetWriter({
  writer: bytes,
  schema: [{ name: 'root', num_children: columns.length }, ...columns.flatMap(elementsOf)],
  // Rows come in the order of the caller's file, so the bounds of a group would help no reader.
  statistics: false,
  createdBy: 'company-data',
});

const decoder = new TextDecoder();
let rest = '';
let values: unknown[][] = columns.map(() => []);
let held = { rows: 0, characters: 0 };

function elementsOf({ name, type, isList }: ParquetColumn): SchemaElement[] {
  const element = { ...TYPES[type], repetition_type: 'OPTIONAL' } as const;
  if (!isList) return [{ name, ...element }];
  return [
    {
      name,
      repetition_type: 'OPTIONAL',
      num_children: 1,
      converted_type: 'LIST',
      logical_type: { type: 'LIST' },
    },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', ...element },
  ];
}

/** Adds the rows whose lines are complete. */
function add(piece: string | Uint8Array): void {
  rest += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
  const lines = rest.split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    const row: unknown[] = JSON.parse(line);
    for (const [index, column] of columns.entries()) values[index]?.push(fitted(column, row[index]));
    held.rows += 1;
    held.characters += line.length;
    if (held.rows >= GROUP_ROWS || held.characters >= GROUP_CHARACTERS) writeGroup();
  }
}

function fitted({ type, isList }: ParquetColumn, value: unknown): unknown {
  if (value == null || type !== 'date') return value ?? null;
  return isList && Array.isArray(value) ? value.map(dayOf) : dayOf(value);
}

const dayOf = (text: unknown) => new Date(`${text}T00:00:00Z`);

function writeGroup(): void {
  if (held.rows === 0) return;
  const columnData = columns.map(({ name }, index) => ({ name, data: values[index] ?? [] }));
  file.write({ columnData, rowGroupSize: held.rows });
  values = columns.map(() => []);
  held = { rows: 0, characters: 0 };
}

/** Takes the bytes that were written. The writer goes on to count from them. */
function take(): Uint8Array<ArrayBuffer> {
  const taken = new Uint8Array(bytes.getBuffer());
  bytes.index = 0;
  return taken;
}

parentPort?.on('message', (piece: string | Uint8Array | null) => {
  if (piece === null) {
    writeGroup();
    file.finish();
  } else add(piece);
  const taken = take();
  parentPort?.postMessage(taken, [taken.buffer]);
});
