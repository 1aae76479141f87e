import type { ServerResponse } from 'node:http';
import { observerOf } from './response-observer.ts';
import { TurnQueue } from './turn-queue.ts';

/** Slices make progress visible: Node counts a single write of many megabytes as unsent until its last byte has left. */
const SLICE_BYTES = 256 * 1024;

/**
 * Slices of all large responses. Copying into socket buffers blocks the thread: without turns, hundreds of clients that
 * each ask for megabytes would delay everybody else until all of those buffers are full.
 */
const slices = new TurnQueue({ perTurn: 1024 * 1024 });

/**
 * Sends a payload and ends the response. A payload of several slices is written no faster than the client reads, and
 * without copying it.
 *
 * @param shared whether other responses send the same buffer, so that this one holds no bytes of its own.
 */
export function sendBytes(res: ServerResponse, payload: string | Buffer, shared = false): void {
  if (typeof payload !== 'string' && payload.length > SLICE_BYTES && res.req.method !== 'HEAD') {
    sendSlices(res, payload, shared ? 0 : payload.length);
    return;
  }
  res.end(payload);
  const { writableLength } = res;
  if (writableLength > 0) observerOf(res)?.buffered(res, shared ? 0 : writableLength);
}

function sendSlices(res: ServerResponse, bytes: Buffer, held: number): void {
  let sent = 0;
  const write = () => {
    if (res.destroyed) return;
    const slice = bytes.subarray(sent, sent + SLICE_BYTES);
    sent += slice.length;
    const isLast = sent === bytes.length;
    if (isLast) res.end(slice);
    else res.write(slice);
    if (res.writableLength > 0) {
      observerOf(res)?.buffered(res, held);
      if (!isLast) res.once('drain', next);
    } else if (!isLast) next();
  };
  const next = () => slices.run('', Math.min(SLICE_BYTES, bytes.length - sent), write);
  next();
}
