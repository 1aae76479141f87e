import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { Workspace } from '../import/support.ts';
import { calmCatalogue, catalogue, change } from './arbitraries.ts';
import { anyTree, EACH_TECHNOLOGY, plainTree } from './arbitrary-trees.ts';
import type { Tree } from './oracle-tree.ts';
import {
  CASES,
  compare,
  compareBreakdowns,
  compareFunnel,
  emptyEverything,
  importFile,
  openFilters,
  readKnown,
  readPostings,
  settings,
} from './property-support.ts';

const TIMEOUT = 60_000 + 30_000 * CASES;

const many = (trees: fc.Arbitrary<Tree>, count: number) => Array.from({ length: count }, () => trees);

let database: TestDatabase;
let workspace: Workspace;
beforeAll(async () => {
  database = await createTestDatabase();
  workspace = await Workspace.create();
});
afterAll(async () => {
  await workspace.remove();
  await database.drop();
});

describe('any tree over any catalogue', () => {
  it(
    'matches what plain SQL says, tier by tier',
    async () => {
      const { pool } = database;
      const trees = fc.tuple(...many(anyTree, 30), ...many(plainTree, 10));
      await fc.assert(
        fc.asyncProperty(catalogue, trees, async (files, drawn) => {
          await emptyEverything(pool);
          for (const file of files) await importFile(pool, workspace, file);
          const filters = openFilters(pool);
          const known = await readKnown(pool);
          for (const tree of drawn) await compare(pool, filters, tree, known);
          for (const tree of drawn.slice(0, 2)) {
            await compareFunnel(pool, filters, tree, known);
            await compareBreakdowns(pool, filters, tree, known);
          }
        }),
        settings(12, TIMEOUT),
      );
    },
    TIMEOUT,
  );
});

describe('any imports in any order', () => {
  it(
    'leave the index as building it anew would',
    async () => {
      const { pool } = database;
      const start = fc.oneof(catalogue, calmCatalogue);
      const changes = fc.array(fc.tuple(change, fc.tuple(anyTree, anyTree)), {
        minLength: 1,
        maxLength: 10,
        size: 'max',
      });
      const standing = fc.tuple(anyTree, anyTree, ...many(plainTree, 4));
      await fc.assert(
        fc.asyncProperty(start, changes, standing, async (files, steps, drawn) => {
          const asked = [...EACH_TECHNOLOGY, ...drawn];
          await emptyEverything(pool);
          // One reader over all versions, asked the same again and again: what it holds must not outlive a change.
          const filters = openFilters(pool, 10_000_000);
          for (const file of files) await importFile(pool, workspace, file);
          for (const [file, trees] of steps) {
            await importFile(pool, workspace, file);
            const known = await readKnown(pool);
            for (const tree of [...asked, ...trees]) await compare(pool, filters, tree, known);
          }
          const refreshed = await readPostings(pool);
          await rebuildIndex(pool);
          expect(refreshed).toEqual(await readPostings(pool));
        }),
        settings(24, TIMEOUT),
      );
    },
    TIMEOUT,
  );
});
