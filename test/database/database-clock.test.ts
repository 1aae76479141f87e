import { describe, expect, it } from '@jest/globals';
import { DatabaseClock, readDatabaseClock } from '../../src/database/database-clock.ts';

/** A database whose clock and way are set by the test, and the clock that samples it. */
function sampled() {
  const state = {
    elapsed: 1000,
    wall: Date.parse('2026-03-01T12:00:00.000Z'),
    there: 0,
    back: 0,
    isDown: false,
  };
  const pass = (ms: number) => {
    state.elapsed += ms;
    state.wall += ms;
  };
  const query = async () => {
    if (state.isDown) throw new Error('the database is away');
    pass(state.there);
    const rows = [{ at: new Date(state.wall) }];
    pass(state.back);
    return { rows };
  };
  const clock = new DatabaseClock({ query } as never, () => state.elapsed);
  clock.close();
  return { state, pass, clock, off: () => clock.now().getTime() - state.wall };
}

describe('the clock of the database', () => {
  it('goes on by monotonic time between samples, also while the database is away', async () => {
    const { state, pass, clock, off } = sampled();
    await clock.sample();
    pass(3_600_000);
    expect(off()).toBe(0);
    state.isDown = true;
    await clock.sample();
    pass(1);
    expect(off()).toBe(0);
  });

  it('follows a jump at the next sample', async () => {
    const { state, clock, off } = sampled();
    await clock.sample();
    state.wall += 7_200_000;
    expect(off()).toBe(-7_200_000);
    await clock.sample();
    expect(off()).toBe(0);
    state.wall -= 7_200_000;
    await clock.sample();
    expect(off()).toBe(0);
  });

  it('takes no sample that says less than the one before', async () => {
    const { state, clock, off } = sampled();
    await clock.sample();
    // Within what this sample cannot know.
    Object.assign(state, { there: 0, back: 20 });
    await clock.sample();
    expect(off()).toBe(0);
    Object.assign(state, { there: 0, back: 3_000 });
    await clock.sample();
    expect(off()).toBe(0);
  });

  it('is read once for a command', async () => {
    const at = new Date('2030-01-01T00:00:00.000Z');
    let queries = 0;
    const query = async () => {
      queries += 1;
      return { rows: [{ at }] };
    };
    const clock = await readDatabaseClock({ query } as never);
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(at.getTime());
    expect(queries).toBe(1);
  });
});
