import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { collectWhenIdle, IDLE_CHECK_MS } from '../../src/commands/heap.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Runs checks, each after a time with this utilization. @returns for each whether garbage was collected in it. */
function run(utilizations: readonly number[]): boolean[] {
  let current = 0;
  let collections = 0;
  const end = collectWhenIdle({ utilization: () => current, collect: () => (collections += 1) });
  const found = utilizations.map((utilization) => {
    const before = collections;
    current = utilization;
    jest.advanceTimersByTime(IDLE_CHECK_MS);
    return collections > before;
  });
  end();
  const ended = collections;
  jest.advanceTimersByTime(10 * IDLE_CHECK_MS);
  expect(collections).toBe(ended);
  return found;
}

describe('garbage of a process that serves requests', () => {
  it('is collected twice once it is idle after its start, and not while it works', () => {
    expect(run([0.9, 0.02, 0, 0, 0.001])).toEqual([false, false, true, true, false]);
  });

  it('is collected again after it has worked again', () => {
    expect(run([0, 0, 0, 0.5, 0.5, 0, 0.5, 0, 0, 0])).toEqual([
      true,
      true,
      false,
      false,
      false,
      true,
      false,
      true,
      true,
      false,
    ]);
  });

  it('is not collected while it always has something to do', () => {
    expect(run(Array(20).fill(0.05))).not.toContain(true);
  });
});
