import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Pool } from '../../../database/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import { PollingWorker } from '../../../lib/polling-worker.ts';
import { runInternally } from '../../../lib/request-context.ts';
import type { ImportOrder } from './process.ts';
import { claimUploads, endRun, LEASE_MS, renewUpload, type Work } from './queries.ts';

interface ImportRunnerOptions {
  pool: Pool;
  clock: Clock;
  /** Database to which a process connects by itself. */
  databaseUrl: string;
  rejectsDir: string;
  onError: (error: unknown) => void;
}

/** Beside this file in the sources, in dist/ and in the bundle, which has it as an entry of its own. */
const PROGRAM = fileURLToPath(
  new URL(`process${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url),
);
const POLL_MS = 2_000;
const RENEWAL_MS = 20_000;
/** Processes that may end without an outcome before an upload has failed. */
const MAX_ATTEMPTS = 3;

/**
 * Imports files that operators have sent, each in a process of its own, one at a time. Imports of other processes and of the command
 * line wait for each other by their lock.
 */
export class ImportRunner {
  readonly #options: ImportRunnerOptions;
  #work: PollingWorker<Work> | undefined;
  readonly #stopping = new AbortController();

  constructor(options: ImportRunnerOptions) {
    this.#options = options;
  }

  /** Begins to import what is queued, now and from now on. */
  begin(): void {
    const { pool, clock, onError } = this.#options;
    this.#work ??= new PollingWorker<Work>({
      claim: (limit) => claimUploads(pool, limit, clock.now(), this.#leaseEnd()),
      work: (work) => runInternally(() => this.#run(work)),
      concurrency: 1,
      pollMs: POLL_MS,
      onError,
    });
    this.#work.wake();
  }

  /** Ends the process that imports. Its transaction rolls back, and any process begins again. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#work?.close();
  }

  #leaseEnd(): Date {
    return new Date(this.#options.clock.now().getTime() + LEASE_MS);
  }

  async #run(work: Work): Promise<void> {
    const { pool, clock, databaseUrl, rejectsDir } = this.#options;
    if (work.attempts > MAX_ATTEMPTS) {
      const error = `the process that imports the file ended ${MAX_ATTEMPTS} times without an outcome`;
      await endRun(pool, work, { status: 'failed', error }, clock.now());
      return;
    }
    const child = spawn(process.execPath, [...process.execArgv, '--no-warnings', PROGRAM], {
      stdio: ['pipe', 'ignore', 'inherit'],
      signal: this.#stopping.signal,
      killSignal: 'SIGKILL',
    });
    const ended = once(child, 'close').catch(() => undefined);
    const { stdin } = child;
    stdin.on('error', () => undefined);
    const order: ImportOrder = { databaseUrl, work, rejectsDir };
    stdin.write(`${JSON.stringify(order)}\n`);
    const timer = setInterval(() => {
      renewUpload(pool, work, this.#leaseEnd()).then(
        (isHeld) => isHeld || child.exitCode !== null || child.kill('SIGKILL'),
        this.#options.onError,
      );
    }, RENEWAL_MS);
    try {
      await ended;
    } finally {
      clearInterval(timer);
    }
    // Does nothing after an outcome. Otherwise the next run begins at once.
    await renewUpload(pool, work, clock.now());
  }
}
