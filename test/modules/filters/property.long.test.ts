import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type pg from 'pg';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { createTestDatabase, createTestPool, type TestDatabase } from '../../harness/database.ts';
import { Workspace } from '../import/support.ts';
import { type CatalogueFile, calmCatalogue, catalogue, change } from './arbitraries.ts';
import { ASK_NUDGED, NUDGES } from './arbitrary-nudges.ts';
import { rareChange, rarities } from './arbitrary-rarities.ts';
import { anyTree, EACH_TECHNOLOGY, plainTree } from './arbitrary-trees.ts';
import type { Tree } from './oracle-tree.ts';
import {
  CASES,
  compare,
  compareBreakdowns,
  compareFunnel,
  compareMembers,
  emptyEverything,
  type Filters,
  importFile,
  openFilters,
  readIndex,
  readKnown,
  readRebuilt,
  settings,
} from './property-support.ts';

const TIMEOUT = 60_000 + 30_000 * CASES;

/**
 * Up to `maxLength` trees, half of them on average. Lists come first in a case, because shrinking shortens lists fast.
 */
const upTo = (maxLength: number, tree: fc.Arbitrary<Tree>, minLength = 0) =>
  fc.array(tree, { minLength, maxLength, size: 'max' });
const mixed = fc.oneof({ weight: 3, arbitrary: anyTree }, { weight: 1, arbitrary: plainTree });
const mostlyPlain = fc.oneof({ weight: 1, arbitrary: anyTree }, { weight: 2, arbitrary: plainTree });

let database: TestDatabase;
let workspace: Workspace;
/**
 * A pool that disables sequential scans, because small tables would never use their indexes, and whose time zone has
 * daylight saving time, because days must be 24 hours.
 */
let elsewhere: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  // Its last connection may still be closing when the database is dropped.
  elsewhere = createTestPool(database.url, '-c enable_seqscan=off -c TimeZone=Europe/Berlin');
  workspace = await Workspace.create();
});
afterAll(async () => {
  await workspace.remove();
  await elsewhere.end();
  await database.drop();
});

describe('any tree over any catalogue', () => {
  it(
    'has the same matches as plain SQL in each tier',
    async () => {
      const { pool } = database;
      const trees = upTo(70, mixed, 1);
      await fc.assert(
        fc.asyncProperty(trees, catalogue, fc.boolean(), async (drawn, files, isElsewhere) => {
          await emptyEverything(pool);
          for (const file of files) await importFile(pool, workspace, file);
          const filters = openFilters(isElsewhere ? elsewhere : pool);
          const known = await readKnown(pool);
          for (const tree of drawn) await compare(pool, filters, tree, known);
          for (const tree of drawn.slice(0, 2)) {
            await compareFunnel(pool, filters, tree, known);
            await compareBreakdowns(pool, filters, tree, known);
          }
        }),
        settings(5, TIMEOUT),
      );
    },
    TIMEOUT,
  );
});

/** Imports a file, then compares the index with a rebuilt one, and the trees with the oracle. */
async function follow(filters: Filters, file: CatalogueFile, trees: readonly Tree[]): Promise<void> {
  const { pool } = database;
  await importFile(pool, workspace, file);
  expect(await readIndex(pool)).toEqual(await readRebuilt(pool));
  const known = await readKnown(pool);
  for (const tree of trees) await compareMembers(pool, filters, tree, known);
}

describe('any imports in any order', () => {
  it(
    'leave the same index as a rebuild',
    async () => {
      const { pool } = database;
      const start = fc.oneof(catalogue, calmCatalogue);
      const anyChange = fc.oneof({ weight: 5, arbitrary: change }, { weight: 2, arbitrary: rareChange });
      const changes = fc.array(fc.tuple(anyChange, upTo(4, anyTree)), {
        minLength: 1,
        maxLength: 10,
        size: 'max',
      });
      await fc.assert(
        fc.asyncProperty(
          changes,
          upTo(12, mostlyPlain),
          rarities,
          start,
          async (steps, drawn, rare, common) => {
            await emptyEverything(pool);
            // One reader for all versions repeats the same trees: cached results must not survive a change.
            const filters = openFilters(pool, 10_000_000);
            for (const file of [...common, ...rare]) await importFile(pool, workspace, file);
            for (const [file, trees] of steps) {
              await follow(filters, file, [...EACH_TECHNOLOGY, ...drawn]);
              const known = await readKnown(pool);
              for (const tree of trees) await compare(pool, filters, tree, known);
            }
            await rebuildIndex(pool);
            const known = await readKnown(pool);
            for (const tree of drawn) await compare(pool, filters, tree, known);
          },
        ),
        settings(4, TIMEOUT),
      );
    },
    TIMEOUT,
  );

  it(
    'are noticed when one field of one company is all that changes',
    async () => {
      const { pool } = database;
      await fc.assert(
        fc.asyncProperty(calmCatalogue, async (files) => {
          await emptyEverything(pool);
          const filters = openFilters(pool, 10_000_000);
          for (const file of files) await importFile(pool, workspace, file);
          for (const file of NUDGES) await follow(filters, file, ASK_NUDGED);
        }),
        settings(1, TIMEOUT),
      );
    },
    TIMEOUT,
  );
});
