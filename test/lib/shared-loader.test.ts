import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { SHARED } from '../../src/lib/principal.ts';
import { currentContext, OperationScope, runWith } from '../../src/lib/request-context.ts';
import { SingleFlight, sharedLoader } from '../../src/lib/shared-loader.ts';

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

/** Creates work that ends when the test says so, and records the scope that it started in. */
function openWork() {
  const started: (OperationScope | undefined)[] = [];
  const ends: ((value: string) => void)[] = [];
  const work = () => {
    started.push(currentContext().operation);
    return new Promise<string>((resolve, reject) => {
      ends.push(resolve);
      currentContext().operation?.onStop(reject);
    });
  };
  return { work, started, end: (value: string) => ends.at(-1)?.(value) };
}

function waiter(flights: SingleFlight<string>, work: () => Promise<string>) {
  const scope = new OperationScope();
  return { scope, result: runWith({ operation: scope }, () => flights.run('key', SHARED, work)) };
}

describe('SingleFlight', () => {
  it('runs work once for concurrent callers, and again for a later caller', async () => {
    const flights = new SingleFlight<string>();
    const { work, started, end } = openWork();
    const results = [
      flights.run('key', SHARED, work),
      waiter(flights, work).result,
      waiter(flights, work).result,
    ];
    end('done');
    expect(await Promise.all(results)).toEqual(['done', 'done', 'done']);
    expect(started).toHaveLength(1);
    const again = flights.run('key', SHARED, work);
    end('again');
    expect([await again, started.length]).toEqual(['again', 2]);
  });

  it('continues for the others when one caller is stopped, even the first', async () => {
    const flights = new SingleFlight<string>();
    const { work, started, end } = openWork();
    const [first, second] = [waiter(flights, work), waiter(flights, work)];
    first.scope.stop(GONE);
    await expect(first.result).rejects.toBe(GONE);
    expect(started[0]?.stopped).toBeUndefined();
    end('done');
    expect(await second.result).toBe('done');
  });

  it('is stopped with the last waiting caller, and starts again for the next one', async () => {
    const flights = new SingleFlight<string>();
    const { work, started, end } = openWork();
    const leaving = [waiter(flights, work), waiter(flights, work)];
    for (const { scope } of leaving) scope.stop(GONE);
    for (const { result } of leaving) await expect(result).rejects.toBe(GONE);
    expect(started[0]?.stopped).toBe(GONE);
    const next = waiter(flights, work);
    expect(started).toHaveLength(2);
    end('anew');
    expect(await next.result).toBe('anew');
  });

  it('is never stopped while the service itself waits', async () => {
    const flights = new SingleFlight<string>();
    const { work, started, end } = openWork();
    const own = flights.run('key', SHARED, work);
    const leaving = waiter(flights, work);
    leaving.scope.stop(GONE);
    await expect(leaving.result).rejects.toBe(GONE);
    expect(started[0]?.stopped).toBeUndefined();
    end('done');
    expect(await own).toBe('done');
  });

  it('passes a failure to all callers, and leaves nothing in their scopes', async () => {
    const flights = new SingleFlight<string>();
    const failing = () => Promise.reject(new Error('broken'));
    const { scope, result } = waiter(flights, failing);
    await expect(result).rejects.toThrow('broken');
    expect(scope.isBusy).toBe(false);
    await expect(flights.run('key', SHARED, () => Promise.resolve('mended'))).resolves.toBe('mended');
  });
});
