import { domainToASCII } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DROP_PERIODS } from '../../../src/modules/catalogue/technology-queries.ts';
import { REGISTRY_VERSION } from '../../../src/modules/filters/registry.ts';
import type { ComparedSet } from '../../../src/modules/insight/overlap.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { catalogue, PRIMARY, SECONDARY } from '../filters/arbitraries.ts';
import { anyTree, type Known, withKnownValues } from '../filters/arbitrary-trees.ts';
import { askOracle, type Meant } from '../filters/oracle.ts';
import type { Tree } from '../filters/oracle-tree.ts';
import { emptyEverything, importFile, readKnown, settings } from '../filters/property-support.ts';
import { Workspace } from '../import/support.ts';
import { compareWithAll, findMoves, largest, readValues, rounded } from './brute-force.ts';
import { openInsight, USER } from './open-insight.ts';

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

/** A set as it is drawn: a list with domains, or a draft without. */
interface Drawn {
  isList: boolean;
  tree: Tree;
  added: string[];
  excluded: string[];
}

const domains = fc.array(fc.constantFrom(...PRIMARY.slice(0, 20), ...SECONDARY), { maxLength: 4 });
const drawn: fc.Arbitrary<Drawn> = fc.record({
  isList: fc.boolean(),
  tree: anyTree,
  added: domains,
  excluded: domains,
});

const equals = (values: string[]): Tree => ({
  condition: { field: 'domain', operator: 'equals', values: values.length > 0 ? values : ['nobody.invalid'] },
});

/** What the oracle takes a set for. */
function meant({ isList, tree, added, excluded }: Drawn, known: Known): Meant {
  const root = withKnownValues(tree, known);
  if (!isList) return root;
  return { ever: { and: [{ or: [equals(added), root] }, { not: equals(excluded) }] } };
}

describe('over any catalogue', () => {
  it('the overlap of any lists and drafts is what plain SQL finds in both', async () => {
    const { pool } = database;
    const sets = fc.array(drawn, { minLength: 2, maxLength: 20, size: 'max' });
    await fc.assert(
      fc.asyncProperty(sets, catalogue, async (given, files) => {
        await emptyEverything(pool);
        for (const file of files) await importFile(pool, workspace, file);
        const known = await readKnown(pool);
        const lists = given.map(({ tree, added, excluded }, index) => ({
          listId: index + 1,
          definition: { registry_version: REGISTRY_VERSION, root: withKnownValues(tree, known) },
          added: added.map(domainToASCII),
          excluded: excluded.map(domainToASCII),
        }));
        const asked = given.map(({ isList }, index): ComparedSet => {
          const listId = index + 1;
          return isList ? { listId } : { name: ` draft ${listId} `, definition: lists[index]?.definition };
        });
        const matches = await Promise.all(
          given.map(async (each) => {
            const { high, medium, exploratory } = await askOracle(pool, meant(each, known));
            return new Set([...high, ...medium, ...exploratory]);
          }),
        );
        const common = (a: ReadonlySet<number>, b: ReadonlySet<number>) =>
          [...a].filter((id) => b.has(id)).length;
        expect(await openInsight(pool, lists).overlap(USER, asked)).toEqual({
          sets: given.map(({ isList }, index) => ({
            name: `${isList ? 'list' : 'draft'} ${index + 1}`,
            count: matches[index]?.size,
          })),
          pairs: matches.map((a) => matches.map((b) => common(a, b))),
        });
      }),
      settings(6, 90_000),
    );
  });

  it('similar companies are those of a comparison with each company', async () => {
    const { pool } = database;
    await fc.assert(
      fc.asyncProperty(catalogue, fc.integer({ min: 1, max: 100 }), async (files, first) => {
        await emptyEverything(pool);
        for (const file of files) await importFile(pool, workspace, file);
        const insight = openInsight(pool);
        const all = await readValues(pool);
        for (const id of all.keys()) {
          const found = await insight.similar({ organizationId: 1 }, id, first);
          expect({ id, found: rounded(found) }).toEqual({ id, found: compareWithAll(all, id, first) });
        }
      }),
      settings(6, 90_000),
    );
  });

  it('moves are those of companies whose detections plain SQL reads', async () => {
    const { pool } = database;
    await fc.assert(
      fc.asyncProperty(catalogue, fc.constantFrom(...DROP_PERIODS), async (files, days) => {
        await emptyEverything(pool);
        for (const file of files) await importFile(pool, workspace, file);
        const insight = openInsight(pool);
        const { rows } = await pool.query<{ category: string }>(
          'SELECT DISTINCT category FROM technology WHERE category IS NOT NULL',
        );
        for (const { category } of rows) {
          const expected = await findMoves(pool, category, days);
          const found = await insight.largestMoves(category, days);
          const pairs = found.map(({ from, to, count }) => ({
            pair: `${from.techKey} ${to.techKey}`,
            count,
          }));
          expect({ category, pairs }).toEqual({ category, pairs: largest(expected) });
          for (const move of found) {
            const preview = await insight.preview(move);
            const ids = expected.get(`${move.from.techKey} ${move.to.techKey}`) ?? [];
            expect(await preview.count()).toBe(ids.length);
            expect((await preview.sample(25)).sort((a, b) => a - b)).toEqual(ids.slice(0, 25));
          }
        }
      }),
      settings(10, 90_000),
    );
  });
});
