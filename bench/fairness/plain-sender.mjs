import { once } from 'node:events';
import { connect } from 'node:net';
import { codeOf, toText } from './http.mjs';

/** Fewer than any system queues for a server. */
const OPENED_AT_ONCE = 64;
const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Sends requests over its own sockets, one at a time on each, and counts the responses by status and code. It reads
 * only responses with a Content-Length. It uses a fraction of the time of Node's client, because the sender shares
 * processors with the service.
 *
 * @returns {openAll, send, close}; `send` takes the bytes of a request (`toRequest`)
 */
export function createPlainSender(url, histogram, { sockets = 256, timeoutMs = 60_000 } = {}) {
  const { hostname, port } = new URL(url);
  const [free, queue, all] = [[], [], new Set()];

  function open() {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const connection = { socket, parts: [], bytes: 0, expected: undefined, done: undefined };
    all.add(connection);
    socket.on('data', (part) => take(connection, part));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      all.delete(connection);
      const index = free.indexOf(connection);
      if (index >= 0) free.splice(index, 1);
      finish(connection, { status: 0 }, 'no answer: connection closed');
      const waiting = queue.shift();
      if (waiting) begin(open(), waiting);
    });
    socket.setTimeout(timeoutMs, () => connection.done && socket.destroy());
    return connection;
  }

  function take(connection, part) {
    connection.parts.push(part);
    connection.bytes += part.length;
    if (connection.expected === undefined) {
      const start = connection.parts.length === 1 ? part : Buffer.concat(connection.parts);
      const end = start.indexOf(HEAD_END);
      if (end < 0) return;
      connection.head = start.latin1Slice(0, end);
      connection.bodyAt = end + HEAD_END.length;
      connection.expected =
        connection.bodyAt + Number(/\r\ncontent-length: (\d+)/i.exec(connection.head)?.[1]);
    }
    if (connection.bytes < connection.expected) return;
    const { head, bodyAt, parts } = connection;
    const status = Number(head.slice(9, 12));
    const text = (parts.length === 1 ? parts[0] : Buffer.concat(parts)).utf8Slice(bodyAt);
    const code = status !== 200 || text.includes('"errors":') ? codeOf(text) : undefined;
    const retryAfter = /\r\nretry-after: (\S+)/i.exec(head)?.[1];
    finish(connection, { status, code, retryAfter }, code === undefined ? `${status}` : `${status} ${code}`);
    if (/\r\nconnection: close/i.test(head)) connection.socket.destroy();
    else next(connection);
  }

  function finish(connection, result, name) {
    const { done } = connection;
    Object.assign(connection, { parts: [], bytes: 0, expected: undefined, done: undefined });
    if (!done) return;
    histogram.add(name);
    done(result);
  }

  function next(connection) {
    const waiting = queue.shift();
    if (waiting) begin(connection, waiting);
    else free.push(connection);
  }

  function begin(connection, { request, done }) {
    connection.done = done;
    connection.socket.write(request);
  }

  return {
    /** Connects before the measurement: a system without room for a new connection delays it for seconds. */
    async openAll() {
      while (all.size < sockets) {
        const group = Array.from({ length: Math.min(OPENED_AT_ONCE, sockets - all.size) }, open);
        await Promise.all(group.map(({ socket }) => once(socket, 'connect')));
        free.push(...group);
      }
    },
    send: (request) =>
      new Promise((done) => {
        const connection = free.pop() ?? (all.size < sockets ? open() : undefined);
        if (connection) begin(connection, { request, done });
        else queue.push({ request, done });
      }),
    close() {
      queue.length = 0;
      for (const { socket } of all) socket.destroy();
    },
  };
}

/** Returns the bytes of a request, which are created once and sent many times. */
export const toRequest = (call) => Buffer.from(toText(call));
