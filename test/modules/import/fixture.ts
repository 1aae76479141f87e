import { afterAll, beforeAll } from '@jest/globals';
import type pg from 'pg';
import type { ImportOptions } from '../../../src/modules/import/import.ts';
import type { ImportKind } from '../../../src/modules/import/kinds.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { type Outcome, Workspace } from './support.ts';

/** Database and folder of a test file that imports. They exist from its first test on. */
export interface Imports {
  readonly database: TestDatabase;
  readonly pool: pg.Pool;
  readonly workspace: Workspace;
  /** Imports rows, or lines, of one kind from standard input. */
  run(kind: ImportKind, rows: readonly unknown[], options?: Partial<ImportOptions>): Promise<Outcome>;
}

/** Creates a database and a folder for a test file, and removes them after its tests. */
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
