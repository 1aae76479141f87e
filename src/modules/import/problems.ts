import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from '../../database/client.ts';
import { CopyBuffer } from '../../database/copy-buffer.ts';
import { createDirectories } from '../../lib/create-directories.ts';
import { failFile } from './faults.ts';

export const PROBLEM_TABLE = `
  CREATE TEMP TABLE import_problem (
    line integer NOT NULL, level text NOT NULL, field text, reason text NOT NULL, row_text text
  ) ON COMMIT DROP`;

const COPY_TARGET = 'import_problem (line, level, field, reason, row_text)';
const MAX_ROW_CHARACTERS = 2000;
const FETCH_ROWS = 2000;

/** How a line was found wanting: refused as a whole, or taken without one of its fields. */
export type Level = 'rejected' | 'warning';

/** What the rejects file says of one line. */
interface Problem {
  line: number;
  level: Level;
  field: string | null;
  reason: string;
  row: string | null;
}

/** Gathers what is wrong with lines in `import_problem`, beside what the merges in SQL find out. */
export class ProblemLog {
  readonly #pending = new CopyBuffer();

  reject(line: number, field: string | undefined, reason: string, text: string): void {
    this.#add(line, 'rejected', field, reason, text);
  }

  warn(line: number, field: string, reason: string, text: string): void {
    this.#add(line, 'warning', field, reason, text);
  }

  /** Bytes that wait to be sent. */
  get pending(): number {
    return this.#pending.bytes;
  }

  async flush(client: PoolClient): Promise<void> {
    await this.#pending.send(client, COPY_TARGET);
  }

  #add(line: number, level: Level, field: string | undefined, reason: string, text: string): void {
    this.#pending.row(5);
    this.#pending.int4(line);
    this.#pending.text(level);
    this.#pending.text(field === undefined ? undefined : excerpt(field));
    this.#pending.text(excerpt(reason));
    this.#pending.text(excerpt(text));
  }
}

/** A row as a problem shows it: cut to 2000 characters, without the NUL that PostgreSQL cannot store. */
export function excerpt(text: string): string {
  const plain = text.trimEnd().replaceAll('\0', '\uFFFD');
  return plain.length > MAX_ROW_CHARACTERS ? `${plain.slice(0, MAX_ROW_CHARACTERS)}…` : plain;
}

/** How many lines were refused, and how many warnings were given. */
export async function countProblems(client: PoolClient): Promise<{ rejected: number; warnings: number }> {
  const { rows } = await client.query<{ rejected: number; warnings: number }>(`
    SELECT count(DISTINCT line) FILTER (WHERE level = 'rejected')::integer AS rejected,
           count(*) FILTER (WHERE level = 'warning')::integer AS warnings
    FROM import_problem`);
  return rows[0] ?? { rejected: 0, warnings: 0 };
}

/**
 * Writes every problem to `path` in the order of the lines, one JSON object a line. The file is new and its owner's
 * alone: refused rows are as private as the catalogue.
 *
 * @throws StartupError when the folder or the file cannot be created or written.
 */
export async function writeProblems(client: PoolClient, path: string): Promise<void> {
  const folder = dirname(path);
  await createDirectories(folder).catch((error: unknown) => failFile(folder, error, 'cannot be created'));
  const file = await open(path, 'wx', 0o600).catch((error: unknown) =>
    failFile(path, error, 'cannot be created'),
  );
  await client.query(`
    DECLARE import_problems NO SCROLL CURSOR FOR
    SELECT line, level, field, reason, row_text AS row FROM import_problem ORDER BY line, level, field, reason`);
  const stream = file.createWriteStream();
  let failed: unknown;
  stream.once('error', (error) => {
    failed = error;
  });
  await pipeline(Readable.from(problemLines(client)), stream).catch((error: unknown) => {
    // A failure of the disk names the file; one of the database is reported as such.
    if (failed === error && isSystemError(error)) failFile(path, error, 'cannot be written');
    throw error;
  });
  await client.query('CLOSE import_problems');
}

function isSystemError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'syscall' in error;
}

async function* problemLines(client: PoolClient): AsyncGenerator<string> {
  while (true) {
    const { rows } = await client.query<Problem>(`FETCH ${FETCH_ROWS} FROM import_problems`);
    if (rows.length === 0) return;
    yield rows.map((problem) => `${JSON.stringify(toEntry(problem))}\n`).join('');
  }
}

function toEntry({ line, level, field, reason, row }: Problem): Record<string, unknown> {
  return { line, level, reason, ...(field === null ? {} : { field }), row };
}
