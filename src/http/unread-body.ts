import type { IncomingMessage, ServerResponse } from 'node:http';
import { awaitsContinue } from './expect-continue.ts';
import { announcedLength, hasBody } from './read-json.ts';

/** Size up to which a refused body is read and discarded, so that the connection stays usable. */
const SMALL_BYTES = 64 * 1024;
/** Bounds on discarding a larger body. A client that is still sending reads the response only afterwards. */
const DISCARDED_BYTES = 4 * 1024 * 1024;
const DISCARD_MS = 2_000;

/** Returns whether a large part of the request's body has not arrived yet, or may never arrive. */
export function hasUnreadBody(req: IncomingMessage): boolean {
  if (req.complete || !hasBody(req)) return false;
  return awaitsContinue(req) || (announcedLength(req) ?? Number.POSITIVE_INFINITY) > SMALL_BYTES;
}

/**
 * Sends a last response, then closes the connection. Before closing, it discards a bounded part of the body that is still
 * arriving: if a socket is closed with unread input, the kernel drops a response that the client has not read yet.
 */
export function sendAndClose(req: IncomingMessage, res: ServerResponse, text: string): void {
  res.setHeader('Connection', 'close');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  if (awaitsContinue(req) || req.method === 'HEAD') {
    res.end(text);
    return;
  }
  res.write(text);
  let discarded = 0;
  const timer = setTimeout(end, DISCARD_MS).unref();
  function end(): void {
    clearTimeout(timer);
    req.off('data', discard);
    if (!res.writableEnded) res.end();
  }
  function discard(chunk: Buffer): void {
    discarded += chunk.length;
    if (discarded > DISCARDED_BYTES) end();
  }
  req.on('data', discard).once('end', end).once('close', end).once('error', end);
  req.resume();
}
