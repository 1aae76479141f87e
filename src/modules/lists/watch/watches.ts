import type { PoolClient } from '../../../database/client.ts';
import { serializeCopy } from '../../facets/bitmap.ts';
import { recalled } from '../../idempotency/effects.ts';
import { growWatched } from '../../quotas/quotas.ts';
import { changeList, type ListDependencies, requireList } from '../access.ts';
import { recordEvent } from '../audit/audit-log.ts';
import type { Caller, List } from '../list.ts';
import type { Members } from '../members/service.ts';
import { type Snapshot, TIERS } from '../members/snapshot.ts';

/** Begins and ends the watching of lists. watcher.ts evaluates those that are watched. */
export class Watches {
  readonly #tools: ListDependencies;
  readonly #members: Pick<Members, 'refresh'>;

  constructor(tools: ListDependencies, members: Pick<Members, 'refresh'>) {
    this.#tools = tools;
    this.#members = members;
  }

  /**
   * Watches a list from its members of now on. Does nothing if it is watched.
   *
   * @throws Fault list_not_found, insufficient_access, quota_exceeded, definition_conflict, members_too_large
   */
  watch(caller: Caller, listId: number): Promise<List> {
    return recalled(async () => {
      const { pools, quotas } = this.#tools;
      const list = await requireList(pools.reads, caller, listId, 'editor');
      if (list.watched) return list;
      const baseline = await this.#members.refresh(caller, list);
      return changeList(this.#tools, caller, listId, 'editor', async (client, current, at) => {
        if (current.watched) return current;
        // A change of the list or an import since then makes it due at once.
        await insertWatch(client, baseline, at);
        await recordEvent(client, caller, listId, 'list_watched', {}, at);
        await growWatched(client, quotas, caller.organizationId);
        return { ...current, watched: true };
      });
    });
  }

  /** Stops watching a list. Does nothing if it is not watched. @throws Fault list_not_found, insufficient_access */
  unwatch(caller: Caller, listId: number): Promise<List> {
    return changeList(this.#tools, caller, listId, 'editor', async (client, list, at) => {
      if (!list.watched) return list;
      await client.query({
        name: 'list_watch_delete',
        text: 'DELETE FROM list_watch WHERE list_id = $1',
        values: [listId],
      });
      await recordEvent(client, caller, listId, 'list_unwatched', {}, at);
      return { ...list, watched: false };
    });
  }
}

async function insertWatch(client: PoolClient, baseline: Snapshot, at: Date): Promise<void> {
  const { listId, materializationId, revision, indexVersion, fieldsVersion } = baseline;
  await client.query({
    name: 'list_watch_insert',
    // As if its organization had just been served: nobody comes first by watching a list again and again.
    text: `INSERT INTO list_watch (list_id, materialization_id, revision, index_version, evaluated_at, high, medium, exploratory, turn, fields_version)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, (SELECT coalesce(max(turn), 0) FROM list_watch), $9)`,
    values: [
      listId,
      materializationId,
      revision,
      indexVersion,
      at,
      ...TIERS.map((tier) => serializeCopy(baseline[tier])),
      fieldsVersion,
    ],
  });
}
