import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  CODINGS,
  type ContentCoding,
  chooseCoding,
  compress,
  MIN_COMPRESSED_BYTES,
} from '../lib/content-coding.ts';
import { codedTag, entityTagOf, isFresh } from '../lib/entity-tag.ts';
import { sendBytes, sendNothing } from '../lib/send.ts';
import type { Middleware } from './middleware.ts';

/**
 * Serves a text that does not change until the next release.
 *
 * @param caching Cache-Control; unless stated, clients ask each time whether their copy is still fresh.
 */
export function serveStatic(mediaType: string, text: string, caching = 'public, no-cache'): Middleware {
  return serveBytes(`${mediaType}; charset=utf-8`, Buffer.from(text), caching);
}

/** Serves a file like `serveStatic`. It is read at the first request, and kept. */
export function serveFile(mediaType: string, path: string, caching: string): Middleware {
  let reading: Promise<Middleware> | undefined;
  const read = () => readFile(path, 'utf8').then((text) => serveStatic(mediaType, text, caching));
  return async (req, res, next) => {
    reading ??= read().catch((error) => {
      reading = undefined;
      throw error;
    });
    const serve = await reading;
    await serve(req, res, next);
  };
}

/**
 * Serves bytes in the coding that the client prefers. All responses share the buffers: a client that does not read costs
 * no more than its connection.
 *
 * @param coded the bytes in each coding that they come with; empty where compression does not help. Unless it is given,
 *   they are compressed at the first use of each coding.
 */
export function serveBytes(
  contentType: string,
  bytes: Buffer,
  caching: string,
  coded?: ReadonlyMap<ContentCoding, Buffer>,
): Middleware {
  const etag = entityTagOf(bytes);
  const known = new Map<ContentCoding, Buffer | Promise<Buffer>>(coded);
  const isCompressible = bytes.length >= MIN_COMPRESSED_BYTES;
  const codings = CODINGS.filter((coding) => (coded ? coded.has(coding) : isCompressible));
  return async (req, res) => {
    res.setHeader('Cache-Control', caching);
    res.setHeader('Content-Type', contentType);
    if (codings.length === 0) return send(req, res, bytes, etag);
    res.appendHeader('Vary', 'Accept-Encoding');
    const coding = chooseCoding(req.headers['accept-encoding'], codings);
    if (!coding) return send(req, res, bytes, etag);
    const compressed = known.get(coding) ?? compress(bytes, coding);
    known.set(coding, compressed);
    const body = await compressed;
    res.setHeader('Content-Encoding', coding);
    send(req, res, body, codedTag(etag, coding));
  };
}

function send(req: IncomingMessage, res: ServerResponse, bytes: Buffer, etag: string): void {
  res.setHeader('ETag', etag);
  if (isFresh(req.headers['if-none-match'], etag)) {
    res.removeHeader('Content-Type');
    res.removeHeader('Content-Encoding');
    sendNothing(res, 304);
    return;
  }
  res.setHeader('Content-Length', bytes.length);
  sendBytes(res, bytes, true);
}
