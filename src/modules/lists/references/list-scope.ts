import type { Queryable } from '../../../database/client.ts';
import { type Principal, requireUser } from '../../../lib/principal.ts';
import { excesses, type ListScope } from '../../filters/check-lists.ts';
import type { FiltersService } from '../../filters/filters-service.ts';
import { namedIn, parseStored } from '../../filters/named-lists.ts';
import { invalidDefinition } from '../../filters/problems.ts';
import type { Caller, List, StoredDefinition } from '../list.ts';
import { findList, VISIBLE } from '../list-access.ts';
import { readAbove } from './references.ts';

/** Ids of the lists that a stored definition names. */
export function namedLists(definition: StoredDefinition): number[] {
  return namedIn(parseStored(definition));
}

/**
 * Lists that a definition of the caller may name.
 *
 * @param list list that the definition belongs to. @param kept lists that its current definition names.
 */
export function listScope(
  db: Queryable,
  { organizationId, userId }: Caller,
  list?: Pick<List, 'listId'>,
  kept: readonly number[] = [],
): ListScope {
  return {
    organizationId,
    listId: list?.listId,
    kept,
    async visible(listIds) {
      const { rows } = await db.query<{ id: number }>({
        name: 'lists_visible_of',
        text: `SELECT l.id FROM list l WHERE l.id = ANY ($3::int[]) AND ${VISIBLE}`,
        values: [organizationId, userId, listIds],
      });
      return rows.map(({ id }) => id);
    },
  };
}

/**
 * Checks that the lists that name a list stay within their bounds when its definition changes.
 *
 * @throws Fault invalid_definition
 */
export async function assertFitsAbove(
  filters: FiltersService,
  db: Queryable,
  caller: Caller,
  { listId }: List,
  definition: StoredDefinition,
): Promise<void> {
  for (const above of await readAbove(db, caller, listId)) {
    const [excess] = excesses(await filters.sizeOfList(caller.organizationId, above, { listId, definition }));
    if (!excess) continue;
    const [code, message] = excess;
    throw invalidDefinition([
      { pointer: '/root', code, message: `does not fit: a list that names this one then ${message}` },
    ]);
  }
}

/** Tells the module of filters which lists definitions may name. */
export function createListNames(reads: Queryable) {
  return {
    async findLatest(principal: Principal): Promise<number | undefined> {
      const { organizationId, userId } = requireUser(principal);
      const { rows } = await reads.query<{ id: number }>({
        name: 'list_updated_last',
        text: `SELECT l.id FROM list l WHERE ${VISIBLE} ORDER BY l.updated_at DESC, l.id DESC LIMIT 1`,
        values: [organizationId, userId],
      });
      return rows[0]?.id;
    },
    async scopeOf(principal: Principal, listId?: number): Promise<ListScope> {
      const caller = requireUser(principal);
      if (listId === undefined) return listScope(reads, caller);
      const list = await findList(reads, caller, listId);
      return listScope(reads, caller, list, list.definition && namedLists(list.definition));
    },
  };
}
