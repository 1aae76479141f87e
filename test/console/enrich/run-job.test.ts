import { describe, expect, test } from '@jest/globals';
import type { BatchReceipt, Job } from '../../../console/src/features/enrich/job/job.ts';
import { createJob, retryFailed } from '../../../console/src/features/enrich/job/job.ts';
import { type JobEffects, runJob, type Setback } from '../../../console/src/features/enrich/job/run-job.ts';

/** The tab of the job ends here. */
class Crash extends Error {}
class Refusal extends Error {
  readonly setback: Setback;
  constructor(setback: Setback) {
    super(setback.kind);
    this.setback = setback;
  }
}

const DOMAINS = Array.from({ length: 250 }, (_, index) => `company-${index}.example`);
const receiptFor = (domains: readonly string[], remaining: number): BatchReceipt => ({
  charged: domains.length,
  remaining,
  byCharge: { CHARGED: domains.length, IN_WINDOW: 0, FREE: 0 },
  byStatus: { FOUND: domains.length, NO_PARTNERSHIPS: 0, NOT_TRACKED: 0 },
  at: '2026-03-01T12:00:00.000Z',
});

/** A service that charges a key once and replays its response, and a browser that keeps one job. */
function createWorld(refusals: Setback[] = []) {
  const requests: { key: string; domains: readonly string[] }[] = [];
  const charged = new Map<string, BatchReceipt>();
  const waits: Setback[] = [];
  let keys = 0;
  let balance = 1000;
  const newKey = () => `key-${++keys}`;
  let kept = createJob({ id: 'a', name: 'a', createdAt: '2026-03-01', domains: DOMAINS, newKey });
  let stepsUntilCrash = Number.POSITIVE_INFINITY;
  let isCancelled = false;
  const step = () => {
    stepsUntilCrash -= 1;
    if (stepsUntilCrash < 0) throw new Crash();
  };
  const effects: JobEffects = {
    newKey,
    isCancelled: () => isCancelled,
    judge(error) {
      if (error instanceof Refusal) return error.setback;
      throw error;
    },
    async wait(pause) {
      step();
      waits.push(pause);
    },
    async save(job) {
      step();
      // A copy, as IndexedDB makes one: later changes of the object must not count as kept.
      kept = structuredClone(job);
      step();
    },
    async send(key, domains) {
      step();
      requests.push({ key, domains });
      const refusal = refusals.shift();
      if (refusal) throw new Refusal(refusal);
      const receipt = charged.get(key) ?? receiptFor(domains, balance - domains.length);
      if (!charged.has(key)) balance -= domains.length;
      charged.set(key, receipt);
      // The response can be lost after the charge.
      step();
      return receipt;
    },
  };
  return {
    requests,
    waits,
    newKey,
    effects,
    kept: () => kept,
    keep: (job: Job) => {
      kept = job;
    },
    balance: () => balance,
    cancel: (value: boolean) => {
      isCancelled = value;
    },
    crashAfter: (steps: number) => {
      stepsUntilCrash = steps;
    },
    run: () => runJob(kept, effects),
  };
}

type World = ReturnType<typeof createWorld>;

/** Domains that each key was sent with. */
function sentByKey({ requests }: World): Map<string, (readonly string[])[]> {
  const sent = new Map<string, (readonly string[])[]>();
  for (const { key, domains } of requests) sent.set(key, [...(sent.get(key) ?? []), domains]);
  return sent;
}

/** Runs to a crash, then resumes from what was kept. @returns false if the job ended before the crash. */
async function crashAndResume(world: World, steps: number): Promise<boolean> {
  world.crashAfter(steps);
  const crashed = await world.run().then(
    () => false,
    (error: unknown) => {
      expect(error).toBeInstanceOf(Crash);
      return true;
    },
  );
  world.crashAfter(Number.POSITIVE_INFINITY);
  if (crashed) await world.run();
  return crashed;
}

describe('a job of 250 domains', () => {
  test('sends three batches in order, each once, and adds up to the charge', async () => {
    const world = createWorld();
    const job = await world.run();
    expect(job).toEqual(world.kept());
    expect(job.status).toBe('done');
    expect(world.requests.map(({ domains }) => domains)).toEqual([
      DOMAINS.slice(0, 100),
      DOMAINS.slice(100, 200),
      DOMAINS.slice(200),
    ]);
    expect(world.requests.map(({ key }) => key)).toEqual(['key-1', 'key-2', 'key-3']);
    expect(world.balance()).toBe(750);
  });

  test('after a crash at any point, resumes with the same key for each batch and charges once', async () => {
    let steps = 0;
    for (; ; steps += 1) {
      const world = createWorld();
      const crashed = await crashAndResume(world, steps);
      expect(world.kept().status).toBe('done');
      expect(world.balance()).toBe(750);
      expect([...sentByKey(world).keys()]).toEqual(['key-1', 'key-2', 'key-3']);
      for (const sent of sentByKey(world).values()) {
        expect(sent.every((domains) => domains.join() === sent[0]?.join())).toBe(true);
      }
      if (!crashed) break;
    }
    // Saves count twice, before and after; requests as well.
    expect(steps).toBeGreaterThan(20);
  });

  test('after two crashes at any points, still charges once', async () => {
    for (let first = 0; first < 22; first += 1) {
      for (let second = 0; second < 22; second += 3) {
        const world = createWorld();
        world.crashAfter(first);
        await world.run().catch(() => undefined);
        await crashAndResume(world, second);
        expect(world.kept().status).toBe('done');
        expect(world.balance()).toBe(750);
        expect(sentByKey(world).size).toBe(3);
      }
    }
  });

  test('waits as long as the service asks, and sends the same batch again with its key', async () => {
    const pauses: Setback[] = [
      { kind: 'wait', reason: 'rate_limited', seconds: 41 },
      { kind: 'wait', reason: 'unreachable' },
    ];
    const world = createWorld([...pauses]);
    const job = await world.run();
    expect(job.status).toBe('done');
    expect(world.waits).toEqual(pauses);
    expect(world.requests.map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-1', 'key-2', 'key-3']);
    expect(world.balance()).toBe(750);
  });

  test('stops without credits, and goes on with the same batch and key when there are some', async () => {
    const failure = { code: 'insufficient_credits', message: 'Not enough credits.' };
    const world = createWorld([{ kind: 'fail', failure }]);
    const stopped = await world.run();
    expect(stopped).toMatchObject({ status: 'out_of_credits', failure });
    expect(stopped.batches.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']);
    const job = await world.run();
    expect(job.status).toBe('done');
    expect(job.failure).toBeUndefined();
    expect(world.requests.map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-2', 'key-3']);
  });

  test('stops at a refusal that concerns every batch, such as a revoked key', async () => {
    const failure = { code: 'invalid_api_key', message: 'The key was revoked.' };
    const world = createWorld([{ kind: 'fail', failure }]);
    expect(await world.run()).toMatchObject({ status: 'stopped', failure });
    expect(world.requests).toHaveLength(1);
  });

  test('goes on after a batch that is refused for good, which can be retried with a new key', async () => {
    const failure = { code: 'idempotency_response_lost', message: 'Lost.' };
    const world = createWorld([{ kind: 'fail', failure }]);
    const job = await world.run();
    expect(job.status).toBe('done');
    expect(job.batches.map(({ state }) => state)).toEqual(['failed', 'done', 'done']);
    world.keep(retryFailed(job, world.newKey));
    const retried = await world.run();
    expect(retried.batches.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
    expect(world.requests.map(({ key }) => key)).toEqual(['key-1', 'key-2', 'key-3', 'key-4']);
    expect(world.requests.at(-1)?.domains).toEqual(DOMAINS.slice(0, 100));
  });

  test('splits a batch whose response would be too large, and crashes on the way change nothing', async () => {
    const failure = { code: 'answer_too_large', message: 'Too large.' };
    for (let steps = 0; steps < 30; steps += 1) {
      const world = createWorld();
      const { send } = world.effects;
      world.effects.send = async (key, domains) => {
        const isLarge = domains.length > 40 && domains[0] === DOMAINS[0];
        if (isLarge) throw new Refusal({ kind: 'split', size: 40, failure });
        return send(key, domains);
      };
      await crashAndResume(world, steps);
      const job = world.kept();
      expect(job.status).toBe('done');
      expect(job.batches.map(({ domains }) => domains.length)).toEqual([40, 40, 20, 100, 50]);
      expect(job.batches.flatMap(({ domains }) => domains)).toEqual(DOMAINS);
      expect(world.balance()).toBe(750);
    }
  });

  test('is cancelled after the running batch, and can be resumed', async () => {
    const world = createWorld();
    const { send } = world.effects;
    world.effects.send = async (key, domains) => {
      world.cancel(true);
      return send(key, domains);
    };
    const cancelled = await world.run();
    expect(cancelled.status).toBe('cancelled');
    expect(cancelled.batches.map(({ state }) => state)).toEqual(['done', 'waiting', 'waiting']);
    world.effects.send = send;
    world.cancel(false);
    expect((await world.run()).status).toBe('done');
    expect(world.requests.map(({ key }) => key)).toEqual(['key-1', 'key-2', 'key-3']);
  });

  test('cancelled while it waits, keeps the batch whose fate is unknown and asks for it first', async () => {
    const world = createWorld([{ kind: 'wait', reason: 'unreachable' }]);
    world.effects.wait = async () => world.cancel(true);
    const cancelled = await world.run();
    expect(cancelled.status).toBe('cancelled');
    expect(cancelled.batches.map(({ state }) => state)).toEqual(['sending', 'waiting', 'waiting']);
    world.cancel(false);
    await world.run();
    expect(world.requests.map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-2', 'key-3']);
    expect(world.balance()).toBe(750);
  });
});
