import { afterEach, expect, it, jest } from '@jest/globals';
import { createLogger } from '../../../src/lib/logger.ts';
import { Sweeps } from '../../../src/modules/sweeps/sweeps.ts';
import { testClock } from '../../harness/clock.ts';

const START = '2026-03-01T12:00:00.000Z';

afterEach(() => {
  jest.useRealTimers();
});

it('runs sweeps at their intervals until it is closed, and goes on after a failure', async () => {
  jest.useFakeTimers();
  const query = async () => ({ rows: [{ at: new Date(START) }] });
  const tools = { db: { query } as never, clock: testClock(START), logger: createLogger('silent') };
  const sweeps = new Sweeps(tools);
  const [runs, errors]: [string[], unknown[]] = [[], []];
  const add = (name: string, everyMs: number, fails: boolean) =>
    sweeps.add({
      everyMs,
      work: async ({ now }) => {
        runs.push(`${name} ${now.toISOString()}`);
        if (fails) throw new Error(`${name} fails`);
      },
      onError: (error) => errors.push(error),
    });
  add('often', 60_000, true);
  add('seldom', 120_000, false);
  await jest.advanceTimersByTimeAsync(120_000);
  expect(runs.sort()).toEqual([`often ${START}`, `often ${START}`, `seldom ${START}`]);
  expect(errors).toEqual([new Error('often fails'), new Error('often fails')]);
  expect(sweeps.counts).toEqual({ isHolding: false, held: 0 });
  sweeps.close();
  await jest.advanceTimersByTimeAsync(600_000);
  expect(runs).toHaveLength(3);
});
