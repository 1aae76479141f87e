import type { Pool } from '../../../database/client.ts';
import { createNotifications } from '../../../database/notifications.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Fault } from '../../../lib/fault.ts';
import { findLiveKeys } from '../../access/key-watch.ts';
import type { Caller, List } from '../list.ts';
import { findList } from '../list-access.ts';
import { type ListUser, userJson } from '../list-user.ts';
import { type ChangeNotice, findLatestEventId, LIST_CHANGES, type ListAction } from './audit-log.ts';
import { type ListChange, type ListChangeKind, ListStream, type PendingChange } from './list-stream.ts';

export interface ListFeedOptions {
  pool: Pool;
  clock: Clock;
  /** Where to listen: a session of its own, never through a pooler of transactions. */
  listenUrl: string;
  /** How many streams one key may have open on this process. */
  streamsPerKey: number;
  /** What a subscriber is told whose key has been revoked or has expired. */
  refuseKey: () => Fault;
  onError: (error: unknown) => void;
}

/** Tells subscribers what happens to a list, whichever process did it. */
export interface ListFeed {
  /**
   * The changes of a list from now on. Whoever takes the stream ends it with `return`.
   *
   * @throws Fault list_not_found; rate_limited when the key has as many streams as it may have.
   */
  open(caller: Caller, listId: number): Promise<ListStream>;
  /** How many streams are open. */
  size(): number;
  /** Ends all streams; those that are opened later end at once. */
  end(): void;
  /** Ends all streams and gives the listening connection back. */
  close(): Promise<void>;
}

/** Below the 5 s within which a revocation must hold (contract, section 2). */
const KEY_CHECK_MS = 2_000;
/** Streams last: there is no moment at which one is sure to have ended. */
const RETRY_AFTER_SECONDS = 10;

/** What an action is to somebody who watches the list; nothing where the list stays as it is. */
const KINDS: Readonly<Record<ListAction, ListChangeKind | undefined>> = {
  list_created: undefined,
  list_renamed: 'NAME',
  list_deleted: 'GONE',
  definition_replaced: 'DEFINITION',
  definition_restored: 'DEFINITION',
  domains_added: 'MEMBERS',
  domain_removed: 'MEMBERS',
  domains_excluded: 'MEMBERS',
  domain_unexcluded: 'MEMBERS',
  permission_granted: 'SHARING',
  permission_changed: 'SHARING',
  permission_revoked: 'SHARING',
  ownership_transferred: 'SHARING',
  list_exported: undefined,
};

interface Subscriber {
  keyId: number;
  listId: number;
  stream: ListStream;
}

export function createListFeed(options: ListFeedOptions): ListFeed {
  const { pool, clock, streamsPerKey, refuseKey, onError } = options;
  const subscribers = new Set<Subscriber>();
  let ended = false;

  const notifications = createNotifications({
    url: options.listenUrl,
    channel: LIST_CHANGES,
    onMessage(payload) {
      const { eventId, listId, actorId, action, at }: ChangeNotice = JSON.parse(payload);
      const kind = KINDS[action];
      if (!kind) return;
      for (const each of subscribers) {
        if (each.listId === listId) each.stream.push({ kind, eventId, at: new Date(at), actorId });
      }
    },
    onGap() {
      const change = { kind: 'RESYNC', eventId: null, at: clock.now(), actorId: null } as const;
      for (const { stream } of subscribers) stream.push(change);
    },
    onError,
  });

  async function endRefused(): Promise<void> {
    if (subscribers.size === 0) return;
    const live = await findLiveKeys(pool, clock, new Set([...subscribers].map(({ keyId }) => keyId)));
    for (const { keyId, stream } of subscribers) if (!live.has(keyId)) stream.end(refuseKey());
  }
  const watch = setInterval(() => endRefused().catch(onError), KEY_CHECK_MS);
  watch.unref();

  /** Access and key are looked at again for every change: whoever has lost one of them learns no more. */
  async function read(
    caller: Caller,
    listId: number,
    { kind, at, actorId }: PendingChange,
  ): Promise<ListChange> {
    const [live, list, actor] = await Promise.all([
      findLiveKeys(pool, clock, [caller.keyId]),
      findVisible(pool, caller, listId),
      findActor(pool, caller, actorId),
    ]);
    if (!live.has(caller.keyId)) throw refuseKey();
    return list ? { kind, list, at, actor } : { kind: 'GONE', list: null, at, actor: null };
  }

  function admit(caller: Caller, listId: number): ListStream {
    const open = [...subscribers].filter(({ keyId }) => keyId === caller.keyId).length;
    if (open >= streamsPerKey) throw tooMany(streamsPerKey);
    const stream = new ListStream(
      (change) => read(caller, listId, change),
      () => subscribers.delete(subscriber),
    );
    const subscriber = { keyId: caller.keyId, listId, stream };
    subscribers.add(subscriber);
    return stream;
  }

  function end(): void {
    ended = true;
    for (const { stream } of subscribers) stream.end();
  }

  return {
    async open(caller, listId) {
      const stream = admit(caller, listId);
      try {
        // It listens before it looks: no change falls between the two.
        await notifications.start();
        await findList(pool, caller, listId);
        stream.startAfter(await findLatestEventId(pool, listId));
      } catch (error) {
        stream.end();
        throw error;
      }
      if (ended) stream.end();
      return stream;
    },
    size: () => subscribers.size,
    end,
    async close() {
      end();
      clearInterval(watch);
      await notifications.close();
    },
  };
}

function tooMany(most: number): Fault {
  const message = `This key has ${most} open subscriptions, the maximum. End one, then try again.`;
  return new Fault('rate_limited', message, { details: { retry_after: RETRY_AFTER_SECONDS } });
}

async function findVisible(pool: Pool, caller: Caller, listId: number): Promise<List | null> {
  try {
    return await findList(pool, caller, listId);
  } catch (error) {
    if (error instanceof Fault && error.code === 'list_not_found') return null;
    throw error;
  }
}

async function findActor(pool: Pool, caller: Caller, actorId: number | null): Promise<ListUser | null> {
  if (actorId === null) return null;
  const { rows } = await pool.query<{ actor: ListUser }>({
    name: 'list_change_actor',
    text: `SELECT ${userJson('u')} AS actor FROM "user" u WHERE u.id = $1 AND u.organization_id = $2`,
    values: [actorId, caller.organizationId],
  });
  return rows[0]?.actor ?? null;
}
