import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AsyncBuffer } from 'hyparquet';

/** Opens a file for reading by ranges. */
export async function openRanges(path: string): Promise<Ranges> {
  return new Ranges(await open(path));
}

/**
 * Writes data that cannot be read by ranges to a temporary file. It has no name any more when this returns, so that it goes
 * with the process, however that ends.
 */
export async function spool(source: AsyncIterable<Buffer>): Promise<Ranges> {
  const path = join(tmpdir(), `company-data-${randomUUID()}.parquet`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    for await (const bytes of source) await file.appendFile(bytes);
    return new Ranges(file);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** A file that is read by ranges. */
export class Ranges {
  readonly #file: FileHandle;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Returns the file as the Parquet reader takes it. */
  async toAsyncBuffer(): Promise<AsyncBuffer> {
    const { size } = await this.#file.stat();
    return { byteLength: size, slice: (start, end = size) => this.#read(start, Math.min(end, size)) };
  }

  async #read(start: number, end: number): Promise<ArrayBuffer> {
    if (!(start >= 0 && start <= end)) throw new Error('a range lies outside of the file');
    const bytes = new Uint8Array(end - start);
    for (let done = 0; done < bytes.length; ) {
      const { bytesRead } = await this.#file.read(bytes, done, bytes.length - done, start + done);
      if (bytesRead === 0) throw new Error('the file became shorter');
      done += bytesRead;
    }
    return bytes.buffer;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
