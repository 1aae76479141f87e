import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PoolClient } from '../../../database/client.ts';
import { type ExpandedSize, expansionOf, type ListSize, type ListSizes } from '../../filters/list-sizes.ts';
import { DEFINITION_JOIN } from '../list-access.ts';

/**
 * SQL that joins the size `m` of a definition `d` which an earlier release has stored, and which therefore has none. It counts
 * nothing for others.
 */
export const OWN_SIZE_JOIN = `CROSS JOIN LATERAL (
  SELECT count(*)::int AS conditions, coalesce(sum(c.length), 0)::int AS values,
    coalesce(sum(c.length) FILTER (WHERE c.operator IN ('contains', 'starts_with', 'ends_with')), 0)::int AS patterns
  FROM (
    SELECT each ->> 'operator' AS operator,
      CASE jsonb_typeof(each -> 'values') WHEN 'array' THEN jsonb_array_length(each -> 'values') END AS length
    FROM jsonb_path_query(d.root::jsonb, 'strict $.** ? (exists (@.condition)).condition') each
    WHERE d.condition_count IS NULL) c) m`;

/** SQL of the size of a list `l` with its definition `d`, with OWN_SIZE_JOIN, and of the lists that it names. */
export const SIZE_COLUMNS = `l.id AS "listId", coalesce(d.condition_count, m.conditions) AS conditions,
  coalesce(d.value_count, m.values) AS "values", coalesce(d.pattern_count, m.patterns) AS patterns,
  ARRAY(SELECT r.named_list_id FROM list_reference r WHERE r.list_id = l.id) AS named`;

/**
 * SQL of the ids of some lists, and of those that they name at any depth, for a WITH clause. PostgreSQL takes an array to have
 * ten elements, and finds the lists of each by an index. It takes a walk without arrays to have millions of rows, and prepares
 * for them.
 *
 * @param lists SQL of the array of their ids. @param condition on `list_id`: those for which it fails are not followed.
 */
export const namedSql = (lists: string, condition = 'true') => `RECURSIVE named (id) AS (
    SELECT unnest(${lists})
    UNION SELECT unnest(ARRAY(SELECT named_list_id FROM list_reference WHERE list_id = n.id AND ${condition})) FROM named n)`;

/** SQL of an array of the ids of the lists that name a list, directly or through others. @param list its parameter */
export const aboveSql = (list: string) => `ARRAY(
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
