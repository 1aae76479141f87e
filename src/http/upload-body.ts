import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough, type Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Config } from '../config.ts';
import { Fault } from '../lib/fault.ts';
import { textIn } from '../lib/json.ts';
import { showBytes } from '../modules/quotas/quotas.ts';
import { announcedLength, askForBody, encodingOf } from './read-json.ts';

type Limits = Config['transfer']['uploads'];

const MIB = 1024 * 1024;
const OUTPUT_BYTES = 64 * 1024;

interface UploadTools {
  limits: Limits;
  /** Takes the point of a MiB that begins. The body stays unread meanwhile. It rejects when the signal aborts. */
  pay: (signal: AbortSignal) => Promise<void>;
  /** Receives the number of bytes of each part. */
  onBytes: (count: number) => void;
}

/** A client that left, or sent too little in its time. */
export class BrokenUpload extends Fault {
  readonly outcome: 'too_slow' | 'interrupted';

  constructor(outcome: BrokenUpload['outcome'], message: string, status?: number) {
    super('bad_request', message, status === undefined ? {} : { status });
    this.outcome = outcome;
  }
}

/**
 * Body of a request that is read as it arrives, decompressed, and never kept. Its client has to send on at a pace; time in
 * which the process does not read is not counted.
 */
export class UploadBody {
  readonly #req: IncomingMessage;
  readonly #tools: UploadTools;
  readonly #decoder: Transform;
  readonly #pace: Pace;
  readonly #hash = createHash('sha256');
  readonly #gone = new AbortController();
  readonly #leave: () => void;
  #digest: string | undefined;
  #bytes = 0;
  /** Reads what is left. */
  readonly chunks: AsyncGenerator<Buffer>;

  /** @throws Fault unsupported_media_type for another coding than gzip, body_too_large for an announced length */
  constructor(req: IncomingMessage, res: ServerResponse, tools: UploadTools) {
    const encoding = encodingOf(req);
    if (encoding !== undefined && encoding !== 'gzip')
      throw new Fault(
        'unsupported_media_type',
        'A file may be compressed with gzip only. Send Content-Encoding: gzip, or no such header.',
      );
    if (encoding === undefined && (announcedLength(req) ?? 0) > tools.limits.maxBytes)
      throw tooLarge(tools.limits);
    this.#req = req;
    this.#tools = tools;
    const decoder = encoding === 'gzip' ? createGunzip({ chunkSize: OUTPUT_BYTES }) : new PassThrough();
    this.#decoder = decoder;
    this.#pace = new Pace(tools.limits, req, (error) => decoder.destroy(error));
    // Without a listener, an error after the end would end the process.
    decoder.on('error', () => undefined);
    this.#leave = () => {
      if (req.readableEnded) return;
      const message = `The connection closed after ${this.#bytes} bytes, before the file was complete. Send it again.`;
      decoder.destroy(new BrokenUpload('interrupted', message));
      this.#gone.abort();
    };
    req.once('close', this.#leave);
    if (req.destroyed) this.#leave();
    else {
      askForBody(req, res);
      req.pipe(decoder);
    }
    this.chunks = this.#read();
  }

  /** Reads what is left of the body, and drops it. @returns the SHA-256 of all of it, decompressed, in hexadecimal */
  async digest(): Promise<string> {
    for await (const _ of this.chunks);
    this.#digest ??= this.#hash.digest('hex');
    return this.#digest;
  }

  /** Stops reading. */
  close(): void {
    const req = this.#req;
    this.#pace.pause();
    req.off('close', this.#leave);
    req.unpipe(this.#decoder);
    if (!req.readableEnded) req.pause();
    this.#decoder.destroy();
  }

  async *#read(): AsyncGenerator<Buffer> {
    const { limits, pay, onBytes } = this.#tools;
    const parts: AsyncIterator<Buffer> = this.#decoder[Symbol.asyncIterator]();
    // The first MiB is paid when the request is admitted.
    for (let paid = 1; ; ) {
      this.#pace.resume();
      const { done, value } = await parts.next().catch((error: unknown) => {
        throw explain(error);
      });
      this.#pace.pause();
      if (done) return;
      this.#bytes += value.length;
      if (this.#bytes > limits.maxBytes) throw tooLarge(limits);
      this.#hash.update(value);
      onBytes(value.length);
      for (; this.#bytes > paid * MIB; paid += 1) await pay(this.#gone.signal);
      yield value;
    }
  }
}

function explain(error: unknown): unknown {
  const isOfZlib = textIn(error, 'code')?.startsWith('Z_') === true;
  if (!isOfZlib) return error;
  return new Fault('bad_request', 'The body is not gzip, or it is damaged or incomplete. Send it again.', {
    cause: error,
  });
}

function tooLarge({ maxBytes }: Limits): Fault {
  return new Fault(
    'body_too_large',
    `The file is over ${showBytes(maxBytes)}, decompressed. Send it in several files.`,
  );
}

/** Measures how fast a client sends while the process waits for it. What has arrived and waits for its decompression is sent. */
class Pace {
  readonly #limits: Limits;
  readonly #req: IncomingMessage;
  readonly #onTooSlow: (error: Error) => void;
  #timer: NodeJS.Timeout | undefined;
  /** Time at which the process began to wait. */
  #since = 0;
  /** Milliseconds of the present period. */
  #waited = 0;
  /** Bytes of the connection when the period began. */
  #before: number;

  constructor(limits: Limits, req: IncomingMessage, onTooSlow: (error: Error) => void) {
    this.#limits = limits;
    this.#req = req;
    this.#onTooSlow = onTooSlow;
    this.#before = req.socket.bytesRead;
  }

  resume(): void {
    // Nobody is waited for once the body is here: what takes time is its decompression.
    if (this.#req.complete) return;
    this.#since = performance.now();
    this.#timer = setTimeout(() => this.#judge(), Math.max(0, this.#limits.paceMs - this.#waited));
  }

  pause(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waited += performance.now() - this.#since;
  }

  /** Ends a period. */
  #judge(): void {
    const { paceMs, minBytes } = this.#limits;
    const { bytesRead } = this.#req.socket;
    const isHere = this.#req.complete || this.#req.readableLength > 0;
    if (!isHere && bytesRead - this.#before < minBytes) {
      const message = `The file arrives too slowly: under ${showBytes(minBytes)} in ${paceMs / 1000} seconds. Send it again over a faster connection, compressed, or in parts.`;
      this.#onTooSlow(new BrokenUpload('too_slow', message, 408));
      return;
    }
    this.#before = bytesRead;
    this.#waited = 0;
    this.resume();
  }
}
