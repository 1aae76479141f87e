import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { scheduleFairly } from '../../src/http/guards.ts';
import { type Owner, SHARED } from '../../src/lib/principal.ts';
import { generateApiKey } from '../../src/modules/access/key-format.ts';
import { send as ask, signIn } from '../harness/sessions.ts';
import { useService } from '../harness/use-service.ts';

const { service, tenant, rest } = useService('fair');
const OWNERS: Readonly<Record<string, Owner>> = { a: 'u1', b: 'u2' };

/** Creates a listener that records whose requests it starts, and a function that sends requests to it. */
function noted() {
  const begun: string[] = [];
  const listener = scheduleFairly(
    (req) => begun.push(String(req.headers['x-api-key'] ?? 'nobody')),
    ({ headers }) => OWNERS[String(headers['x-api-key'])] ?? SHARED,
  );
  const send = (key?: string): ServerResponse => {
    const req = new IncomingMessage(new Socket());
    if (key !== undefined) req.headers['x-api-key'] = key;
    const res = new ServerResponse(req);
    listener(req, res);
    return res;
  };
  const counts = () =>
    Object.fromEntries(['a', 'b', 'nobody'].map((key) => [key, begun.filter((each) => each === key).length]));
  return { send, begun, counts };
}

describe('requests that arrive in one turn', () => {
  it('start at once for a caller who has sent few, however many requests another caller has sent', async () => {
    const { send, begun, counts } = noted();
    for (let n = 0; n < 100; n += 1) send('a');
    expect(counts()).toEqual({ a: 16, b: 0, nobody: 0 });
    send('b');
    expect(begun.at(-1)).toBe('b');
    const after: number[] = [];
    while (begun.length < 101) {
      await turn();
      after.push(counts().a ?? 0);
    }
    // At most sixteen start in a turn.
    expect(after.filter((count, index) => count !== after[index - 1])).toEqual([32, 48, 64, 80, 96, 100]);
  });

  it('wait behind earlier requests of the same caller', async () => {
    const { send, counts } = noted();
    for (let n = 0; n < 40; n += 1) send();
    await turn();
    send();
    send('a');
    expect(counts()).toEqual({ a: 1, b: 0, nobody: expect.any(Number) });
    expect(counts().nobody).toBeLessThanOrEqual(32);
    while ((counts().nobody ?? 0) < 41) await turn();
  });

  it('are not started if their connection is closed', async () => {
    const { send, counts } = noted();
    const sent = Array.from({ length: 20 }, () => send('a'));
    for (const res of sent) res.destroy();
    await turn();
    await turn();
    expect(counts().a).toBe(16);
  });
});

/** Hands a request to the service, as its server would. @returns whether the service has begun it. */
function send(headers: IncomingMessage['headers']): () => boolean {
  const req = new IncomingMessage(new Socket());
  Object.assign(req, { method: 'GET', url: '/v1/account', headers: { host: 'localhost', ...headers } });
  const res = new ServerResponse(req);
  service.app(req, res);
  return () => res.hasHeader('X-Request-Id');
}

const begunOf = (requests: readonly (() => boolean)[]) => requests.filter((hasBegun) => hasBegun()).length;
const INVENTED = 100;
const inventKey = () => ({ 'x-api-key': generateApiKey('user').key });
const sendMany = (headers: () => IncomingMessage['headers']) =>
  Array.from({ length: INVENTED }, () => send(headers()));

/** Lets the service begin all of them. */
async function untilBegun(requests: readonly (() => boolean)[]): Promise<void> {
  while (begunOf(requests) < requests.length) await turn();
  await turn();
  await turn();
}

describe('the place of a request in a turn', () => {
  it('is one for all invented keys, and one of its own for a key that the service has accepted', async () => {
    await rest().get('/v1/account').expect(200);
    const invented = sendMany(inventKey);
    const known = send({ 'x-api-key': tenant.userKey });
    expect([begunOf(invented), known()]).toEqual([4, true]);
    await turn();
    await turn();
    const next = send({ authorization: `Bearer ${tenant.userKey}` });
    expect([begunOf(invented) <= 12, next()]).toEqual([true, true]);
    await untilBegun(invented);
    // None of them took the place of the key.
    const again = sendMany(inventKey);
    expect([send({ 'x-api-key': tenant.userKey })(), begunOf(again)]).toEqual([true, 4]);
    await untilBegun(again);
  });

  it('is one of its own for a session of the console, whatever arrives without one', async () => {
    const cookie = await signIn(service, { key: tenant.userKey });
    const headers = { cookie, origin: service.publicUrl };
    expect(await ask(service, 'GET /v1/account', { cookie })).toMatchObject({ status: 200 });
    const anonymous = sendMany(() => ({}));
    expect([begunOf(anonymous), send(headers)()]).toEqual([4, true]);
    await untilBegun(anonymous);
  });

  it('is lost with the key, at the first request that is refused', async () => {
    const { body } = await rest().post('/v1/keys', { kind: 'user' });
    const headers = { 'x-api-key': body.key };
    await service.rest(body.key).get('/v1/account').expect(200);
    await rest().delete(`/v1/keys/${body.key_id}`).expect(204);
    await service.rest(body.key).get('/v1/account').expect(401);
    const anonymous = sendMany(() => ({}));
    const revoked = send(headers);
    expect([begunOf(anonymous), revoked()]).toEqual([4, false]);
    await untilBegun([...anonymous, revoked]);
  });
});
