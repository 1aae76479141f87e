import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

const TIMEOUT_MS = 60_000;
/** Maximum number of bytes kept of a body, far more than a refusal has. All bytes are counted. */
const KEPT_BYTES = 64 * 1024;
/** A refused attacker continues, but after a pause, so that it does not use a whole processor. */
const PAUSE_AFTER_REFUSAL_MS = 20;

/** Header fields of clients that accept compressed responses, as browsers and most libraries do. */
export const COMPRESSED = { 'Accept-Encoding': 'gzip, deflate, br' };

/**
 * Sends requests over connections with keep-alive, and counts the responses by status and code.
 *
 * @param common header fields of every request
 */
export function createSender(url, histogram, { sockets = 256, timeoutMs = TIMEOUT_MS, common = {} } = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  const send = (call) =>
    new Promise((resolve) => {
      const { method = 'GET', path, key, headers = {}, body } = call;
      const all = { ...(key && { 'X-API-Key': key }), ...common, ...headers };
      if (body !== undefined) {
        all['Content-Type'] ??= 'application/json';
        all['Content-Length'] = Buffer.byteLength(body);
      }
      const sent = request(url + path, { method, agent, headers: all, timeout: timeoutMs });
      let answered = false;
      const fail = (error) => {
        if (answered) return;
        answered = true;
        histogram.add(`no answer: ${error.code ?? error.message}`);
        resolve({ status: 0, code: undefined });
      };
      sent.on('timeout', () => sent.destroy(new Error('timeout')));
      sent.on('error', fail);
      sent.on('response', (response) => {
        const parts = [];
        let bytes = 0;
        response.on('data', (part) => {
          bytes += part.length;
          if (bytes <= KEPT_BYTES) parts.push(part);
        });
        response.on('error', fail);
        response.on('end', () => {
          answered = true;
          const isComplete = bytes <= KEPT_BYTES;
          const coding = isComplete ? response.headers['content-encoding'] : undefined;
          const text = decoded(Buffer.concat(parts), coding).toString();
          const code = isComplete ? codeOf(text) : undefined;
          histogram.add(code === undefined ? `${response.statusCode}` : `${response.statusCode} ${code}`);
          const retryAfter = response.headers['retry-after'];
          resolve({ status: response.statusCode, code, bytes, text, retryAfter });
        });
      });
      sent.end(body);
    });
  return { send, close: () => agent.destroy() };
}

function decoded(bytes, coding) {
  if (coding === 'br') return brotliDecompressSync(bytes);
  return coding === 'gzip' ? gunzipSync(bytes) : bytes;
}

/** Returns the code of a refusal of either API, in lower case. */
export function codeOf(text) {
  if (!text.startsWith('{')) return undefined;
  try {
    const { detail, errors } = JSON.parse(text);
    return detail?.error ?? (errors?.length > 0 ? codeOfError(errors[0]) : undefined);
  } catch {
    return undefined;
  }
}

const codeOfError = ({ extensions }) => extensions?.code?.toLowerCase() ?? 'without code';

/** Runs `count` clients until the time is over. Each sends its next call when the previous one is answered. */
export async function sendInTurns(sender, count, until, nextCall) {
  let sent = 0;
  const client = async (number) => {
    while (Date.now() < until) {
      const { status, code } = await sender.send(nextCall(sent++, number));
      if (code !== undefined || status >= 400 || status === 0) await sleep(PAUSE_AFTER_REFUSAL_MS);
    }
  };
  await Promise.all(Array.from({ length: count }, (_, number) => client(number)));
}

/** Formats a request, for connections on which the bytes are written directly. */
export function toText({ method = 'GET', path, key, headers = {}, body }) {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1'];
  const all = { ...(key && { 'X-API-Key': key }), ...headers };
  if (body !== undefined) {
    all['Content-Type'] ??= 'application/json';
    all['Content-Length'] = Buffer.byteLength(body);
  }
  for (const [name, value] of Object.entries(all)) lines.push(`${name}: ${value}`);
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

const MAX_CONNECTIONS = 5_000;
/** Delay before a refused connection is opened again. */
const REOPEN_MS = 250;

/**
 * Keeps `count` connections open that send and do not read. A connection that the server closes is opened again, up to
 * 5,000 in total, so that a server cannot end the attack by closing the first ones.
 *
 * @param requestsOf the text that connection number n sends when it opens
 * @param readBytesPerSecond bytes that each connection reads, in one chunk a second; 0: none
 */
export async function holdUnread(
  url,
  count,
  until,
  histogram,
  requestsOf,
  { readBytesPerSecond = 0, first = () => undefined } = {},
) {
  const { hostname, port } = new URL(url);
  const open = new Set();
  let opened = 0;
  const openOne = (number) => {
    if (Date.now() >= until || opened >= MAX_CONNECTIONS) return;
    opened += 1;
    const socket = connect({ host: hostname, port: Number(port) });
    open.add(socket);
    let started = false;
    let read = 0;
    const slow = setInterval(() => {
      read = 0;
      socket.resume();
    }, 1000);
    socket.on('data', (part) => {
      if (!started) {
        started = true;
        first(part.subarray(0, 2000).toString('latin1'));
      }
      read += part.length;
      if (read >= readBytesPerSecond) socket.pause();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(slow);
      open.delete(socket);
      if (Date.now() >= until) return;
      histogram.add('connection closed by the server');
      setTimeout(openOne, REOPEN_MS, number);
    });
    if (readBytesPerSecond === 0) {
      socket.pause();
      clearInterval(slow);
    }
    socket.write(requestsOf(number));
    histogram.add('connection opened');
  };
  for (let number = 0; number < count; number++) openOne(number);
  while (Date.now() < until) await sleep(100);
  for (const socket of open) socket.destroy();
}
