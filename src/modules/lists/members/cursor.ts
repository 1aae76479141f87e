import { z } from 'zod';
import { isStorable } from '../../../lib/domain-name.ts';
import { invalidValue } from '../../../lib/fault.ts';
import {
  MAX_ROW_ID,
  malformedCursor,
  offsetBesideCursor,
  parseCursor,
  writeCursor,
} from '../../../lib/page.ts';
import { TEXT_LIMITS } from '../../../lib/request-limits.ts';
import { scopeOf } from '../../fields/own-field.ts';
import type { List } from '../list.ts';
import type { PageStart, Place } from './order.ts';
import { TIERS, type Tier } from './snapshot.ts';
import {
  DEFAULT_SORT,
  findSort,
  isValueOf,
  keyOf,
  type MemberSort,
  type ReadFields,
  type RequestedSort,
  readSort,
} from './sort.ts';

/** Members to return, and their order. */
interface MemberSelection {
  tier?: Tier | undefined;
  /** Part of a name or of any domain; case is ignored. */
  search?: string | undefined;
  sort: MemberSort;
}

/** Arguments of a page that say where it starts and what it shows. */
interface MemberPageArguments extends Omit<MemberSelection, 'sort'> {
  sort?: RequestedSort | undefined;
  offset?: number | undefined;
  /** A cursor, instead of an offset. */
  after?: string | undefined;
  forceRefresh?: boolean | undefined;
}

/** A page of members to read. */
export interface MemberPageRequest {
  selection: MemberSelection;
  start: PageStart;
  /** Materialization to which the page is pinned by its cursor; undefined: the current one. */
  materializationId?: number;
}

const id = z.int().min(1).max(MAX_ROW_ID);
const text = z.string().refine(isStorable);
const orderKey = text.max(TEXT_LIMITS.fieldKey.maxLength);

/**
 * Content of a cursor, as a JSON array: it has a value of the sort field and no position, so that pages stay in step. An own
 * field has the number of its declaration beside its key: when it is declared anew, its values are others.
 */
const CONTENT = z.tuple([
  id,
  id,
  z.enum(TIERS).nullable(),
  text.nullable(),
  z.union([orderKey, z.tuple([orderKey.refine((key) => scopeOf(key) !== undefined), id])]),
  z.boolean(),
  z.union([text, z.number(), z.null()]),
  id,
]);

type Content = z.output<typeof CONTENT>;

/**
 * Writes the cursor of a row. It grants nothing, so it is not signed: access to the list is checked on every page, and
 * another cursor for the same list leads to what its reader may see anyway.
 */
export function memberCursor(
  { listId, materializationId }: { listId: number; materializationId: number },
  { tier, search, sort }: MemberSelection,
  { value, companyId }: Place,
): string {
  const content: z.input<typeof CONTENT> = [
    listId,
    materializationId,
    tier ?? null,
    search ?? null,
    typeof sort.by === 'object' && sort.by.own ? [sort.by.key, sort.by.own.declaredAt] : keyOf(sort),
    sort.descending,
    value,
    companyId,
  ];
  return writeCursor(JSON.stringify(content));
}

/**
 * Reads where a page starts and what it shows. After a cursor, both come from it.
 *
 * @throws Fault validation_error for a cursor that is malformed, of another list or of a deleted field, for arguments that
 *   contradict it, and for a field that members cannot be sorted by
 */
export async function readPageRequest(
  { listId }: List,
  args: MemberPageArguments,
  readFields: ReadFields,
): Promise<MemberPageRequest> {
  const { tier, sort, offset = 0, after } = args;
  const search = args.search?.trim();
  if (after === undefined) {
    const order = sort ? await readSort(sort, readFields) : DEFAULT_SORT;
    return { selection: { tier, search, sort: order }, start: { offset } };
  }
  const content = contentOf(after);
  if (!content) throw malformedCursor();
  const [cursorList, materializationId, ofTier, ofSearch, , , value, companyId] = content;
  const order = await sortOf(content, readFields);
  if (cursorList !== listId) throw invalidValue('/after', 'is a cursor of another list');
  if (args.offset !== undefined) throw offsetBesideCursor();
  if (args.forceRefresh === true)
    throw invalidValue(
      '/forceRefresh',
      'cannot be combined with a cursor, which belongs to a materialization',
    );
  const differs = 'differs from that of the cursor; leave it out, or begin again at the first page';
  if (tier !== undefined && tier !== ofTier) throw invalidValue('/tier', differs);
  if (search !== undefined && search !== ofSearch) throw invalidValue('/search', differs);
  if (sort && !isSame(await readSort(sort, readFields), order)) throw invalidValue('/orderBy', differs);
  const selection = { tier: ofTier ?? undefined, search: ofSearch ?? undefined, sort: order };
  return { selection, start: { after: { value, companyId } }, materializationId };
}

function isSame(a: MemberSort, b: MemberSort): boolean {
  return keyOf(a) === keyOf(b) && a.descending === b.descending;
}

/** @throws Fault validation_error */
async function sortOf(content: Content, readFields: ReadFields): Promise<MemberSort> {
  const [, , , , , descending, value] = content;
  const { key, declaredAt } = orderOf(content);
  const sort = await findSort({ key, descending, declaredAt }, readFields);
  if (sort && isValueOf(sort, value)) return sort;
  if (sort || declaredAt === undefined) throw malformedCursor();
  const message = `is a cursor of the order by ${key}, which was deleted; leave it out to start again from the first page`;
  throw invalidValue('/after', message);
}

function orderOf([, , , , order]: Content): { key: string; declaredAt: number | undefined } {
  const [key, declaredAt] = typeof order === 'string' ? [order, undefined] : order;
  return { key, declaredAt };
}

/** Returns what the pages of a cursor show, with the key of their order; undefined if it is malformed. */
export function selectionOf(cursor: string): { search: string | undefined; key: string } | undefined {
  const content = contentOf(cursor);
  return content && { search: content[3] ?? undefined, key: orderOf(content).key };
}

/** @returns undefined if it is malformed. */
function contentOf(cursor: string): Content | undefined {
  return CONTENT.safeParse(parseCursor(cursor)).data;
}
