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

interface Representation {
  bytes: Buffer;
  etag: string;
}

/**
 * Serves a text that does not change until the next release. It is compressed at the first use of each coding, and all
 * responses share the buffer: a client that does not read costs no more than its connection.
 *
 * @param caching Cache-Control; unless stated, clients ask each time whether their copy is still fresh.
 */
export function serveStatic(mediaType: string, text: string, caching = 'public, no-cache'): Middleware {
  const bytes = Buffer.from(text);
  const identity: Representation = { bytes, etag: entityTagOf(bytes) };
  const compressed = new Map<ContentCoding, Promise<Representation>>();
  const represent = (coding: ContentCoding) => {
    const known = compressed.get(coding);
    if (known) return known;
    const etag = codedTag(identity.etag, coding);
    const representation = compress(bytes, coding).then((coded) => ({ bytes: coded, etag }));
    compressed.set(coding, representation);
    return representation;
  };
  const codings = bytes.length < MIN_COMPRESSED_BYTES ? [] : CODINGS;
  return negotiate({ contentType: `${mediaType}; charset=utf-8`, caching, identity, codings, represent });
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

/** A file that was compressed beforehand. */
export interface CompressedFile {
  bytes: Buffer;
  /** Its bytes in each coding; empty where compression does not help. */
  coded: ReadonlyMap<ContentCoding, Buffer>;
}

/** Serves a file in the codings that it comes with. All responses share its buffers. */
export function serveCompressed(
  contentType: string,
  { bytes, coded }: CompressedFile,
  caching: string,
): Middleware {
  const identity: Representation = { bytes, etag: entityTagOf(bytes) };
  const codings = CODINGS.filter((coding) => coded.has(coding));
  const represent = (coding: ContentCoding): Representation => ({
    bytes: coded.get(coding) ?? bytes,
    etag: codedTag(identity.etag, coding),
  });
  return negotiate({ contentType, caching, identity, codings, represent });
}

interface Resource {
  contentType: string;
  /** Cache-Control. */
  caching: string;
  identity: Representation;
  codings: readonly ContentCoding[];
  represent: (coding: ContentCoding) => Representation | Promise<Representation>;
}

/** Sends the representation that the client prefers. */
function negotiate({ contentType, caching, identity, codings, represent }: Resource): Middleware {
  return async (req, res) => {
    res.setHeader('Cache-Control', caching);
    res.setHeader('Content-Type', contentType);
    if (codings.length === 0) return send(req, res, identity);
    res.appendHeader('Vary', 'Accept-Encoding');
    const coding = chooseCoding(req.headers['accept-encoding'], codings);
    if (!coding) return send(req, res, identity);
    const representation = await represent(coding);
    res.setHeader('Content-Encoding', coding);
    send(req, res, representation);
  };
}

function send(req: IncomingMessage, res: ServerResponse, { bytes, etag }: Representation): void {
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
