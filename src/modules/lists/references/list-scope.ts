import type { PoolClient, Queryable } from '../../../database/client.ts';
import { type Principal, requireUser, type UserPrincipal } from '../../../lib/principal.ts';
import type { FieldUses } from '../../fields/declarations.ts';
import { checkLists, excesses, type ListScope } from '../../filters/checks.ts';
import { type FilterNode, invalidDefinition, Problems } from '../../filters/definition.ts';
import { expansionOf, NO_SIZES, namedIn, ownSize, parseStored } from '../../filters/referenced-lists.ts';
import type { PrismaQueries } from '../../idempotency/effects.ts';
import { DEFINITION_JOIN, requireList, VISIBLE } from '../access.ts';
import type { Caller, List, StoredDefinition } from '../list.ts';
import { createListSource, measureAbove } from './references.ts';

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

/** A definition that is about to be stored, and the lists around it. */
interface Stored {
  root: FilterNode | null;
  scope: ListScope;
  /** JSON pointer of the definition in the request. */
  base?: string;
  /** Size of the definition that it replaces. */
  active?: FilterNode | null;
}

/**
 * Checks a definition against the lists that it names and those that name its list, as they are now. The caller has locked the
 * graph of the organization, if there are any. By stored sizes: two statements, however many lists there are.
 *
 * @throws Fault invalid_definition
 */
export async function assertFits(
  client: PoolClient,
  { root, scope, base = '', active = null }: Stored,
): Promise<void> {
  const problems = new Problems();
  const { listId } = scope;
  const expansion = root ? await checkLists(createListSource(client), root, scope, problems) : NOTHING_NAMED;
  if (!expansion) throw invalidDefinition(problems.errors);
  if (listId === undefined || !grows(root, active)) return;
  const size = await measureAbove(client, { listId, named: namedIn(root), ...ownSize(root) });
  const [excess] = size ? excesses(size) : [];
  if (!excess) return;
  const [code, message] = excess;
  throw invalidDefinition([
    { pointer: `${base}/root`, code, message: `does not fit: a list that names this one then ${message}` },
  ]);
}

const NOTHING_NAMED = expansionOf([], NO_SIZES);

/** Whether lists that name a list can exceed a bound because of its new definition. */
function grows(root: FilterNode | null, active: FilterNode | null): boolean {
  const [next, last] = [ownSize(root), ownSize(active)];
  if (next.conditions > last.conditions || next.patterns > last.patterns) return true;
  const kept = new Set(namedIn(active));
  return namedIn(root).some((id) => !kept.has(id));
}

const USES_FIELD = `FROM list l ${DEFINITION_JOIN} WHERE d.own_fields @> ARRAY[$3::int]`;
const FIELD_USES = `
  SELECT (SELECT count(*)::int ${USES_FIELD} AND $4::int IN (0, l.organization_id)) AS count,
    ARRAY(SELECT l.id ${USES_FIELD} AND ${VISIBLE} ORDER BY l.id) AS visible`;

/** Finds the lists whose current definition uses an own field, of an organization or, with 0, of any. */
export async function findFieldUses(
  db: Pick<PrismaQueries, '$queryRawUnsafe'>,
  { organizationId, userId }: Pick<UserPrincipal, 'organizationId' | 'userId'>,
  fieldId: number,
  scopeId: number,
): Promise<FieldUses> {
  const [row] = await db.$queryRawUnsafe<{ count: number; visible: number[] }[]>(
    FIELD_USES,
    organizationId,
    userId,
    fieldId,
    scopeId,
  );
  return { listCount: row?.count ?? 0, listIds: row?.visible ?? [] };
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
      const list = await requireList(reads, caller, listId, 'viewer');
      const { definition: saved } = list;
      return { ...listScope(reads, caller, list, saved && namedLists(saved)), saved };
    },
  };
}
