import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { observerOf } from './response-observer.ts';
import { sendBytes } from './send-bytes.ts';

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
