import { constants, createReadStream, fstat, open } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { isatty, ReadStream } from 'node:tty';
import { promisify } from 'node:util';

/**
 * A stream of values that its reader pulls and either side can end: what is not read costs no memory. A value that is made
 * while the stream ends is dropped, because its reader may have lost access.
 */
export abstract class PulledStream<T> implements AsyncIterableIterator<T, undefined> {
  readonly #onEnd: () => void;
  readonly #values = this.#takeAll();
  #resume: () => void = () => undefined;
  #isAwake = false;
  #ended = false;
  #fault: Error | undefined;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  get isEnded(): boolean {
    return this.#ended;
  }

  /** Takes the next value; undefined until `wake` is called. An error of it ends the stream. */
  protected abstract take(): Promise<T | undefined>;

  /** Whether the stream ends after a value. */
  protected isLast(_value: T): boolean {
    return false;
  }

  /** Takes again: there may be a value now. */
  wake(): void {
    this.#isAwake = true;
    this.#resume();
  }

  /** @param fault error for the reader; none if the reader ended the stream. */
  end(fault?: Error): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#fault = fault;
    this.#onEnd();
    this.wake();
  }

  next(): Promise<IteratorResult<T, undefined>> {
    return this.#values.next();
  }

  return(): Promise<IteratorResult<T, undefined>> {
    this.end();
    return Promise.resolve({ done: true, value: undefined });
  }

  throw(error: unknown): Promise<IteratorResult<T, undefined>> {
    this.end();
    return Promise.reject(error);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async *#takeAll(): AsyncGenerator<T, undefined> {
    while (!this.#ended) {
      this.#isAwake = false;
      const value = await this.take().catch((error: unknown) => {
        this.end(error instanceof Error ? error : new Error(String(error)));
        return undefined;
      });
      if (this.#ended) break;
      if (value === undefined) await this.#sleep();
      else {
        if (this.isLast(value)) this.end();
        yield value;
      }
    }
    if (this.#fault) throw this.#fault;
    return undefined;
  }

  /** Waits for `wake`, unless it was called since the last value was asked for. */
  async #sleep(): Promise<void> {
    if (this.#isAwake) return;
    await new Promise<void>((resolve) => {
      this.#resume = resolve;
    });
  }
}

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
