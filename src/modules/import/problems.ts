import { open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PoolClient } from '../../database/client.ts';
import { databaseReason } from '../../database/errors.ts';
import { StartupError } from '../../lib/fault.ts';
import { createDirectories } from '../../lib/files.ts';
import { textIn } from '../../lib/json.ts';
import { describeFailure } from '../../lib/known-failures.ts';
import { type Effect, InvalidField } from './fields.ts';
import { PartLines } from './formats/part-lines.ts';
import { createStaged, StagedRows } from './staged-rows.ts';

const PROBLEM = {
  name: 'import_problem',
  columns: {
    line: 'integer NOT NULL',
    level: 'text NOT NULL',
    field: 'text',
    reason: 'text NOT NULL',
    row_text: 'text',
  },
};

/** SQL of the table of problems. */
export const PROBLEM_TABLE = createStaged(PROBLEM);
const MAX_ROW_CHARACTERS = 2000;
const FETCH_ROWS = 2000;

/** SQL of a line in the reason of a problem. Where it is written out, a file of a folder is named with it. */
export const lineSql = (line: string): string => `('⟨' || ${line} || '⟩')`;

const LINE = /⟨(\d+)⟩/g;

/** Level of a problem: the row is rejected, or one of its fields is skipped. */
type Level = 'rejected' | 'warning';

/** A problem of a line, as the rejects file lists it. */
interface Problem {
  line: number;
  level: Level;
  field: string | null;
  reason: string;
  row: string | null;
}

/** Warnings of a field about values that were cut. They may be as many as the rows. */
const MAX_CUT_VALUES = 20;

/** Collects problems in the table `import_problem`, to which merges in SQL add their own. */
export class ProblemLog extends StagedRows {
  /** Numbers of values that were cut, by field, with the last line. */
  readonly #cut = new Map<string, { count: number; line: number; text: string }>();

  constructor() {
    super(PROBLEM);
  }

  /** Rejects a row for what its reader threw. @throws `error` if it is no InvalidField. */
  reject(line: number, error: unknown, text: string): void {
    if (!(error instanceof InvalidField)) throw error;
    this.#note(line, 'rejected', error.field, error.reason, text);
  }

  /** @param effect Of values that are `cut`, the first ones of a field are listed, and the others counted. */
  warn(line: number, field: string, reason: string, text: string, effect: Effect = 'skipped') {
    if (effect === 'cut' && this.#countCut(line, field, text) > MAX_CUT_VALUES) return;
    this.#note(line, 'warning', field, reason, text);
  }

  #countCut(line: number, field: string, text: string): number {
    const [name = field] = field.split('/');
    const count = (this.#cut.get(name)?.count ?? 0) + 1;
    this.#cut.set(name, { count, line, text });
    return count;
  }

  /** Adds the numbers of values that were not listed, after the last row. */
  sumUp(): void {
    for (const [field, { count, line, text }] of this.#cut) {
      const others = count - MAX_CUT_VALUES;
      if (others <= 0) continue;
      const what = others === 1 ? 'one more value was' : `${others} more values were`;
      this.#note(line, 'warning', field, `${what} read in the same way, up to this line`, text);
    }
    this.#cut.clear();
  }

  #note(line: number, level: Level, field: string | undefined, reason: string, text: string): void {
    this.add(line, level, field === undefined ? undefined : excerpt(field), excerpt(reason), excerpt(text));
  }
}

/** Returns a text for a problem: at most 2000 characters, with NULs replaced, which PostgreSQL cannot store. */
export function excerpt(text: string): string {
  // Trailing tabs and semicolons of delimited text are cells.
  const plain = text.replace(/\r$/, '').replaceAll('\0', '\uFFFD');
  return plain.length > MAX_ROW_CHARACTERS ? `${plain.slice(0, MAX_ROW_CHARACTERS)}…` : plain;
}

/** Counts rejected lines and warnings. */
export async function countProblems(client: PoolClient): Promise<{ rejected: number; warnings: number }> {
  const { rows } = await client.query<{ rejected: number; warnings: number }>(`
    SELECT count(DISTINCT line) FILTER (WHERE level = 'rejected')::integer AS rejected,
           count(*) FILTER (WHERE level = 'warning')::integer AS warnings
    FROM import_problem`);
  return rows[0] ?? { rejected: 0, warnings: 0 };
}

/**
 * Writes the problems to a new file in the order of the lines, one JSON object per line. Only its owner may read it:
 * rejected rows are as private as the catalogue.
 *
 * @param parts files of a folder that is imported as one.
 * @throws StartupError when the folder or the file cannot be created or written.
 */
export async function writeProblems(client: PoolClient, path: string, parts = new PartLines()) {
  const folder = dirname(path);
  await createDirectories(folder).catch((error: unknown) => failFile(folder, error, 'cannot be created'));
  const file = await open(path, 'wx', 0o600).catch((error: unknown) =>
    failFile(path, error, 'cannot be created'),
  );
  try {
    await client.query(`
      DECLARE import_problems NO SCROLL CURSOR FOR
      SELECT line, level, reason, field, row_text AS row FROM import_problem ORDER BY line, level, field, reason`);
    for (let lines = await fetchLines(client, parts); lines !== ''; lines = await fetchLines(client, parts)) {
      await file.appendFile(lines).catch((error: unknown) => failFile(path, error, 'cannot be written'));
    }
    await client.query('CLOSE import_problems');
  } finally {
    await file.close();
  }
}

/** Reads the next problems. @returns an empty text after the last one. */
async function fetchLines(client: PoolClient, parts: PartLines): Promise<string> {
  const { rows } = await client.query<Problem>(`FETCH ${FETCH_ROWS} FROM import_problems`);
  const nameLine = (_: string, number: string): string => {
    const { line, file } = parts.find(Number(number));
    return file === undefined ? `line ${line}` : `line ${line} of ${file}`;
  };
  const lines = rows.map(({ field, reason, ...problem }) =>
    JSON.stringify({
      ...problem,
      ...parts.find(problem.line),
      reason: reason.replace(LINE, nameLine),
      field: field ?? undefined,
    }),
  );
  return lines.map((line) => `${line}\n`).join('');
}

const COMPRESSION_FAULTS: Readonly<Record<string, string>> = {
  Z_BUF_ERROR: 'the gzip data ends too early',
  Z_DATA_ERROR: 'the gzip data is damaged',
};

/** Codes of server shutdowns and connection failures (PostgreSQL manual, appendix A, classes 57P and 08). */
const LOST_CONNECTION = /^(57P0|08|ECONN|EPIPE)/;
const LOST_WITHOUT_CODE = /^(Connection terminated|Client has encountered a connection error)/;

/**
 * Throws a StartupError of one line that names the file.
 *
 * @param failure action that failed, such as "cannot be created"; undefined for reading.
 */
export function failFile(path: string, error: unknown, failure?: string): never {
  if (error instanceof StartupError) throw error;
  const subject = failure === undefined ? path : `${path} ${failure}`;
  const text = COMPRESSION_FAULTS[textIn(error, 'code') ?? ''] ?? databaseReason(error);
  throw new StartupError(`${subject}: ${text}`, { cause: error });
}

/** Throws a StartupError of one line for a failure that operators can mend, and any other error unchanged. */
export function failImport(path: string, error: unknown): never {
  if (error instanceof StartupError) throw error;
  const code = textIn(error, 'code');
  const isLost =
    code === undefined ? LOST_WITHOUT_CODE.test(textIn(error, 'message') ?? '') : LOST_CONNECTION.test(code);
  const text = isLost ? 'the connection to the database was lost' : describeFailure(error);
  if (text === undefined) throw error;
  throw new StartupError(`${path}: ${text}; nothing of the file was imported`, { cause: error });
}

/** Folder of rejects files within DATA_DIR. */
export const REJECTS_FOLDER = 'rejects';

/** Time for which rejects files are kept. Their rows may be personal data, and are needed until the source is corrected. */
export const REJECTS_KEPT_MS = 30 * 86_400_000;

/** Names that imports give to rejects files. A killed import leaves its file under the temporary name. */
const REJECTS_FILE = /-\d{8}T\d{6}Z-[\da-f]{6}\.rejects\.ndjson(?:\.partial)?$/;

/** Removes the rejects files of a folder that were last written before a time. Files that no import named stay. */
export async function removeOldRejects(folder: string, before: Date): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ignoreMissing);
  for (const entry of entries ?? []) {
    if (!entry.isFile() || !REJECTS_FILE.test(entry.name)) continue;
    const path = join(folder, entry.name);
    // Another import may remove it meanwhile.
    const file = await stat(path).catch(ignoreMissing);
    if (file && file.mtime < before) await rm(path, { force: true });
  }
}

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
