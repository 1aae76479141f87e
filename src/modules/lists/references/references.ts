import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PoolClient, Queryable } from '../../../database/client.ts';
import { sqlOrder, windowSql } from '../../../database/keyset.ts';
import type { PageWindow } from '../../../lib/page.ts';
import { MAX_NAMED_DOMAINS } from '../../filters/checks.ts';
import {
  type ExpandedSize,
  expansionOf,
  type ListSize,
  type ListSizes,
  type ListSource,
  type ReferencedList,
} from '../../filters/referenced-lists.ts';
import { COLUMNS, DEFINITION_JOIN, DEFINITION_JSON, TABLES, VISIBLE } from '../access.ts';
import type { Caller, List } from '../list.ts';

/**
 * SQL that joins the size `m` of a definition `d` which an earlier release has stored, and which therefore has none. It counts
 * nothing for others.
 */
const OWN_SIZE_JOIN = `CROSS JOIN LATERAL (
  SELECT count(*)::int AS conditions, coalesce(sum(c.length), 0)::int AS values,
    coalesce(sum(c.length) FILTER (WHERE c.operator IN ('contains', 'starts_with', 'ends_with')), 0)::int AS patterns
  FROM (
    SELECT each ->> 'operator' AS operator,
      CASE jsonb_typeof(each -> 'values') WHEN 'array' THEN jsonb_array_length(each -> 'values') END AS length
    FROM jsonb_path_query(d.root::jsonb, 'strict $.** ? (exists (@.condition)).condition') each
    WHERE d.condition_count IS NULL) c) m`;

/** SQL of the size of a list `l` with its definition `d`, with OWN_SIZE_JOIN, and of the lists that it names. */
const SIZE_COLUMNS = `l.id AS "listId", coalesce(d.condition_count, m.conditions) AS conditions,
  coalesce(d.value_count, m.values) AS "values", coalesce(d.pattern_count, m.patterns) AS patterns,
  ARRAY(SELECT r.named_list_id FROM list_reference r WHERE r.list_id = l.id) AS named`;

/**
 * SQL of the ids of some lists, and of those that they name at any depth, for a WITH clause. PostgreSQL takes an array to have
 * ten elements, and finds the lists of each by an index. It takes a walk without arrays to have millions of rows, and prepares
 * for them.
 *
 * @param lists SQL of the array of their ids. @param condition on `list_id`: those for which it fails are not followed.
 */
const namedSql = (lists: string, condition = 'true') => `RECURSIVE named (id) AS (
    SELECT unnest(${lists})
    UNION SELECT unnest(ARRAY(SELECT named_list_id FROM list_reference WHERE list_id = n.id AND ${condition})) FROM named n)`;

/** SQL of an array of the ids of the lists that name a list, directly or through others. @param list its parameter */
const aboveSql = (list: string) => `ARRAY(
    WITH RECURSIVE above (id) AS (
      SELECT unnest(ARRAY(SELECT list_id FROM list_reference WHERE named_list_id = ${list}))
      UNION SELECT unnest(ARRAY(SELECT list_id FROM list_reference WHERE named_list_id = a.id)) FROM above a)
    SELECT id FROM above)`;

/** Lists that are measured before other requests have a turn. */
const LISTS_A_TURN = 50;

/**
 * Measures the lists that name a list, directly or through others, as they will be once it has another definition. One
 * statement reads the stored sizes of these lists and of all that they name; each of them is then summed by a walk that visits
 * each list once. The caller has locked the graph.
 *
 * @param own size of the definition, and the lists that it names itself.
 * @returns the largest of their sizes; undefined if no list names it.
 */
export async function measureAbove(
  client: PoolClient,
  own: ListSize,
): Promise<Omit<ExpandedSize, 'values'> | undefined> {
  const { rows } = await client.query<ListSize>({
    name: 'lists_above_sizes',
    text: AROUND,
    values: [own.listId, own.named],
  });
  const byId = new Map(rows.map((row) => [row.listId, row]));
  const sizes: ListSizes = { byId: byId.set(own.listId, own), domains: 0 };
  let largest: Omit<ExpandedSize, 'values'> | undefined;
  for (const [index, { named, conditions, patterns }] of rows.entries()) {
    if (index % LISTS_A_TURN === LISTS_A_TURN - 1) await nextTurn();
    const below = expansionOf(named, sizes);
    if (!below.ids.has(own.listId)) continue;
    largest = {
      lists: Math.max(largest?.lists ?? 0, below.lists),
      depth: Math.max(largest?.depth ?? 0, below.depth),
      conditions: Math.max(largest?.conditions ?? 0, conditions + below.conditions),
      patterns: Math.max(largest?.patterns ?? 0, patterns + below.patterns),
    };
  }
  return largest;
}

/** The lists above the list $1, and all that these name, without itself. It is about to name the lists $2. */
const AROUND = `WITH around (ids) AS (SELECT ARRAY(
    WITH ${namedSql(`${aboveSql('$1')} || $2::int[]`, 'list_id <> $1')} SELECT id FROM named))
  SELECT ${SIZE_COLUMNS}
  FROM around, unnest(around.ids) each_id JOIN list l ON l.id = each_id AND l.id <> $1 ${DEFINITION_JOIN} ${OWN_SIZE_JOIN}`;

/** Lists that the lists $2 name at any depth, and these themselves. */
const NAMED = namedSql('$2::int[]');

/** Reads the lists that conditions name, as they are now. */
export function createListSource(db: Queryable): ListSource {
  return {
    async readNamed(organizationId, listIds) {
      const { rows } = await db.query<ReferencedList>({
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

export const USERS_ORDER = sqlOrder('id', [{ sql: 'l.id', type: 'integer' }]);

/** Lists that name a list, as far as the caller can see them, by id. */
export class UsersOfLists {
  readonly #db: Queryable;

  constructor(db: Queryable) {
    this.#db = db;
  }

  async page({ organizationId, userId }: Caller, { listId }: List, window: PageWindow): Promise<List[]> {
    const { suffix, condition, order, values } = windowSql(USERS_ORDER, window, 4);
    const { rows } = await this.#db.query<List>({
      name: `lists_using${suffix}`,
      text: `SELECT ${COLUMNS} FROM ${TABLES} WHERE ${USERS} AND ${condition} ${order}`,
      values: [organizationId, userId, listId, ...values],
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
