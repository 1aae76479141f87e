import { effect } from '../idempotency/effects.ts';
import { type ListDependencies, requireListForChange } from './access.ts';
import type { Caller, List } from './list.ts';

/** The lists that each user has marked. A mark changes nothing for others, so it is no event of the audit log. */
export class Favourites {
  readonly #tools: ListDependencies;

  constructor(tools: ListDependencies) {
    this.#tools = tools;
  }

  /** Marks a list for the caller, or removes the mark. @throws Fault list_not_found, invalid_api_key */
  set(caller: Caller, listId: number, favourite: boolean): Promise<List> {
    const { pools, clock } = this.#tools;
    return effect(pools.writes, async (client) => {
      const list = await requireListForChange(client, caller, listId, 'viewer', clock.now());
      if (list.favourite === favourite) return list;
      const values = [caller.userId, list.listId];
      // A list that is being deleted is waited for, and then has no row.
      await client.query(favourite ? { ...MARK, values } : { ...UNMARK, values });
      return { ...list, favourite };
    });
  }
}

const MARK = {
  name: 'list_favourite_insert',
  text: `INSERT INTO list_favourite (user_id, list_id)
    SELECT $1, l.id FROM list l WHERE l.id = $2 FOR KEY SHARE ON CONFLICT DO NOTHING`,
};

const UNMARK = {
  name: 'list_favourite_delete',
  text: 'DELETE FROM list_favourite WHERE user_id = $1 AND list_id = $2',
};
