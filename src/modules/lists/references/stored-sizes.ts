import type { PoolClient } from '../../../database/client.ts';
import { MAX_LIST_DEPTH } from '../../filters/check-lists.ts';
import type { ExpandedSize, Expansion, OwnSize } from '../../filters/list-sizes.ts';
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

/** SQL of the size of a definition `d`, with OWN_SIZE_JOIN. */
export const OWN_SIZE = `coalesce(d.condition_count, m.conditions) AS conditions,
  coalesce(d.value_count, m.values) AS "values", coalesce(d.pattern_count, m.patterns) AS patterns`;

/** Largest sizes among the lists that name a list. All are null if there are none. */
type SizeAbove = { [Key in keyof Omit<ExpandedSize, 'values'>]: number | null };

/**
 * Measures the lists that name a list, directly or through others, as they will be once it has another definition. One
 * statement does so for all of them: it sums the stored sizes of the lists that each of them names, each list once. The caller
 * has locked the graph.
 *
 * @param own size of the definition. @param expansion the lists that it names.
 * @returns undefined if no list names it.
 */
export async function measureAbove(
  client: PoolClient,
  listId: number,
  own: OwnSize,
  { ids, depth, conditions, patterns }: Expansion,
): Promise<Omit<ExpandedSize, 'values'> | undefined> {
  const { rows } = await client.query<SizeAbove>({
    name: 'lists_above_sizes',
    text: MEASURE_ABOVE,
    values: [listId, [...ids], own.conditions + conditions, own.patterns + patterns, depth],
  });
  const size = rows[0];
  if (size?.lists == null) return undefined;
  return {
    lists: size.lists,
    depth: size.depth ?? 0,
    conditions: size.conditions ?? 0,
    patterns: size.patterns ?? 0,
  };
}

/**
 * The lists that the list $1 will name at any depth are $2. They and it have $3 conditions and $4 patterns together, and $5
 * levels. So the walk down from each list above ends at the list $1.
 */
const MEASURE_ABOVE = `WITH RECURSIVE
  above (id) AS (
    SELECT list_id FROM list_reference WHERE named_list_id = $1
    UNION SELECT r.list_id FROM list_reference r JOIN above a ON r.named_list_id = a.id),
  below (above, id, depth) AS (
    SELECT a.id, r.named_list_id, 1 FROM above a JOIN list_reference r ON r.list_id = a.id
    UNION SELECT b.above, r.named_list_id, b.depth + 1 FROM below b JOIN list_reference r ON r.list_id = b.id
    WHERE b.id <> $1 AND b.depth <= ${MAX_LIST_DEPTH}),
  named AS (
    SELECT b.above, b.id, max(b.depth) AS depth FROM below b GROUP BY b.above, b.id),
  size AS (
    SELECT l.id, coalesce(d.condition_count, m.conditions) AS conditions, coalesce(d.pattern_count, m.patterns) AS patterns
    FROM list l ${DEFINITION_JOIN} ${OWN_SIZE_JOIN}
    WHERE l.id IN (SELECT id FROM above UNION SELECT id FROM named) AND l.id <> $1),
  other AS (
    SELECT n.above, count(*) AS lists, sum(s.conditions) AS conditions, sum(s.patterns) AS patterns
    FROM named n LEFT JOIN size s ON s.id = n.id
    WHERE n.id <> $1 AND n.id NOT IN (SELECT unnest($2::int[])) GROUP BY n.above),
  levels AS (
    SELECT n.above, greatest(max(n.depth), max(n.depth) FILTER (WHERE n.id = $1) + $5) AS depth FROM named n GROUP BY n.above)
  SELECT max(coalesce(o.lists, 0) + 1 + cardinality($2::int[]))::int AS lists,
    max(s.conditions + coalesce(o.conditions, 0) + $3::int)::int AS conditions,
    max(s.patterns + coalesce(o.patterns, 0) + $4::int)::int AS patterns,
    max(v.depth)::int AS depth
  FROM levels v LEFT JOIN size s ON s.id = v.above LEFT JOIN other o ON o.above = v.above`;
