import { beforeEach, describe, expect, it } from '@jest/globals';
import { divideBudgets } from '../../src/config/divide.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { Fault } from '../../src/lib/fault.ts';
import { OperationScope } from '../../src/lib/operation-scope.ts';
import { runWith } from '../../src/lib/request-context.ts';
import { createLimits, type Limits } from '../../src/modules/limits/limits.ts';
import type { Release } from '../../src/modules/limits/work-queue.ts';
import { type Channel, createLink, type Handlers } from '../../src/processes/link.ts';
import { createPrimaryState, type PrimaryState } from '../../src/processes/primary-state.ts';
import { createShared } from '../../src/processes/worker-link.ts';
import { START } from '../harness/service.ts';

const WORKERS = 2;
const ACME = 1;
const BETA = 2;
const config = readConfig({ SLOTS_EVALUATE: '2', OVERLOAD_MAX_WAIT_MS: '60000' });

/** Two ends of a channel that carries JSON, as one between processes does. */
function createChannel(): [Channel & { sent: number }, Channel & { sent: number }] {
  const listeners: [((message: unknown) => void)?, ((message: unknown) => void)?] = [];
  const end = (own: 0 | 1, other: 0 | 1) => ({
    sent: 0,
    send(message: unknown) {
      this.sent += 1;
      const text = JSON.stringify(message);
      setImmediate(() => listeners[other]?.(JSON.parse(text)));
    },
    onMessage(listener: (message: unknown) => void) {
      listeners[own] = listener;
    },
  });
  return [end(0, 1), end(1, 0)];
}

function connect(handlers: Handlers) {
  const [near, far] = createChannel();
  createLink(far, handlers);
  return { link: createLink(near, {}), channel: near };
}

interface TestWorker {
  limits: Limits;
  /** Ends as a process that is killed. */
  die(): void;
}

function startWorker(state: PrimaryState, settings = config): TestWorker {
  const { handlers, release } = state.serveWorker();
  const shared = createShared(connect(handlers).link, settings, () => undefined);
  const limits = createLimits({
    config: settings,
    databaseUrl: 'postgresql://unused',
    clock: { now: () => new Date(START) },
    onStoreError: () => undefined,
    eventLoop: { lagMs: () => 0, close: () => undefined },
    shared: shared.limits,
  });
  return { limits, die: release };
}

/** Takes a slot for evaluations. `release` is set as soon as it is taken. */
function take({ limits }: TestWorker, organizationId: number) {
  const taken: { release?: Release; result: Promise<void> } = { result: Promise.resolve() };
  taken.result = limits.work
    ? limits.work.take('evaluate', organizationId).then((release) => {
        taken.release = release;
      })
    : Promise.reject(new Error('no queue'));
  taken.result.catch(() => undefined);
  return taken;
}

/** Lets messages arrive that were sent, and those that answer them. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('slots of two workers', () => {
  let first: TestWorker;
  let second: TestWorker;

  beforeEach(() => {
    const state = createPrimaryState(config, WORKERS);
    first = startWorker(state);
    second = startWorker(state);
  });

  it('leave one for others, however an organization spreads its work', async () => {
    const own = [take(first, ACME), take(second, ACME), take(first, ACME), take(second, ACME)];
    await settle();
    // A worker has two slots, and gives one organization one of them.
    expect(own.filter(({ release }) => release)).toHaveLength(2);
    const other = take(first, BETA);
    await settle();
    expect(other.release).toBeDefined();
  });

  it('are released when their worker dies', async () => {
    const state = createPrimaryState(
      { ...config, overload: config.overload && { ...config.overload, slotsPerOrganization: 1 } },
      1,
    );
    const [dying, living] = [startWorker(state), startWorker(state)];
    take(dying, ACME);
    await settle();
    const waiting = take(living, ACME);
    await settle();
    expect(waiting.release).toBeUndefined();
    dying.die();
    await settle();
    expect(waiting.release).toBeDefined();
  });

  it('are given up by an operation that is stopped while it waits', async () => {
    const state = createPrimaryState(config, 1);
    const [busy, stopped] = [startWorker(state), startWorker(state)];
    const running = take(busy, ACME);
    await settle();
    const scope = new OperationScope();
    const waiting = runWith({ operation: scope }, () => take(stopped, ACME));
    await settle();
    scope.stop(new Fault('timeout', 'too late'));
    await expect(waiting.result).rejects.toMatchObject({ code: 'timeout' });
    running.release?.();
    await settle();
    // The slot that came too late is free again.
    const next = take(stopped, ACME);
    await settle();
    expect(next.release).toBeDefined();
  });
});

describe('a rate limit of two workers', () => {
  it('counts the points of both, and says what is left', async () => {
    const points = { read: 3, write: 1, evaluate: 1, enrich: 1, export: 1 };
    const settings: Config = { ...config, rateLimit: { store: 'memory', points } };
    const state = createPrimaryState(settings, WORKERS);
    const [first, second] = [startWorker(state, settings), startWorker(state, settings)];
    const spend = async ({ limits }: TestWorker) => {
      const [budget] = (await limits.rateLimiter?.spend('u1', [{ costClass: 'read', points: 1 }])) ?? [];
      return [budget?.remaining, budget?.refused];
    };
    expect([await spend(first), await spend(second), await spend(first), await spend(second)]).toEqual([
      [2, false],
      [1, false],
      [0, false],
      [0, true],
    ]);
    const standing = await second.limits.rateLimiter?.peek('u1', {});
    expect(standing?.map(({ costClass, remaining }) => [costClass, remaining])).toEqual([
      ['read', 0],
      ['write', 1],
      ['evaluate', 1],
      ['enrich', 1],
      ['export', 1],
    ]);
  });
});

describe('a link between processes', () => {
  it('sends the calls of one turn of the event loop in one message', async () => {
    const { link, channel } = connect({ double: (value: number) => 2 * value });
    expect(await Promise.all([1, 2, 3].map((value) => link.call('double', value)))).toEqual([2, 4, 6]);
    expect(channel.sent).toBe(1);
  });

  it('passes faults on whole, and other errors with their message', async () => {
    const { link } = connect({
      refuse() {
        throw new Fault('overloaded', 'later', { details: { retry_after: 3 } });
      },
      fail: () => Promise.reject(new TypeError('broken')),
    });
    const refused = await link.call('refuse').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Fault);
    expect(refused).toMatchObject({ code: 'overloaded', message: 'later', details: { retry_after: 3 } });
    await expect(link.call('fail')).rejects.toThrow('TypeError: broken');
    await expect(link.call('unknown')).rejects.toThrow('no function unknown');
  });

  it('fails the calls that wait when the other process ends, and all later ones', async () => {
    const { link } = connect({ wait: () => new Promise(() => undefined) });
    const waiting = link.call('wait');
    link.close();
    await expect(waiting).rejects.toThrow('the other process has ended');
    await expect(link.call('wait')).rejects.toThrow('the other process has ended');
  });
});

describe('budgets of several processes', () => {
  it('are the parts of what the settings allow', () => {
    const whole = readConfig({ WEB_CONCURRENCY: '4' });
    const { facetCacheBytes, documentCacheBytes, transfer, ...rest } = divideBudgets(whole, 4);
    const MB = 1024 * 1024;
    expect([facetCacheBytes, documentCacheBytes]).toEqual([64 * MB, 8 * MB]);
    expect(transfer.unreadAnswers).toMatchObject({ maxBytes: 64 * MB, maxBytesPerCaller: 16 * MB });
    expect(transfer.largeBodies).toEqual({ max: 4, maxPerCaller: 1 });
    expect(whole).toMatchObject(rest);
  });

  it('leave PostgreSQL a connection for commands', () => {
    const sizeFor = (processes: number) => readConfig({ WEB_CONCURRENCY: String(processes) }).poolSize;
    expect([1, 2, 4, 8, 16, 64].map(sizeFor)).toEqual([20, 20, 20, 10, 5, 5]);
  });
});
