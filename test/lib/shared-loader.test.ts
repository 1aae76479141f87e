import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { SHARED } from '../../src/lib/principal.ts';
import { currentContext, OperationScope, runWith } from '../../src/lib/request-context.ts';
import { sharedLoader } from '../../src/lib/shared-loader.ts';

const GONE = new Error('gone');

/** A loader that doubles numbers, with the keys of its batches and the scopes in which they were read. */
function openDoubler(read = async (keys: readonly number[]) => keys.map((key) => 2 * key)) {
  const batches: (readonly number[])[] = [];
  const scopes: (OperationScope | undefined)[] = [];
  const load = sharedLoader((keys: readonly number[]) => {
    batches.push(keys);
    scopes.push(currentContext().operation);
    return read(keys);
  });
  const loadIn = (operation: OperationScope, key: number) => runWith({ operation }, () => load(key));
  return { load, loadIn, batches, scopes };
}

/** Reads that last until their scope is stopped. */
const untilStopped = () =>
  new Promise<number[]>((_, reject) => {
    const { operation } = currentContext();
    if (operation?.stopped) reject(operation.stopped);
    operation?.onStop(reject);
  });

describe('a loader that requests share', () => {
  it('reads a key once in a turn, without an owner, and again in the next one', async () => {
    const { load, loadIn, batches, scopes } = openDoubler();
    const asked = [load(1), loadIn(new OperationScope('o1'), 2), loadIn(new OperationScope('o2'), 1)];
    expect(await Promise.all(asked)).toEqual([2, 4, 2]);
    expect(await load(1)).toBe(2);
    expect(batches).toEqual([[1, 2], [1]]);
    expect(scopes.map((scope) => scope?.owner)).toEqual([SHARED, SHARED]);
  });

  it('fails for the keys of a batch alone, and leaves nothing in the scopes of their operations', async () => {
    const { loadIn } = openDoubler((keys) =>
      keys.includes(7) ? Promise.reject(new Error('broken')) : Promise.resolve([...keys]),
    );
    const operation = new OperationScope();
    const asked = Array.from({ length: 101 }, (_, key) => loadIn(operation, key));
    const results = await Promise.allSettled(asked);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(100);
    expect(results[100]).toEqual({ status: 'fulfilled', value: 100 });
    expect(operation.isBusy).toBe(false);
  });

  it('stops the work with the last operation that waits for it', async () => {
    const { loadIn, scopes } = openDoubler(untilStopped);
    const [first, second] = [new OperationScope(), new OperationScope()];
    const asked = [loadIn(first, 1), loadIn(second, 2)];
    await nextTurn();
    first.stop(GONE);
    await expect(asked[0]).rejects.toBe(GONE);
    expect(scopes[0]?.stopped).toBeUndefined();
    second.stop(GONE);
    await expect(asked[1]).rejects.toBe(GONE);
    expect(scopes[0]?.stopped).toBe(GONE);
  });

  it('reads anew for a caller who comes in the turn in which all others were stopped', async () => {
    const { load, loadIn, batches, scopes } = openDoubler();
    const stopped = new OperationScope();
    const gone = loadIn(stopped, 1);
    stopped.stop(GONE);
    expect(await load(1)).toBe(2);
    expect(await gone).toBe(2);
    expect(batches).toEqual([[1], [1]]);
    expect(scopes.map((scope) => scope?.stopped)).toEqual([GONE, undefined]);
  });

  it('counts only those who still wait: a finished batch of the turn keeps no other alive', async () => {
    const { loadIn, scopes } = openDoubler((keys) =>
      keys.includes(100) ? untilStopped() : Promise.resolve([...keys]),
    );
    const early = Array.from({ length: 100 }, (_, key) => loadIn(new OperationScope(), key));
    const late = new OperationScope();
    const waiting = loadIn(late, 100);
    await Promise.all(early);
    late.stop(GONE);
    await expect(waiting).rejects.toBe(GONE);
    expect(scopes[1]?.stopped).toBe(GONE);
  });
});
