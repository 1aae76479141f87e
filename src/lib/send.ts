import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TurnQueue } from './turn-queue.ts';

/** Receives the responses that the socket could not take at once. */
export interface ResponseObserver {
  /** @param held bytes that the process keeps for this response alone; 0 for a buffer that responses share. */
  buffered(res: ServerResponse, held: number): void;
  /** Called for a response that is written piece by piece, at the pace of its source. */
  streaming(res: ServerResponse): void;
}

/** Keyed by connection: an entry for each request would cost every request, and most responses leave at once. */
const observers = new WeakMap<Socket, ResponseObserver>();

export function observeResponses(socket: Socket, observer: ResponseObserver): void {
  observers.set(socket, observer);
}

function observerOf({ socket }: ServerResponse): ResponseObserver | undefined {
  return socket ? observers.get(socket) : undefined;
}

/** Slices make progress visible: Node counts a single write of many megabytes as unsent until its last byte has left. */
const SLICE_BYTES = 256 * 1024;

/**
 * Slices of all large responses. Copying into socket buffers blocks the thread: without turns, hundreds of clients that
 * each ask for megabytes would delay everybody else until all of those buffers are full.
 */
const slices = new TurnQueue({ perTurn: 1024 * 1024 });

/**
 * Sends a payload and ends the response. A payload of several slices is written no faster than the client reads, and
 * without copying it.
 *
 * @param shared whether other responses send the same buffer, so that this one holds no bytes of its own.
 */
export function sendBytes(res: ServerResponse, payload: string | Buffer, shared = false): void {
  if (typeof payload !== 'string' && payload.length > SLICE_BYTES && res.req.method !== 'HEAD') {
    sendSlices(res, payload, shared ? 0 : payload.length);
    return;
  }
  res.end(payload);
  const { writableLength } = res;
  if (writableLength > 0) observerOf(res)?.buffered(res, shared ? 0 : writableLength);
}

function sendSlices(res: ServerResponse, bytes: Buffer, held: number): void {
  let sent = 0;
  const write = () => {
    if (res.destroyed) return;
    const slice = bytes.subarray(sent, sent + SLICE_BYTES);
    sent += slice.length;
    const isLast = sent === bytes.length;
    if (isLast) res.end(slice);
    else res.write(slice);
    if (res.writableLength > 0) {
      observerOf(res)?.buffered(res, held);
      if (!isLast) res.once('drain', next);
    } else if (!isLast) next();
  };
  const next = () => slices.run('', Math.min(SLICE_BYTES, bytes.length - sent), write);
  next();
}

/** Length above which text is sent as bytes: joining it with the headers would cost more than a second write. */
const LARGE = 64 * 1024;

/** Sends a JSON body with its length in bytes. A short body leaves in one write together with the headers. */
export function sendJson(res: ServerResponse, status: number, body: unknown): void {
  sendJsonText(res, status, JSON.stringify(body));
}

/** Sends a body that is already JSON text. */
export function sendJsonText(res: ServerResponse, status: number, text: string): void {
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  sendText(res, text);
}

/** Sends a text as the body, with its length in bytes. The caller has set status and type. */
export function sendText(res: ServerResponse, text: string): void {
  const payload = text.length > LARGE ? Buffer.from(text) : text;
  res.setHeader('Content-Length', Buffer.byteLength(payload));
  sendBytes(res, payload);
}

/** Sends a response without a body. */
export function sendNothing(res: ServerResponse, status: number): void {
  res.statusCode = status;
  res.end();
}

/**
 * Streams a response, no faster than the client reads. A client that disconnects ends the source. A source that fails
 * ends the connection, so that the client cannot mistake a partial response for a complete one.
 */
export async function sendStream(res: ServerResponse, source: Readable): Promise<void> {
  observerOf(res)?.streaming(res);
  await pipeline(source, res).catch((error: unknown) => {
    if (res.errored || res.destroyed) return;
    throw error;
  });
}
