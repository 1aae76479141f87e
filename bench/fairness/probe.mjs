// Is loaded into the service with --import. Over IPC it measures the service's memory after a garbage collection, and
// opens a server in the same process that refuses every request: the minimum cost of a refusal.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const COLLECTIONS = 3;
const REFUSAL = JSON.stringify({ detail: { error: 'overloaded', message: 'x'.repeat(120) } });
const HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': Buffer.byteLength(REFUSAL),
  'Retry-After': '2',
};

const TASKS = { measure, openRefuser };

process.on('message', async ({ id, task }) => process.send?.({ id, ...(await TASKS[task]()) }));
// The channel must not keep the service alive after it was asked to stop.
process.channel?.unref();

async function measure() {
  // Finalizers free buffers after a collection, so one collection is not enough.
  for (let each = 0; each < COLLECTIONS; each++) {
    globalThis.gc();
    await sleep(20);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heapUsed, external };
}

async function openRefuser() {
  const server = createServer((req, res) => {
    req.on('end', () => res.writeHead(429, HEADERS).end(REFUSAL));
    req.resume();
  });
  server.unref();
  server.on('connection', (socket) => socket.unref());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}` };
}
