import { Worker } from 'node:worker_threads';
import { textIn } from '../../../lib/json.ts';
import { DATA_FAULT } from './start-decoder.ts';

// The process of a Decoder: standard input or descriptor 3 has the data, standard output gets what it becomes.

/** Milliseconds between two looks of the guard. */
const GUARD_MS = 25;

/**
 * Ends the process when it has too much memory or no parent any more. A thread of its own looks, because decoding blocks the
 * main one; `--max-old-space-size` bounds the heap only, not ArrayBuffers.
 */
function guard(parent: number, memoryMiB: number): void {
  const program = `
    const isOver = () => {
      try {
        process.kill(${parent}, 0);
        return process.memoryUsage.rss() > ${memoryMiB * 1024 * 1024};
      } catch {
        return true;
      }
    };
    setInterval(() => isOver() && process.kill(process.pid, 'SIGKILL'), ${GUARD_MS});`;
  new Worker(program, { eval: true, execArgv: [] }).unref();
}

// The parent decides what a signal to the process group means.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
process.stdout.on('error', () => process.exit(1));

const [, , mode, parent, memoryMiB] = process.argv;
guard(Number(parent), Number(memoryMiB));
try {
  // Each needs a library that the other does not.
  if (mode === 'zstd') await (await import('./fzstd.ts')).writeUnzstd();
  else await (await import('./parquet-rows.ts')).writeParquetRows();
} catch (error) {
  const [reason] = (textIn(error, 'message') ?? String(error)).split('\n', 1);
  process.stderr.write(`${reason}\n`);
  // Parts of a damaged file may still be read.
  process.exit(DATA_FAULT);
}
