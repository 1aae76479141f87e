import type { Queryable } from '../../database/client.ts';
import { arrayOf, readTexts } from '../../database/prepared.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import { isStorable } from '../../lib/domain-name.ts';
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

function toTechnology([id, techKey, displayName, category, count]: TechnologyRow): CountedTechnology {
  return { technologyId: Number(id), techKey, displayName, category, companyCount: Number(count) };
}
