import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { spreadResults } from '../../../src/modules/catalogue/loaders.ts';

/** Creates work that waits until the test gives its result. */
function controlled() {
  const calls = new Map<string, { resolve: (value: string) => void; reject: (error: Error) => void }>();
  const run = spreadResults(
    (name: string) =>
      new Promise<string>((resolve, reject) => {
        calls.set(name, { resolve, reject });
      }),
  );
  return { run, begun: () => [...calls.keys()], of: (name: string) => calls.get(name) };
}

describe('results of concurrent work', () => {
  it('are returned in the order of the calls, each in a separate turn of the event loop', async () => {
    const { run, begun, of } = controlled();
    const seen: string[] = [];
    const all = ['a', 'b', 'c'].map((name) => run(name).then((value) => seen.push(value)));
    expect(begun()).toEqual(['a', 'b', 'c']);
    of('b')?.resolve('B');
    of('c')?.resolve('C');
    await turn();
    expect(seen).toEqual([]);
    of('a')?.resolve('A');
    const turns: string[] = [];
    while (seen.length < 3) {
      await turn();
      turns.push(seen.join(''));
    }
    expect(turns.at(0)).toBe('A');
    expect(turns).toContain('AB');
    expect(turns.at(-1)).toBe('ABC');
    await Promise.all(all);
  });

  it('include a failure in its turn, and continue after it', async () => {
    const { run, of } = controlled();
    const [first, second, third] = ['a', 'b', 'c'].map(run);
    of('b')?.reject(new Error('b failed'));
    of('c')?.resolve('C');
    of('a')?.resolve('A');
    expect(await first).toBe('A');
    await expect(second).rejects.toThrow('b failed');
    expect(await third).toBe('C');
  });

  it('are returned at once if nothing else runs', async () => {
    const { run, of } = controlled();
    const seen: string[] = [];
    for (const name of ['a', 'b']) {
      const result = run(name).then((value) => seen.push(value));
      of(name)?.resolve(name);
      // Only microtasks: a turn of the event loop is not needed.
      for (let step = 0; step < 10; step += 1) await Promise.resolve();
      expect(seen.at(-1)).toBe(name);
      await result;
    }
  });
});
