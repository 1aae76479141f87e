import type { Queryable } from '../../database/client.ts';
import { ordersBy, sqlOrder, windowSql } from '../../database/keyset.ts';
import { arrayOf, readTexts } from '../../database/prepared.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import { keySql } from '../../database/sql.ts';
import { isStorable } from '../../lib/domain-name.ts';
import { invalidValue } from '../../lib/fault.ts';
import type { OrderBy, PageWindow } from '../../lib/page.ts';
import { escapeLike } from '../../lib/text.ts';
import { textKey } from '../../lib/text-key.ts';
import {
  EVER,
  type EvidenceWindow,
  firstSeenWithin,
  partsOf,
  WINDOW_DAYS,
  type WindowDays,
} from '../facets/evidence-windows.ts';
import type { Technology } from './company.ts';

/** A technology with the number of companies that use it. */
export interface CountedTechnology extends Technology {
  companyCount: number;
}

type TechnologyRow = readonly [
  id: string,
  key: string,
  name: string,
  category: string | null,
  companyCount: string,
];

/** The facet index counts the companies of each technology, so that no detection is read. */
const SELECTED = `
  SELECT t.id, t.tech_key, t.display_name, t.category, coalesce(p.cardinality, 0)
  FROM technology t LEFT JOIN facet_posting p
    ON p.field = 'technology' AND p.value = t.tech_key AND p.window_days = 0`;

const BY_KEY = { name: 'technology_by_key', runsOn: ON_REPLICA, text: `${SELECTED} WHERE t.tech_key = $1` };
const BY_IDS = {
  name: 'technologies_by_ids',
  runsOn: ON_REPLICA,
  text: `${SELECTED} WHERE t.id = ANY ($1::int[])`,
};

export async function findTechnology(db: Queryable, techKey: string): Promise<CountedTechnology | undefined> {
  if (!isStorable(techKey)) return undefined;
  const [row] = await readTexts<TechnologyRow>(db, BY_KEY, [techKey]);
  return row && toTechnology(row);
}

/** @returns the technologies in the order of `ids`; null for unknown ids. */
export async function findTechnologiesByIds(
  db: Queryable,
  ids: readonly number[],
): Promise<Array<CountedTechnology | null>> {
  const rows = await readTexts<TechnologyRow>(db, BY_IDS, [arrayOf(ids)]);
  const byId = new Map(rows.map(toTechnology).map((each) => [each.technologyId, each]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** Numbers of companies by the age of their evidence for a technology, in days. */
export type CompaniesByAge = Record<WindowDays, number>;

export interface TechnologyAges {
  /** Companies that adopted the technology within this number of days. */
  adopted: CompaniesByAge;
  /** Companies at which it was last seen before them. */
  dropped: CompaniesByAge;
}

/** SQL of the number of companies with evidence in a window, from the rows of a technology in `facet_stored p`. */
const sizeOf = (window: EvidenceWindow) =>
  `coalesce(sum(p.cardinality) FILTER (WHERE p.window_days IN (${partsOf(window)})), 0)`;
const adoptedWithin = (days: WindowDays) => sizeOf(firstSeenWithin(days));
const droppedBefore = (days: WindowDays) => `${sizeOf(EVER)} - ${sizeOf(days)}`;

const AGES = {
  name: 'technology_ages',
  runsOn: ON_REPLICA,
  text: `
    SELECT t.id, ${WINDOW_DAYS.map(adoptedWithin)}, ${WINDOW_DAYS.map(droppedBefore)}
    FROM technology t LEFT JOIN facet_stored p ON p.field = 'technology' AND p.value = t.tech_key
    WHERE t.id = ANY ($1::int[]) GROUP BY t.id`,
};

const NONE: CompaniesByAge = { 30: 0, 90: 0, 180: 0, 365: 0 };

/** Reads how many companies adopted and dropped technologies, with one statement. @returns them in the order of `ids` */
export async function findAges(db: Queryable, ids: readonly number[]): Promise<TechnologyAges[]> {
  const byId = new Map<number, TechnologyAges>();
  for (const [id, ...counts] of await readTexts(db, AGES, [arrayOf(ids)]))
    byId.set(Number(id), { adopted: byAge(counts), dropped: byAge(counts.slice(WINDOW_DAYS.length)) });
  return ids.map((id) => byId.get(id) ?? { adopted: NONE, dropped: NONE });
}

function byAge(counts: readonly (string | null)[]): CompaniesByAge {
  const [days30, days90, days180, days365] = counts.map(Number);
  return { 30: days30 ?? 0, 90: days90 ?? 0, 180: days180 ?? 0, 365: days365 ?? 0 };
}

const NAME_KEY = keySql('t.display_name', 't.display_name_key');

/** SQL of the numbers of companies by which technologies are sorted. */
const SORT_NUMBERS = {
  companies: sizeOf(EVER),
  adopted_90: adoptedWithin(90),
  dropped_90: `(${droppedBefore(90)})`,
};

export type TechnologySortField = keyof typeof SORT_NUMBERS;
const SORT_FIELDS = Object.keys(SORT_NUMBERS) as TechnologySortField[];

/** Orders by field and direction. Equal numbers are sorted by name, from A on in either direction. */
export const TECHNOLOGY_ORDERS = ordersBy(SORT_FIELDS, (field, descending, name) =>
  sqlOrder(name, [
    { sql: SORT_NUMBERS[field], type: 'bigint', descending },
    { sql: `${NAME_KEY} COLLATE "C"`, type: 'text' },
    { sql: 't.tech_key COLLATE "C"', type: 'text' },
  ]),
);

/** A technology that was found, with what it is sorted by. */
interface FoundTechnology extends CountedTechnology {
  sortNumber: number;
  nameKey: string;
}

type FoundRow = readonly [...TechnologyRow, sortNumber: string, nameKey: string];

const FOUND = `provisional_text_key(t.tech_key) LIKE $1 OR ${NAME_KEY} LIKE $1`;

/**
 * Finds technologies whose key or name contains a text, in any case.
 *
 * @throws Fault validation_error for a text that PostgreSQL cannot store.
 */
export async function searchTechnologies(
  db: Queryable,
  search: string,
  { field, direction }: OrderBy<TechnologySortField>,
  window: PageWindow,
): Promise<FoundTechnology[]> {
  const sorted = TECHNOLOGY_ORDERS[field][direction];
  const { suffix, condition, order, values } = windowSql(sorted, window, 2);
  const rows = await readTexts<FoundRow>(
    db,
    {
      name: `search_technologies_${sorted.name}${suffix}`,
      runsOn: ON_REPLICA,
      text: `
        SELECT t.id, t.tech_key, t.display_name, t.category, ${sizeOf(EVER)}, ${SORT_NUMBERS[field]}, ${NAME_KEY}
        FROM technology t LEFT JOIN facet_stored p ON p.field = 'technology' AND p.value = t.tech_key
        WHERE ${FOUND} GROUP BY t.id HAVING ${condition} ${order}`,
    },
    [toPattern(search), ...values],
  );
  return rows.map(([id, techKey, name, category, count, sortNumber, nameKey]) => ({
    ...toTechnology([id, techKey, name, category, count]),
    sortNumber: Number(sortNumber),
    nameKey,
  }));
}

const COUNT = {
  name: 'count_technologies',
  runsOn: ON_REPLICA,
  text: `SELECT count(*) FROM technology t WHERE ${FOUND}`,
};

export async function countTechnologies(db: Queryable, search: string): Promise<number> {
  const [row] = await readTexts(db, COUNT, [toPattern(search)]);
  return Number(row?.[0] ?? 0);
}

function toPattern(search: string): string {
  if (!isStorable(search)) throw invalidValue('/search', 'contains characters that cannot be stored');
  return `%${escapeLike(textKey(search.trim()))}%`;
}

function toTechnology([id, techKey, displayName, category, count]: TechnologyRow): CountedTechnology {
  return { technologyId: Number(id), techKey, displayName, category, companyCount: Number(count) };
}
