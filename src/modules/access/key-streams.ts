import type { Queryable } from '../../database/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { Fault } from '../../lib/fault.ts';
import { holderOf, invalidApiKey, type Owner, organizationOf, type Principal } from '../../lib/principal.ts';
import { sharedLoader } from '../../lib/shared-loader.ts';
import type { PulledStream } from '../../lib/streams.ts';
import { counted } from '../../lib/text.ts';
import { findLiveKeys } from './authenticate.ts';

/** Streams that may be open in this process. */
interface StreamLimits {
  /** Of one user, whichever key they use, or of the keys of one organization. */
  perHolder: number;
  /** Of one organization, with those of its users. */
  perOrganization: number;
}

interface KeyStreamsOptions {
  limits: StreamLimits;
  keys: Pick<KeyWatch, 'watch' | 'isLive'>;
}

interface OpenStream {
  holder: Owner;
  organization: Owner;
  stream: PulledStream<unknown>;
}

/** Streams last: no time is known at which one will have ended. */
const RETRY_AFTER_SECONDS = 10;

/** The streams of all subscriptions of this process. Each event costs statements and messages for each of them. */
export class KeyStreams {
  readonly #options: KeyStreamsOptions;
  readonly #open = new Set<OpenStream>();
  #refused = 0;
  #isOver = false;

  constructor(options: KeyStreamsOptions) {
    this.#options = options;
  }

  /** Open streams. */
  get open(): number {
    return this.#open.size;
  }

  /** Streams that were refused since the start, because their caller had too many. */
  get refused(): number {
    return this.#refused;
  }

  /**
   * Opens a stream, which ends once its key is refused.
   *
   * @param create creates it; the stream must call the function that it gets when it ends.
   * @throws Fault rate_limited when the holder of the key, or the organization, has as many streams as it may have.
   */
  add<Stream extends PulledStream<unknown>>(
    caller: Principal,
    create: (onEnd: () => void) => Stream,
  ): Stream {
    const { keyId, organizationId } = caller;
    const owners = { holder: holderOf(caller), organization: organizationOf(organizationId) };
    this.#requireRoom(owners);
    const stream = create(() => {
      endWatch();
      this.#open.delete(opened);
    });
    const endWatch = this.#options.keys.watch(keyId, () => stream.end(invalidApiKey()));
    const opened = { ...owners, stream };
    this.#open.add(opened);
    return stream;
  }

  /** Reads whether a key still holds, before its stream learns more: a stream outlives the cache of keys. @throws Fault invalid_api_key */
  async requireLive(keyId: number): Promise<void> {
    if (!(await this.#options.keys.isLive(keyId))) throw invalidApiKey();
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

  #requireRoom({ holder, organization }: Omit<OpenStream, 'stream'>): void {
    const { perHolder, perOrganization } = this.#options.limits;
    let [own, all] = [0, 0];
    for (const each of this.#open) {
      if (each.holder === holder) own += 1;
      if (each.organization === organization) all += 1;
    }
    if (own >= perHolder) throw this.#refusal(`You have ${counted(perHolder, 'open subscription')}`);
    if (all >= perOrganization)
      throw this.#refusal(`Your organization has ${counted(perOrganization, 'open subscription')}`);
  }

  #refusal(what: string): Fault {
    this.#refused += 1;
    const message = `${what}, the maximum. End one, then try again.`;
    return new Fault('rate_limited', message, { details: { retry_after: RETRY_AFTER_SECONDS } });
  }
}

/** Below the 5 s within which a revocation must hold (contract, section 2). */
const CHECK_MS = 2_000;

interface Watched {
  keyId: number;
  end: () => void;
}

/** Ends responses that last, such as subscriptions and downloads, when their key is refused. */
export class KeyWatch {
  readonly #watched = new Set<Watched>();
  /** Reads whether a key still holds. Streams that ask in one turn of the event loop share a statement. */
  readonly isLive: (keyId: number) => Promise<boolean>;
  readonly #timer: NodeJS.Timeout;

  constructor(db: Queryable, clock: Clock, onError: (error: unknown) => void) {
    this.isLive = sharedLoader(async (keyIds) => {
      const live = await findLiveKeys(db, clock, keyIds);
      return keyIds.map((keyId) => live.has(keyId));
    });
    this.#timer = setInterval(() => this.#check(db, clock).catch(onError), CHECK_MS);
    this.#timer.unref();
  }

  /** @param end called once the key is refused. @returns a function that ends the watch. */
  watch(keyId: number, end: () => void): () => void {
    const watched = { keyId, end };
    this.#watched.add(watched);
    return () => void this.#watched.delete(watched);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Checks all keys by one statement. */
  async #check(db: Queryable, clock: Clock): Promise<void> {
    if (this.#watched.size === 0) return;
    const keyIds = new Set([...this.#watched].map(({ keyId }) => keyId));
    const live = await findLiveKeys(db, clock, keyIds);
    for (const watched of this.#watched) {
      // A watch that began meanwhile is checked next time.
      if (!keyIds.has(watched.keyId) || live.has(watched.keyId)) continue;
      this.#watched.delete(watched);
      watched.end();
    }
  }
}
