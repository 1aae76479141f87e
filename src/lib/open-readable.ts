import { constants, createReadStream, fstat, open } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { isatty, ReadStream } from 'node:tty';
import { promisify } from 'node:util';

const openFile = promisify(open);
const statFile = promisify(fstat);

/**
 * Opens a file, a named pipe, a terminal or another device for reading. Destroying the stream ends any wait for data.
 *
 * A pipe is opened without waiting for its writer, because such a wait blocks a thread and so keeps the process from
 * ending. The socket then waits: the pipe counts as ended only after a writer has come and gone.
 */
export async function openReadable(path: string, highWaterMark: number): Promise<Readable> {
  const fd = await openFile(path, constants.O_RDONLY | constants.O_NONBLOCK);
  if (isatty(fd)) return new ReadStream(fd);
  if ((await statFile(fd)).isFIFO()) return new Socket({ fd, readable: true, writable: false });
  return createReadStream(path, { fd, highWaterMark });
}
