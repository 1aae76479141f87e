import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config.ts';
import { exchange, openConnection, requestText } from '../harness/raw-http.ts';
import type { Tenant } from '../harness/service.ts';
import { recordStatements } from '../harness/statements.ts';
import { useTenant, useTestService } from '../harness/use-service.ts';

let other: Tenant;
const MIB = 1024 * 1024;
const PATH = '/v1/enrich/partnerships';

const service = useTestService({
  transfer: { ...readConfig({}).transfer, largeBodies: { max: 3, maxPerCaller: 2 } },
});
const tenant = useTenant(service, 'senders');
beforeAll(async () => {
  other = await service.createTenant('others');
});

const post = (path: string, headers: object, ...body: string[]) =>
  exchange(
    service.url,
    requestText(`POST ${path}`, { 'Content-Type': 'application/json', ...headers }),
    ...body,
  );
const codeOf = (body: string) => {
  const { detail, errors } = JSON.parse(body);
  return detail?.error ?? errors[0].extensions.code;
};

describe('a body without a valid key', () => {
  const CASES: [name: string, headers: Record<string, string | number>, body: string][] = [
    ['of 100 MB, hardly sent', { 'Content-Length': 100 * MIB }, 'x'],
    ['that is sent whole', { 'Content-Length': 3 * MIB }, 'x'.repeat(3 * MIB)],
    [
      'of unknown length',
      { 'Transfer-Encoding': 'chunked' },
      `${(MIB).toString(16)}\r\n${'x'.repeat(40_000)}`,
    ],
    ['with a made-up key', { 'X-API-Key': 'cds_user_no', 'Content-Length': 100 * MIB }, 'x'],
    ['that waits to be asked for', { Expect: '100-continue', 'Content-Length': MIB }, ''],
  ];
  // The service discards the rest of a body for two seconds, then closes: the cases wait for that together.
  it.concurrent.each(CASES)(
    'is not read; its sender gets 401 and the connection closes: %s',
    async (_name, headers, body) => {
      const answers = await Promise.all([PATH, '/graphql'].map((path) => post(path, headers, body)));
      for (const answer of answers) {
        if (answer.status !== 100) expect([answer.status, answer.headers.connection]).toEqual([401, 'close']);
        expect(answer.body.toUpperCase()).toContain('INVALID_API_KEY');
      }
    },
  );

  it('is not decompressed', async () => {
    const body = gzipSync(JSON.stringify({ query: '{ __schema { queryType { name } } }' })).toString(
      'latin1',
    );
    for (const path of [PATH, '/graphql']) {
      const headers = { 'Content-Encoding': 'gzip', 'Content-Length': body.length, Connection: 'close' };
      expect((await post(path, headers, body)).status).toBe(401);
    }
  });

  it('is not parsed: broken JSON gets 401', async () => {
    const headers = { 'Content-Length': 1, Connection: 'close' };
    for (const path of [PATH, '/graphql']) expect((await post(path, headers, '{')).status).toBe(401);
  });
});

describe('a body with a key', () => {
  it('gets 413 by its Content-Length over 1 MiB, before any of it is read', async () => {
    const headers = { 'X-API-Key': tenant.userKey, 'Content-Length': 100 * MIB };
    const answers = await Promise.all([PATH, '/graphql'].map((path) => post(path, headers, 'x')));
    for (const { status, headers: answered, body } of answers) {
      expect([status, answered.connection, codeOf(body).toLowerCase()]).toEqual([
        413,
        'close',
        'body_too_large',
      ]);
    }
  });

  it('gets 413 if it exceeds 1 MiB after decompression, or without a Content-Length', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * MIB, ' '));
    const chunk = `${(2 * MIB).toString(16)}\r\n${'x'.repeat(2 * MIB)}`;
    const headers = { 'X-API-Key': tenant.userKey, 'Content-Type': 'application/json' };
    const paths = [PATH, '/graphql'];
    for (const path of paths) {
      const response = await fetch(service.url + path, {
        method: 'POST',
        headers: { ...headers, 'Content-Encoding': 'gzip' },
        body: bomb,
      });
      expect(response.status).toBe(413);
    }
    const chunked = { ...headers, 'Transfer-Encoding': 'chunked' };
    const answers = await Promise.all(paths.map((path) => post(path, chunked, chunk)));
    expect(answers.map(({ status }) => status)).toEqual([413, 413]);
  });

  it.each(['gzip', 'identity'])('is read with Content-Encoding %s', async (encoding) => {
    const text = JSON.stringify({ domains: ['nobody.example'] });
    const response = await fetch(service.url + PATH, {
      method: 'POST',
      headers: { 'X-API-Key': tenant.userKey, 'Content-Encoding': encoding },
      body: encoding === 'gzip' ? gzipSync(text) : text,
    });
    expect([response.status, (await response.json()).total_domains_requested]).toEqual([200, 1]);
  });

  it('waits unread if it is large: two of a caller and three in all are read at a time', async () => {
    const domains = Array.from({ length: 100 }, (_, i) => `x${i}.example`);
    const text = JSON.stringify({ domains, padding: 'x'.repeat(100 * 1024) });
    const head = (key: string) =>
      requestText(`POST ${PATH}`, { 'X-API-Key': key, 'Content-Length': text.length, Connection: 'close' });
    const started = await Promise.all([tenant, tenant, other].map(() => openConnection(service.url)));
    for (const [index, socket] of started.entries()) {
      socket.write(head(index < 2 ? tenant.userKey : other.userKey) + text.slice(0, 1000));
    }
    // All slots are taken by bodies that stall: a large one waits, a small one is served.
    const late = exchange(service.url, head(tenant.userKey) + text);
    let isDone = false;
    late.then(() => {
      isDone = true;
    });
    const small = await service.rest(tenant.userKey).post(PATH, { domains: ['nobody.example'] });
    const { statements } = await recordStatements(async () => {
      await service.rest(tenant.userKey).get('/v1/companies/nobody');
    });
    expect([small.status, isDone, statements.length > 0]).toEqual([200, false, true]);
    for (const socket of started) socket.destroy();
    expect((await late).status).toBe(422);
  });

  it('is refused if it is large and too many of its caller wait', async () => {
    const head = requestText(`POST ${PATH}`, { 'X-API-Key': tenant.userKey, 'Content-Length': 100_000 });
    const sockets = await Promise.all(Array.from({ length: 34 }, () => openConnection(service.url)));
    for (const socket of sockets) socket.write(head);
    await service.rest(tenant.userKey).get('/v1/companies/nobody');
    const { status, headers, body } = await exchange(service.url, head);
    expect([status, headers['retry-after'], headers.connection, codeOf(body)]).toEqual([
      429,
      '2',
      'close',
      'overloaded',
    ]);
    for (const socket of sockets) socket.destroy();
  });
});
