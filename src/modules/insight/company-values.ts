import type { Queryable } from '../../database/client.ts';
import { readTexts } from '../../database/prepared.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import type { ReadonlyBitmap } from '../facets/bitmap.ts';
import { EVER } from '../facets/evidence-windows.ts';
import type { StoredValues } from '../facets/own-postings.ts';
import { textsOf } from '../fields/stored-values.ts';
import { isVocabularyField, type VocabularyField } from '../filters/registry.ts';
import { UNIVERSE_KEY } from '../filters/requirements.ts';
import type { FiltersService } from '../filters/service.ts';
import { atOneVersion } from './one-version.ts';

/** A value of a company, with all companies that have it. */
export interface CompanyValue {
  field: VocabularyField;
  value: string;
  ids: ReadonlyBitmap;
}

export interface ValueSources {
  db: Queryable;
  filters: FiltersService;
  /** Reads the values of companies in own fields, by their ids. */
  readOwnValues: (
    caller: { organizationId: number },
    companyIds: readonly number[],
  ) => Promise<ReadonlyMap<number, StoredValues>>;
}

/** The columns of a company that are compared, and its technologies, with the index version that was read with them. */
const VALUES = {
  name: 'company_values',
  runsOn: ON_REPLICA,
  text: `SELECT v.version, c.industry, c.country, c.employee_range,
      to_json(ARRAY(SELECT t.tech_key FROM company_technology d JOIN technology t ON t.id = d.technology_id
        WHERE d.company_id = c.id))
    FROM facet_index v LEFT JOIN company c ON c.id = $1`,
};

const COLUMNS = ['industry', 'country', 'employee_range'] as const;

/**
 * Reads what companies are compared by: technologies, industry, country, employee range, and own fields of type category that
 * the caller can use. All of one index version.
 *
 * @returns the values with their postings, and the number of live companies.
 */
export function readCompanyValues(
  sources: ValueSources,
  caller: { organizationId: number },
  companyId: number,
): Promise<{ values: readonly CompanyValue[]; companyCount: number }> {
  const { db, filters, readOwnValues } = sources;
  return atOneVersion(async () => {
    const { set, versions } = await filters.current(caller.organizationId);
    const own = set.fields.filter((field) => field.type === 'category');
    const [rows, owned] = await Promise.all([
      readTexts(db, VALUES, [companyId]),
      own.length > 0 ? readOwnValues(caller, [companyId]) : undefined,
    ]);
    const [version, ...columns] = rows[0] ?? [];
    const technologies: string[] = JSON.parse(columns[COLUMNS.length] ?? '[]');
    const stated = [
      ...technologies.map((value) => ['technology', value] as const),
      ...COLUMNS.flatMap((key, index) => (columns[index] == null ? [] : [[key, columns[index]] as const])),
      ...own.flatMap(({ key, own: { id } = { id: 0 } }) =>
        textsOf(owned?.get(companyId)?.[id]).map((value) => [key, value] as const),
      ),
    ];
    const found = stated.flatMap(([key, value]) => {
      const field = set.get(key);
      return field && isVocabularyField(field) ? { field, value } : [];
    });
    const keyOf = ({ field, value }: (typeof found)[number]) => ({ field: field.facet, value, window: EVER });
    const snapshot = await filters.postings([UNIVERSE_KEY, ...found.map(keyOf)]);
    const isSame = Number(version) === snapshot.version && versions.version === snapshot.version;
    if (!isSame || (snapshot.ownVersion > 0 && snapshot.ownVersion !== versions.ownVersion)) return undefined;
    const values = found.map((each) => ({ ...each, ids: snapshot.posting(keyOf(each)) }));
    return {
      // A value that a merge has not settled yet counts nowhere.
      values: values.filter(({ ids }) => ids.has(companyId)),
      companyCount: snapshot.posting(UNIVERSE_KEY).size,
    };
  });
}
