import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Fault } from '../lib/fault.ts';
import { askForBody } from './expect-continue.ts';

/** 1 MiB (contract, section 1). */
const MAX_BODY_BYTES = 1024 * 1024;

const DECODERS: Readonly<Record<string, () => Readable & NodeJS.WritableStream>> = {
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

/**
 * Reads and parses a JSON body. `limit` applies to the bytes on the connection and to the decompressed bytes. The rest of
 * a refused body stays unread.
 *
 * @returns undefined without a body; an empty object for an empty one.
 * @throws Fault body_too_large, malformed_json or unsupported_media_type
 */
export async function readJson(
  req: IncomingMessage,
  res: ServerResponse,
  limit = MAX_BODY_BYTES,
): Promise<unknown> {
  if (!hasBody(req)) return undefined;
  const encoding = encodingOf(req);
  const decoder = encoding === undefined ? undefined : DECODERS[encoding];
  if ((encoding !== undefined && !decoder) || !isUtf8(req.headers['content-type'])) {
    throw new Fault('unsupported_media_type', 'The body must be JSON in UTF-8.');
  }
  if ((announcedLength(req) ?? 0) > limit) throw tooLarge(limit);
  askForBody(req, res);
  const bytes = await (decoder ? inflate(req, decoder(), limit) : collect(req, req, limit));
  if (bytes.length === 0) return {};
  const text = bytes.toString('utf8');
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    throw malformed(error);
  }
}

const bodies = new WeakMap<IncomingMessage, Promise<unknown>>();

/** Returns the parsed JSON body of a request. Reads it at the first call only. */
export function bodyOf(req: IncomingMessage, res: ServerResponse): Promise<unknown> {
  const known = bodies.get(req);
  if (known) return known;
  const body = readJson(req, res);
  bodies.set(req, body);
  return body;
}

function isUtf8(contentType = ''): boolean {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType) ?? [];
  return /^(?:utf-?8|us-ascii)$/i.test(charset);
}

async function inflate(
  req: IncomingMessage,
  decoder: Readable & NodeJS.WritableStream,
  limit: number,
): Promise<Buffer> {
  let received = 0;
  const refuse = (chunk: Buffer) => {
    received += chunk.length;
    if (received > limit) decoder.destroy(tooLarge(limit));
  };
  req.on('data', refuse);
  req.pipe(decoder);
  try {
    return await collect(req, decoder, limit);
  } finally {
    req.off('data', refuse);
    req.unpipe(decoder);
    decoder.destroy();
  }
}

/** Collects the bytes of `source`. Uses events: leaving an async iterator early would destroy the connection. */
function collect(req: IncomingMessage, source: Readable, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (error?: Error) => {
      source.off('data', take).off('end', end).off('error', fail);
      req.off('close', aborted).off('error', fail);
      if (!error)
        return resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length));
      req.pause();
      // Without a listener, a later error of the decoder would end the process.
      source.on('error', () => undefined);
      reject(error);
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) settle(tooLarge(limit));
      else chunks.push(chunk);
    };
    const end = () => settle();
    const fail = (error: Error) => settle(error instanceof Fault ? error : malformed(error));
    const aborted = () => {
      if (!req.readableEnded) fail(new Error('the connection closed before the body was complete'));
    };
    source.on('data', take).once('end', end).once('error', fail);
    req.once('close', aborted);
    if (source !== req) req.once('error', fail);
  });
}

function tooLarge(limit: number): Fault {
  const text = limit === MAX_BODY_BYTES ? '1 MiB' : `${limit} bytes`;
  return new Fault('body_too_large', `The body is over ${text}. Send less at a time.`);
}

function malformed(cause: unknown): Fault {
  return new Fault('malformed_json', 'The body is not valid JSON.', { cause });
}
