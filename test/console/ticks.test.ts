import { afterEach, expect, jest, test } from '@jest/globals';
import { onTick } from '../../console/src/lib/ticks.ts';

afterEach(() => {
  jest.useRealTimers();
});

test('listeners share one timer, which ends with the last of them', () => {
  jest.useFakeTimers();
  const [first, second] = [jest.fn(), jest.fn()];
  const stops = [onTick(first), onTick(second)];
  expect(jest.getTimerCount()).toBe(1);
  jest.advanceTimersByTime(2000);
  stops[0]?.();
  jest.advanceTimersByTime(1000);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([2, 3]);
  stops[1]?.();
  expect(jest.getTimerCount()).toBe(0);
  onTick(first)();
  expect(jest.getTimerCount()).toBe(0);
});
