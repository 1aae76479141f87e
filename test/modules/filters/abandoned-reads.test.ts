import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Queryable } from '../../../src/database/client.ts';
import type { FacetReader, IndexSnapshot } from '../../../src/modules/facets/reader.ts';
import type { FilterNode } from '../../../src/modules/filters/definition.ts';
import { Preview } from '../../../src/modules/filters/preview.ts';
import { FIELDS_BY_KEY } from '../../../src/modules/filters/registry.ts';

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
  const field = FIELDS_BY_KEY.get('technology');
  if (!field) throw new Error('there is no such field');
  return { kind: 'condition', pointer: '/root', field, operator: 'any_of', values: ['kubernetes'] };
}

it('fails only the fields of a preview when its caller disconnects, never the process', async () => {
  const gone = new Error('the caller disconnected');
  const reader = { read: () => Promise.reject(gone) } as unknown as FacetReader;
  const preview = new Preview({} as Queryable, reader, datedCondition(), {} as IndexSnapshot, undefined);
  // Both extend the snapshot in one tick: the read of the first is replaced before anybody waits for it.
  const results = await Promise.allSettled([preview.tierCounts(), preview.funnel()]);
  await turn();
  expect(results).toEqual([
    { status: 'rejected', reason: gone },
    { status: 'rejected', reason: gone },
  ]);
  expect(unhandled).toEqual([]);
});
