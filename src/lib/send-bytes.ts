import type { ServerResponse } from 'node:http';
import { watcherOf } from './answer-watch.ts';
import { writeInTurn } from './write-turns.ts';

/** Slices show how far an answer has come: one write of many megabytes counts as unsent until its last byte left. */
const SLICE_BYTES = 256 * 1024;

/**
 * Sends a payload and ends the answer. A payload of several slices is written no faster than the client reads; nothing is
 * copied.
 *
 * @param shared whether other answers send the same buffer, so that this one holds no bytes of its own.
 */
export function sendBytes(res: ServerResponse, payload: string | Buffer, shared = false): void {
  if (typeof payload !== 'string' && payload.length > SLICE_BYTES && res.req.method !== 'HEAD') {
    sendSlices(res, payload, shared ? 0 : payload.length);
    return;
  }
  res.end(payload);
  const { writableLength } = res;
  if (writableLength > 0) watcherOf(res)?.waits(res, shared ? 0 : writableLength);
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
      watcherOf(res)?.waits(res, held);
      if (!isLast) res.once('drain', next);
    } else if (!isLast) next();
  };
  const next = () => writeInTurn(Math.min(SLICE_BYTES, bytes.length - sent), write);
  next();
}
