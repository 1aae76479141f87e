import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { FairQueue } from '../../src/lib/fair-queue.ts';
import { SHARED } from '../../src/lib/principal.ts';

const MIB = 1024 * 1024;
const SLICE = MIB / 4;

describe('work of one key', () => {
  it('takes turns if it continues in pieces, up to the limit in each', async () => {
    const queue = new FairQueue({ perTurn: MIB });
    const written: string[] = [];
    const response = (name: string, slices: number) => {
      if (slices === 0) return;
      queue.run(SHARED, SLICE, () => {
        written.push(name);
        response(name, slices - 1);
      });
    };
    for (const name of ['a', 'b', 'c']) response(name, 5);
    // At most four slices in a turn, and no response waits for the last byte of another.
    const turns = [written.join('')];
    while (written.length < 15) {
      const before = written.length;
      await turn();
      turns.push(written.slice(before).join(''));
    }
    expect(turns).toEqual(['aaaa', 'abbc', 'bbbc', 'ccc']);
  });

  it('starts even if it costs more than a turn has, and delays the next', async () => {
    const queue = new FairQueue({ perTurn: MIB });
    let count = 0;
    queue.run(SHARED, 4 * MIB, () => (count += 1));
    expect(count).toBe(1);
    queue.run(SHARED, 1, () => (count += 1));
    expect(count).toBe(1);
    await turn();
    expect(count).toBe(2);
  });

  it('starts in the order of the calls, one in each turn of the event loop if a turn has room for one', async () => {
    const queue = new FairQueue({ perTurn: 1 });
    const seen: string[] = [];
    for (const name of ['a', 'b', 'c']) queue.run(SHARED, 1, () => seen.push(name));
    const turns = [seen.join('')];
    while (seen.length < 3) {
      await turn();
      turns.push(seen.join(''));
    }
    expect(turns.filter((each, index) => each !== turns[index - 1])).toEqual(['a', 'ab', 'abc']);
  });
});
