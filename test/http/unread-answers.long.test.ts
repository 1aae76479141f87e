import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config.ts';
import { createGuards, type Guards } from '../../src/http/guards.ts';
import { openState } from '../../src/http/request.ts';
import { SHARED } from '../../src/lib/principal.ts';
import { sendBytes, sendFile, sendStream } from '../../src/lib/send.ts';
import { openConnection, requestText } from '../harness/raw-http.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';

const MIB = 1024 * 1024;
const SIZE = 16 * MIB;
const LIMITS = readConfig({}).transfer;

let server: Server | undefined;

/** Starts a server with responses of 16 MiB: of the user in the path, or for `/shared` from one buffer. */
async function serve(limits: Partial<typeof LIMITS.unreadAnswers>): Promise<{ guards: Guards; url: string }> {
  const unreadAnswers = { ...LIMITS.unreadAnswers, ...limits };
  const guards = createGuards({ ...LIMITS, unreadAnswers });
  const shared = Buffer.alloc(SIZE);
  server = createServer(
    guards.guard(
      (req, res) => {
        const isShared = req.url === '/shared';
        const userId = Number(req.url?.slice(1));
        if (!isShared)
          openState(req, 'x').principal = {
            keyId: 1,
            isSession: false,
            organizationId: 1,
            kind: 'user',
            userId,
            role: 'member',
          };
        res.setHeader('Content-Length', SIZE);
        sendBytes(res, isShared ? shared : Buffer.alloc(SIZE), isShared);
      },
      () => SHARED,
    ),
  );
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return { guards, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let turn = 0; turn < 4000; turn += 1) {
    if (isTrue()) return;
    await sleep(5);
  }
  throw new Error(`never happened: ${isTrue}`);
}

async function ask(url: string, path: string, times = 1) {
  const socket = await openConnection(url);
  socket.pause().write(requestText(`GET ${path}`).repeat(times));
  return socket;
}

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve) ?? resolve(undefined));
  server = undefined;
});

describe('a response to a client that has left', () => {
  it.each<[string, (res: ServerResponse, file: Readable) => unknown]>([
    ['a file', (res, file) => sendFile(res, file)],
    ['a stream', (res, file) => sendStream(res, file)],
    ['a long body', (res) => sendBytes(res, Buffer.alloc(SIZE))],
    ['a body', (res) => sendBytes(res, 'a'.repeat(1000))],
  ])('is registered nowhere, and ends what it would have sent: %s', async (_what, answer) => {
    const guards = createGuards(LIMITS);
    const file = new Readable({ read: () => undefined });
    let answered = false;
    server = createServer(
      guards.guard(
        async (_req, res) => {
          await once(res, 'close');
          await answer(res, file);
          answered = true;
        },
        () => SHARED,
      ),
    );
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    const socket = await ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, '/');
    await sleep(20);
    socket.destroy();
    await until(() => answered);
    expect([guards.unread.count, guards.unread.bytes]).toEqual([0, 0]);
    if (/file|stream/.test(_what)) expect(file.destroyed).toBe(true);
  });
});

describe('a response that the client does not read', () => {
  it('has its bytes counted until they are read', async () => {
    const { guards, url } = await serve({});
    const socket = await ask(url, '/1');
    await until(() => guards.unread.bytes > 0);
    expect(guards.unread.bytes).toBe(SIZE);
    let received = 0;
    socket.on('data', (chunk) => {
      received += chunk.length;
    });
    socket.resume();
    await until(() => guards.unread.bytes === 0);
    await until(() => received > SIZE);
    expect(guards.unread.closed).toBe(0);
    socket.destroy();
  });

  it('is not counted if its buffer is shared', async () => {
    const { guards, url } = await serve({ stallMs: 80 });
    await ask(url, '/shared');
    await until(() => guards.unread.closed > 0);
    expect([guards.unread.bytes, guards.unread.closed]).toEqual([0, 1]);
  });

  it('exists at most once for each connection, however many requests are pipelined', async () => {
    const { guards, url } = await serve({});
    const socket = await ask(url, '/1', 100);
    await until(() => guards.unread.bytes > 0);
    await sleep(50);
    expect(guards.unread.bytes).toBe(SIZE);
    socket.destroy();
    await until(() => guards.unread.bytes === 0);
  });

  it('has its connection closed when the client reads nothing for too long', async () => {
    const { guards, url } = await serve({ stallMs: 80 });
    await ask(url, '/1');
    await until(() => guards.unread.closed > 0);
    expect([guards.unread.bytes, guards.unread.closed]).toEqual([0, 1]);
  });

  it('keeps its connection while the client reads, however slowly', async () => {
    const { guards, url } = await serve({ stallMs: 1_500 });
    const socket = await ask(url, '/1');
    let received = 0;
    const reading = setInterval(() => {
      received += (socket.read(1024 * 1024) ?? socket.read())?.length ?? 0;
    }, 60);
    await until(() => received > SIZE);
    expect([guards.unread.bytes, guards.unread.closed]).toEqual([0, 0]);
    // The time that a client may read nothing is not the time that a connection may be idle.
    await sleep(2_000);
    socket.write(requestText('GET /1'));
    await until(() => received > 2 * SIZE);
    clearInterval(reading);
    expect(guards.unread.closed).toBe(0);
    socket.destroy();
  });

  it('is closed when a stream has data that nobody reads, not while its source has none', async () => {
    const guards = createGuards({ ...LIMITS, unreadAnswers: { ...LIMITS.unreadAnswers, stallMs: 100 } });
    const source = new Readable({ read: () => undefined });
    server = createServer(
      guards.guard(
        (_req, res) => void sendStream(res, source),
        () => SHARED,
      ),
    );
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    await ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, '/');
    await until(() => guards.unread.count === 1);
    await sleep(400);
    expect(guards.unread.closed).toBe(0);
    for (let index = 0; index < 64; index += 1) source.push(Buffer.alloc(256 * 1024));
    await until(() => guards.unread.closed === 1);
    expect(guards.unread.count).toBe(0);
  });

  it('is dropped when the process has too many unread bytes, first those of the caller with most', async () => {
    const { guards, url } = await serve({ maxBytes: 3 * SIZE });
    let others = 0;
    const other = await ask(url, '/2');
    await until(() => guards.unread.bytes === SIZE);
    for (let count = 2; count <= 3; count += 1) {
      await ask(url, '/1');
      await until(() => guards.unread.bytes === count * SIZE);
    }
    await ask(url, '/1');
    await until(() => guards.unread.closed === 1);
    expect(guards.unread.bytes).toBe(3 * SIZE);
    other.on('data', (chunk) => {
      others += chunk.length;
    });
    other.resume();
    await until(() => others > SIZE);
  });
});

describe('a caller who does not read responses', () => {
  let service: TestService;
  let tenant: Tenant;
  let other: Tenant;

  beforeAll(async () => {
    service = await startTestService({
      operationLimits: { ...readConfig({}).operationLimits, maxCost: Number.MAX_SAFE_INTEGER },
      transfer: { ...LIMITS, unreadAnswers: { ...LIMITS.unreadAnswers, maxBytesPerCaller: MIB } },
    });
    tenant = await service.createTenant('silent');
    other = await service.createTenant('reader');
  });
  afterAll(() => service.close());

  it('is refused with advice, with every key and over both APIs, until the responses are read or dropped', async () => {
    const types = 'types { name description fields { name description args { name description } } }';
    const query = `{ __schema { ${Array.from({ length: 60 }, (_, i) => `a${i}: ${types}`).join(' ')} } }`;
    const body = JSON.stringify({ query });
    const headers = {
      'X-API-Key': tenant.userKey,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    };
    const socket = await openConnection(service.url);
    socket.pause().write(requestText('POST /graphql', headers, body));
    const colleague = (await service.admin.createKey({ user: tenant.email }, {})).key;
    const lookUp = (key: string) => service.rest(key).get('/v1/companies/nobody');
    const untilStatus = async (key: string, status: number) => {
      for (let turn = 0; turn < 500; turn += 1) {
        const response = await lookUp(key);
        if (response.status === status) return response;
        await sleep(10);
      }
      throw new Error(`never answered ${status}`);
    };
    const refused = await untilStatus(colleague, 429);
    expect([refused.status, refused.headers['retry-after'], refused.body]).toEqual([
      429,
      '2',
      {
        detail: {
          error: 'overloaded',
          message: expect.stringMatching(/^You have \d+ MB of unread responses; the limit is 1 MB\./),
          retry_after: 2,
        },
      },
    ]);
    const graphql = await service.graphql(tenant.userKey, '{ viewer { user { name } } }');
    expect([graphql.status, graphql.body.errors[0].extensions]).toEqual([
      429,
      { code: 'OVERLOADED', retry_after: 2 },
    ]);
    expect([(await lookUp(other.userKey)).status, (await lookUp(tenant.orgKey)).status]).toEqual([404, 404]);
    socket.destroy();
    await untilStatus(tenant.userKey, 404);
  });
});
