import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config.ts';
import { type HttpServer, listen } from '../../src/http/server.ts';
import { UploadBody } from '../../src/http/upload-body.ts';
import { openConnection, requestText } from '../harness/raw-http.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';
import { beginUpload } from '../modules/jobs/upload-support.ts';

let service: TestService;
let server: HttpServer;
let tenant: Tenant;

beforeAll(async () => {
  service = await startTestService();
  tenant = await service.createTenant('slow');
  server = await listen(service.app, { host: '127.0.0.1', port: 0, requestTimeoutMs: 1_000 });
});
afterAll(async () => {
  await server.close(0);
  await service.close();
});

it('a file may take longer to arrive than any other request, which is refused meanwhile', async () => {
  const upload = await beginUpload(server, { key: tenant.userKey });
  upload.send('name,domain\n');
  const other = await openConnection(server.url);
  const answered: Buffer[] = [];
  other.on('data', (bytes) => answered.push(bytes));
  const headers = { 'X-API-Key': tenant.userKey, 'Content-Length': 100 };
  other.write(requestText('POST /v1/lists', headers, '{'));
  while (!other.closed) await wait(100);
  expect(Buffer.concat(answered).toString()).toMatch(/^HTTP\/1\.1 408 /);
  upload.send('Acme,acme.com\n');
  expect(await upload.end()).toMatchObject({
    status: 202,
    body: { status: 'matching', counts: { rows: 1 } },
  });
});

it('a file that is here is not refused for the time that its decompression takes', async () => {
  const limits = { ...readConfig({}).transfer.uploads, paceMs: 1 };
  const size = 8 * 1024 * 1024;
  const lengthOf = async (body: UploadBody) => {
    let count = 0;
    for await (const chunk of body.chunks) count += chunk.length;
    return count;
  };
  const receiver = createServer(async (req, res) => {
    while (!req.complete) await wait(1);
    const body = new UploadBody(req, res, { limits, pay: async () => undefined, onBytes: () => undefined });
    res.end(String(await lengthOf(body).catch(({ message }: Error) => message)));
  }).listen(0, '127.0.0.1');
  try {
    await once(receiver, 'listening');
    const { port } = receiver.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}`, {
      method: 'POST',
      headers: { 'Content-Encoding': 'gzip' },
      body: new Uint8Array(gzipSync(Buffer.alloc(size))),
    });
    expect(await answer.text()).toBe(String(size));
  } finally {
    receiver.close();
  }
});
