import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import type pg from 'pg';
import { StartupError } from '../../../src/lib/fault.ts';
import { type ImportOptions, importPaths } from '../../../src/modules/import/import.ts';
import type { ImportKind } from '../../../src/modules/import/kinds.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { type Outcome, readProblems, Workspace } from './support.ts';

/** Database and folder of a test file that imports. They exist from its first test on. */
export interface Imports {
  readonly database: TestDatabase;
  readonly pool: pg.Pool;
  readonly workspace: Workspace;
  /** Imports rows, or lines, of one kind from standard input. */
  run(kind: ImportKind, rows: readonly unknown[], options?: Partial<ImportOptions>): Promise<Outcome>;
  /** Writes a file and imports it. */
  file(name: string, content: string | Buffer, options?: Partial<ImportOptions>): Promise<Outcome>;
  /** Imports a file that the command refuses as a whole. @returns the message, which is one line, without the folder */
  refusal(name: string, content: string | Buffer, options?: Partial<ImportOptions>): Promise<string>;
}

/**
 * Creates a database and a folder for a test file, and removes them after its tests.
 *
 * @param prepare imports a catalogue, once. Each test gets a database of its own with it.
 */
export function useImports(prepare?: (imports: Imports) => Promise<void>): Imports {
  let made: { database: TestDatabase; workspace: Workspace } | undefined;
  const get = () => {
    if (made === undefined) throw new Error('the database is made before the first test, not before');
    return made;
  };
  const importFile: Imports['file'] = async (name, content, options) => {
    const { workspace, database } = get();
    const path = await workspace.write(name, content);
    const { files } = await importPaths(database.pool, [path], {
      rejectsDir: workspace.rejectsDir,
      // Most tests are about single rows.
      acceptAny: true,
      ...options,
    });
    const [report] = files;
    if (report === undefined) throw new Error('no report');
    return { report, problems: await readProblems(report) };
  };
  const imports: Imports = {
    get database() {
      return get().database;
    },
    get pool() {
      return get().database.pool;
    },
    get workspace() {
      return get().workspace;
    },
    run: (kind, rows, options) => get().workspace.import(get().database.pool, kind, rows, options),
    file: importFile,
    async refusal(name, content, options) {
      const message = await refusalOf(importFile(name, content, options));
      return message.replace(`${get().workspace.folder}/`, '');
    },
  };
  beforeAll(async () => {
    made = { database: await createTestDatabase(), workspace: await Workspace.create() };
    await prepare?.(imports);
  });
  afterAll(async () => {
    await get().workspace.remove();
    await get().database.drop();
  });
  if (prepare) {
    let prepared: TestDatabase;
    beforeEach(async () => {
      prepared = get().database;
      // A template has no connection.
      if (!prepared.pool.ended) await prepared.pool.end();
      get().database = await createTestDatabase({ template: new URL(prepared.url).pathname.slice(1) });
    });
    afterEach(async () => {
      await get().database.drop();
      get().database = prepared;
    });
  }
  return imports;
}

/** Expects that an import is refused as a whole. @returns the message, which is one line */
export async function refusalOf(importing: Promise<unknown>): Promise<string> {
  const error = await importing.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartupError);
  const { message } = error as StartupError;
  expect(message).not.toContain('\n');
  return message;
}
