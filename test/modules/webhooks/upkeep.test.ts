import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FIXED_QUOTAS } from '../../../src/modules/quotas/quotas.ts';
import { PLACES } from '../../../src/modules/webhooks/deliveries.ts';
import { sweepWebhooks } from '../../../src/modules/webhooks/sweep.ts';
import { createMetricsExporter } from '../../../src/observability/metrics-exporter.ts';
import { createObservability } from '../../../src/observability/observability.ts';
import { captureLog } from '../../harness/log.ts';
import { sweepTime } from '../../harness/sweeps.ts';
import { useService } from '../../harness/use-service.ts';
import { createWebhook, LOOPBACK, makeEvent, readWebhook, received, until, useReceivers } from './support.ts';

const { logger, lines } = captureLog('warn');
const metrics = createMetricsExporter();
const { service, tenant, rest } = useService('upkeep', {
  ...LOOPBACK,
  logger,
  observability: createObservability({ logger, metrics }),
});
const startReceiver = useReceivers();
let server: Server;

beforeAll(async () => {
  server = createServer(metrics.listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Samples of webhooks after the last reading has expired, but those without a value. */
async function scrape(): Promise<string[]> {
  service.clock.advance({ seconds: 2 });
  const { port } = server.address() as AddressInfo;
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return text.split('\n').filter((line) => /^company_data_webhook.* (?!0$)/.test(line));
}

describe('attempts', () => {
  it('are kept for seven days, and at most a thousand of a webhook', async () => {
    const { webhook_id: id } = await createWebhook(service, tenant.userKey, {
      url: 'https://hooks.example/',
    });
    await service.database.pool.query(
      `INSERT INTO webhook_delivery (webhook_id, event_id, type, at, attempt, outcome, duration_ms)
       SELECT $1, n, 'list.deleted', $2::timestamptz - make_interval(hours => 3000 - n), 1, 'delivered', 1
       FROM generate_series(1, 3000) n`,
      [id, service.clock.now()],
    );
    const kept = async () => {
      const { rows } = await service.database.pool.query(
        'SELECT count(*)::int AS n, min(event_id)::int AS oldest FROM webhook_delivery WHERE webhook_id = $1',
        [id],
      );
      return rows[0];
    };
    await sweepWebhooks(service.database.pool, await sweepTime(service));
    expect(await kept()).toEqual({ n: 169, oldest: 2832 });
    await service.database.pool.query(
      `INSERT INTO webhook_delivery (webhook_id, event_id, type, at, attempt, outcome, duration_ms)
       SELECT $1, 3000 + n, 'list.deleted', $2, 1, 'delivered', 1 FROM generate_series(1, 2500) n`,
      [id, service.clock.now()],
    );
    await sweepWebhooks(service.database.pool, await sweepTime(service));
    expect(await kept()).toEqual({ n: 1000, oldest: 4501 });
    const { body } = await rest().get(`/v1/webhooks/${id}/deliveries?limit=600`).expect(200);
    expect(body.deliveries.slice(0, 2).map(({ event_id }: { event_id: number }) => event_id)).toEqual([
      5500, 5499,
    ]);
    const next = await rest().get(`/v1/webhooks/${id}/deliveries?limit=600&cursor=${body.next_cursor}`);
    expect(next.body.deliveries).toHaveLength(400);
    await rest().delete(`/v1/webhooks/${id}`).expect(204);
  });
});

describe('a cursor', () => {
  it('follows the feed where there is nothing to send, so that events of others do not expire it', async () => {
    const quiet = await service.createTenant('quiet');
    const { webhook_id: id, cursor } = await createWebhook(service, quiet.userKey, {
      url: 'https://hooks.example/',
    });
    const waiting = await service.createTenant('waiting');
    const other = await createWebhook(service, waiting.userKey, { url: 'https://hooks.example/' });
    await service
      .rest(waiting.userKey)
      .patch(`/v1/webhooks/${other.webhook_id}`, { enabled: false })
      .expect(200);
    await makeEvent(service, waiting.userKey);
    await makeEvent(service, tenant.userKey);
    const end = (await rest().get('/v1/events?cursor=now')).body.next_cursor;
    await sweepWebhooks(service.database.pool, await sweepTime(service));
    expect(end).not.toBe(cursor);
    expect((await readWebhook(service, quiet.userKey, id)).cursor).toBe(end);
    // This one has an event to send.
    expect((await readWebhook(service, waiting.userKey, other.webhook_id)).cursor).toBe(other.cursor);
  });
});

describe('metrics', () => {
  it('show attempts by outcome, webhooks by state, and how far they are behind', async () => {
    const [alive, dead] = [await startReceiver(), await startReceiver(500)];
    await createWebhook(service, tenant.userKey, { url: alive.url });
    const failing = await createWebhook(service, tenant.userKey, { url: dead.url });
    await makeEvent(service, tenant.userKey);
    await received(alive, 1);
    await until(
      async () => (await readWebhook(service, tenant.userKey, failing.webhook_id)).failed_attempts === 1,
      'a failure',
    );
    const samples = await scrape();
    expect(samples).toEqual([
      'company_data_webhook_attempts_total{outcome="delivered"} 1',
      'company_data_webhook_attempts_total{outcome="rejected"} 1',
      'company_data_webhooks{state="healthy"} 2',
      'company_data_webhooks{state="failing"} 1',
      'company_data_webhooks{state="disabled"} 1',
      'company_data_webhook_lag_seconds{state="failing"} 2',
    ]);
  });
});

describe('a process', () => {
  it('has more places than an organization has webhooks, so that others are sent to as well', () => {
    expect(PLACES).toBeGreaterThan(3 * (FIXED_QUOTAS.webhooks ?? Number.POSITIVE_INFINITY));
  });

  it('says once that it cannot send, and goes on when it can', async () => {
    const { pool } = service.database;
    await pool.query('ALTER TABLE webhook RENAME TO away');
    const said = () =>
      lines().filter((line) => JSON.stringify(line).includes('could not send webhooks')).length;
    await until(() => said() === 1, 'a line in the log');
    for (let n = 0; n < 3; n += 1) await pool.query(`SELECT pg_notify('events', '')`);
    await pool.query('ALTER TABLE away RENAME TO webhook');
    const receiver = await startReceiver();
    await createWebhook(service, tenant.userKey, { url: receiver.url });
    await makeEvent(service, tenant.userKey);
    await received(receiver, 1);
    expect(said()).toBe(1);
  });
});
