/** Bytes that are copied into the kernel between two looks at other work. */
const TURN_BYTES = 1024 * 1024;

interface Waiting {
  bytes: number;
  write: () => void;
}

const waiting: Waiting[] = [];
let written = 0;
let isScheduled = false;

/**
 * Writes now, or when its turn comes. Otherwise, hundreds of clients that ask for megabytes at once would keep everybody
 * else waiting while the buffers of their sockets are filled.
 *
 * @param bytes how many `write` will write.
 */
export function writeInTurn(bytes: number, write: () => void): void {
  const isFree = waiting.length === 0 && written < TURN_BYTES;
  if (!isScheduled) {
    isScheduled = true;
    setImmediate(takeTurn);
  }
  if (!isFree) {
    waiting.push({ bytes, write });
    return;
  }
  written += bytes;
  write();
}

function takeTurn(): void {
  const due: Waiting[] = [];
  written = 0;
  while (written < TURN_BYTES) {
    const next = waiting.shift();
    if (!next) break;
    written += next.bytes;
    due.push(next);
  }
  isScheduled = waiting.length > 0 || due.length > 0;
  if (isScheduled) setImmediate(takeTurn);
  for (const { write } of due) write();
}
