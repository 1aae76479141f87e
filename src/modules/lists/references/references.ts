import type { PoolClient, Queryable } from '../../../database/client.ts';
import type { Page } from '../../../lib/page.ts';
import { MAX_NAMED_DOMAINS } from '../../filters/check-lists.ts';
import type { ListSize } from '../../filters/list-sizes.ts';
import type { ListSource, NamedList } from '../../filters/named-lists.ts';
import type { Caller, List } from '../list.ts';
import { COLUMNS, DEFINITION_JOIN, DEFINITION_JSON, TABLES, VISIBLE } from '../list-access.ts';
import { aboveSql, namedSql, OWN_SIZE_JOIN, SIZE_COLUMNS } from './stored-sizes.ts';

/** Lists that the lists $2 name at any depth, and these themselves. */
const NAMED = namedSql('$2::int[]');

/** Reads the lists that conditions name, as they are now. */
export function createListSource(db: Queryable): ListSource {
  return {
    async readNamed(organizationId, listIds) {
      const { rows } = await db.query<NamedList>({
        name: 'lists_named',
        text: `WITH ${NAMED}
          SELECT l.id AS "listId", ${DEFINITION_JSON} AS definition,
            ARRAY(SELECT domain FROM list_domain m WHERE m.list_id = l.id AND m.kind = 'added') AS added,
            ARRAY(SELECT domain FROM list_domain m WHERE m.list_id = l.id AND m.kind = 'excluded') AS excluded
          FROM named n JOIN list l ON l.id = n.id AND l.organization_id = $1
          ${DEFINITION_JOIN}`,
        values: [organizationId, listIds],
      });
      return rows;
    },
    async readSizes(organizationId, listIds) {
      const { rows } = await db.query<ListSize & { domains: number }>({
        name: 'lists_named_sizes',
        text: `WITH ${NAMED}
          SELECT ${SIZE_COLUMNS},
            (SELECT count(*)::int FROM (
              SELECT FROM list_domain m WHERE m.list_id IN (SELECT id FROM named) LIMIT ${MAX_NAMED_DOMAINS + 1}) bounded) AS domains
          FROM named n JOIN list l ON l.id = n.id AND l.organization_id = $1
          ${DEFINITION_JOIN} ${OWN_SIZE_JOIN}`,
        values: [organizationId, listIds],
      });
      return { byId: new Map(rows.map((row) => [row.listId, row])), domains: rows[0]?.domains ?? 0 };
    },
  };
}

/**
 * Part of a WITH clause that raises the revision of the lists that name the list $3: their members change with its own. The
 * caller has locked the list, and with it the graph of the organization if any list names it.
 */
export const RAISE_ABOVE = `raised AS (
    UPDATE list SET revision = revision + 1 WHERE id <> $3 AND id = ANY (${aboveSql('$3')})), `;

/** Raises the revision of the lists that name a list, as RAISE_ABOVE does. */
export async function raiseAbove(client: PoolClient, listId: number): Promise<void> {
  await client.query({
    name: 'lists_raise_above',
    text: `UPDATE list SET revision = revision + 1 WHERE id = ANY (${aboveSql('$1')})`,
    values: [listId],
  });
}

/**
 * Locks the graph of the organization, and the lists that a definition is about to name: a change of one of them comes before
 * this transaction, or sees what it names. Call it before the list itself is locked.
 */
export async function lockNamed(
  client: PoolClient,
  { organizationId }: Caller,
  listIds: readonly number[],
): Promise<void> {
  await client.query({
    name: 'list_graph_lock',
    text: `INSERT INTO list_graph (organization_id) VALUES ($1)
      ON CONFLICT (organization_id) DO UPDATE SET organization_id = excluded.organization_id`,
    values: [organizationId],
  });
  await client.query({
    name: 'lists_to_be_named',
    text: 'SELECT FROM list WHERE organization_id = $1 AND id = ANY ($2::int[]) ORDER BY id FOR SHARE',
    values: [organizationId, listIds],
  });
}

/** Stores which lists the current definition of a list names. */
export async function storeReferences(
  client: PoolClient,
  listId: number,
  named: readonly number[],
): Promise<void> {
  await client.query({
    name: 'list_references_store',
    text: `WITH gone AS (DELETE FROM list_reference WHERE list_id = $1 AND named_list_id <> ALL ($2::int[]))
      INSERT INTO list_reference (list_id, named_list_id) SELECT $1, unnest($2::int[]) ON CONFLICT DO NOTHING`,
    values: [listId, named],
  });
}

/** Ids of the lists that name a list in their current definitions. */
export async function readUsers(db: Queryable, listId: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>({
    name: 'lists_naming',
    text: 'SELECT list_id AS id FROM list_reference WHERE named_list_id = $1 ORDER BY list_id',
    values: [listId],
  });
  return rows.map(({ id }) => id);
}

const USERS = `l.id IN (SELECT list_id FROM list_reference WHERE named_list_id = $3) AND ${VISIBLE}`;

/** Lists that name a list, as far as the caller can see them, by id. */
export class UsersOfLists {
  readonly #db: Queryable;

  constructor(db: Queryable) {
    this.#db = db;
  }

  async page({ organizationId, userId }: Caller, { listId }: List, { limit, offset }: Page): Promise<List[]> {
    const { rows } = await this.#db.query<List>({
      name: 'lists_using',
      text: `SELECT ${COLUMNS} FROM ${TABLES} WHERE ${USERS} ORDER BY l.id LIMIT $4 OFFSET $5`,
      values: [organizationId, userId, listId, limit, offset],
    });
    return rows;
  }

  async count({ organizationId, userId }: Caller, { listId }: List): Promise<number> {
    const { rows } = await this.#db.query<{ total: number }>({
      name: 'lists_using_count',
      text: `SELECT count(*)::int AS total FROM list l WHERE ${USERS}`,
      values: [organizationId, userId, listId],
    });
    return rows[0]?.total ?? 0;
  }
}
