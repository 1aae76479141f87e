import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { sendStream, sendText } from '../lib/send.ts';

/** Answers that are written event by event, for as long as somebody listens. */
const STREAMED = /^(?:text\/event-stream|multipart\/)/;

/**
 * Sends what Yoga answered, by the one way that counts bytes until they are read. Yoga's own would hold the text of the
 * answer for as long.
 */
export async function sendResponse(res: ServerResponse, response: Response): Promise<void> {
  const { body, status, headers } = response;
  if (res.headersSent || res.destroyed) {
    await body?.cancel();
    return;
  }
  res.statusCode = status;
  headers.forEach((value, name) => {
    if (name !== 'content-length') res.setHeader(name, value);
  });
  res.setHeader('Cache-Control', 'no-store');
  if (body && STREAMED.test(headers.get('content-type') ?? '')) {
    // Bytes, not objects: sixteen events would be read ahead of a slow reader otherwise.
    await sendStream(res, Readable.from(body, { objectMode: false }));
    return;
  }
  sendText(res, await response.text());
}
