import { expect } from '@jest/globals';
import type fc from 'fast-check';
import type pg from 'pg';
import roaring from 'roaring';
import { rebuildFacets } from '../../../src/modules/facets/refresh.ts';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { FACETS, REGISTRY_VERSION } from '../../../src/modules/filters/registry.ts';
import { createFiltersService } from '../../../src/modules/filters/service.ts';
import { emptyCatalogue, type Workspace } from '../import/support.ts';
import type { CatalogueFile } from './arbitraries.ts';
import { type Known, withKnownValues } from './arbitrary-trees.ts';
import { askOracle, GROUPED_FIELDS, groupBy, type Tiers, toGroup } from './oracle.ts';
import { nodesOf, type Tree } from './oracle-tree.ts';

/** Factor for the number of cases: FILTER_CASES=20 runs twenty times as many. */
export const CASES = Math.max(1, Number(process.env.FILTER_CASES ?? 1));

/** Reports a failure as its seed, the counterexample (files as lines of JSON) and the error. */
export function settings<T>(runs: number, timeout: number): fc.Parameters<T> {
  return {
    numRuns: runs * CASES,
    // Also ends shrinking; the smallest counterexample so far is reported.
    interruptAfterTimeLimit: timeout - 10_000,
    markInterruptAsFailure: true,
    reporter: (run) => {
      if (!run.failed) return;
      const { seed, counterexamplePath: path, counterexample, errorInstance } = run;
      const after = `after ${run.numRuns} cases and ${run.numShrinks} steps of shrinking`;
      throw new Error(
        `failed ${after}; again with { seed: ${seed}, path: ${JSON.stringify(path)} }\n` +
          `${show(counterexample)}\n${describe(errorInstance)}`,
      );
    },
  };
}

/** Formats lists with one entry per line, so that a row or a tree can be copied. */
function show(drawn: unknown, indent = ''): string {
  const line = JSON.stringify(drawn) ?? 'interrupted';
  if (line.length < 160 || typeof drawn !== 'object' || drawn === null || 'condition' in drawn)
    return indent + line;
  if (Array.isArray(drawn)) return drawn.map((each) => show(each, `${indent} `)).join('\n');
  if ('kind' in drawn && 'rows' in drawn) return `${indent}${drawn.kind}\n${show(drawn.rows, indent)}`;
  return indent + line;
}

export type Filters = ReturnType<typeof createFiltersService>;

/** Uses a small cache, so that postings are evicted and read again. */
export function openFilters(pool: pg.Pool, cacheBytes = 20_000): Filters {
  return createFiltersService(pool, { cacheBytes });
}

/** Removes the companies and postings of the previous case. */
export async function emptyEverything(pool: pg.Pool): Promise<void> {
  await emptyCatalogue(pool);
  await pool.query('TRUNCATE facet_posting, facet_band, facet_rare_words');
  await rebuildIndex(pool);
}

export async function importFile(pool: pg.Pool, workspace: Workspace, file: CatalogueFile): Promise<void> {
  await workspace.import(pool, file.kind, file.rows);
}

/** Reads the current values of the closed vocabularies, which conditions may name. */
export async function readKnown(pool: pg.Pool): Promise<Known> {
  const { rows } = await pool.query<{ field: string; value: string }>(`
    SELECT 'technology' AS field, tech_key AS value FROM technology
    UNION ALL SELECT 'technology_category', category FROM technology WHERE category IS NOT NULL
    UNION ALL SELECT 'investor', name FROM investor
    UNION ALL SELECT 'industry', industry FROM company WHERE industry IS NOT NULL
    UNION ALL SELECT 'partner', slug FROM company
    UNION ALL SELECT 'partner', form FROM company_domain,
      LATERAL (VALUES (domain), ('WWW.' || domain), ('www.' || domain), (initcap(domain))) AS forms (form)`);
  const fields = ['technology', 'technology_category', 'investor', 'industry', 'partner'];
  return new Map(
    fields.map((field) => [
      field,
      new Set(rows.filter((row) => row.field === field).map(({ value }) => value)),
    ]),
  );
}

/** Compares index and oracle for a tree: members of each tier, counts, pointers of the funnel. */
export function compare(pool: pg.Pool, filters: Filters, drawn: Tree, known: Known): Promise<void> {
  return naming(withKnownValues(drawn, known), (root) => compareAll(pool, filters, root));
}

/** Compares only the members of a tree, which is faster, for repeated comparisons. */
export function compareMembers(pool: pg.Pool, filters: Filters, drawn: Tree, known: Known): Promise<void> {
  return naming(withKnownValues(drawn, known), async (root) => {
    const expected = await askOracle(pool, root);
    expect(await selectIds(filters, root)).toEqual(expected);
  });
}

/** Adds the tree with known values to a failure. */
async function naming(root: Tree, work: (root: Tree) => Promise<void>): Promise<void> {
  try {
    await work(root);
  } catch (error) {
    throw new Error(`the tree ${JSON.stringify(root)}:\n${describe(error)}`, { cause: error });
  }
}

async function selectIds(filters: Filters, root: Tree): Promise<Tiers> {
  const { high, medium, exploratory } = await filters.select({ registry_version: REGISTRY_VERSION, root });
  return { high: high.toArray(), medium: medium.toArray(), exploratory: exploratory.toArray() };
}

async function compareAll(pool: pg.Pool, filters: Filters, root: Tree): Promise<void> {
  const definition = { registry_version: REGISTRY_VERSION, root };
  const expected = await askOracle(pool, root);
  expect(await selectIds(filters, root)).toEqual(expected);

  const members = [...expected.high, ...expected.medium, ...expected.exploratory];
  const preview = await filters.preview(definition);
  expect(await preview.count()).toBe(members.length);
  expect(await preview.tierCounts()).toEqual({
    total: members.length,
    high: expected.high.length,
    medium: expected.medium.length,
    exploratory: expected.exploratory.length,
  });
  const funnel = await preview.funnel();
  expect(funnel.map(({ pointer }) => pointer)).toEqual([...nodesOf(root)].map(([pointer]) => pointer));
  expect(funnel[0]?.exactCount).toBe(members.length);
}

async function countByOracle(pool: pg.Pool, node: Tree): Promise<number> {
  const { high, medium, exploratory } = await askOracle(pool, node);
  return high.length + medium.length + exploratory.length;
}

/** Returns the nodes before a child of an `and`; undefined for a node that is not one. */
function earlierInAnd(root: Tree, pointer: string): Tree[] | undefined {
  const [, parent, index] = /^(.*)\/and\/(\d+)$/.exec(pointer) ?? [];
  const group = [...nodesOf(root)].find(([each]) => each === parent)?.[1];
  return group && 'and' in group ? group.and.slice(0, Number(index)) : undefined;
}

/** Compares the funnel's counts of each node with the matches of the node, and of those before it. */
export async function compareFunnel(
  pool: pg.Pool,
  filters: Filters,
  drawn: Tree,
  known: Known,
): Promise<void> {
  const root = withKnownValues(drawn, known);
  const preview = await filters.preview({ registry_version: REGISTRY_VERSION, root });
  const nodes = [...nodesOf(root)].slice(0, 12);
  const expected = [];
  for (const [pointer, node] of nodes) {
    const exactCount = await countByOracle(pool, node);
    const earlier = earlierInAnd(root, pointer);
    const remainingCount = earlier ? await countByOracle(pool, { and: [...earlier, node] }) : null;
    expected.push({ pointer, exactCount, remainingCount });
  }
  expect((await preview.funnel()).slice(0, 12)).toEqual(expected);
}

/** Compares the breakdowns of a tree's matches with GROUP BY, for every field that has one. */
export async function compareBreakdowns(
  pool: pg.Pool,
  filters: Filters,
  drawn: Tree,
  known: Known,
): Promise<void> {
  const root = withKnownValues(drawn, known);
  const definition = { registry_version: REGISTRY_VERSION, root };
  const { high, medium, exploratory } = await askOracle(pool, root);
  const preview = await filters.preview(definition);
  for (const field of GROUPED_FIELDS) {
    const expected = await groupBy(pool, field, [...high, ...medium, ...exploratory]);
    const all = await preview.breakdown(asField(field), 250);
    const shown = new Map(all.map(({ value, count }) => [toGroup(field, value), count]));
    expect({ field, root, shown }).toEqual({ field, root, shown: expected });
    expect(all.map(({ count }) => count)).toEqual([...expected.values()].sort((a, b) => b - a));
    const top = await preview.breakdown(asField(field), 2);
    expect(top.map(({ count }) => count)).toEqual(all.slice(0, 2).map(({ count }) => count));
  }
}

type FieldKey = Parameters<Awaited<ReturnType<Filters['preview']>>['breakdown']>[0];

function asField(field: string): FieldKey {
  return field as FieldKey;
}

interface PostingRow {
  key: string;
  cardinality: number;
  base: Buffer;
  added: Buffer | null;
  removed: Buffer | null;
}

/** Reads all postings that are not empty, as ids by `field value window`. Checks their stored cardinality. */
async function readPostings(db: pg.Pool | pg.PoolClient): Promise<Record<string, number[]>> {
  const { rows } = await db.query<PostingRow>(`
    SELECT concat_ws(' ', field, value, window_days) AS key, cardinality, base, added, removed
    FROM facet_stored ORDER BY 1`);
  const postings = rows.map((row): [string, number[]] => {
    const ids = read(row.base).andNotInPlace(read(row.removed)).orInPlace(read(row.added)).toArray();
    if (ids.length !== row.cardinality)
      throw new Error(`${row.key}: cardinality ${row.cardinality}, but ids ${ids}`);
    return [row.key, ids];
  });
  return Object.fromEntries(postings.filter(([, ids]) => ids.length > 0));
}

/**
 * Reads the terms of each name from postings and rare terms together. Which terms have a posting depends on the
 * catalogue at the last rebuild.
 */
async function readTerms(
  db: pg.Pool | pg.PoolClient,
  postings: Record<string, number[]>,
): Promise<Record<number, string[]>> {
  const { rows } = await db.query<{ id: number; words: string }>(
    'SELECT company_id AS id, words FROM facet_rare_words',
  );
  const words = new Map<number, Set<string>>();
  const add = (id: number, word: string) => words.set(id, (words.get(id) ?? new Set()).add(word));
  for (const { id, words: rare } of rows) for (const word of rare.match(/ {1,2}[^ ]+/g) ?? []) add(id, word);
  for (const [key, ids] of Object.entries(postings))
    for (const id of ids) add(id, key.slice(TERMS.length - 1, -' 0'.length));
  return Object.fromEntries([...words].map(([id, found]) => [id, [...found].sort()]));
}

/** Prefix of the keys of postings of terms. */
const TERMS = 'name ';

export interface IndexView {
  /** Newest evidence of all and of each kind. */
  newest: unknown;
  postings: Record<string, number[]>;
  words: Record<number, string[]>;
}

/** Reads the contents of the index without its version. */
export async function readIndex(db: pg.Pool | pg.PoolClient): Promise<IndexView> {
  const { rows } = await db.query('SELECT as_of, detections_as_of, partnerships_as_of FROM facet_index');
  const all = Object.entries(await readPostings(db));
  const isOfWord = ([key]: [string, unknown]) => key.startsWith(TERMS);
  const postings = Object.fromEntries(all.filter((each) => !isOfWord(each)));
  const words = await readTerms(db, Object.fromEntries(all.filter(isOfWord)));
  return { newest: rows[0], postings, words };
}

/** Reads the contents that a rebuild would give, in a transaction that is rolled back. */
export async function readRebuilt(pool: pg.Pool): Promise<IndexView> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await rebuildFacets(client, FACETS);
    return await readIndex(client);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

function read(bytes: Buffer | null): roaring.RoaringBitmap32 {
  const { RoaringBitmap32 } = roaring;
  return bytes === null || bytes.length === 0
    ? new RoaringBitmap32()
    : RoaringBitmap32.deserialize(bytes, 'portable');
}

/** Formats an error with its causes and the details of faults. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, ...rest } = error;
  return Object.keys(rest).length > 0 ? `${error.message}\n${JSON.stringify(rest)}` : error.message;
}
