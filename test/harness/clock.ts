import type { Clock } from '../../src/lib/clock.ts';

export interface TestClock extends Clock {
  advance(by: { days?: number; hours?: number; minutes?: number; seconds?: number }): void;
  set(iso: string): void;
}

/** Creates a clock that stands still until the test moves it. */
export function testClock(startIso: string): TestClock {
  let now = parse(startIso);
  return {
    now: () => new Date(now),
    advance: ({ days = 0, hours = 0, minutes = 0, seconds = 0 }) => {
      now += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
    },
    set: (iso) => {
      now = parse(iso);
    },
  };
}

function parse(iso: string): number {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) throw new RangeError(`not a date: ${iso}`);
  return time;
}
