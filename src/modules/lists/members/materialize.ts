import type { Pool, Queryable } from '../../../database/client.ts';
import { readFromPrimary } from '../../../lib/request-context.ts';
import { SingleFlight } from '../../../lib/single-flight.ts';
import { Bitmap, fromInt4s, serialize } from '../../facets/bitmap.ts';
import type { Matches } from '../../filters/filters-service.ts';
import { type Definitions, definitionConflict } from '../definitions/definitions.ts';
import type { Caller, List } from '../list.ts';
import { findList, inTurnOfList } from '../list-access.ts';
import type { ListTools } from '../list-tools.ts';
import { countsOf, RETIRED_SINCE, type Snapshot, type SnapshotReader, type Tier } from './snapshot.ts';

/** Number of materializations that a list keeps, beside those of exports that are still valid. */
export const KEPT = 30;

/** Companies whose domains were added to a list, and those whose domains were excluded. */
interface ByHand {
  added: Bitmap;
  excluded: Bitmap;
  /** Version of the index when they were read; Infinity for a list without such domains, whose companies cannot change. */
  version: number;
}

/**
 * Computes the members of lists. Of parallel calls for one revision of a list one computes, and all get its result. A
 * forced call that arrives while another computes shares that result, too.
 */
export class Materializer {
  readonly #tools: ListTools;
  readonly #definitions: Definitions;
  readonly #snapshots: SnapshotReader;
  readonly #running = new SingleFlight<Snapshot>();

  constructor(tools: ListTools, definitions: Definitions, snapshots: SnapshotReader) {
    this.#tools = tools;
    this.#definitions = definitions;
    this.#snapshots = snapshots;
  }

  /** @throws Fault definition_conflict if the list's revision changes meanwhile; then nothing is stored */
  materialize(caller: Caller, list: List): Promise<Snapshot> {
    return this.#running.run(`${list.listId}:${list.revision}`, () => this.#compute(caller, list));
  }

  async #compute(caller: Caller, list: List): Promise<Snapshot> {
    const { clock, filters, onMaterialized } = this.#tools;
    const { reads, writes } = this.#tools.pools;
    const { listId, revision, definitionVersion } = list;
    const startedAt = performance.now();
    const [matches, byHand] = await Promise.all([
      this.#definitions.of(list).then((definition) => readFromPrimary(() => filters.match(definition))),
      readByHand(reads, listId),
    ]);
    const members = combine(matches, byHand);
    // The two were read one after another: the older version makes readers leave out what was retired in between.
    const indexVersion = Math.min(matches.version, byHand.version);
    const at = clock.now();
    const insertOne = () => insert(writes, list, indexVersion, members, at);
    const inserted = await inTurnOfList(writes, caller, listId, insertOne);
    if (inserted === undefined)
      throw definitionConflict((await findList(reads, caller, listId)).definitionVersion);
    await prune(writes, listId, at);
    onMaterialized?.(performance.now() - startedAt);
    return this.#snapshots.add({
      ...members,
      ...inserted,
      listId,
      revision,
      definitionVersion,
      indexVersion,
      materializedAt: at,
      counts: countsOf(members),
    });
  }
}

/** Companies that were added are in the tier high, and an exclusion overrides everything (contract, section 6, "Tiers"). */
export function combine(
  matches: Omit<Matches, 'version'>,
  { added, excluded }: Omit<ByHand, 'version'>,
): Record<Tier | 'added', Bitmap> {
  const byHand = Bitmap.andNot(added, excluded);
  return {
    high: Bitmap.or(matches.high, byHand).andNotInPlace(excluded),
    medium: Bitmap.andNot(matches.medium, byHand).andNotInPlace(excluded),
    exploratory: Bitmap.andNot(matches.exploratory, byHand).andNotInPlace(excluded),
    added: byHand,
  };
}

export async function readByHand(db: Queryable, listId: number): Promise<ByHand> {
  const { rows } = await db.query<{ kind: 'added' | 'excluded'; ids: Buffer; version: number }>({
    name: 'list_domains_by_hand',
    text: `SELECT d.kind, string_agg(int4send(c.company_id), '') AS ids, (SELECT version FROM facet_index) AS version
      FROM list_domain d JOIN company_domain c USING (domain) WHERE d.list_id = $1 GROUP BY d.kind`,
    values: [listId],
  });
  const read = (kind: string) => {
    const row = rows.find((each) => each.kind === kind);
    return row ? fromInt4s(row.ids) : new Bitmap();
  };
  const version = rows[0]?.version ?? Number.POSITIVE_INFINITY;
  return { added: read('added'), excluded: read('excluded'), version };
}

type Inserted = Pick<Snapshot, 'materializationId' | 'retiredVersion'>;

/** @returns undefined if the list is at another revision, or deleted. */
async function insert(
  pool: Pool,
  { listId, revision, definitionVersion }: List,
  indexVersion: number,
  members: ReturnType<typeof combine>,
  at: Date,
): Promise<Inserted | undefined> {
  const { high, medium, exploratory, added } = members;
  const { rows } = await pool.query<Inserted>({
    name: 'insert_list_materialization',
    text: `
      WITH held AS (SELECT id FROM list WHERE id = $1 AND revision = $2 FOR SHARE)
      INSERT INTO list_materialization (list_id, revision, definition_version, index_version, high, medium, exploratory,
        added, high_count, medium_count, exploratory_count, created_at)
      SELECT id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 FROM held
      RETURNING id AS "materializationId", ${RETIRED_SINCE}`,
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
  return rows[0];
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
