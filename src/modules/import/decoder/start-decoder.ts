import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Exit code of a decoder that reports a fault of the data in its last line on standard error. */
export const DATA_FAULT = 3;

/** Bounds for decoding one file. */
export interface DecoderBudget {
  /** Memory of the decoder's process. */
  memoryMiB: number;
  /** Time in which neither bytes were read nor rows arrived. */
  idleMs: number;
}

/**
 * Memory: a row group of 512 MiB, the largest that is read, needs about three times as much. Time: a batch of such a row
 * group is decoded in a few seconds, so a decoder that is silent for longer loops, which damaged data can cause.
 */
export const DECODER_BUDGET: DecoderBudget = { memoryMiB: 2048, idleMs: 30_000 };

interface DecoderOptions {
  signal: AbortSignal;
  budget: DecoderBudget;
  /** What to do with a file that exceeds the budget. */
  advice: string;
  /** Descriptor of the file, which the decoder finds as its descriptor 3. */
  file?: number;
}

/** Fault of the data that a decoder found. The message is complete. */
export class DataFault extends Error {}

/** Beside this file in the sources, in dist/ and in the bundle, which has it as an entry of its own. */
const PROGRAM = fileURLToPath(
  new URL(`decoder-process${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url),
);
/** Output that is read ahead, so that decoder and reader wait for each other less. */
const BUFFER_BYTES = 4 * 1024 * 1024;
const MAX_ERROR_CHARACTERS = 4096;

/**
 * Process that decodes data of strangers. A damaged file can make a decoder loop, or exhaust the heap, which ends a
 * process even if the decoder runs in a worker thread of it.
 */
export class Decoder {
  readonly #child: ChildProcess;
  readonly #input: Writable;
  readonly #output: Readable;
  readonly #options: DecoderOptions;
  readonly #closed: Promise<unknown[]>;
  readonly #kill = () => this.#child.kill('SIGKILL');
  #errors = '';
  #sourceFault: unknown;
  #isIdle = false;
  /** Set while the decoder waits for the source. That is no fault of it. */
  #isStarved = false;
  #timer: NodeJS.Timeout | undefined;

  /** @throws the reason of the signal if it was aborted before */
  constructor(mode: 'parquet' | 'zstd', options: DecoderOptions) {
    const { budget, file, signal } = options;
    signal.throwIfAborted();
    this.#options = options;
    const args = [
      ...process.execArgv,
      '--no-warnings',
      `--max-old-space-size=${budget.memoryMiB}`,
      PROGRAM,
      mode,
      String(process.pid),
      String(budget.memoryMiB),
    ];
    const stdio = ['pipe', 'pipe', 'pipe', ...(file === undefined ? [] : [file])] as const;
    const child = spawn(process.execPath, args, { stdio: [...stdio] });
    const { stdin, stdout, stderr } = child;
    if (!stdin || !stdout || !stderr) throw new Error('the decoder has no pipes');
    this.#child = child;
    this.#input = stdin;
    this.#output = stdout.pipe(new PassThrough({ highWaterMark: BUFFER_BYTES }));
    this.#closed = once(child, 'close');
    // Awaited when the output has ended. A decoder that ends early breaks its pipe.
    this.#closed.catch(() => undefined);
    stdin.on('error', () => undefined);
    stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#errors = (this.#errors + text).slice(-MAX_ERROR_CHARACTERS);
    });
    signal.addEventListener('abort', this.#kill, { once: true });
  }

  /** Sends the input of the decoder while its output is read, which throws a failure of the source. */
  async send(source: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    try {
      this.#isStarved = true;
      for await (const bytes of source) {
        this.#isStarved = false;
        if (!this.#input.write(bytes)) await Promise.race([once(this.#input, 'drain'), this.#closed]);
        if (this.#input.destroyed) return;
        this.#isStarved = true;
        this.#timer?.refresh();
      }
      this.#input.end();
    } catch (error) {
      this.#sourceFault = error;
      this.#kill();
    } finally {
      this.#isStarved = false;
      this.#timer?.refresh();
    }
  }

  /**
   * Yields the output, and ends the decoder when the reader stops.
   *
   * @throws Error for a fault that the decoder found, or when it exceeds its budget; the reason of the signal.
   */
  async *read(): AsyncGenerator<Buffer> {
    try {
      const chunks = this.#output[Symbol.asyncIterator]();
      for (;;) {
        this.#watch();
        const next = await chunks.next();
        clearTimeout(this.#timer);
        if (next.done) break;
        yield next.value;
      }
      await this.#checkEnd();
    } finally {
      clearTimeout(this.#timer);
      this.#options.signal.removeEventListener('abort', this.#kill);
      this.#kill();
      await this.#closed.catch(() => undefined);
    }
  }

  /** Measures the time in which the reader waits in vain, not the time that it takes itself. */
  #watch(): void {
    this.#timer = setTimeout(() => {
      if (this.#isStarved) {
        this.#timer?.refresh();
        return;
      }
      this.#isIdle = true;
      this.#kill();
    }, this.#options.budget.idleMs);
  }

  async #checkEnd(): Promise<void> {
    const { signal, budget, advice } = this.#options;
    const [code, killedBy] = await this.#closed;
    // A signal to the process group may end the decoder before this process is told of it.
    if (killedBy !== null) await nextTurn();
    signal.throwIfAborted();
    if (this.#sourceFault !== undefined) throw this.#sourceFault;
    if (code === 0) return;
    const cause = this.#errors.trim();
    const lastLine = cause.split('\n').at(-1) ?? '';
    if (code === DATA_FAULT) throw new DataFault(lastLine);
    if (this.#isIdle)
      throw new Error(`decoding makes no progress for ${budget.idleMs / 1000} seconds; ${advice}`);
    const isStopped = killedBy === 'SIGINT' || killedBy === 'SIGTERM' || killedBy === 'SIGHUP';
    if (killedBy !== null && !isStopped)
      throw new Error(`decoding needs more than ${budget.memoryMiB} MiB of memory; ${advice}`, { cause });
    throw new Error(`the process that decodes it ended with ${killedBy ?? `code ${code}: ${lastLine}`}`, {
      cause,
    });
  }
}
