import type { Pool } from '../../../database/client.ts';
import { createNotifications, type Notifications } from '../../../database/notifications.ts';
import type { PrismaClient } from '../../../generated/prisma/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import { counted } from '../../../lib/counted.ts';
import { Fault } from '../../../lib/fault.ts';
import { invalidApiKey } from '../../../lib/principal.ts';
import { findLiveKeys } from '../../access/authenticate.ts';
import type { KeyWatch } from '../../access/key-watch.ts';
import type { Caller } from '../list.ts';
import { findList, findVisible } from '../list-access.ts';
import { ACTIONS, type ChangeNotice, LIST_CHANGES } from './audit-log.ts';
import { type ListChange, ListStream, type PendingChange } from './list-stream.ts';

interface ListFeedOptions {
  pool: Pool;
  /** Prisma over `pool`. */
  prisma: PrismaClient;
  clock: Clock;
  /** URL to listen at: a session of its own, never through a pooler of transactions. */
  listenUrl: string;
  /** Maximum number of streams that one key has open in this process. */
  streamsPerKey: number;
  keys: Pick<KeyWatch, 'watch'>;
  onError: (error: unknown) => void;
}

/** Streams last: no time is known at which one will have ended. */
const RETRY_AFTER_SECONDS = 10;

interface Subscriber {
  keyId: number;
  listId: number;
  stream: ListStream;
}

/** Reports the changes of lists to subscribers, whichever process made them. */
export class ListFeed {
  readonly #options: ListFeedOptions;
  readonly #subscribers = new Set<Subscriber>();
  readonly #notifications: Notifications;
  #ended = false;

  constructor(options: ListFeedOptions) {
    this.#options = options;
    const { listenUrl: url, onError } = options;
    this.#notifications = createNotifications({
      url,
      channel: LIST_CHANGES,
      onMessage: (payload) => this.#announce(JSON.parse(payload)),
      onGap: () => this.#resync(),
      onError,
    });
  }

  /** Number of open streams. */
  size(): number {
    return this.#subscribers.size;
  }

  /**
   * Opens a stream of the changes of a list from now on. Its reader ends it with `return`.
   *
   * @throws Fault list_not_found; rate_limited when the key has as many streams as it may have.
   */
  async open(caller: Caller, listId: number): Promise<ListStream> {
    const { pool, prisma } = this.#options;
    const stream = this.#admit(caller, listId);
    try {
      // It listens before it reads, so that no change falls between the two.
      await this.#notifications.start();
      await findList(pool, caller, listId);
      const latest = await prisma.listEvent.findFirst({
        where: { listId },
        orderBy: { id: 'desc' },
        select: { id: true },
      });
      stream.startAfter(Number(latest?.id ?? 0));
    } catch (error) {
      stream.end();
      throw error;
    }
    if (this.#ended) stream.end();
    return stream;
  }

  /** Ends all streams; those that are opened later end at once. */
  end(): void {
    this.#ended = true;
    for (const { stream } of this.#subscribers) stream.end();
  }

  /** Ends all streams and gives the listening connection back. */
  async close(): Promise<void> {
    this.end();
    await this.#notifications.close();
  }

  #admit(caller: Caller, listId: number): ListStream {
    const { keyId } = caller;
    const { streamsPerKey, keys } = this.#options;
    const own = [...this.#subscribers].filter((each) => each.keyId === keyId);
    if (own.length >= streamsPerKey) {
      const message = `This key has ${counted(streamsPerKey, 'open subscription')}, the maximum. End one, then try again.`;
      throw new Fault('rate_limited', message, { details: { retry_after: RETRY_AFTER_SECONDS } });
    }
    const stream = new ListStream(
      (change) => this.#read(caller, listId, change),
      () => {
        endWatch();
        this.#subscribers.delete(subscriber);
      },
    );
    const endWatch = keys.watch(keyId, () => stream.end(invalidApiKey()));
    const subscriber = { keyId, listId, stream };
    this.#subscribers.add(subscriber);
    return stream;
  }

  #announce({ eventId, listId, actorId, action, at }: ChangeNotice): void {
    const kind = ACTIONS[action];
    if (!kind) return;
    for (const each of this.#subscribers) {
      if (each.listId === listId) each.stream.push({ kind, eventId, at: new Date(at), actorId });
    }
  }

  #resync(): void {
    const change = { kind: 'RESYNC', eventId: null, at: this.#options.clock.now(), actorId: null } as const;
    for (const { stream } of this.#subscribers) stream.push(change);
  }

  /** Checks access and key again for every change: a subscriber who has lost one of them learns no more. */
  async #read(caller: Caller, listId: number, { kind, at, actorId }: PendingChange): Promise<ListChange> {
    const { pool, prisma, clock } = this.#options;
    const { keyId, organizationId } = caller;
    const [live, list, actor] = await Promise.all([
      findLiveKeys(pool, clock, [keyId]),
      findVisible(pool, caller, listId),
      actorId === null ? null : prisma.user.findUnique({ where: { id: actorId, organizationId } }),
    ]);
    if (!live.has(keyId)) throw invalidApiKey();
    return list ? { kind, list, at, actor } : { kind: 'GONE', list: null, at, actor: null };
  }
}
