import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { watcherOf } from './answer-watch.ts';
import { sendBytes } from './send-bytes.ts';

/** From here on a text is sent as bytes: copying it into one string with the headers would cost more than a second write. */
const LARGE = 64 * 1024;

/**
 * Writes a JSON body in one piece, with its length in bytes. A short one leaves together with the headers in a single
 * write to the socket.
 */
export function sendJson(res: ServerResponse, status: number, body: unknown): void {
  sendJsonText(res, status, JSON.stringify(body));
}

/** The same for a body that is JSON text already. */
export function sendJsonText(res: ServerResponse, status: number, text: string): void {
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  sendText(res, text);
}

/** Sends a text as the body, with its length in bytes; status and type are set. */
export function sendText(res: ServerResponse, text: string): void {
  const payload = text.length > LARGE ? Buffer.from(text) : text;
  res.setHeader('Content-Length', Buffer.byteLength(payload));
  sendBytes(res, payload);
}

/** An answer without a body. */
export function sendNothing(res: ServerResponse, status: number): void {
  res.statusCode = status;
  res.end();
}

/**
 * Sends bytes as they come, no faster than they are taken. A client that goes away ends the source, too; a source that
 * fails ends the connection, so that nobody takes a part for the whole.
 */
export async function sendStream(res: ServerResponse, source: Readable): Promise<void> {
  watcherOf(res)?.streams(res);
  await pipeline(source, res).catch((error: unknown) => {
    if (res.errored || res.destroyed) return;
    throw error;
  });
}
