import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import cliProgress, { type Options } from 'cli-progress';
import { StartupError } from '../lib/fault.ts';
import { CLI } from '../lib/interruption.ts';
import { counted } from '../lib/text.ts';
import { printable } from './import-output.ts';
import { showBar } from './progress-bar.ts';
import { type OutputOptions, print, signalOfInterruption } from './terminal.ts';

interface EnrichOptions extends OutputOptions {
  out: string;
  maxCredits?: number;
  minConfidence: string;
  kind: 'enrich' | 'match';
  url: string;
}

/** What the command reads of a job (docs/api/jobs.md). */
interface Job {
  job_id: number;
  status: string;
  counts: { rows: number; matched: number; unmatched: number; invalid: number; duplicates: number };
  estimate: { credits_required: number; credit_balance: number };
  progress: { done: number; of: number; seconds_left?: number };
  credits_charged: number;
  stopped?: { at_row: number; because: string };
  error?: { message: string };
}

const POLL_MS = 1_000;
/** Time between attempts while the service is away or busy. Their number bounds the wait to a few minutes. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000];
const WORKING: ReadonlySet<string> = new Set(['receiving', 'matching', 'running']);
/** Exit code of a job that waits for credits or for an approval. */
const WAITS = 3;

/**
 * Sends a file to a service, waits until its rows are done, and writes the results. The service works on the job whether this
 * command runs or not: the same command follows it again, since its Idempotency-Key is made from the name and the content of the file.
 */
export async function runEnrich(file: string, options: EnrichOptions): Promise<void> {
  const service = new Service(options.url, signalOfInterruption());
  let job: Job | undefined;
  const bar = showBar((format) => drawJob(format, basename(file), job));
  try {
    job = await send(service, file, options);
    const follow = async () => {
      for (; job && WORKING.has(job.status); job = await service.get<Job>(jobPath(job)))
        await service.pause(POLL_MS);
    };
    await follow();
    if (job.status === 'awaiting_approval' && mayRun(job, options)) {
      job = await service.post<Job>(`${jobPath(job)}/approve`, { max_credits: options.maxCredits ?? 0 });
      await follow();
    }
    const { status, error, job_id: id } = job;
    if (status === 'failed' || status === 'cancelled')
      throw new StartupError(
        `job ${id} ${status === 'failed' ? `failed: ${error?.message}` : 'was cancelled'}`,
      );
    await service.download(`${jobPath(job)}/result?format=${formatOf(options.out)}`, options.out);
  } catch (error) {
    if (!service.isInterrupted) throw error;
    throw new StartupError(
      job === undefined
        ? 'stopped before the file was sent. Run the same command to send it again'
        : `stopped waiting; job ${job.job_id} goes on. Run the same command to follow it`,
    );
  } finally {
    bar.stop();
  }
  print(options.json, job, describe(job, options));
  if (job.status !== 'done') process.exitCode = WAITS;
}

/** Whether the caller has said what a job that waits may charge, and it can go on with that. */
function mayRun({ estimate, credits_charged }: Job, { maxCredits }: EnrichOptions): boolean {
  return estimate.credits_required === 0 || (maxCredits ?? 0) > credits_charged;
}

const jobPath = ({ job_id }: Pick<Job, 'job_id'>) => `/v1/jobs/${job_id}`;

/** Uploads a file, or finds the job that an earlier run has made of it. */
async function send(service: Service, file: string, { kind, minConfidence }: EnrichOptions): Promise<Job> {
  // The name of a job has no invisible characters, and is not blank.
  const name = basename(file).replace(/\p{C}/gu, ' ').trim() || 'file';
  const hash = createHash('sha256').update(name);
  await pipeline(createReadStream(file), hash);
  const sent = await service.post<Job>(
    `/v1/jobs?kind=${kind}&min_confidence=${encodeURIComponent(minConfidence)}&name=${encodeURIComponent(name)}`,
    () => Readable.toWeb(createReadStream(file)),
    {
      'Content-Type': /\.(?:nd|l)?json(?:l)?(?:\.gz)?$/i.test(name) ? 'application/x-ndjson' : 'text/csv',
      'Idempotency-Key': `${kind}-${minConfidence}-${hash.digest('hex')}`,
      ...(/\.gz$/i.test(file) && { 'Content-Encoding': 'gzip' }),
    },
  );
  // A repeated upload gets the first answer, which may be old.
  return service.get<Job>(jobPath(sent));
}

function formatOf(out: string): 'csv' | 'ndjson' | 'parquet' {
  if (/\.parquet$/i.test(out)) return 'parquet';
  return /\.(?:ndjson|jsonl)$/i.test(out) ? 'ndjson' : 'csv';
}

/** Requests to the service at a URL, with the key of COMPANY_DATA_KEY. */
class Service {
  readonly #url: string;
  readonly #key: string;
  readonly #signal: AbortSignal;

  constructor(url: string, signal: AbortSignal) {
    const { COMPANY_DATA_KEY: key } = process.env;
    if (!key) throw new StartupError('set COMPANY_DATA_KEY to an API key of the service');
    if (!URL.canParse(url))
      throw new StartupError(`"${url}" is no URL; use one such as http://127.0.0.1:4000`);
    this.#url = url.replace(/\/+$/, '');
    this.#key = key;
    this.#signal = signal;
  }

  get isInterrupted(): boolean {
    return this.#signal.aborted;
  }

  pause(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.#signal });
  }

  async get<T>(path: string): Promise<T> {
    return (await this.#request(path, {})).json() as Promise<T>;
  }

  /** @param body an object, or what opens a file for each attempt. */
  async post<T>(path: string, body: object | (() => ReadableStream), headers = {}): Promise<T> {
    const init =
      typeof body === 'function'
        ? () => ({ body: body(), duplex: 'half', headers })
        : () => ({ body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });
    return (await this.#request(path, () => ({ method: 'POST', ...init() }))).json() as Promise<T>;
  }

  /** Writes a response into a file, which is complete or absent. */
  async download(path: string, out: string): Promise<void> {
    const { body } = await this.#request(path, {});
    const draft = `${out}.part`;
    try {
      await pipeline(Readable.fromWeb(body as never), createWriteStream(draft), { signal: this.#signal });
      await rename(draft, out);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  /** Sends a request until it is answered. @throws StartupError with the message of the service if it refuses for good */
  async #request(path: string, init: RequestInit | (() => RequestInit)): Promise<Response> {
    for (let attempt = 0; ; attempt += 1) {
      const { headers, ...rest } = typeof init === 'function' ? init() : init;
      let problem: string;
      let waitMs = PAUSES_MS[attempt];
      try {
        const response = await fetch(this.#url + path, {
          ...rest,
          headers: { 'X-API-Key': this.#key, ...headers },
          signal: this.#signal,
        });
        if (response.ok) return response;
        problem = await messageOf(response);
        const retryAfter = Number(response.headers.get('retry-after'));
        if (response.status < 500 && !retryAfter) waitMs = undefined;
        else if (waitMs !== undefined) waitMs = Math.max(waitMs, retryAfter * 1_000);
      } catch (error) {
        if (this.isInterrupted) throw error;
        problem = `${this.#url} cannot be reached`;
      }
      if (waitMs === undefined) throw new StartupError(printable(problem));
      await this.pause(waitMs);
    }
  }
}

async function messageOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { detail } = JSON.parse(text) as { detail: { error: string; message: string } };
    return `${detail.error}: ${detail.message}`;
  } catch {
    return `the service answered with status ${response.status}`;
  }
}

// Node does not find this name among the exports of the package.
const { BarFormat, TimeFormat } = cliProgress.Format;

function drawJob(options: Options, file: string, job: Job | undefined): string {
  if (!job) return `${printable(file)} uploading`;
  const { status, progress } = job;
  const { done, of, seconds_left: left } = progress;
  const share = of === 0 ? 0 : done / of;
  const time = left === undefined ? '' : `, ${TimeFormat(left, options, 5)} left`;
  return `${printable(file)} ${status} ${BarFormat(share, options)} ${Math.floor(share * 100)}% of ${counted(of, 'row')}${time}`;
}

const REASONS: Readonly<Record<string, string>> = {
  max_credits: 'Run the same command with a larger --max-credits to go on.',
  insufficient_credits: 'Add credits, then run the same command to go on.',
  credit_limit_reached: 'The monthly limit of the key is reached. Have it raised, then run the same command.',
};

/** Describes the end of a job, and what to do next. */
function describe(job: Job, { out, maxCredits }: EnrichOptions): string[] {
  const { counts, estimate, stopped, status, credits_charged: charged } = job;
  const { rows, matched, unmatched, invalid, duplicates } = counts;
  const lines = [
    `${counted(rows, 'row')}: ${matched} matched (${duplicates} of them duplicates), ${unmatched} unmatched, ${invalid} invalid`,
    `${counted(charged, 'credit')} charged in all`,
    `results: ${printable(out)}`,
  ];
  if (status === 'done') return lines;
  if (stopped)
    return [...lines, `Stopped at row ${stopped.at_row}. ${REASONS[stopped.because] ?? stopped.because}`];
  const { credits_required: price, credit_balance: balance } = estimate;
  const given = maxCredits === undefined ? '' : `, more than --max-credits ${maxCredits}`;
  return [
    ...lines,
    `Enriching would charge ${counted(price, 'credit')}${given}; the balance is ${balance}. To pay, run: ${CLI} enrich … --max-credits ${price}`,
  ];
}
