import type { Clock } from '../../src/lib/clock.ts';

interface Duration {
  days?: number;
  hours?: number;
  minutes?: number;
  seconds?: number;
}

export interface TestClock extends Clock {
  /** Lets time pass. */
  advance(by: Duration): void;
  /** Sets the clock ahead, or back by negative numbers. Monotonic time stays as it is. */
  jump(by: Duration): void;
  /** Lets time pass, or go back, until this moment. */
  set(iso: string): void;
}

/** Creates a clock that stands still until the test moves it. */
export function testClock(startIso: string): TestClock {
  let now = parse(startIso);
  let jumped = 0;
  return {
    now: () => new Date(now),
    elapsedMs: () => now - jumped,
    advance: (by) => {
      now += toMs(by);
    },
    jump: (by) => {
      now += toMs(by);
      jumped += toMs(by);
    },
    set: (iso) => {
      now = parse(iso);
      jumped = 0;
    },
  };
}

function toMs({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Duration): number {
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}

function parse(iso: string): number {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) throw new RangeError(`not a date: ${iso}`);
  return time;
}
