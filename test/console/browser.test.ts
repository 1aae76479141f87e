import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openConsole } from '../harness/browser/open-console.ts';
import { describeInBrowser } from '../harness/browser.ts';

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((_req, res) => {
    res.setHeader('Content-Type', 'text/html');
    res.end('<title>x</title><link rel=icon href="data:,"><h1>Hi</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describeInBrowser('b', () => {
  it('opens', async () => {
    const { page } = await openConsole({ url }, { key: 'k' });
    expect(await page.title()).toBe('x');
  });
  it('opens2', async () => {
    const { page } = await openConsole({ url }, { key: 'k' });
    expect(await page.title()).toBe('x');
  });
});
