import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ParquetColumn } from './parquet-column.ts';

const IS_SOURCE = import.meta.url.endsWith('.ts');
/** Beside this file in the sources, in dist/ and in the bundle, which has it as an entry of its own. */
const PROGRAM = fileURLToPath(new URL(`parquet-thread${IS_SOURCE ? '.ts' : '.js'}`, import.meta.url));

/**
 * Memory of the thread. The widest file of jobs has 100,000 column chunks, whose places stand at the end of the file: they take
 * about 60 MiB, and a row group less than that.
 */
const MAX_HEAP_MIB = 512;

/**
 * Turns rows into a Parquet file, piece by piece. Each row is a line: a JSON array with its values in the order of the columns.
 * Pieces may end within a line. A thread encodes, because a row group would block this one for a quarter of a second. It gets a
 * piece of rows when the bytes of the piece before are taken, so a slow reader holds one row group.
 *
 * @throws Error if a value does not fit its column, or the thread needs too much memory
 */
export async function* toParquet(
  columns: readonly ParquetColumn[],
  rows: AsyncIterable<string | Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const thread = new Worker(PROGRAM, {
    workerData: columns,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
    // Sources need the loader with which the process was started.
    ...(IS_SOURCE && { execArgv: process.execArgv }),
  });
  const answers = on(thread, 'message', { close: ['exit'] });
  const encode = async (piece: string | Uint8Array | null): Promise<Uint8Array> => {
    thread.postMessage(piece);
    const { value, done } = await answers.next();
    if (done) throw new Error('the thread that encodes Parquet has ended');
    return value[0];
  };
  try {
    for await (const piece of rows) {
      const bytes = await encode(piece);
      if (bytes.length > 0) yield bytes;
    }
    yield await encode(null);
  } finally {
    await thread.terminate();
  }
}
