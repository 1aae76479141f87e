import { counted } from '../../lib/counted.ts';
import { Fault } from '../../lib/fault.ts';
import { holderOf, type Owner, organizationOf } from '../../lib/owner.ts';
import { invalidApiKey, type Principal } from '../../lib/principal.ts';
import type { PulledStream } from '../../lib/pulled-stream.ts';
import type { KeyWatch } from './key-watch.ts';

/** Streams that may be open in this process. */
export interface StreamLimits {
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
