import { afterAll, beforeAll } from '@jest/globals';
import type pg from 'pg';
import type { ImportOptions } from '../../../src/modules/import/import.ts';
import type { ImportKind } from '../../../src/modules/import/kinds.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { type Outcome, Workspace } from './support.ts';

/** What a test file that imports needs; nothing of it is there before its first test. */
export interface Imports {
  readonly database: TestDatabase;
  readonly pool: pg.Pool;
  readonly workspace: Workspace;
  /** Imports rows (or raw lines) of one kind as standard input would give them. */
  run(kind: ImportKind, rows: readonly unknown[], options?: Partial<ImportOptions>): Promise<Outcome>;
}

/** A database and a folder for the files of one test file, gone after its tests. */
export function useImports(): Imports {
  let made: { database: TestDatabase; workspace: Workspace } | undefined;
  const get = () => {
    if (made === undefined) throw new Error('the database is made before the first test, not before');
    return made;
  };
  beforeAll(async () => {
    made = { database: await createTestDatabase(), workspace: await Workspace.create() };
  });
  afterAll(async () => {
    await get().workspace.remove();
    await get().database.drop();
  });
  return {
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
  };
}
