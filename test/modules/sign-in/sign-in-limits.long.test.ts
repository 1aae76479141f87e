import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { lockTables, pause, untilWaiting, waitingStatements } from '../../harness/locks.ts';
import { type DatabaseProxy, startProxy } from '../../harness/proxy.ts';
import { codeFor, inventedCode, send } from '../../harness/sessions.ts';
import { recordStatements } from '../../harness/statements.ts';
import { useService } from '../../harness/use-service.ts';
import { stopWallClock, type WallClock } from '../../harness/wall-clock.ts';
import { POINTS } from '../../http/limit-support.ts';

let proxy: DatabaseProxy;
const served = useService('arrivals', { tenantPerTest: true });
const { service, tenant } = served;
/** Counts points; the limits of `service` are off. */
const limited = served.beside({ rateLimit: { store: 'memory', points: { ...POINTS, write: 5 } } });
/** Has one connection for writes, and a database that the test can take away. */
const narrow = served.beside({
  poolSize: 5,
  databaseWaitMs: 1_000,
  async through(url) {
    proxy = await startProxy(url);
    return proxy.url;
  },
});
/** Looks a code up, however long that takes. */
const patient = served.beside({ databaseWaitMs: 60_000 });
let wall: WallClock;

beforeAll(() => {
  wall = stopWallClock();
});
afterAll(async () => {
  wall.restore();
  await proxy.stop();
});
let addresses = 0;
/** An address from which nobody has signed in yet, as a proxy states it. */
const newAddress = () => {
  addresses += 1;
  return `203.0.113.${addresses}`;
};
let address = '';
beforeEach(() => {
  address = newAddress();
});

const exchange = (body: object, from = address, at = service) =>
  send(at, 'POST /v1/session', { body, headers: { 'X-Forwarded-For': from } });
const outcome = async (answered: ReturnType<typeof exchange>) => {
  const { status, headers, body } = await answered;
  return [status, headers.get('Retry-After'), (body as { detail?: { error: string } }).detail?.error];
};
const signIns = (count: number, of: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, () => of()));

const USED_UP = [429, '60', 'rate_limited'];
const REFUSED = [401, null, 'sign_in_failed'];
const BUSY = [429, '2', 'overloaded'];
const SIGNED_IN = [201, null, undefined];

describe('the points of sign-ins', () => {
  const invented = (from?: string) => outcome(exchange({ code: inventedCode() }, from, limited));

  it('are those of an address, which the last proxy states', async () => {
    expect(await signIns(5, () => invented())).toEqual(Array(5).fill(REFUSED));
    const { body, headers } = await exchange({ code: inventedCode() }, address, limited);
    expect([body, headers.get('RateLimit-Policy')]).toEqual([
      {
        detail: {
          error: 'rate_limited',
          message: 'You have used all 5 write points of this minute. Try again in 60 seconds.',
          class: 'write',
          limit: 5,
          window_seconds: 60,
          retry_after: 60,
        },
      },
      '"write";q=5;qu="points";w=60',
    ]);
    // What the client itself wrote into the header stands before the address that the proxy has added.
    expect(await invented(`198.51.100.1, ${address}`)).toEqual(USED_UP);
    expect(await invented(`${address}, ${newAddress()}`)).toEqual(REFUSED);
    expect(await invented(`${address}:4711, 10.0.0.7`)).toEqual(USED_UP);
    const options = await send(limited, 'POST /v1/session/passkey/options', {
      body: {},
      headers: { 'X-Forwarded-For': address },
    });
    expect(options.status).toBe(429);
  });

  it('are those of a network of IPv6', async () => {
    const hosts = [
      '2a00:1:2:3::1',
      '2a00:1:2:3:9:8:7:6',
      '[2a00:0001:2:3::2]:80',
      '2a00:1:2:3::',
      '2a00:1:2:3::a',
    ];
    for (const host of hosts) expect(await invented(host)).toEqual(REFUSED);
    expect(await invented('2a00:1:2:3:4::1')).toEqual(USED_UP);
    expect(await invented('2a00:1:2:4::1')).toEqual(REFUSED);
  });

  it('are those of the user as well, by key and by code, from wherever they come', async () => {
    const byKey = () => outcome(exchange({ key: tenant.userKey }, newAddress(), limited));
    for (let time = 0; time < 5; time += 1) expect(await byKey()).toEqual(SIGNED_IN);
    expect(await byKey()).toEqual(USED_UP);
    const code = await codeFor(service, tenant.userId);
    const byCode = () => outcome(exchange({ code }, newAddress(), limited));
    expect(await byCode()).toEqual(USED_UP);
    await limited.rest(tenant.userKey).post('/v1/lists', { name: 'One' }).expect(429);
    // The link was not used up by the refusal.
    wall.advance({ seconds: 60 });
    expect(await byCode()).toEqual(SIGNED_IN);
  });
});

describe('the bounds of sign-ins, without a limit of points', () => {
  it('leave connections for the writes of others', async () => {
    const stranger = await service.createTenant(`${tenant.name}-stranger`);
    const codes: string[] = [];
    for (const name of ['Ann', 'Ben', 'Cid', 'Dot', 'Eve', 'Fay'])
      codes.push(await codeFor(service, (await service.createColleague(tenant, name)).userId));
    const lock = await lockTables(service.database, 'admin_event');
    const held = codes.map((code) => outcome(exchange({ code }, newAddress())));
    await untilWaiting(service.database, 2);
    await service.rest(stranger.userKey).post('/v1/lists', { name: 'Meanwhile' }).expect(201);
    expect(await waitingStatements(service.database)).toHaveLength(2);
    await lock.release();
    expect(await Promise.all(held)).toEqual(Array(6).fill(SIGNED_IN));
  });

  it('refuse those of an address that would wait too long, and no others', async () => {
    const lock = await lockTables(service.database, 'sign_in_link');
    const first = outcome(exchange({ code: inventedCode() }, address, patient));
    await untilWaiting(service.database, 1);
    const refused: unknown[] = [];
    const others = Array.from({ length: 110 }, async () => {
      const answered = await outcome(exchange({ code: inventedCode() }, address, patient));
      if (answered[0] === 429) refused.push(answered);
      return answered[0];
    });
    while (refused.length < 10) await pause();
    expect(refused).toEqual(refused.map(() => BUSY));
    const elsewhere = outcome(exchange({ code: inventedCode() }, newAddress(), patient));
    await pause();
    await lock.release();
    expect([await first, await elsewhere]).toEqual([REFUSED, REFUSED]);
    const statuses = new Set(await Promise.all(others));
    expect([...statuses].filter((status) => status !== 401 && status !== 429)).toEqual([]);
  });

  it('end a client’s place in the line when it leaves', async () => {
    const lock = await lockTables(service.database, 'sign_in_link');
    const first = outcome(exchange({ code: inventedCode() }, address, patient));
    await untilWaiting(service.database, 1);
    const gone = new AbortController();
    const leaving = Array.from({ length: 101 }, () =>
      fetch(`${patient.url}/v1/session`, {
        method: 'POST',
        body: JSON.stringify({ code: inventedCode() }),
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
        signal: gone.signal,
      }).catch(() => undefined),
    );
    // One of them finds no room.
    await Promise.race(leaving);
    gone.abort();
    await Promise.all(leaving);
    for (let time = 0; time < 20; time += 1) await pause();
    const { result, statements } = await recordStatements(async () => {
      await lock.release();
      return [await first, await outcome(exchange({ code: inventedCode() }, address, patient))];
    });
    expect(result).toEqual([REFUSED, REFUSED]);
    // Nobody looked the codes of those up that had left.
    expect(statements.filter((sql) => /FROM sign_in_link/.test(sql))).toHaveLength(1);
  });
});

describe('a sign-in that gets no connection', () => {
  it('is told that the service is busy while there is a database, and spends no code', async () => {
    const lock = await lockTables(service.database, 'list');
    const change = narrow.rest(tenant.userKey).post('/v1/lists', { name: 'Long' });
    const done = change.then(({ status }) => status);
    await untilWaiting(service.database, 1);
    const code = await codeFor(service, tenant.userId);
    expect(await outcome(exchange({ code }, address, narrow))).toEqual(BUSY);
    expect(await outcome(exchange({ key: tenant.userKey }, address, narrow))).toEqual(BUSY);
    await lock.release();
    expect(await done).toBe(201);
    expect(await outcome(exchange({ code }, address, narrow))).toEqual(SIGNED_IN);
  });

  it('is told that there is no database when there is none', async () => {
    const code = await codeFor(service, tenant.userId);
    await proxy.stop();
    expect(await outcome(exchange({ code }, address, narrow))).toEqual([503, '5', 'unavailable']);
    await proxy.restart();
  });
});
