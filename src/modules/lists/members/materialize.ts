import type { Pool, Queryable } from '../../../database/client.ts';
import type { Pools } from '../../../database/pools.ts';
import type { Clock } from '../../../lib/clock.ts';
import { SingleFlight } from '../../../lib/single-flight.ts';
import { Bitmap, fromInt4s, serialize } from '../../facets/bitmap.ts';
import type { FiltersService, Matches } from '../../filters/filters-service.ts';
import { definitionConflict } from '../definitions/definitions.ts';
import { definitionOf } from '../definitions/stored-definitions.ts';
import type { Caller, List } from '../list.ts';
import { findList, inTurnOfList } from '../list-access.ts';
import type { Snapshot, SnapshotReader } from './snapshot.ts';

/** How many materializations of a list are kept, beside those of exports that are still valid. */
export const KEPT = 30;

export interface MaterializeTools {
  pools: Pick<Pools, 'reads' | 'writes'>;
  clock: Clock;
  filters: FiltersService;
  snapshots: SnapshotReader;
  onMaterialized?: (ms: number) => void;
}

/** Members by hand and exclusions, as far as companies are known for their domains. */
interface ByHand {
  added: Bitmap;
  excluded: Bitmap;
}

/**
 * Computes the members of lists. Of parallel calls for one revision of a list one computes, and all get what it
 * found; a forced one computes anew, once for all that are forced while it runs.
 */
export class Materializer {
  readonly #tools: MaterializeTools;
  readonly #running = new SingleFlight<Snapshot>();

  constructor(tools: MaterializeTools) {
    this.#tools = tools;
  }

  /**
   * @throws Fault definition_conflict when the list's revision moves meanwhile; then nothing is stored.
   */
  materialize(caller: Caller, list: List): Promise<Snapshot> {
    return this.#running.run(`${list.listId}:${list.revision}`, () => this.#compute(caller, list));
  }

  async #compute(caller: Caller, list: List): Promise<Snapshot> {
    const { pools, clock, filters, snapshots, onMaterialized } = this.#tools;
    const startedAt = performance.now();
    const [matches, byHand] = await Promise.all([
      definitionOf(pools.reads, list).then((definition) => filters.match(definition)),
      readByHand(pools.reads, list.listId),
    ]);
    const members = combine(matches, byHand);
    const at = clock.now();
    const { reads, writes } = pools;
    const id = await inTurnOfList(writes, caller, list.listId, () =>
      insert(writes, list, matches.version, members, at),
    );
    if (id === undefined)
      throw definitionConflict((await findList(reads, caller, list.listId)).definitionVersion);
    await prune(writes, list.listId, at);
    onMaterialized?.(performance.now() - startedAt);
    const { high, medium, exploratory } = members;
    return snapshots.keep({
      ...members,
      materializationId: id,
      listId: list.listId,
      revision: list.revision,
      definitionVersion: list.definitionVersion,
      indexVersion: matches.version,
      materializedAt: at,
      counts: {
        total: high.size + medium.size + exploratory.size,
        high: high.size,
        medium: medium.size,
        exploratory: exploratory.size,
      },
    });
  }
}

type Members = Pick<Snapshot, 'high' | 'medium' | 'exploratory' | 'added'>;

/** Companies added by hand are high; exclusion beats everything (contract, section 6, "Tiers"). */
export function combine(matches: Omit<Matches, 'version'>, { added, excluded }: ByHand): Members {
  const byHand = Bitmap.andNot(added, excluded);
  return {
    high: Bitmap.or(matches.high, byHand).andNotInPlace(excluded),
    medium: Bitmap.andNot(matches.medium, byHand).andNotInPlace(excluded),
    exploratory: Bitmap.andNot(matches.exploratory, byHand).andNotInPlace(excluded),
    added: byHand,
  };
}

export async function readByHand(db: Queryable, listId: number): Promise<ByHand> {
  const { rows } = await db.query<{ kind: 'added' | 'excluded'; ids: Buffer }>({
    name: 'list_domains_by_hand',
    text: `SELECT d.kind, string_agg(int4send(c.company_id), '') AS ids
      FROM list_domain d JOIN company_domain c USING (domain) WHERE d.list_id = $1 GROUP BY d.kind`,
    values: [listId],
  });
  const read = (kind: string) => {
    const row = rows.find((each) => each.kind === kind);
    return row ? fromInt4s(row.ids) : new Bitmap();
  };
  return { added: read('added'), excluded: read('excluded') };
}

/** @returns the id, or undefined when the list is at another revision, or gone. */
async function insert(
  pool: Pool,
  { listId, revision, definitionVersion }: List,
  indexVersion: number,
  members: Members,
  at: Date,
): Promise<number | undefined> {
  const { high, medium, exploratory, added } = members;
  const { rows } = await pool.query<{ id: number }>({
    name: 'insert_list_materialization',
    text: `
      WITH held AS (SELECT id FROM list WHERE id = $1 AND revision = $2 FOR SHARE)
      INSERT INTO list_materialization (list_id, revision, definition_version, index_version, high, medium, exploratory,
        added, high_count, medium_count, exploratory_count, created_at)
      SELECT id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 FROM held RETURNING id`,
    values: [
      listId,
      revision,
      definitionVersion,
      indexVersion,
      ...[high, medium, exploratory, added].map((ids) => serialize(ids.clone())),
      high.size,
      medium.size,
      exploratory.size,
      at,
    ],
  });
  return rows[0]?.id;
}

async function prune(pool: Pool, listId: number, at: Date): Promise<void> {
  await pool.query({
    name: 'prune_list_materializations',
    text: `DELETE FROM list_materialization WHERE list_id = $1 AND id < (
      SELECT id FROM list_materialization WHERE list_id = $1 ORDER BY id DESC OFFSET ${KEPT - 1} LIMIT 1)
      AND (export_valid_until IS NULL OR export_valid_until <= $2)`,
    values: [listId, at],
  });
}
