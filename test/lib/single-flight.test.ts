import { describe, expect, it } from '@jest/globals';
import { SHARED } from '../../src/lib/principal.ts';
import { currentContext, OperationScope, runWith } from '../../src/lib/request-context.ts';
import { SingleFlight } from '../../src/lib/shared-loader.ts';

const GONE = new Error('gone');

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
