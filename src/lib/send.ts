import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FairQueue } from './fair-queue.ts';
import {
  type ContentCoding,
  chooseCoding,
  codedTag,
  compress,
  createCompressor,
  isFresh,
  MIN_COMPRESSED_BYTES,
} from './http-headers.ts';
import { SHARED } from './principal.ts';

/** Receives the responses that the socket could not take at once, and decides which are compressed. */
export interface ResponseObserver {
  /** @param held bytes that the process keeps for this response alone; 0 for a buffer that responses share. */
  buffered(res: ServerResponse, held: number): void;
  /** Called for a response that is written piece by piece, at the pace of its source. */
  streaming(res: ServerResponse): void;
  /**
   * Reserves a compression.
   *
   * @param bytes size of the body; undefined for a stream.
   * @returns a function to call at its end; undefined if the response must be sent uncompressed.
   */
  compressing(res: ServerResponse, bytes: number | undefined): (() => void) | undefined;
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
const slices = new FairQueue({ perTurn: 1024 * 1024 });

/**
 * Sends a payload and ends the response. A payload of several slices is written no faster than the client reads, and
 * without copying it.
 *
 * @param shared whether other responses send the same buffer, so that this one holds no bytes of its own.
 */
export function sendBytes(res: ServerResponse, payload: string | Buffer, shared = false): void {
  if (typeof payload !== 'string' && payload.length > SLICE_BYTES && res.req.method !== 'HEAD') {
    sendSlices(res, slicesOf(payload), shared ? 0 : payload.length);
    return;
  }
  res.end(payload);
  const { writableLength } = res;
  if (writableLength > 0) observerOf(res)?.buffered(res, shared ? 0 : writableLength);
}

function slicesOf(bytes: Buffer): Buffer[] {
  const slices: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += SLICE_BYTES)
    slices.push(bytes.subarray(start, start + SLICE_BYTES));
  return slices;
}

/** @param held bytes that the process keeps for this response alone. */
function sendSlices(res: ServerResponse, parts: readonly Buffer[], held: number): void {
  let sent = 0;
  const write = () => {
    const slice = parts[sent];
    if (res.destroyed || !slice) return;
    sent += 1;
    const isLast = sent === parts.length;
    // A short slice, such as a first one beside the headers, is held for a moment without `drain` after it.
    const isFull = !isLast && !res.write(slice);
    if (isLast) res.end(slice);
    if (res.writableLength > 0) observerOf(res)?.buffered(res, held);
    if (isFull && res.writableLength > 0) res.once('drain', next);
    else if (!isLast) next();
  };
  const next = () => slices.run(SHARED, parts[sent]?.length ?? 0, write);
  next();
}

/** Length above which text is sent as bytes: joining it with the headers would cost more than a second write. */
const LARGE = 64 * 1024;

/** Sends a JSON body. A short body leaves in one write together with the headers. */
export function sendJson(res: ServerResponse, status: number, body: unknown): void | Promise<void> {
  return sendJsonText(res, status, JSON.stringify(body));
}

/** Sends a body that is already JSON text. */
export function sendJsonText(res: ServerResponse, status: number, text: string): void | Promise<void> {
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  return sendBody(res, text);
}

/** Sends the pieces of a JSON text as a body, compressed like other bodies. */
export function sendJsonPieces(
  res: ServerResponse,
  status: number,
  pieces: readonly Buffer[],
): void | Promise<void> {
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  return sendPieces(res, pieces);
}

/** Sends the pieces of a body. The caller has set status and type. */
export function sendPieces(res: ServerResponse, pieces: readonly Buffer[]): void | Promise<void> {
  const [only, ...more] = pieces;
  if (only && more.length === 0) return sendBody(res, only);
  let length = 0;
  for (const piece of pieces) length += piece.length;
  if (res.req.method === 'HEAD' || acceptedCoding(res, length)) return sendBody(res, Buffer.concat(pieces));
  res.setHeader('Content-Length', length);
  sendSlices(res, pieces.flatMap(slicesOf), length);
}

/**
 * Answers GET or HEAD with JSON text and its entity tag, or with 304 if the client has it (RFC 9110, 13.1.2).
 *
 * @param tag entity tag of the uncompressed text. A compressed response has a tag of its own.
 */
export function sendTaggedJson(
  res: ServerResponse,
  status: number,
  text: string,
  tag: string,
): void | Promise<void> {
  res.setHeader('ETag', tag);
  const known = res.req.headers['if-none-match'];
  if (known === undefined) return sendJsonText(res, status, text);
  const coding = acceptedCoding(res, Buffer.byteLength(text));
  // The client may have the uncompressed response as well, from a time when too many others were being compressed.
  const current = coding ? [codedTag(tag, coding), tag] : [tag];
  const fresh = current.find((each) => isFresh(known, each));
  if (fresh === undefined) return sendJsonText(res, status, text);
  res.setHeader('ETag', fresh);
  sendNothing(res, 304);
}

/**
 * Sends a body, compressed if it is long enough, the client accepts that and there is a slot. The length is that of what
 * is sent. The caller has set status and type.
 *
 * @param shared see `sendBytes`; a compressed body is never shared.
 */
export function sendBody(res: ServerResponse, body: string | Buffer, shared = false): void | Promise<void> {
  const payload = typeof body === 'string' && body.length > LARGE ? Buffer.from(body) : body;
  const length = Buffer.byteLength(payload);
  const coding = acceptedCoding(res, length);
  const release = coding && observerOf(res)?.compressing(res, length);
  if (release) return sendCompressed(res, payload, coding, release);
  res.setHeader('Content-Length', length);
  sendBytes(res, payload, shared);
}

async function sendCompressed(
  res: ServerResponse,
  payload: string | Buffer,
  coding: ContentCoding,
  release: () => void,
): Promise<void> {
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
  const compressed = await compress(bytes, coding).finally(release);
  if (res.destroyed) return;
  const tag = res.getHeader('ETag');
  // In a response to another method, the tag is that of what was stored, not of this body.
  if (typeof tag === 'string' && isRead(res)) res.setHeader('ETag', codedTag(tag, coding));
  res.setHeader('Content-Encoding', coding);
  res.setHeader('Content-Length', compressed.length);
  sendBytes(res, compressed);
}

function isRead({ req: { method } }: ServerResponse): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Returns the coding that the client accepts for a body of this size, and notes that caches must ask for it. */
function acceptedCoding(res: ServerResponse, bytes: number): ContentCoding | undefined {
  if (bytes < MIN_COMPRESSED_BYTES) return undefined;
  const vary = String(res.getHeader('Vary') ?? '');
  if (!vary.includes('Accept-Encoding')) res.appendHeader('Vary', 'Accept-Encoding');
  return chooseCoding(res.req.headers['accept-encoding']);
}

/** Sends a response without a body. */
export function sendNothing(res: ServerResponse, status: number): void {
  res.statusCode = status;
  res.end();
}

/** Above it, Node warns of a leak. Parts of the service listen to a response, and `pipeline` alone does four times. */
const MAX_LISTENERS = 20;

/**
 * Streams a response, no faster than the client reads. A client that disconnects ends the source. A source that fails
 * ends the connection, so that the client cannot mistake a partial response for a complete one.
 *
 * @param stages the source, and what its bytes pass through.
 */
export async function sendStream(res: ServerResponse, ...stages: readonly Readable[]): Promise<void> {
  if (res.destroyed) {
    // The client left before there was anything to send. What would be sent holds connections, slots and its place.
    for (const stage of stages) stage.destroy();
    return;
  }
  observerOf(res)?.streaming(res);
  res.setMaxListeners(MAX_LISTENERS);
  await pipeline([...stages, res]).catch((error: unknown) => {
    if (res.errored || res.destroyed) return;
    throw error;
  });
}

/** Streams a file: a text is compressed if the client accepts that and there is a slot. Other files are small already. */
export async function sendFile(res: ServerResponse, source: Readable): Promise<void> {
  const isText = String(res.getHeader('Content-Type')).includes('charset=');
  if (!isText) return sendStream(res, source);
  const coding = acceptedCoding(res, Number.POSITIVE_INFINITY);
  const release = coding && observerOf(res)?.compressing(res, undefined);
  if (!release) return sendStream(res, source);
  res.setHeader('Content-Encoding', coding);
  await sendStream(res, source, createCompressor(coding)).finally(release);
}

/**
 * Calls a listener once a response is complete or its client has left; at once if that has happened already. An event is not
 * repeated for those who ask later, and work that waits for its answer often asks after its client has left.
 *
 * @returns a function that withdraws the listener.
 */
export function whenClosed(res: ServerResponse, listener: () => void): () => void {
  if (res.closed) {
    listener();
    return () => undefined;
  }
  res.once('close', listener);
  return () => res.off('close', listener);
}
