import { beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { KEPT } from '../../../src/modules/lists/members/materializations.ts';
import { createMetricsExporter } from '../../../src/observability/metrics-exporter.ts';
import { createObservability } from '../../../src/observability/observability.ts';
import { readBooks } from '../../harness/ledger.ts';
import { captureLog } from '../../harness/log.ts';
import { START, startTestService, type TestService } from '../../harness/service.ts';
import { codeFor, send, signIn } from '../../harness/sessions.ts';
import { believeClock } from '../../harness/sweeps.ts';
import { useService } from '../../harness/use-service.ts';
import { endOf, readAll } from '../events/support.ts';
import { seedSmallCatalogue } from '../filters/support.ts';
import { createList, GERMAN, KUBERNETES } from '../lists/operations.ts';
import { announcedSince } from '../lists/watch/support.ts';
import {
  createWebhook,
  LOOPBACK,
  makeEvent,
  readWebhook,
  received,
  until,
  useReceivers,
  wake,
} from '../webhooks/support.ts';

const { logger, lines } = captureLog('info');
const metrics = createMetricsExporter();
const { service, tenant, rest } = useService('jumpers', {
  ...LOOPBACK,
  logger,
  observability: createObservability({ logger, metrics }),
  credits: 100,
  tenantPerTest: true,
  seed: seedSmallCatalogue,
});
const startReceiver = useReceivers();
const DAYS = { days: 40 };
const BACK = { days: -40 };

beforeEach(() => believeClock(service));

const sweep = (by: TestService = service) => by.service.sweep();

/** Runs a test with a process that has just started: it does not know how much time has passed. */
async function withNewProcess(test: (process: TestService) => Promise<void>): Promise<void> {
  const process = await startTestService({ beside: service });
  try {
    await test(process);
  } finally {
    await process.close();
  }
}

const eventIds = async () => (await readAll(service, tenant.userKey)).map(({ event_id }) => event_id);

async function samples(pattern: RegExp): Promise<string[]> {
  const { text } = await supertest(metrics.listener).get('/metrics');
  return text.split('\n').filter((line) => line.startsWith('company_data_') && pattern.test(line));
}

/** Makes an event that is too old by the time of the clock. @returns its id. */
async function makeOldEvent(): Promise<number | undefined> {
  await makeEvent(service, tenant.userKey);
  const before = await eventIds();
  await service.database.pool.query('UPDATE event SET at = $2 WHERE organization_id = $1', [
    tenant.organizationId,
    '2026-01-01',
  ]);
  return before.at(-1);
}

describe('a clock that jumps 40 days ahead for a minute', () => {
  it('deletes no event, and metrics, the log and the checks of the installation say so', async () => {
    await service.admin.setOperator(tenant.email, true);
    await makeEvent(service, tenant.userKey);
    await makeEvent(service, tenant.userKey);
    const ids = await eventIds();
    expect(ids).toHaveLength(2);
    await sweep();
    service.clock.jump(DAYS);
    await sweep();
    expect(await samples(/^company_data_sweeps_on_hold/)).toEqual(['company_data_sweeps_on_hold 1']);
    const [doubt] = lines().filter(({ msg }) => String(msg).startsWith('the clock is over an hour'));
    expect(doubt).toMatchObject({
      level: 'warn',
      clock: '2026-04-10T12:00:00.000Z',
      lastSweep: START,
      msg: 'the clock is over an hour from the last sweep: nothing is deleted until it has gone on in step for ten minutes',
    });
    const { body } = await rest().get('/v1/installation/checks').expect(200);
    expect(body.checks.find(({ check }: { check: string }) => check === 'clock')).toEqual({
      check: 'clock',
      state: 'warning',
      message: `a sweep found the clock at 2026-04-10T12:00:00.000Z, over an hour from the last sweep at ${START}: nothing is deleted`,
      remedy: "correct PostgreSQL's clock; if it is right, sweeps go on by themselves after ten minutes",
    });
    service.clock.advance({ minutes: 1 });
    await sweep();
    service.clock.jump(BACK);
    await sweep();
    expect(await eventIds()).toEqual(ids);
    expect(await samples(/^company_data_sweeps_on_hold/)).toEqual(['company_data_sweeps_on_hold 0']);
    expect((await samples(/^company_data_sweeps_held_total [1-9]/)).length).toBe(1);
    const now = (await rest().get('/v1/installation/checks')).body.checks;
    expect(now.find(({ check }: { check: string }) => check === 'clock')).toMatchObject({ state: 'ok' });
  });

  it('deletes nothing either if a process starts meanwhile', async () => {
    await makeEvent(service, tenant.userKey);
    const ids = await eventIds();
    service.clock.jump(DAYS);
    await withNewProcess(async (started) => {
      await sweep(started);
      service.clock.advance({ minutes: 1 });
      await sweep(started);
      service.clock.jump(BACK);
      await sweep(started);
      expect(await eventIds()).toEqual(ids);
      const old = await makeOldEvent();
      await sweep(started);
      expect(await eventIds()).not.toContain(old);
    });
  });

  it('repeats no request whose Idempotency-Key it lets expire', async () => {
    const charge = () =>
      rest()
        .post('/v1/enrich/partnerships', { domains: ['acme.example'] })
        .set('Idempotency-Key', 'once');
    const first = await charge();
    service.clock.jump(DAYS);
    await sweep();
    const repeated = await charge();
    expect([repeated.headers['idempotency-replayed'], repeated.text]).toEqual(['true', first.text]);
    service.clock.jump(BACK);
    expect((await charge()).headers['idempotency-replayed']).toBe('true');
    expect(await readBooks(service.database.pool, tenant.organizationId)).toMatchObject({
      balance: 99,
      ledger: 99,
    });
  });

  it('keeps exports that are paid for, however often the list is computed meanwhile', async () => {
    const listId = await createList(service, tenant.userKey, 'Paid', KUBERNETES);
    const { body } = await rest().post(`/v1/lists/${listId}/export`).expect(200);
    const first = await rest().get(body.url).expect(200);
    service.clock.jump(DAYS);
    await sweep();
    await rest().put(`/v1/lists/${listId}/definition`, GERMAN).expect(200);
    for (let n = 0; n <= KEPT; n += 1) await rest().post(`/v1/lists/${listId}/materialize`).expect(200);
    expect((await rest().get(body.url)).status).toBe(410);
    service.clock.jump(BACK);
    expect((await rest().get(body.url).expect(200)).text).toBe(first.text);
  });

  it('ends neither links nor sessions for good', async () => {
    const cookie = await signIn(service, { code: await codeFor(service, tenant.userId) });
    const code = await codeFor(service, tenant.userId);
    service.clock.jump(DAYS);
    await sweep();
    expect((await send(service, 'GET /v1/session', { cookie })).status).toBe(401);
    service.clock.jump(BACK);
    expect((await send(service, 'GET /v1/session', { cookie })).status).toBe(200);
    await signIn(service, { code });
  });

  it('leaves no last use of a key in the future once the key is used again', async () => {
    const use = async () => {
      await rest().get('/v1/lists').expect(200);
      await service.service.flush();
    };
    service.clock.jump(DAYS);
    await use();
    service.clock.jump(BACK);
    await use();
    const { rows } = await service.database.pool.query(
      'SELECT last_used_at AS at FROM api_key WHERE user_id = $1 AND last_used_at IS NOT NULL',
      [tenant.userId],
    );
    expect(rows).toEqual([{ at: new Date(START) }]);
  });

  it('disables no webhook whose endpoint has failed for a moment', async () => {
    const receiver = await startReceiver(500);
    const { webhook_id: id } = await createWebhook(service, tenant.userKey, { url: receiver.url });
    const failed = (count: number) =>
      until(
        async () => (await readWebhook(service, tenant.userKey, id)).failed_attempts === count,
        `${count} failures`,
      );
    await makeEvent(service, tenant.userKey);
    await failed(1);
    service.clock.jump(DAYS);
    await wake(service);
    await failed(2);
    expect(await readWebhook(service, tenant.userKey, id)).toMatchObject({
      enabled: true,
      failing_since: START,
    });
    service.clock.jump(BACK);
    receiver.answer = 204;
    await wake(service);
    await received(receiver, 3);
    await rest().delete(`/v1/webhooks/${id}`).expect(204);
  });
});

describe('sweeps go on ten minutes later', () => {
  let old: number | undefined;

  beforeEach(async () => {
    old = await makeOldEvent();
  });

  async function expectHeld(by: TestService): Promise<void> {
    await sweep(by);
    expect(await eventIds()).toContain(old);
  }

  async function expectProbation(by: TestService): Promise<void> {
    await expectHeld(by);
    service.clock.advance({ minutes: 9, seconds: 59 });
    await expectHeld(by);
    service.clock.advance({ seconds: 1 });
    await sweep(by);
    expect(await eventIds()).not.toContain(old);
  }

  it('after a weekend off', async () => {
    service.clock.advance({ days: 2 });
    await withNewProcess(expectProbation);
  });

  it('after a machine has slept, whose monotonic time stood still', async () => {
    service.clock.jump({ days: 2 });
    await expectProbation(service);
  });

  it('after the clock was set back by a day, and again once it is corrected', async () => {
    service.clock.jump({ days: -1 });
    await expectProbation(service);
    old = await makeOldEvent();
    service.clock.jump({ days: 1 });
    await expectProbation(service);
  });

  it('and no sooner if it jumps again meanwhile', async () => {
    service.clock.jump({ days: 2 });
    await expectHeld(service);
    service.clock.advance({ minutes: 9 });
    service.clock.jump({ days: 3 });
    await expectProbation(service);
  });

  it('in a process at once if another one has gone through it', async () => {
    service.clock.jump({ days: 2 });
    await expectProbation(service);
    old = await makeOldEvent();
    await withNewProcess(sweep);
    expect(await eventIds()).not.toContain(old);
  });
});

describe('a time that a clock two hours ahead has set', () => {
  const AHEAD = { hours: 2 };
  const NO_MORE = { hours: -2 };
  const capped = (kind: string) => samples(new RegExp(`^company_data_due_times_capped_total.*"${kind}"`));

  it('delays no webhook once the clock is right', async () => {
    const receiver = await startReceiver(500);
    const { webhook_id: id } = await createWebhook(service, tenant.userKey, { url: receiver.url });
    service.clock.jump(AHEAD);
    await makeEvent(service, tenant.userKey);
    await received(receiver, 1);
    await until(
      async () => (await readWebhook(service, tenant.userKey, id)).failed_attempts === 1,
      'a failure',
    );
    receiver.answer = 204;
    service.clock.jump(NO_MORE);
    await received(receiver, 2);
    await until(
      async () => (await readWebhook(service, tenant.userKey, id)).failed_attempts === 0,
      'a delivery',
    );
    const [sample] = await capped('webhook');
    expect(Number(sample?.split(' ').at(-1))).toBeGreaterThan(0);
    await rest().delete(`/v1/webhooks/${id}`).expect(204);
  });

  it('does not hold a webhook or a watched list by the lease of a process that was killed', async () => {
    const receiver = await startReceiver();
    const { webhook_id: id } = await createWebhook(service, tenant.userKey, { url: receiver.url });
    const listId = await createList(service, tenant.userKey, 'Watched', GERMAN);
    await rest().put(`/v1/lists/${listId}/watch`).expect(204);
    await makeEvent(service, tenant.userKey);
    await received(receiver, 1);
    const cursor = await endOf(service, tenant.userKey);
    const { pool } = service.database;
    const end = new Date(service.clock.now().getTime() + 7_200_000);
    await pool.query('UPDATE webhook SET lease = gen_random_uuid(), leased_until = $2 WHERE id = $1', [
      id,
      end,
    ]);
    await pool.query('UPDATE list_watch SET lease_until = $2 WHERE list_id = $1', [listId, end]);
    await rest()
      .post(`/v1/lists/${listId}/domains`, { domains: ['hub.example'] })
      .expect(200);
    expect(await announcedSince(service, tenant.userKey, listId, cursor)).toHaveLength(1);
    await until(
      async () =>
        (await readWebhook(service, tenant.userKey, id)).cursor === (await endOf(service, tenant.userKey)),
      'all deliveries',
    );
    expect(await capped('watched_list')).toEqual([
      'company_data_due_times_capped_total{kind="watched_list"} 1',
    ]);
    await rest().delete(`/v1/webhooks/${id}`).expect(204);
  });

  it('lets a request be repeated whose process was killed', async () => {
    const flag = () => rest().post('/v1/companies/acme/flags').set('Idempotency-Key', 'held');
    await flag();
    await service.database.pool.query(
      `UPDATE idempotency_record SET status = NULL, headers = NULL, body = NULL, owner = gen_random_uuid(), lease_until = $1
       WHERE key = 'held'`,
      [new Date(service.clock.now().getTime() + 7_200_000)],
    );
    expect((await flag()).body).not.toMatchObject({ detail: { error: 'idempotency_in_progress' } });
  });
});
