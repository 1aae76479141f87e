import { setTimeout as wait } from 'node:timers/promises';
import { expect } from '@jest/globals';

/** Milliseconds that a page and its service may take, as for a step of a page. */
const SOON_MS = 20_000;
const PAUSE_MS = 25;

/**
 * Expects a value that a page shows, or has changed in the service, a while after an action. Reads until it is as expected.
 *
 * @throws the difference of the last value.
 */
export async function expectSoon<Value>(
  read: () => Value | Promise<Value>,
  expected: unknown,
): Promise<void> {
  const end = Date.now() + SOON_MS;
  for (;;) {
    const value = await read();
    try {
      return expect(value).toEqual(expected);
    } catch (difference) {
      if (Date.now() > end) throw difference;
    }
    await wait(PAUSE_MS);
  }
}
