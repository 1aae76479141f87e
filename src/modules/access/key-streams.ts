import { counted } from '../../lib/counted.ts';
import { Fault } from '../../lib/fault.ts';
import { invalidApiKey } from '../../lib/principal.ts';
import type { PulledStream } from '../../lib/pulled-stream.ts';
import type { KeyWatch } from './key-watch.ts';

interface KeyStreamsOptions {
  /** Maximum number of streams that one key has open in this process. */
  streamsPerKey: number;
  keys: Pick<KeyWatch, 'watch'>;
}

interface OpenStream {
  keyId: number;
  stream: PulledStream<unknown>;
}

/** Streams last: no time is known at which one will have ended. */
const RETRY_AFTER_SECONDS = 10;

/** The streams of all subscriptions of this process. */
export class KeyStreams {
  readonly #options: KeyStreamsOptions;
  readonly #open = new Set<OpenStream>();
  #isOver = false;

  constructor(options: KeyStreamsOptions) {
    this.#options = options;
  }

  /** Number of open streams. */
  size(): number {
    return this.#open.size;
  }

  /**
   * Opens a stream, which ends once its key is refused.
   *
   * @param create creates it; the stream must call the function that it gets when it ends.
   * @throws Fault rate_limited when the key has as many streams as it may have.
   */
  open<Stream extends PulledStream<unknown>>(keyId: number, create: (onEnd: () => void) => Stream): Stream {
    const { streamsPerKey, keys } = this.#options;
    const own = [...this.#open].filter((each) => each.keyId === keyId);
    if (own.length >= streamsPerKey) {
      const message = `This key has ${counted(streamsPerKey, 'open subscription')}, the maximum. End one, then try again.`;
      throw new Fault('rate_limited', message, { details: { retry_after: RETRY_AFTER_SECONDS } });
    }
    const stream = create(() => {
      endWatch();
      this.#open.delete(opened);
    });
    const endWatch = keys.watch(keyId, () => stream.end(invalidApiKey()));
    const opened = { keyId, stream };
    this.#open.add(opened);
    return stream;
  }

  /** Whether the process stops. A stream that is opened now must end at once. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Ends all streams, because the process stops. */
  end(): void {
    this.#isOver = true;
    for (const { stream } of this.#open) stream.end();
  }
}
