import type { Queryable } from '../../database/client.ts';
import { ordersBy, sqlOrder, windowSql } from '../../database/keyset.ts';
import { arrayOf, readTexts } from '../../database/prepared.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import { keySql } from '../../database/sql.ts';
import { isStorable } from '../../lib/domain-name.ts';
import { invalidValue } from '../../lib/fault.ts';
import { recordOf } from '../../lib/json.ts';
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

/** Numbers of days within which companies drop technologies: not seen for 30 days, and seen before in the period. */
export const DROP_PERIODS = [90, 180, 365] as const;
export type DropPeriod = (typeof DROP_PERIODS)[number];

/** Numbers of companies by such a period. */
export type CompaniesByPeriod = Record<DropPeriod, number>;

export interface TechnologyAges {
  /** Companies that adopted the technology within this number of days. */
  adopted: CompaniesByAge;
  /** Companies at which it was last seen before them. */
  dropped: CompaniesByAge;
  /** Companies that dropped it within this number of days. */
  droppedWithin: CompaniesByPeriod;
  /** Companies that adopted it, less those that dropped it, within this number of days. */
  net: CompaniesByPeriod;
}

/** SQL of the number of companies with evidence in a window, from the rows of a technology in `facet_stored p`. */
const sizeOf = (window: EvidenceWindow) =>
  `coalesce(sum(p.cardinality) FILTER (WHERE p.window_days IN (${partsOf(window)})), 0)`;
const adoptedWithin = (days: WindowDays) => sizeOf(firstSeenWithin(days));
const droppedBefore = (days: WindowDays) => `${sizeOf(EVER)} - ${sizeOf(days)}`;
/** Companies without the evidence for 30 days are those of the window without those of its last 30 days. */
const droppedWithin = (days: DropPeriod) => `(${sizeOf(days)} - ${sizeOf(30)})`;
const netWithin = (days: DropPeriod) => `(${adoptedWithin(days)} - ${droppedWithin(days)})`;

const AGES = {
  name: 'technology_ages',
  runsOn: ON_REPLICA,
  text: `
    SELECT t.id, ${WINDOW_DAYS.map(adoptedWithin)}, ${WINDOW_DAYS.map(droppedBefore)},
      ${DROP_PERIODS.map(droppedWithin)}
    FROM technology t LEFT JOIN facet_stored p ON p.field = 'technology' AND p.value = t.tech_key
    WHERE t.id = ANY ($1::int[]) GROUP BY t.id`,
};

const NONE: TechnologyAges = toAges([]);

/** Reads how many companies adopted and dropped technologies, with one statement. @returns them in the order of `ids` */
export async function findAges(db: Queryable, ids: readonly number[]): Promise<TechnologyAges[]> {
  const byId = new Map<number, TechnologyAges>();
  for (const [id, ...counts] of await readTexts(db, AGES, [arrayOf(ids)]))
    byId.set(Number(id), toAges(counts.map(Number)));
  return ids.map((id) => byId.get(id) ?? NONE);
}

function toAges(counts: readonly number[]): TechnologyAges {
  let place = 0;
  const next = () => {
    place += 1;
    return counts[place - 1] ?? 0;
  };
  const adopted = recordOf(WINDOW_DAYS, next);
  const dropped = recordOf(WINDOW_DAYS, next);
  const droppedWithin = recordOf(DROP_PERIODS, next);
  const net = recordOf(DROP_PERIODS, (days) => adopted[days] - droppedWithin[days]);
  return { adopted, dropped, droppedWithin, net };
}

/** A technology of a category that companies dropped or adopted within a period. */
export interface Mover extends Technology {
  /** Whether any company dropped it, and whether any adopted it. */
  isDropped: boolean;
  isAdopted: boolean;
}

/**
 * Finds the technologies of a category that any company dropped or adopted within a period.
 *
 * @returns them with the index version that was read in the same statement; undefined if there is no such category.
 */
export async function findMovers(
  db: Queryable,
  category: string,
  days: DropPeriod,
  limit: number,
): Promise<{ version: number; movers: Mover[] } | undefined> {
  if (!isStorable(category)) return undefined;
  const rows = await readTexts(
    db,
    {
      name: `technology_movers_${days}`,
      runsOn: ON_REPLICA,
      text: `
        SELECT v.version, m.* FROM facet_index v LEFT JOIN (
          SELECT t.id, t.tech_key, t.display_name, t.category, ${droppedWithin(days)} > 0, ${adoptedWithin(days)} > 0
          FROM technology t LEFT JOIN facet_stored p ON p.field = 'technology' AND p.value = t.tech_key
          WHERE ${CATEGORY_KEY} = $1 GROUP BY t.id
          HAVING ${droppedWithin(days)} > 0 OR ${adoptedWithin(days)} > 0 LIMIT $2
        ) m ON true
        WHERE EXISTS (SELECT FROM technology t WHERE ${CATEGORY_KEY} = $1)`,
    },
    [textKey(category.trim()), limit],
  );
  const [first] = rows;
  if (!first) return undefined;
  const movers = rows.flatMap(([, id, techKey, displayName, kind, isDropped, isAdopted]) =>
    id === null
      ? []
      : {
          technologyId: Number(id),
          techKey: techKey ?? '',
          displayName: displayName ?? '',
          category: kind ?? null,
          isDropped: isDropped === 't',
          isAdopted: isAdopted === 't',
        },
  );
  return { version: Number(first[0]), movers };
}

const CATEGORY_KEY = keySql('t.category', 't.category_key');

const NAME_KEY = keySql('t.display_name', 't.display_name_key');

/** SQL of the numbers of companies by which technologies are sorted. */
const SORT_NUMBERS = {
  companies: sizeOf(EVER),
  adopted_90: adoptedWithin(90),
  dropped_90: `(${droppedBefore(90)})`,
  net_90: netWithin(90),
  net_180: netWithin(180),
  net_365: netWithin(365),
};

export type TechnologySortField = keyof typeof SORT_NUMBERS;
const SORT_FIELDS = Object.keys(SORT_NUMBERS) as TechnologySortField[];

/** Orders by field and direction. Equal numbers are sorted by name, from A on in either direction. */
export const TECHNOLOGY_ORDERS = ordersBy(SORT_FIELDS, (field, descending, name) =>
  sqlOrder(name, [
    // A net number may be negative.
    { sql: SORT_NUMBERS[field], type: field.startsWith('net_') ? 'numeric' : 'bigint', descending },
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
