import { invalidValue, unknownKey } from '../../../lib/fault.ts';
import { MAX_BREAKDOWNS, MAX_VIEW_COLUMNS } from '../../../lib/request-limits.ts';
import { requireCounted } from '../../filters/breakdown.ts';
import type { CurrentFields } from '../../filters/field-set.ts';
import { fieldOf } from '../../filters/parse-condition.ts';
import { CHOOSABLE } from '../export/columns.ts';
import type { Tier } from '../members/snapshot.ts';
import { readSort } from '../members/sort.ts';

/** What a view shows. Keys of fields are those of conditions and of exports. */
export interface ViewContent {
  columns: string[];
  /** Key of a field, with `-` in front for descending order; null: the usual order of members. */
  sort: string | null;
  breakdowns: string[];
  /** Null: all tiers. */
  tier: Tier | null;
}

/** Ids of own fields by their keys. */
type OwnFields = Readonly<Record<string, number>>;

/** The fields of an organization, of which none may be known to be needed. */
type Fields = Pick<CurrentFields, 'declared' | 'set'>;

const keyOfSort = (sort: string) => sort.replace(/^-/, '');

/** Checks a view from a request. @returns it, and the own fields that it names. @throws Fault validation_error */
export async function checkContent(content: ViewContent, { declared, set }: Fields) {
  const { sort, tier } = content;
  const columns = [...new Set(content.columns)];
  const breakdowns = [...new Set(content.breakdowns)];
  if (columns.length > MAX_VIEW_COLUMNS)
    throw invalidValue('/columns', `must be at most ${MAX_VIEW_COLUMNS} entries`);
  if (breakdowns.length > MAX_BREAKDOWNS)
    throw invalidValue('/breakdowns', `must name at most ${MAX_BREAKDOWNS} fields`);
  const own = new Map(declared.fields.map(({ key, id }) => [key, id]));
  const known = new Set([...CHOOSABLE.keys(), ...set.keys, ...own.keys()]);
  for (const key of columns)
    if (!known.has(key))
      throw unknownKey(`/columns/${content.columns.indexOf(key)}`, 'column', key, [...known]);
  for (const key of breakdowns) {
    const pointer = `/breakdowns/${content.breakdowns.indexOf(key)}`;
    requireCounted(fieldOf(set, key, pointer), pointer);
  }
  if (sort !== null)
    await readSort({ key: keyOfSort(sort), descending: sort.startsWith('-') }, async () => set, '/sort');
  const named = [...columns, ...breakdowns, ...(sort === null ? [] : [keyOfSort(sort)])];
  const ownFields: OwnFields = Object.fromEntries(
    named.flatMap((key) => {
      const id = own.get(key);
      return id === undefined ? [] : [[key, id]];
    }),
  );
  return { content: { columns, sort, breakdowns, tier }, ownFields };
}

/** Returns a stored view without fields that have been deleted, also if their keys were declared anew. */
export function withoutDeleted<Row extends ViewContent & { ownFields: OwnFields }>(
  { ownFields, ...view }: Row,
  { declared }: Fields,
): Omit<Row, 'ownFields'> {
  const ids = new Map(declared.fields.map(({ key, id }) => [key, id]));
  const isThere = (key: string) => !(key in ownFields) || ids.get(key) === ownFields[key];
  return {
    ...view,
    columns: view.columns.filter(isThere),
    breakdowns: view.breakdowns.filter(isThere),
    sort: view.sort !== null && isThere(keyOfSort(view.sort)) ? view.sort : null,
  };
}
