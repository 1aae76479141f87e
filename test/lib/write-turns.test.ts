import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { writeInTurn } from '../../src/lib/write-turns.ts';

const MIB = 1024 * 1024;
const SLICE = MIB / 4;

describe('writes', () => {
  it('of many answers take turns, a megabyte in each', async () => {
    const written: string[] = [];
    const answer = (name: string, slices: number) => {
      if (slices === 0) return;
      writeInTurn(SLICE, () => {
        written.push(name);
        answer(name, slices - 1);
      });
    };
    for (const name of ['a', 'b', 'c']) answer(name, 5);
    // Never more than four slices in a turn, and nobody waits for the last byte of another.
    const turns = [written.join('')];
    while (written.length < 15) {
      const before = written.length;
      await turn();
      turns.push(written.slice(before).join(''));
    }
    expect(turns).toEqual(['aaaa', 'abbc', 'bbbc', 'ccc']);
  });

  it('of one answer go on while nobody else writes', async () => {
    await turn();
    let count = 0;
    writeInTurn(4 * MIB, () => (count += 1));
    expect(count).toBe(1);
    writeInTurn(1, () => (count += 1));
    expect(count).toBe(1);
    await turn();
    expect(count).toBe(2);
  });
});
