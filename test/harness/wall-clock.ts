import { jest } from '@jest/globals';

export interface WallClock {
  advance(by: { seconds: number }): void;
  restore(): void;
}

/** Stops the system time for libraries that read it (`Date.now`), until the test moves it. Timers continue. */
export function stopWallClock(): WallClock {
  let now = Date.now();
  const spy = jest.spyOn(Date, 'now').mockImplementation(() => now);
  return {
    advance: ({ seconds }) => {
      now += seconds * 1000;
    },
    restore: () => spy.mockRestore(),
  };
}
