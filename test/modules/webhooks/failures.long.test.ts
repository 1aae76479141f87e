import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { answer, problem } from '../../harness/errors.ts';
import { believeClock } from '../../harness/sweeps.ts';
import { useService } from '../../harness/use-service.ts';
import {
  createWebhook,
  LOOPBACK,
  listsOf,
  makeEvent,
  type Receiver,
  readWebhook,
  received,
  until,
  useReceivers,
  wake,
} from './support.ts';

const { service, tenant, rest } = useService('failing', {
  ...LOOPBACK,
  tenantPerTest: true,
  webhooks: { ...LOOPBACK.webhooks, attemptMs: 400 },
});
const startReceiver = useReceivers();

/** Makes an endpoint that fails at its first event. @returns its id and that of the list of the event. */
async function failing(receiver: Receiver, fields: object = {}) {
  const { webhook_id: id } = await createWebhook(service, tenant.userKey, { url: receiver.url, ...fields });
  const list = await makeEvent(service, tenant.userKey, 'Hangs');
  await failedAttempts(id, 1);
  return { id, list };
}

const read = (id: number) => readWebhook(service, tenant.userKey, id);

async function failedAttempts(id: number, count: number): Promise<void> {
  await until(async () => (await read(id)).failed_attempts === count, `${count} failed attempts`);
}

const later = (seconds: number) => new Date(service.clock.now().getTime() + seconds * 1000).toISOString();

describe('an endpoint that fails', () => {
  it('gets the event again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and so on, and is disabled after five days', async () => {
    await believeClock(service);
    const receiver = await startReceiver(500);
    const began = service.clock.now().toISOString();
    const cursor = (await rest().get('/v1/events?cursor=now')).body.next_cursor;
    const { id, list } = await failing(receiver);
    const hour = 3600;
    const pauses = [5, 300, 1800, 2 * hour, 5 * hour, ...Array.from({ length: 12 }, () => 10 * hour)];
    let failed = 1;
    for (const seconds of pauses) {
      const shown = await read(id);
      expect(shown).toMatchObject({
        enabled: true,
        failed_attempts: failed,
        failing_since: began,
        next_attempt_at: later(seconds),
        pending_event_id: expect.any(Number),
      });
      service.clock.advance({ seconds: seconds - 1 });
      await wake(service);
      expect(receiver.requests).toHaveLength(failed);
      service.clock.advance({ seconds: 1 });
      await wake(service);
      failed += 1;
      await failedAttempts(id, failed);
    }
    // 12 pauses of ten hours and 7.6 hours before: the attempt after five days was the last one.
    const shown = await read(id);
    expect(shown).toMatchObject({ enabled: false, disabled_reason: 'failing', failed_attempts: 18 });
    expect(shown).not.toHaveProperty('next_attempt_at');
    expect(new Set(listsOf(await received(receiver, 18)))).toEqual(new Set([list]));
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const { body } = await rest().get(`/v1/events?cursor=${cursor}&types=webhook.disabled`).expect(200);
    expect(body.events).toEqual([
      {
        event_id: expect.any(Number),
        type: 'webhook.disabled',
        at: service.clock.now().toISOString(),
        data: { webhook_id: id, reason: 'failing', failing_since: began },
      },
    ]);
    // Nobody else sees it.
    const colleague = await service.createColleague(tenant, 'Otto');
    const seen = await service.rest(colleague.userKey).get('/v1/events?types=webhook.disabled').expect(200);
    expect(seen.body.events).toEqual([]);

    receiver.answer = 200;
    const after = await makeEvent(service, tenant.userKey);
    await rest().patch(`/v1/webhooks/${id}`, { enabled: true }).expect(200);
    await until(() => receiver.requests.length >= 21, 'what it had missed');
    // Its own event of being disabled stands between the two.
    expect(listsOf(await received(receiver, 21)).slice(18)).toEqual([list, undefined, after]);
    expect(await read(id)).toMatchObject({ enabled: true, failed_attempts: 0 });
  });

  it('is disabled at once when it answers 410', async () => {
    const receiver = await startReceiver(410);
    const { id } = await failing(receiver);
    expect(await read(id)).toMatchObject({ enabled: false, disabled_reason: 'gone' });
    const { body } = await rest().get('/v1/events?types=webhook.disabled').expect(200);
    expect(body.events.at(-1).data).toMatchObject({ webhook_id: id, reason: 'gone' });
    service.clock.advance({ days: 1 });
    await wake(service);
    expect(receiver.requests).toHaveLength(1);
  });

  it('never delays another one', async () => {
    const [dead, alive] = [await startReceiver(() => undefined), await startReceiver()];
    for (let n = 0; n < 19; n += 1) await createWebhook(service, tenant.userKey, { url: dead.url });
    await createWebhook(service, tenant.userKey, { url: alive.url });
    const other = await service.createTenant(`calm-${tenant.name}`);
    const ofOther = await startReceiver();
    await createWebhook(service, other.userKey, { url: ofOther.url });
    const lists: number[] = [];
    const began = performance.now();
    for (let n = 0; n < 3; n += 1) lists.push(await makeEvent(service, tenant.userKey));
    const calm = await makeEvent(service, other.userKey);
    expect(listsOf(await received(alive, 3))).toEqual(lists);
    expect(listsOf(await received(ofOther, 1))).toEqual([calm]);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it.each([
    [302, 'rejected', 'HTTP_302'],
    [404, 'rejected', 'HTTP_404'],
    [204, 'delivered', undefined],
  ])('is the status %s', async (status, outcome, reason) => {
    const [target, receiver] = [await startReceiver(), await startReceiver()];
    receiver.answer = (response) => response.writeHead(status, { location: target.url }).end();
    const { webhook_id: id } = await createWebhook(service, tenant.userKey, { url: receiver.url });
    await makeEvent(service, tenant.userKey);
    await until(async () => (await rest().get(`/v1/webhooks/${id}/deliveries`)).body.total === 1, 'a log');
    const { body } = await rest().get(`/v1/webhooks/${id}/deliveries`);
    expect(body.deliveries[0]).toMatchObject({ outcome, status, ...(reason && { reason }) });
    expect(target.requests).toEqual([]);
  });

  it('is a name that leads nowhere, a closed port, and silence', async () => {
    const silent = await startReceiver(() => undefined);
    const { webhook_id: id } = await createWebhook(service, tenant.userKey, { url: silent.url });
    const test = async (url: string) => {
      await rest().patch(`/v1/webhooks/${id}`, { url }).expect(200);
      const { outcome, status, reason } = (await rest().post(`/v1/webhooks/${id}/test`).expect(200)).body;
      return { outcome, status, reason };
    };
    expect(await test(silent.url)).toEqual({ outcome: 'timeout', reason: 'TIMEOUT' });
    expect(await test('http://127.0.0.1:1/')).toEqual({ outcome: 'unreachable', reason: 'ECONNREFUSED' });
  });

  it('is success, however long or slow the body after the status', async () => {
    const receiver = await startReceiver();
    const { webhook_id: id } = await createWebhook(service, tenant.userKey, { url: receiver.url });
    const big = 'x'.repeat(5_000_000);
    const test = async () => (await rest().post(`/v1/webhooks/${id}/test`).expect(200)).body;
    receiver.answer = (response) => {
      response.writeHead(200);
      response.end(big);
    };
    expect(await test()).toMatchObject({ outcome: 'delivered', status: 200 });
    receiver.answer = (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    };
    const { duration_ms, ...dripping } = await test();
    expect(dripping).toEqual({ outcome: 'delivered', status: 200 });
    expect(duration_ms).toBeLessThan(1_500);
  });
});

/** Starts an endpoint that sends `first` and then a piece again and again, and tells how much of it was taken. */
async function startStream(first: string, piece: string) {
  let taken = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    const block = piece.repeat(Math.ceil(16_384 / piece.length));
    const pour = () => {
      socket.write(block, (error) => {
        if (error || socket.destroyed) return;
        taken += block.length;
        setImmediate(pour);
      });
    };
    socket.once('data', () => {
      socket.write(first);
      pour();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, taken: () => taken, close: () => server.close() };
}

describe('an endpoint that never stops sending', () => {
  /** The sockets of both sides and the kernel hold some megabytes beside what the service reads. */
  const MOST = 16_000_000;
  const TOO_LARGE = { outcome: 'unreachable', reason: 'ANSWER_TOO_LARGE' };
  it.each([
    ['early hints', '', `HTTP/1.1 103 Early Hints\r\nLink: <${'x'.repeat(900)}>\r\n\r\n`, TOO_LARGE],
    ['answers of another interim status', '', 'HTTP/1.1 102 Processing\r\n\r\n', TOO_LARGE],
    ['empty lines', '', '\r\n', TOO_LARGE],
    [
      'extensions of a chunk',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;',
      'x=y;',
      { outcome: 'delivered', status: 200 },
    ],
  ])('is cut off after 128 KiB: %s', async (_name, first, piece, expected) => {
    const endpoint = await startStream(first, piece);
    try {
      const { webhook_id: id } = await createWebhook(service, tenant.userKey, { url: endpoint.url });
      const { duration_ms: _, ...shown } = (await rest().post(`/v1/webhooks/${id}/test`).expect(200)).body;
      expect(shown).toEqual(expected);
      expect(endpoint.taken()).toBeLessThan(MOST);
    } finally {
      endpoint.close();
    }
  });

  it('is told apart from one that answers many requests on one connection', async () => {
    const receiver = await startReceiver();
    receiver.answer = (response) => response.writeHead(200).end('x'.repeat(50_000));
    const { webhook_id: id } = await createWebhook(service, tenant.userKey, { url: receiver.url });
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const { duration_ms: _, ...shown } = (await rest().post(`/v1/webhooks/${id}/test`).expect(200)).body;
      expect(shown).toEqual({ outcome: 'delivered', status: 200 });
    }
    expect(receiver.connections()).toBe(1);
  });
});

describe('a run that ends without a word', () => {
  it('gives its place to another one after the lease, which sends the event again', async () => {
    const receiver = await startReceiver();
    const { webhook_id: id } = await createWebhook(service, tenant.userKey, { url: receiver.url });
    receiver.answer = async (response) => {
      receiver.answer = 204;
      // As if the process had died: what it sent has arrived, and its cursor is not moved.
      await service.database.pool.query('UPDATE webhook SET lease = gen_random_uuid() WHERE id = $1', [id]);
      response.writeHead(204).end();
    };
    const list = await makeEvent(service, tenant.userKey);
    await received(receiver, 1);
    await wake(service);
    expect(receiver.requests).toHaveLength(1);
    service.clock.advance({ seconds: 1 });
    expect(listsOf(await received(receiver, 2))).toEqual([list, list]);
    const [first, again] = receiver.requests;
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(await read(id)).toMatchObject({ failed_attempts: 0 });
  });
});

describe('going on', () => {
  it('leaves out the event that it hangs on, and no other', async () => {
    const receiver = await startReceiver(500);
    const { id } = await failing(receiver);
    const next = await makeEvent(service, tenant.userKey, 'Next');
    receiver.answer = 204;
    const { body } = await rest().post(`/v1/webhooks/${id}/skip`).expect(200);
    expect(body).toMatchObject({ enabled: true, failed_attempts: 0 });
    expect(body).not.toHaveProperty('pending_event_id');
    expect(listsOf((await received(receiver, 2)).slice(1))).toEqual([next]);
    await until(async () => (await rest().get(`/v1/webhooks/${id}/deliveries`)).body.total === 2, 'a log');
    expect(answer(await rest().post(`/v1/webhooks/${id}/skip`))).toEqual(
      problem(409, 'nothing_to_skip', 'No event is blocking the webhook: its last attempt did not fail.'),
    );
  });

  it('sends the events after a cursor again', async () => {
    const receiver = await startReceiver();
    const { webhook_id: id, cursor } = await createWebhook(service, tenant.userKey, { url: receiver.url });
    const lists = [await makeEvent(service, tenant.userKey), await makeEvent(service, tenant.userKey)];
    await received(receiver, 2);
    await rest().post(`/v1/webhooks/${id}/replay`, { cursor }).expect(200);
    expect(listsOf(await received(receiver, 4))).toEqual([...lists, ...lists]);
    // Without a cursor, all that is kept; and from now on, nothing of it.
    await rest().post(`/v1/webhooks/${id}/replay`).expect(200);
    expect(listsOf(await received(receiver, 6)).slice(4)).toEqual(lists);
    await rest().post(`/v1/webhooks/${id}/replay`, { cursor: 'now' }).expect(200);
    const last = await makeEvent(service, tenant.userKey);
    expect(listsOf(await received(receiver, 7)).slice(6)).toEqual([last]);
    const malformed = await rest().post(`/v1/webhooks/${id}/replay`, { cursor: 'nonsense' });
    expect(malformed.body.detail.errors).toEqual([
      { pointer: '/cursor', message: 'must be a cursor of an earlier page' },
    ]);
  });

  it('keeps its place while its owner has it disabled', async () => {
    const receiver = await startReceiver();
    const { webhook_id: id } = await createWebhook(service, tenant.userKey, { url: receiver.url });
    const { body } = await rest().patch(`/v1/webhooks/${id}`, { enabled: false }).expect(200);
    expect(body).toMatchObject({
      enabled: false,
      disabled_reason: 'by_owner',
      disabled_at: service.clock.now().toISOString(),
    });
    const list = await makeEvent(service, tenant.userKey);
    await wake(service);
    expect(receiver.requests).toEqual([]);
    await rest().patch(`/v1/webhooks/${id}`, { enabled: true }).expect(200);
    expect(listsOf(await received(receiver, 1))).toEqual([list]);
  });

  it('goes past an event that its filter no longer wants', async () => {
    const receiver = await startReceiver(500);
    const { id } = await failing(receiver);
    await rest()
      .patch(`/v1/webhooks/${id}`, { types: ['credits.low'], enabled: true })
      .expect(200);
    await until(async () => !('pending_event_id' in (await read(id))), 'the end of the feed');
    expect(await read(id)).toMatchObject({ failed_attempts: 0, types: ['credits.low'] });
    expect(receiver.requests).toHaveLength(1);
  });

  it('needs a cursor if the next events are no longer kept', async () => {
    const receiver = await startReceiver();
    const { webhook_id: id } = await createWebhook(service, tenant.userKey, { url: receiver.url });
    await service.database.pool.query(
      'UPDATE event_feed SET deleted_through = position + 5, position = position + 9',
    );
    await makeEvent(service, tenant.userKey);
    await until(async () => !(await read(id)).enabled, 'the end');
    expect(await read(id)).toMatchObject({ disabled_reason: 'expired' });
    const refused = await rest().patch(`/v1/webhooks/${id}`, { enabled: true });
    expect(refused).toMatchObject({ status: 409, body: { detail: { error: 'cursor_expired' } } });
    await rest().post(`/v1/webhooks/${id}/replay`).expect(200);
    await rest().patch(`/v1/webhooks/${id}`, { enabled: true }).expect(200);
    expect((await received(receiver, 2)).map(({ type }) => type)).toEqual([
      'list.deleted',
      'webhook.disabled',
    ]);
  });

  it('waits after a restore of the database, until its owner enables it', async () => {
    const receiver = await startReceiver();
    const { webhook_id: id, cursor } = await createWebhook(service, tenant.userKey, { url: receiver.url });
    await service.database.pool.query('UPDATE event_feed SET epoch = gen_random_uuid()');
    const list = await makeEvent(service, tenant.userKey);
    await wake(service);
    expect(receiver.requests).toEqual([]);
    expect(await read(id)).toMatchObject({ enabled: false, disabled_reason: 'restored', cursor });
    await rest().patch(`/v1/webhooks/${id}`, { enabled: true }).expect(200);
    expect(listsOf(await received(receiver, 1))).toEqual([list]);
    const expired = await rest().post(`/v1/webhooks/${id}/replay`, { cursor });
    expect(expired).toMatchObject({ status: 409, body: { detail: { error: 'cursor_expired' } } });
  });
});
