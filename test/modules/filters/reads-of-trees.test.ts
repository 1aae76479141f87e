import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Queryable } from '../../../src/database/client.ts';
import { Bitmap } from '../../../src/modules/facets/bitmap.ts';
import { EVER } from '../../../src/modules/facets/evidence-windows.ts';
import type { FacetReader, IndexSnapshot } from '../../../src/modules/facets/reader.ts';
import { ReaderCache } from '../../../src/modules/facets/reader-cache.ts';
import type { FilterNode } from '../../../src/modules/filters/definition.ts';
import { Preview } from '../../../src/modules/filters/preview.ts';
import { BUILT_IN_BY_KEY } from '../../../src/modules/filters/registry.ts';
import { readRequirements } from '../../../src/modules/filters/requirements.ts';

const snapshot: IndexSnapshot = {
  version: 1,
  ownVersion: 0,
  posting: () => new Bitmap(),
  result: () => ({ found: true, ids: new Bitmap(), validAt: 1 }),
  derive: (_field, _name, compute) => compute(),
  derived: () => undefined,
};
/** Has everything in memory: all reads that begin together would end in the same turn. */
const reader: FacetReader = { read: () => Promise.resolve(snapshot), cache: new ReaderCache(1) };
const db = { query: () => Promise.reject(new Error('no statement is expected')) };

/** Reads trees of so many postings at the same time. @returns the turn of the event loop in which each was ready. */
async function turnsOf(trees: number, postings: number): Promise<number[]> {
  let turn = 0;
  let isCounting = true;
  const count = () => {
    turn += 1;
    if (isCounting) setImmediate(count);
  };
  setImmediate(count);
  const keys = Array.from({ length: postings }, (_, index) => {
    return { field: 'investor', value: `Fund ${index}`, window: EVER };
  });
  const read = () => readRequirements(db, reader, { postings: keys, conditions: [] });
  const turns = await Promise.all(
    Array.from({ length: trees }, async () => ((await read()) === snapshot ? turn : -1)),
  );
  isCounting = false;
  return turns;
}

it('evaluates trees of many postings in separate turns of the event loop, so that other requests run in between', async () => {
  const turns = await turnsOf(4, 100);
  expect(new Set(turns).size).toBe(4);
});

it('evaluates small trees at once', async () => {
  expect(await turnsOf(4, 99)).toEqual([0, 0, 0, 0]);
});

const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
let others: NodeJS.UnhandledRejectionListener[] = [];
beforeEach(() => {
  others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', note);
});
afterEach(() => {
  process.removeAllListeners('unhandledRejection');
  for (const listener of others) process.on('unhandledRejection', listener);
});

/** A condition whose counts by tier need more than one evidence window. */
function datedCondition(): FilterNode {
  const field = BUILT_IN_BY_KEY.get('technology');
  if (!field) throw new Error('there is no such field');
  return { kind: 'condition', pointer: '/root', field, operator: 'any_of', values: ['kubernetes'] };
}

it('fails only the fields of a preview when its caller disconnects, never the process', async () => {
  const gone = new Error('the caller disconnected');
  const reader = { read: () => Promise.reject(gone) } as unknown as FacetReader;
  const preview = new Preview({
    db: {} as Queryable,
    reader,
    root: datedCondition(),
    snapshot: {} as IndexSnapshot,
    areAllOpen: undefined,
    fieldOf: () => Promise.reject(gone),
  });
  // Both extend the snapshot in one tick: the read of the first is replaced before anybody waits for it.
  const results = await Promise.allSettled([preview.tierCounts(), preview.funnel()]);
  await turn();
  expect(results).toEqual([
    { status: 'rejected', reason: gone },
    { status: 'rejected', reason: gone },
  ]);
  expect(unhandled).toEqual([]);
});
