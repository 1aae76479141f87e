import type { Queryable } from '../../../database/client.ts';
import { organizationOf } from '../../../lib/principal.ts';
import { readFromPrimary } from '../../../lib/request-context.ts';
import { SingleFlight } from '../../../lib/shared-loader.ts';
import { Bitmap, fromInt4s } from '../../facets/bitmap.ts';
import type { Matches } from '../../filters/matches.ts';
import { type ListDependencies, requireList, withListMutex } from '../access.ts';
import { type Definitions, definitionConflict } from '../definitions/service.ts';
import type { Caller, List, StoredDefinition } from '../list.ts';
import { insert, prune } from './materializations.ts';
import { countsOf, type MaterializationInfo, type MemberSets, type Tier } from './snapshot.ts';

/** Companies whose domains were added to a list, and those whose domains were excluded. */
interface ByHand {
  added: Bitmap;
  excluded: Bitmap;
  /** Version of the index when they were read, also if no company has the domains yet; Infinity for a list without any. */
  version: number;
}

/** Members of a list as they were computed. */
export interface Evaluated {
  members: Record<Tier | 'added', Bitmap>;
  /** Version of the facet index that was read. */
  indexVersion: number;
  /** Version of the organization's own fields; 0 for a list that uses none. */
  fieldsVersion: number;
}

type Defined = List & { definition: StoredDefinition };

/** A new materialization and its members. */
interface Materialized {
  info: MaterializationInfo;
  members: MemberSets;
}

/**
 * Computes the members of lists. Concurrent calls for the same revision share one computation, and all get its result. A
 * forced call that arrives while another computes shares that result, too.
 */
export class Materializer {
  readonly #tools: ListDependencies;
  readonly #definitions: Definitions;
  readonly #running = new SingleFlight<Materialized>();

  constructor(tools: ListDependencies, definitions: Definitions) {
    this.#tools = tools;
    this.#definitions = definitions;
  }

  /** @throws Fault definition_conflict if the list's revision changes meanwhile; then nothing is stored */
  async materialize(caller: Caller, list: List): Promise<Materialized> {
    const { organizationId } = caller;
    // Before the work that callers share: each of them takes the points.
    const definition = await this.#definitions.of(list);
    await this.#tools.filters.chargeLists(definition, organizationId);
    return this.#running.run(`${list.listId}:${list.revision}`, organizationOf(organizationId), () =>
      this.#compute(caller, { ...list, definition }),
    );
  }

  async #compute(caller: Caller, list: Defined): Promise<Materialized> {
    const { clock, onMaterialized } = this.#tools;
    const { reads, writes } = this.#tools.pools;
    const { listId, revision, definitionVersion } = list;
    const startedAt = performance.now();
    const evaluated = await evaluateMembers(this.#tools, caller, listId, list.definition);
    const { members, indexVersion, fieldsVersion } = evaluated;
    const at = clock.now();
    const insertOne = () => insert(writes, list, evaluated, at);
    const inserted = await withListMutex(writes, caller, listId, insertOne);
    if (inserted === undefined)
      throw definitionConflict((await requireList(reads, caller, listId, 'viewer')).definitionVersion);
    await prune(writes, listId, at);
    onMaterialized?.(performance.now() - startedAt);
    const info = {
      ...inserted,
      listId,
      revision,
      definitionVersion,
      indexVersion,
      fieldsVersion,
      materializedAt: at,
      counts: countsOf(members),
    };
    return { info, members };
  }
}

/** Computes the members of a list from the newest version of the index, which only the primary is sure to have. */
export async function evaluateMembers(
  { filters, pools: { reads } }: Pick<ListDependencies, 'filters' | 'pools'>,
  { organizationId }: Pick<Caller, 'organizationId'>,
  listId: number,
  definition: StoredDefinition,
): Promise<Evaluated> {
  for (;;) {
    const [matches, byHand] = await Promise.all([
      readFromPrimary(() => filters.match(definition, organizationId)),
      readByHand(reads, listId),
    ]);
    const { version, ownVersion } = matches;
    // An import that ends between the two can give an excluded domain to another company: then both are read again.
    if (byHand.version === version || byHand.version === Number.POSITIVE_INFINITY)
      return { members: combine(matches, byHand), indexVersion: version, fieldsVersion: ownVersion };
  }
}

/**
 * Completes matches with the domains by hand, in place. Companies that were added are in the tier high, and an exclusion
 * overrides everything (contract, section 6, "Tiers").
 */
export function combine(
  { high, medium, exploratory }: Pick<Matches, Tier>,
  { added, excluded }: Omit<ByHand, 'version'>,
): Record<Tier | 'added', Bitmap> {
  const byHand = Bitmap.andNot(added, excluded);
  return {
    high: high.orInPlace(byHand).andNotInPlace(excluded),
    medium: medium.andNotInPlace(byHand).andNotInPlace(excluded),
    exploratory: exploratory.andNotInPlace(byHand).andNotInPlace(excluded),
    added: byHand,
  };
}

export async function readByHand(db: Queryable, listId: number): Promise<ByHand> {
  const { rows } = await db.query<{ kind: 'added' | 'excluded'; ids: Buffer | null; version: number }>({
    name: 'list_domains_by_hand',
    text: `SELECT d.kind, string_agg(int4send(c.company_id), '') AS ids, (SELECT version FROM facet_index) AS version
      FROM list_domain d LEFT JOIN company_domain c USING (domain) WHERE d.list_id = $1 GROUP BY d.kind`,
    values: [listId],
  });
  const read = (kind: string) => {
    const row = rows.find((each) => each.kind === kind);
    return row?.ids ? fromInt4s(row.ids) : new Bitmap();
  };
  const version = rows[0]?.version ?? Number.POSITIVE_INFINITY;
  return { added: read('added'), excluded: read('excluded'), version };
}
