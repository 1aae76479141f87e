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
import type { List } from '../list.ts';
import {
  DEFAULT_SORT,
  isNumberSort,
  type MemberSort,
  type PageStart,
  type Place,
  SORT_FIELDS,
} from './order.ts';
import { TIERS, type Tier } from './snapshot.ts';

/** Members to return, and their order. */
interface MemberSelection {
  tier?: Tier | undefined;
  /** Part of a name or of any domain; case is ignored. */
  search?: string | undefined;
  sort: MemberSort;
}

/** Arguments of a page that say where it starts and what it shows. */
interface MemberPageArguments extends Omit<MemberSelection, 'sort'> {
  sort?: MemberSort | undefined;
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

/** Content of a cursor, as a JSON array: it has a value of the sort field and no position, so that pages stay in step. */
const CONTENT = z
  .tuple([
    id,
    id,
    z.enum(TIERS).nullable(),
    text.nullable(),
    z.enum(SORT_FIELDS),
    z.boolean(),
    z.union([text, z.int().min(0), z.null()]),
    id,
  ])
  .refine(([, , , , field, descending, value]) => isValueOf({ field, descending }, value));

type Content = z.output<typeof CONTENT>;

function isValueOf(sort: MemberSort, value: Place['value']): boolean {
  if (isNumberSort(sort)) return typeof value !== 'string';
  return sort.field === 'name' ? typeof value === 'string' : TIERS.some((tier) => tier === value);
}

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
    sort.field,
    sort.descending,
    value,
    companyId,
  ];
  return writeCursor(JSON.stringify(content));
}

/**
 * Reads where a page starts and what it shows. After a cursor, both come from it.
 *
 * @throws Fault validation_error for a cursor that is malformed or of another list, and for arguments that contradict it
 */
export function readPageRequest({ listId }: List, args: MemberPageArguments): MemberPageRequest {
  const { tier, sort, offset = 0, after } = args;
  const search = args.search?.trim();
  if (after === undefined)
    return { selection: { tier, search, sort: sort ?? DEFAULT_SORT }, start: { offset } };
  const content = contentOf(after);
  if (!content) throw malformedCursor();
  const [cursorList, materializationId, ofTier, ofSearch, field, descending, value, companyId] = content;
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
  if (sort && (sort.field !== field || sort.descending !== descending))
    throw invalidValue('/orderBy', differs);
  return { selection: toSelection(content), start: { after: { value, companyId } }, materializationId };
}

/** Returns what the pages of a cursor show; undefined if it is malformed. */
export function selectionOf(cursor: string): MemberSelection | undefined {
  const content = contentOf(cursor);
  return content && toSelection(content);
}

function toSelection([, , tier, search, field, descending]: Content): MemberSelection {
  return { tier: tier ?? undefined, search: search ?? undefined, sort: { field, descending } };
}

/** @returns undefined if it is malformed. */
function contentOf(cursor: string): Content | undefined {
  return CONTENT.safeParse(parseCursor(cursor)).data;
}
