import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import getRawBody from 'raw-body';
import { Fault } from '../lib/fault.ts';
import { propertyOf } from '../lib/json.ts';
import { MAX_BODY_BYTES } from '../lib/request-limits.ts';

const waiting = new WeakSet<IncomingMessage>();

/** Handles a server's `checkContinue` event. The client is asked for its body only when a handler reads it. */
export function deferContinue(listener: RequestListener): RequestListener {
  return (req, res) => {
    waiting.add(req);
    listener(req, res);
  };
}

/** Sends 100 Continue if the client waits for it (`Expect: 100-continue`). */
export function askForBody(req: IncomingMessage, res: ServerResponse): void {
  if (waiting.delete(req)) res.writeContinue();
}

/** Returns whether the client is still waiting for 100 Continue. */
export function awaitsContinue(req: IncomingMessage): boolean {
  return waiting.has(req);
}

type Decoder = Readable & NodeJS.WritableStream;

const DECODERS: Readonly<Record<string, () => Decoder>> = {
  br: createBrotliDecompress,
  gzip: createGunzip,
  deflate: createInflate,
};

/** Returns the content coding of a body; undefined if it is sent without one. */
export function encodingOf({ headers }: IncomingMessage): string | undefined {
  const encoding = headers['content-encoding']?.trim().toLowerCase();
  return encoding === undefined || encoding === '' || encoding === 'identity' ? undefined : encoding;
}

/** Returns the Content-Length of a request, 0 if it has no body; undefined if the body is sent in chunks. */
export function announcedLength({ headers }: IncomingMessage): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined;
  return Number(headers['content-length'] ?? 0);
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
}

/** Bodies up to this size are small. A full enrichment batch has a third of it. */
export const LARGE_BODY_BYTES = 64 * 1024;

/** Returns whether a body can take much memory: it is long, or its length is unknown until it is read and inflated. */
export function isLargeBody(req: IncomingMessage): boolean {
  if (!hasBody(req)) return false;
  const length = announcedLength(req);
  return length === undefined || length > LARGE_BODY_BYTES || (encodingOf(req) !== undefined && length > 0);
}

/** Bodies that were asked for, by their requests: a body arrives once. */
const bodies = new WeakMap<IncomingMessage, Promise<unknown>>();

/**
 * Reads and parses a JSON body, for the first who asks; others get the same. `limit` applies to the bytes on the connection
 * and to the decompressed bytes. The rest of a refused body stays unread.
 *
 * @returns undefined without a body; an empty object for an empty one.
 * @throws Fault body_too_large, malformed_json or unsupported_media_type
 */
export function readJson(
  req: IncomingMessage,
  res: ServerResponse,
  limit = MAX_BODY_BYTES,
): Promise<unknown> {
  const body = bodies.get(req) ?? readNow(req, res, limit);
  bodies.set(req, body);
  return body;
}

async function readNow(req: IncomingMessage, res: ServerResponse, limit: number): Promise<unknown> {
  if (!hasBody(req)) return undefined;
  const encoding = encodingOf(req);
  const decoder = encoding === undefined ? undefined : DECODERS[encoding];
  if ((encoding !== undefined && !decoder) || !isUtf8(req.headers['content-type'])) {
    throw new Fault('unsupported_media_type', 'The body must be JSON in UTF-8.');
  }
  if ((announcedLength(req) ?? 0) > limit) throw tooLarge(limit);
  askForBody(req, res);
  try {
    const bytes = await (decoder ? inflate(req, decoder(), limit) : getRawBody(req, { limit }));
    if (bytes.length === 0) return {};
    const text = bytes.toString('utf8');
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw propertyOf(error, 'type') === 'entity.too.large' ? tooLarge(limit) : malformed(error);
  }
}

function isUtf8(contentType = ''): boolean {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType) ?? [];
  return /^(?:utf-?8|us-ascii)$/i.test(charset);
}

async function inflate(req: IncomingMessage, decoder: Decoder, limit: number): Promise<Buffer> {
  let received = 0;
  const refuse = (chunk: Buffer) => {
    received += chunk.length;
    if (received > limit) decoder.destroy(tooLarge(limit));
  };
  const leave = () => {
    if (!req.readableEnded) decoder.destroy(new Error('the connection closed before the body was complete'));
  };
  // Without a listener, an error after the end would end the process.
  decoder.on('error', () => undefined);
  req.on('data', refuse).once('close', leave);
  req.pipe(decoder);
  try {
    return await getRawBody(decoder, { limit });
  } finally {
    req.off('data', refuse).off('close', leave);
    req.unpipe(decoder);
    if (!req.readableEnded) req.pause();
    decoder.destroy();
  }
}

function tooLarge(limit: number): Fault {
  const text = limit === MAX_BODY_BYTES ? '1 MiB' : `${limit} bytes`;
  return new Fault('body_too_large', `The body is over ${text}. Send less at a time.`);
}

function malformed(cause: unknown): Fault {
  return new Fault('malformed_json', 'The body is not valid JSON.', { cause });
}
