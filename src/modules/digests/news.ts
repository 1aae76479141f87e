import type { Queryable } from '../../database/client.ts';
import type { Pools } from '../../database/pools.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import { Fault } from '../../lib/fault.ts';
import { Bitmap, type ReadonlyBitmap } from '../facets/bitmap.ts';
import type { Verdict } from '../filters/explain.ts';
import type { FieldSet } from '../filters/field-set.ts';
import { OPERATORS, type OperatorKey } from '../filters/operators.ts';
import type { FiltersService } from '../filters/service.ts';
import { findList, VISIBLE } from '../lists/access.ts';
import type { List } from '../lists/list.ts';
import { readAnnounced } from '../lists/members/changes.ts';
import { readByHand } from '../lists/members/materialize.ts';
import { idsAt, membersOf } from '../lists/members/snapshot.ts';
import type { DueDigest } from './queries.ts';

/** Companies of a list that a mail names (contract, section 21). */
const NAMED = 10;
/** Lists that a mail describes. The others are counted. */
const MAX_LISTS = 50;
const MAX_REASONS = 2;
const MAX_VALUES = 3;

interface NamedCompany {
  name: string;
  domain: string | null;
  /** Why it entered or left, in words. */
  reason: string;
}

/** What entered and left a list since the former mail. */
export interface ListNews {
  listId: number;
  name: string;
  entered: number;
  left: number;
  /** The first of both, ten together at most. */
  companies: { entered: NamedCompany[]; left: NamedCompany[] };
}

export interface News {
  lists: ListNews[];
  /** Further lists that changed. */
  more: number;
}

interface NewsTools {
  pools: Pick<Pools, 'reads'>;
  filters: Pick<FiltersService, 'explain' | 'fields'>;
}

interface ChangedList {
  listId: number;
  /** Materializations that events announced, in the order of the feed. */
  materializationIds: number[];
}

/** Reads what a mail says: events until a position, about watched lists that the user could see then and still can. */
export async function readNews(tools: NewsTools, digest: DueDigest, until: number): Promise<News> {
  const lists: ListNews[] = [];
  let more = 0;
  for (const changed of await findChanged(tools.pools.reads, digest, until)) {
    const { entered, left } = await sumOf(tools.pools.reads, changed);
    if (entered.isEmpty && left.isEmpty) continue;
    const list =
      lists.length < MAX_LISTS ? await findList(tools.pools.reads, digest, changed.listId) : undefined;
    if (list) lists.push(await describe(tools, digest, list, entered, left));
    else more += 1;
  }
  return { lists, more };
}

async function findChanged(
  db: Queryable,
  { organizationId, userId, position }: DueDigest,
  until: number,
): Promise<ChangedList[]> {
  const { rows } = await db.query<ChangedList>({
    name: 'digest_changed_lists',
    text: `SELECT l.id AS "listId", array_agg(c.materialization_id ORDER BY e.position) AS "materializationIds"
      FROM event e JOIN list_change c ON c.event_id = e.id JOIN list l ON l.id = c.list_id
      WHERE e.organization_id = $1 AND e.type = 'list.members_changed' AND e.position > $3 AND e.position <= $4
        AND (e.user_ids IS NULL OR $2 = ANY (e.user_ids)) AND ${VISIBLE}
        AND EXISTS (SELECT FROM list_watch w WHERE w.list_id = l.id)
      GROUP BY l.id ORDER BY l.name_key, l.id`,
    values: [organizationId, userId, position, until],
  });
  return rows;
}

/** Adds up the changes of a list: a company that entered and left meanwhile has done neither. */
async function sumOf(db: Queryable, { listId, materializationIds }: ChangedList) {
  let entered = new Bitmap();
  let left = new Bitmap();
  for (const materializationId of materializationIds) {
    const change = await readAnnounced(db, { listId, materializationId });
    if (!change) continue;
    const [before, after] = [membersOf(change.before), membersOf(change.after)];
    const [came, went] = [Bitmap.andNot(after, before), Bitmap.andNot(before, after)];
    const next = Bitmap.or(Bitmap.andNot(entered, went), Bitmap.andNot(came, left));
    left = Bitmap.or(Bitmap.andNot(left, came), Bitmap.andNot(went, entered));
    entered = next;
  }
  return { entered, left };
}

async function describe(
  { pools, filters }: NewsTools,
  { organizationId }: DueDigest,
  list: List,
  entered: ReadonlyBitmap,
  left: ReadonlyBitmap,
): Promise<ListNews> {
  const { listId, name, definition } = list;
  const places = Math.max(NAMED / 2, NAMED - left.size);
  const came = [...idsAt(entered, 0, Math.min(places, NAMED))];
  const went = [...idsAt(left, 0, NAMED - came.length)];
  const [companies, byHand, fields, verdicts] = await Promise.all([
    readCompanies(pools.reads, [...came, ...went]),
    readByHand(pools.reads, listId),
    filters.fields(organizationId),
    filters.explain(definition, [...came, ...went], organizationId).catch(withoutReasons),
  ]);
  const named = (id: number, reason: string): NamedCompany => {
    const company = companies.get(id);
    return { name: company?.name ?? `company ${id}`, domain: company?.domain ?? null, reason };
  };
  const conditions = (id: number, met: boolean) =>
    (verdicts.get(id) ?? []).filter((verdict) => verdict.met === met).map((each) => inWords(each, fields));
  const whyLeft = (id: number): string => {
    const company = companies.get(id);
    if (!company || company.isRetired) return 'it left the catalogue';
    if (byHand.excluded.has(id)) return 'it was excluded manually';
    return short(conditions(id, false), 'it no longer meets: ') ?? 'it is no longer added manually';
  };
  const whyEntered = (id: number): string =>
    byHand.added.has(id)
      ? 'it was added manually'
      : (short(conditions(id, true), '') ?? 'it meets the definition');
  return {
    listId,
    name,
    entered: entered.size,
    left: left.size,
    companies: {
      entered: came.map((id) => named(id, whyEntered(id))),
      left: went.map((id) => named(id, whyLeft(id))),
    },
  };
}

/** A definition that is no longer valid has no reasons. */
function withoutReasons(error: unknown): Map<number, Verdict[]> {
  if (error instanceof Fault && error.code === 'invalid_definition') return new Map();
  throw error;
}

function short(conditions: readonly string[], before: string): string | undefined {
  return conditions.length === 0 ? undefined : before + conditions.slice(0, MAX_REASONS).join('; ');
}

function inWords({ condition, negated, firstSeen, met }: Verdict, fields: FieldSet): string {
  const { field, operator, values } = condition;
  const shown = values.slice(0, MAX_VALUES).join(', ') + (values.length > MAX_VALUES ? ', …' : '');
  const label = OPERATORS[operator as OperatorKey].label;
  const text = `${fields.get(field)?.label ?? field} ${label} ${shown}`;
  const isInverted = negated !== (operator === 'none_of');
  const seen = met && !negated && firstSeen ? `, first seen on ${firstSeen.toISOString().slice(0, 10)}` : '';
  return `${isInverted ? 'not ' : ''}${text}${seen}`;
}

async function readCompanies(db: Queryable, ids: readonly number[]) {
  const { rows } = await db.query<{ id: number; name: string; domain: string | null; isRetired: boolean }>({
    name: 'digest_companies',
    runsOn: ON_REPLICA,
    text: `SELECT id, name, primary_domain AS domain, false AS "isRetired" FROM company WHERE id = ANY ($1::int[])
      UNION ALL SELECT id, name, primary_domain, true FROM retired_company WHERE id = ANY ($1::int[])`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
}
