import type { ServerResponse } from 'node:http';

/** From here on a text is sent as bytes: copying it into one string with the headers would cost more than a second write. */
const LARGE = 64 * 1024;

/**
 * Writes a JSON body in one piece, with its length in bytes. A short one leaves together with the headers in a single
 * write to the socket.
 */
export function sendJson(res: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  const payload = text.length > LARGE ? Buffer.from(text) : text;
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(payload));
  res.end(payload);
}
