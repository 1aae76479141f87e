import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Fault } from '../../../src/lib/fault.ts';
import { OperationScope, runWith } from '../../../src/lib/request-context.ts';
import { createWorkQueue, type WorkQueue } from '../../../src/modules/limits/work-queue.ts';
import type { WorkSettings } from '../../../src/modules/limits/work-settings.ts';

const SETTINGS: WorkSettings = {
  slots: { evaluate: 4, enrich: 4, export: 2, large: 4, stream: 3 },
  slotsPerOrganization: 2,
  streamsPerOrganization: 2,
  maxWaitMs: 2_000,
  lagMs: 250,
  largeCost: 5_000,
};

let lag = 0;
let now = 0;
let waits: number[] = [];
let queue: WorkQueue;

function open(settings: Partial<WorkSettings> = {}): WorkQueue {
  return createWorkQueue({
    settings: { ...SETTINGS, ...settings },
    eventLoop: { lagMs: () => lag, close: () => undefined },
    now: () => now,
    onWaited: (_kind, ms) => waits.push(ms),
  });
}

beforeEach(() => {
  jest.useFakeTimers();
  lag = 0;
  now = 0;
  waits = [];
  queue = open();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Work that runs until the test ends it. */
function job(organizationId: number, kind: 'evaluate' | 'enrich' = 'evaluate', from = queue) {
  let end: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  const state = { begun: false, refused: undefined as Fault | undefined };
  const result = (async () =>
    from.run(kind, organizationId, async () => {
      state.begun = true;
      await done;
    }))();
  result.catch((error: Fault) => {
    state.refused = error;
  });
  return {
    state,
    async end(ms = 0) {
      now += ms;
      end();
      await settle();
    },
  };
}

/** Lets resolved promises continue. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

const begun = (jobs: readonly ReturnType<typeof job>[]) => jobs.map(({ state }) => state.begun);

describe('the slots of heavy work', () => {
  it('are used while any are free', async () => {
    expect(await queue.run('evaluate', 1, async () => 'done')).toBe('done');
    expect(queue.stats().evaluate).toEqual({ running: 0, waiting: 0, refused: 0 });
  });

  it('leave one for other organizations, however much one organization asks for', async () => {
    const own = Array.from({ length: 6 }, () => job(1));
    await settle();
    expect(begun(own)).toEqual([true, true, true, false, false, false]);
    const other = job(2);
    await settle();
    expect(other.state.begun).toBe(true);
  });

  it('alternate between waiting organizations, two for each at a time', async () => {
    const first = Array.from({ length: 8 }, () => job(1));
    const second = Array.from({ length: 3 }, () => job(2));
    await settle();
    expect([begun(first), begun(second)]).toEqual([
      [true, true, true, false, false, false, false, false],
      [true, false, false],
    ]);
    await first[0]?.end();
    expect(begun(second)).toEqual([true, true, false]);
    await first[1]?.end();
    // Two operations of the second organization run; it may not have a third while others wait.
    expect([begun(second), begun(first).filter(Boolean)]).toEqual([
      [true, true, false],
      [true, true, true, true],
    ]);
  });

  it('of one kind do not affect another kind', async () => {
    const evaluations = Array.from({ length: 6 }, () => job(1));
    const enrichment = job(1, 'enrich');
    await settle();
    expect([begun(evaluations).filter(Boolean).length, enrichment.state.begun]).toEqual([3, true]);
  });

  it('are released when work fails', async () => {
    await expect(queue.run('export', 1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(
      queue.run('export', 1, () => {
        throw new Error('at once');
      }),
    ).rejects.toThrow('at once');
    expect(queue.stats().export).toEqual({ running: 0, waiting: 0, refused: 0 });
  });

  it('report how long work waited', async () => {
    const jobs = Array.from({ length: 4 }, () => job(1));
    await settle();
    await jobs[0]?.end(30);
    expect(waits).toEqual([0, 0, 0, 30]);
  });
});

describe('the refusal of heavy work', () => {
  it('depends on the duration of work, not on the number waiting: after a start, 200 short ones wait', async () => {
    const jobs = Array.from({ length: 200 }, () => job(1, 'enrich'));
    await settle();
    expect(queue.stats().enrich).toEqual({ running: 3, waiting: 197, refused: 0 });
    for (const each of jobs) await each.end(5);
    expect(begun(jobs)).toEqual(jobs.map(() => true));
  });

  it('ignores the first eight operations after a start, which wait for connections', async () => {
    for (let time = 0; time < 8; time += 1) await runOne(1, 10_000);
    const jobs = Array.from({ length: 50 }, () => job(1));
    await settle();
    expect(queue.stats().evaluate).toEqual({ running: 3, waiting: 47, refused: 0 });
    for (const each of jobs) await each.end();
    // A new duration counts for a fifth: after this one, the expected duration is two seconds.
    await runOne(1, 10_000);
    const later = Array.from({ length: 50 }, () => job(1));
    await settle();
    expect(queue.stats().evaluate.refused).toBeGreaterThan(0);
    for (const each of later) await each.end();
  });

  it('comes at once when the estimated wait exceeds the limit, and states the wait', async () => {
    // The average follows slowly; after this many durations of a second it is close to a second.
    for (let time = 0; time < 30; time += 1) await runOne(1, 1_000);
    const running = Array.from({ length: 3 }, () => job(1));
    const waiting = Array.from({ length: 7 }, () => job(1));
    await settle();
    expect(begun(running)).toEqual([true, true, true]);
    // In three slots of a second each, the seventh would wait longer than two seconds.
    expect(waiting.map(({ state }) => state.refused?.code)).toEqual([
      ...Array.from({ length: 6 }, () => undefined),
      'overloaded',
    ]);
    expect(waiting[6]?.state.refused?.details).toEqual({ class: 'evaluate', retry_after: 3 });
    expect(queue.stats().evaluate).toEqual({ running: 3, waiting: 6, refused: 1 });
  });

  it('does not affect an organization whose own work is short', async () => {
    for (let time = 0; time < 30; time += 1) await runOne(1, 10_000);
    const slow = Array.from({ length: 5 }, () => job(1));
    const quick = Array.from({ length: 20 }, () => job(2));
    await settle();
    expect(slow.map(({ state }) => state.refused?.code)).toContain('overloaded');
    expect(quick.map(({ state }) => state.refused)).toEqual(quick.map(() => undefined));
  });

  it('also comes after a wait of twice the limit', async () => {
    const jobs = Array.from({ length: 4 }, () => job(1));
    await jest.advanceTimersByTimeAsync(3_999);
    expect(jobs[3]?.state.refused).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1);
    expect(jobs[3]?.state.refused?.code).toBe('overloaded');
    expect(queue.stats().evaluate).toEqual({ running: 3, waiting: 0, refused: 1 });
  });

  it('comes while the event loop is late, and when too many operations wait', async () => {
    lag = 251;
    await expect(queue.run('evaluate', 1, async () => 1)).rejects.toThrow(Fault);
    lag = 250;
    expect(await queue.run('evaluate', 1, async () => 1)).toBe(1);
    const quick = open({ maxWaitMs: 600_000 });
    const jobs = Array.from({ length: 504 }, () => job(1, 'evaluate', quick));
    await settle();
    expect(jobs.filter(({ state }) => state.refused)).toHaveLength(1);
  });

  it('can be checked before any work is done, and is counted', async () => {
    queue.requireRoom('stream', 1);
    await queue.take('stream', 1);
    const release = await queue.take('stream', 1);
    for (let waiting = 0; waiting < 4; waiting += 1) queue.take('stream', 1).catch(() => undefined);
    expect(() => queue.requireRoom('stream', 1)).toThrow('number of files');
    queue.requireRoom('stream', 2);
    expect(queue.stats().stream).toEqual({ running: 2, waiting: 4, refused: 1 });
    release();
    expect(queue.stats().stream).toMatchObject({ running: 2, waiting: 3 });
  });
});

describe('an operation that is stopped', () => {
  it('leaves the queue, and the next one moves up', async () => {
    const running = Array.from({ length: 3 }, () => job(1));
    const scope = new OperationScope('o1');
    const stopped = runWith({ operation: scope }, () => job(1));
    const next = job(1);
    await settle();
    const reason = new Fault('timeout', 'stopped by the test');
    scope.stop(reason);
    await settle();
    expect(stopped.state.refused).toBe(reason);
    await running[0]?.end();
    expect([stopped.state.begun, next.state.begun]).toEqual([false, true]);
    expect(queue.stats().evaluate).toEqual({ running: 3, waiting: 0, refused: 0 });
  });

  it('rest after a large read, in turn with other responses, and not after a write', async () => {
    const taken = () => queue.stats().large.running;
    const takes = (ms: number) => async () => {
      now += ms;
    };
    await queue.run('large', 1, takes(100));
    expect(taken()).toBe(1);
    jest.advanceTimersByTime(119);
    expect(taken()).toBe(1);
    jest.advanceTimersByTime(1);
    expect(taken()).toBe(0);
    await queue.run('large', 1, takes(100), false);
    await queue.run('large', 1, takes(20));
    expect(taken()).toBe(0);
  });
});

async function runOne(organizationId: number, ms: number): Promise<void> {
  const one = job(organizationId);
  await settle();
  await one.end(ms);
}
