import type { Pool } from '../../../database/client.ts';
import type { Notifications } from '../../../database/notifications.ts';
import type { PrismaClient } from '../../../generated/prisma/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { KeyStreams } from '../../access/key-streams.ts';
import { findList, requireList } from '../access.ts';
import type { Caller } from '../list.ts';
import { ACTIONS, type ChangeNotice, LIST_CHANGES } from './audit-log.ts';
import { type ListChange, ListStream, type PendingChange } from './stream.ts';

interface ListFeedOptions {
  pool: Pool;
  /** Prisma over `pool`. */
  prisma: PrismaClient;
  clock: Clock;
  notifications: Notifications;
  streams: KeyStreams;
}

interface Subscriber {
  listId: number;
  stream: ListStream;
}

/** Reports the changes of lists to subscribers, whichever process made them. */
export class ListFeed {
  readonly #options: ListFeedOptions;
  readonly #subscribers = new Set<Subscriber>();

  constructor(options: ListFeedOptions) {
    this.#options = options;
    options.notifications.on(LIST_CHANGES, {
      onMessage: (payload) => this.#announce(JSON.parse(payload)),
      onGap: () => this.#resync(),
    });
  }

  /**
   * Opens a stream of the changes of a list from now on. Its reader ends it with `return`.
   *
   * @throws Fault list_not_found; rate_limited when the caller has as many streams as they may have.
   */
  async open(caller: Caller, listId: number): Promise<ListStream> {
    const { pool, prisma, notifications } = this.#options;
    const stream = this.#admit(caller, listId);
    try {
      // It listens before it reads, so that no change falls between the two.
      await notifications.start();
      await requireList(pool, caller, listId, 'viewer');
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
    if (this.#options.streams.isOver) stream.end();
    return stream;
  }

  #admit(caller: Caller, listId: number): ListStream {
    const stream = this.#options.streams.add(
      caller,
      (release) =>
        new ListStream(
          (change) => this.#read(caller, listId, change),
          () => {
            release();
            this.#subscribers.delete(subscriber);
          },
        ),
    );
    const subscriber = { listId, stream };
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
    const { pool, prisma, streams } = this.#options;
    const { keyId, organizationId } = caller;
    const [, list, actor] = await Promise.all([
      streams.requireLive(keyId),
      findList(pool, caller, listId),
      actorId === null ? null : prisma.user.findUnique({ where: { id: actorId, organizationId } }),
    ]);
    return list ? { kind, list, at, actor } : { kind: 'GONE', list: null, at, actor: null };
  }
}
