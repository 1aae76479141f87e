import { describe, expect, test } from '@jest/globals';
import {
  type Clock,
  delayFor,
  LatestScheduler,
  type Pause,
  type Progress,
} from '../../../console/src/preview/latest-scheduler.ts';

/** A clock that stands still until it is told to go on. */
class FakeClock implements Clock {
  #now = 0;
  readonly #timers = new Map<symbol, { at: number; run: () => void }>();

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, run: () => void): () => void {
    const id = Symbol();
    this.#timers.set(id, { at: this.#now + milliseconds, run });
    return () => this.#timers.delete(id);
  }

  /** Lets time pass, with everything that is due in it, and promises in between. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    for (;;) {
      await settled();
      const due = [...this.#timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
      if (!due) break;
      this.#timers.delete(due[0]);
      this.#now = Math.max(this.#now, due[1].at);
      due[1].run();
    }
    this.#now = end;
    await settled();
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A service that answers after a time, and reports what it was asked for. */
function start({ latency = 10, pause }: { latency?: number; pause?: () => Pause | undefined } = {}) {
  const clock = new FakeClock();
  const progress: Progress<string, string>[] = [];
  const runs: string[] = [];
  const state = { latency, failures: [] as Error[], inFlight: 0, mostInFlight: 0 };
  const scheduler = new LatestScheduler<string, string>({
    clock,
    pauseAfter: () => pause?.(),
    onProgress: (each) => progress.push(each),
    run: (input, signal) => {
      runs.push(input);
      state.inFlight += 1;
      state.mostInFlight = Math.max(state.mostInFlight, state.inFlight);
      return new Promise<string>((resolve, reject) => {
        const failure = state.failures.shift();
        const cancel = clock.after(state.latency, () => (failure ? reject(failure) : resolve(`${input}!`)));
        signal.addEventListener('abort', () => {
          cancel();
          runs.push(`${input} aborted`);
          reject(signal.reason);
        });
      }).finally(() => {
        state.inFlight -= 1;
      });
    },
  });
  const last = () => progress.at(-1);
  return { clock, progress, runs, state, scheduler, last };
}

describe('delay', () => {
  test('is nothing for a fast service, and grows with the latency to 60 ms', () => {
    expect([0, 10, 20, 50, 80, 5_000].map(delayFor)).toEqual([0, 0, 0, 30, 60, 60]);
  });

  test('collects changes once the service has been slow', async () => {
    const { clock, runs, scheduler } = start({ latency: 500 });
    scheduler.want('a');
    await clock.pass(600);
    scheduler.want('b');
    await clock.pass(30);
    scheduler.want('c');
    await clock.pass(29);
    expect(runs).toEqual(['a']);
    await clock.pass(1);
    expect(runs).toEqual(['a', 'c']);
  });
});

describe('the latest input', () => {
  test('starts at once and is reported', async () => {
    const { clock, progress, scheduler } = start();
    scheduler.want('a');
    await clock.pass(10);
    expect(progress).toEqual([
      { kind: 'running', input: 'a' },
      { kind: 'running', input: 'a' },
      { kind: 'done', input: 'a', result: 'a!' },
    ]);
  });

  test('aborts the run in flight and replaces it, one at a time', async () => {
    const { clock, runs, state, progress, scheduler } = start({ latency: 15 });
    scheduler.want('a');
    await clock.pass(5);
    scheduler.want('b');
    scheduler.want('c');
    await clock.pass(100);
    expect(runs).toEqual(['a', 'a aborted', 'c']);
    expect(state.mostInFlight).toBe(1);
    expect(progress.filter(({ kind }) => kind === 'done')).toEqual([
      { kind: 'done', input: 'c', result: 'c!' },
    ]);
  });

  test('gets its result although changes never stop', async () => {
    const { clock, progress, scheduler } = start({ latency: 5 });
    for (let change = 0; change < 20; change += 1) {
      scheduler.want(String(change));
      await clock.pass(8);
    }
    expect(progress.filter(({ kind }) => kind === 'done')).toHaveLength(20);
  });

  test('is forgotten by stop, and nothing is reported afterwards', async () => {
    const { clock, runs, last, scheduler } = start();
    scheduler.want('a');
    await clock.pass(5);
    scheduler.stop();
    await clock.pass(100);
    expect(runs).toEqual(['a', 'a aborted']);
    expect(last()).toEqual({ kind: 'idle' });
  });
});

describe('failures', () => {
  test('that stand are reported with their input, and the next input runs', async () => {
    const { clock, state, last, scheduler } = start();
    const error = new Error('no');
    state.failures.push(error);
    scheduler.want('a');
    await clock.pass(10);
    expect(last()).toEqual({ kind: 'failed', input: 'a', error });
    scheduler.want('b');
    await clock.pass(10);
    expect(last()).toEqual({ kind: 'done', input: 'b', result: 'b!' });
  });

  test('that pass are waited out, also by later inputs', async () => {
    const { clock, runs, state, last, scheduler } = start({
      pause: () => ({ kind: 'after', milliseconds: 2_000 }),
    });
    const error = new Error('busy');
    state.failures.push(error);
    scheduler.want('a');
    await clock.pass(10);
    expect(last()).toEqual({ kind: 'waiting', input: 'a', error, until: 2_010 });
    scheduler.want('b');
    expect(last()).toEqual({ kind: 'waiting', input: 'b', error, until: 2_010 });
    await clock.pass(1_999);
    expect(runs).toEqual(['a']);
    await clock.pass(11);
    expect(runs).toEqual(['a', 'b']);
    expect(last()).toEqual({ kind: 'done', input: 'b', result: 'b!' });
  });

  test('of an unreachable service wait until they are resumed', async () => {
    const { clock, runs, state, last, scheduler } = start({ pause: () => ({ kind: 'until_resumed' }) });
    const error = new Error('gone');
    state.failures.push(error);
    scheduler.want('a');
    await clock.pass(60_000);
    expect(last()).toEqual({ kind: 'waiting', input: 'a', error });
    scheduler.resume();
    await clock.pass(10);
    expect(runs).toEqual(['a', 'a']);
    expect(last()).toEqual({ kind: 'done', input: 'a', result: 'a!' });
  });
});
