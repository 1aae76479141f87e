import type { IncomingMessage, ServerResponse } from 'node:http';
import { awaitsContinue } from './continue.ts';
import { announcedLength, hasBody } from './read-json.ts';

/** So much of a refused body is read and thrown away, that the connection can go on. */
const SMALL_BYTES = 64 * 1024;
/** How much more is thrown away, and for how long, so that a client that is still sending gets to its answer. */
const DISCARDED_BYTES = 4 * 1024 * 1024;
const DISCARD_MS = 2_000;

/** Whether more than a little of the request's body has not arrived, or may never do. */
export function leavesBody(req: IncomingMessage): boolean {
  if (req.complete || !hasBody(req)) return false;
  return awaitsContinue(req) || (announcedLength(req) ?? Number.POSITIVE_INFINITY) > SMALL_BYTES;
}

/**
 * Ends the connection with this answer. The answer is complete at once; then a bounded part of what is still arriving is
 * thrown away: closing before would have the system discard an answer that the client has not read yet.
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
