import type { Queryable } from '../../database/client.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import { keySql } from '../../database/sql.ts';
import { textKey } from '../../lib/text-key.ts';
import { EVER, TIER_WINDOWS, type TierWindow } from '../facets/evidence-windows.ts';
import { isSpelled, organizationOfFacet } from '../facets/facet.ts';
import type { FacetReader } from '../facets/reader.ts';
import type { OwnValue } from '../fields/own-field.ts';
import { readValues } from '../fields/stored-values.ts';
import { type ConditionNode, conditionsOf, type FilterNode, isNegative } from './definition.ts';
import { evaluate } from './evaluate.ts';
import { toWhen } from './evidence-when.ts';
import type { Value } from './operators.ts';
import { NAMED_COMPANY, parseIdentifier } from './partner-conditions.ts';
import type { Field } from './registry.ts';
import { isTiered, readRequirements, requirementsOf, windowsOf } from './requirements.ts';

/** Outcome of one condition of a definition for one company. */
export interface Verdict {
  /** JSON pointer of the condition's node in the definition. */
  pointer: string;
  condition: { field: string; operator: string; values: readonly Value[]; when?: ReturnType<typeof toWhen> };
  /** Lists that the condition names and that were deleted. They match nothing. */
  deletedLists: readonly number[];
  /** Whether the condition compares an own field that was deleted. It matches nothing. */
  isDeletedField: boolean;
  /** What the company has in an own field; null without a value, and for other fields. */
  value: OwnValue | null;
  /** True when the condition is negated: by an odd number of `not`, or by its operator, not both. */
  negated: boolean;
  /** True when the company meets the condition, negation included. */
  met: boolean;
  /** Narrowest evidence window in which a positive dated condition without `when` is met; null otherwise. */
  window: TierWindow | null;
  /** First sighting of the value that decides; null without dated evidence. */
  firstSeen: Date | null;
  /** Last sighting of the same value. */
  lastSeen: Date | null;
}

/**
 * Explains how some companies meet each condition of a tree, in two statements at most.
 *
 * @returns verdicts in document order, by company.
 */
export async function explain(
  db: Queryable,
  reader: FacetReader,
  root: FilterNode | null,
  companyIds: readonly number[],
): Promise<Map<number, Verdict[]>> {
  if (root === null) return new Map(companyIds.map((id) => [id, []]));
  const snapshot = await readRequirements(db, reader, requirementsOf(root, windowsOf(root)));
  const all = [...conditionsOf(root)];
  const dated = all.map(({ condition }) => condition).filter(({ field }) => field.dated);
  const sightingOf = dated.length > 0 ? await readSightings(db, dated, companyIds) : undefined;
  const own = all.flatMap(({ condition: { field } }) => (field.own ? field.facet : []));
  const ownValueOf = own.length > 0 ? await readOwnValues(db, own, companyIds) : undefined;
  const conditions = all.map(({ condition, inverted }) => {
    const negated = isNegative(condition) !== inverted;
    const windows = isTiered(condition) && !negated ? TIER_WINDOWS : ([EVER] as const);
    const sets = windows.map((window) => ({
      window,
      set: evaluate(condition, { snapshot, window }, inverted),
    }));
    return { condition, negated, sets };
  });
  return new Map(
    companyIds.map((id) => [
      id,
      conditions.map(({ condition, negated, sets }): Verdict => {
        const found = sets.find(({ set }) => set.ids.has(id) !== set.complement);
        const { field, operator, values, when, lists } = condition;
        const sighting = field.dated ? sightingOf?.(condition, id) : undefined;
        return {
          pointer: condition.pointer,
          condition: { field: field.key, operator, values, ...(when && { when: toWhen(when) }) },
          deletedLists: (lists ?? []).flatMap((tree, index) =>
            tree === undefined ? Number(values[index]) : [],
          ),
          isDeletedField: field.type === 'deleted',
          value: ownValueOf?.(id, field) ?? null,
          negated,
          met: found !== undefined,
          window: isTiered(condition) && !negated && found ? found.window : null,
          firstSeen: sighting?.firstSeen ?? null,
          lastSeen: sighting?.lastSeen ?? null,
        };
      }),
    ]),
  );
}

/** Reads the values of own fields that some companies have. */
async function readOwnValues(db: Queryable, facets: readonly string[], companyIds: readonly number[]) {
  const organizationId = facets.reduce((found, facet) => found || organizationOfFacet(facet), 0);
  const values = await readValues(db, organizationId, companyIds);
  return (companyId: number, { own }: Field) => (own ? values.get(companyId)?.[own.id] : undefined);
}

interface Sighting {
  companyId: number;
  field: 'technology' | 'technology_category' | 'partner';
  /** Of a category, its key. */
  value: string;
  firstSeen: Date;
  lastSeen: Date;
}

const CATEGORY_KEY = keySql('t.category', 't.category_key');

const SIGHTINGS = {
  name: 'filter_sightings',
  runsOn: ON_REPLICA,
  text: `
    SELECT d.company_id AS "companyId", 'technology' AS field, t.tech_key AS value,
      d.first_seen AS "firstSeen", d.last_seen AS "lastSeen"
    FROM company_technology d JOIN technology t ON t.id = d.technology_id
    WHERE d.company_id = ANY ($1::int[]) AND t.tech_key = ANY ($2::text[])
    UNION ALL
    SELECT d.company_id, 'technology_category', ${CATEGORY_KEY}, min(d.first_seen), max(d.last_seen)
    FROM company_technology d JOIN technology t ON t.id = d.technology_id
    WHERE d.company_id = ANY ($1::int[]) AND ${CATEGORY_KEY} = ANY ($3::text[]) GROUP BY 1, 3
    UNION ALL
    SELECT p.company_id, 'partner', k.identifier, p.first_observed_at, p.last_observed_at
    FROM unnest($4::text[], $5::text[], $6::text[]) AS k (identifier, domain, slug)
    CROSS JOIN LATERAL (SELECT ${NAMED_COMPANY} AS id OFFSET 0) who
    JOIN partnership p ON p.partner_id = who.id AND p.company_id = ANY ($1::int[])`,
};

/**
 * Reads the evidence of some companies for dated conditions, in one statement.
 *
 * @returns the sighting at a company that decides about a condition; undefined without any.
 */
async function readSightings(
  db: Queryable,
  conditions: readonly ConditionNode[],
  companyIds: readonly number[],
) {
  const valuesOf = (key: string) =>
    conditions.filter(({ field }) => field.key === key).flatMap(({ values }) => values.map(String));
  const partners = [...new Set(valuesOf('partner'))];
  const lookups = partners.map(parseIdentifier);
  const { rows } = await db.query<Sighting>({
    ...SIGHTINGS,
    values: [
      companyIds,
      valuesOf('technology'),
      valuesOf('technology_category').map(textKey),
      partners,
      lookups.map(({ domain }) => domain),
      lookups.map(({ slug }) => slug),
    ],
  });
  const sightings = new Map(rows.map((row) => [`${row.companyId}\0${row.field}\0${row.value}`, row]));
  return (condition: ConditionNode, companyId: number): Sighting | undefined => {
    const { field, values } = condition;
    const name = (value: Value) => (isSpelled({ field: field.key }) ? textKey(String(value)) : value);
    const found = values.flatMap(
      (value) => sightings.get(`${companyId}\0${field.key}\0${name(value)}`) ?? [],
    );
    return decisive(found, condition);
  };
}

/**
 * Returns the sighting that decides: of the values that a condition accepts one by one the one that fits best, and of
 * values that it needs together the one that fits least.
 */
function decisive(sightings: readonly Sighting[], { operator, when }: ConditionNode): Sighting | undefined {
  const rank = ({ firstSeen, lastSeen }: Sighting): number => {
    if (when?.key === 'not_seen') return -lastSeen.getTime();
    return (when?.key === 'first_seen' ? firstSeen : lastSeen).getTime();
  };
  const sorted = [...sightings].sort((a, b) => rank(b) - rank(a));
  return operator === 'all_of' ? sorted.at(-1) : sorted[0];
}
