import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { sendPieces } from '../../src/lib/send.ts';

it.each([
  ['a short piece first', [10, 600_000]],
  ['short pieces alone', [10, 20, 30]],
  ['a short piece between large ones', [600_000, 10, 600_000, 10]],
])('sends all pieces: %s', async (_, lengths) => {
  const pieces = lengths.map((length, place) => Buffer.alloc(length, 'abcd'[place]));
  const server = createServer((_req, res) => void sendPieces(res, pieces)).listen(0);
  try {
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const headers = { 'Accept-Encoding': 'identity' };
    const response = await fetch(`http://127.0.0.1:${port}`, { headers, signal: AbortSignal.timeout(5_000) });
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.concat(pieces));
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
