import type { Queryable } from '../../database/client.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import { EVER, type EvidenceWindow, WINDOWS } from '../facets/evidence-windows.ts';
import type { FacetReader } from '../facets/reader.ts';
import { type ConditionNode, conditionsOf, type FilterNode, isNegative } from './definition.ts';
import { evaluate } from './evaluate.ts';
import type { Value } from './operators.ts';
import { NAMED_COMPANY, parseIdentifier } from './partner-conditions.ts';
import { readRequirements, requirementsOf, windowsOf } from './requirements.ts';

/** Outcome of one condition of a definition for one company. */
export interface Verdict {
  /** JSON pointer of the condition's node in the definition. */
  pointer: string;
  condition: { field: string; operator: string; values: readonly Value[] };
  /** True when the condition is negated: by an odd number of `not`, or by its operator, not both. */
  negated: boolean;
  /** True when the company meets the condition, negation included. */
  met: boolean;
  /** Narrowest evidence window in which a positive dated condition is met; null otherwise. */
  window: EvidenceWindow | null;
  /** Time of the latest evidence; null without dated evidence. */
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
  const lastSeen = dated.length > 0 ? await readLastSeen(db, dated, companyIds) : undefined;
  const conditions = all.map(({ condition, inverted }) => {
    const negated = isNegative(condition) !== inverted;
    const windows = condition.field.dated && !negated ? WINDOWS : ([EVER] as const);
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
        const { field, operator, values } = condition;
        const isDated = field.dated && !negated;
        return {
          pointer: condition.pointer,
          condition: { field: field.key, operator, values },
          negated,
          met: found !== undefined,
          window: isDated && found ? found.window : null,
          lastSeen: field.dated ? (lastSeen?.(condition, id) ?? null) : null,
        };
      }),
    ]),
  );
}

interface Sighting {
  companyId: number;
  field: 'technology' | 'technology_category' | 'partner';
  value: string;
  lastSeen: Date;
}

const SIGHTINGS = {
  name: 'filter_sightings',
  runsOn: ON_REPLICA,
  text: `
    SELECT d.company_id AS "companyId", 'technology' AS field, t.tech_key AS value, d.last_seen AS "lastSeen"
    FROM company_technology d JOIN technology t ON t.id = d.technology_id
    WHERE d.company_id = ANY ($1::int[]) AND t.tech_key = ANY ($2::text[])
    UNION ALL
    SELECT d.company_id, 'technology_category', t.category, max(d.last_seen)
    FROM company_technology d JOIN technology t ON t.id = d.technology_id
    WHERE d.company_id = ANY ($1::int[]) AND t.category = ANY ($3::text[]) GROUP BY 1, 3
    UNION ALL
    SELECT p.company_id, 'partner', k.identifier, p.last_observed_at
    FROM unnest($4::text[], $5::text[], $6::text[]) AS k (identifier, domain, slug)
    CROSS JOIN LATERAL (SELECT ${NAMED_COMPANY} AS id OFFSET 0) who
    JOIN partnership p ON p.partner_id = who.id AND p.company_id = ANY ($1::int[])`,
};

/**
 * Reads the evidence of some companies for dated conditions, in one statement.
 *
 * @returns the time of the latest evidence of a condition at a company; null without any.
 */
async function readLastSeen(
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
      valuesOf('technology_category'),
      partners,
      lookups.map(({ domain }) => domain),
      lookups.map(({ slug }) => slug),
    ],
  });
  const times = new Map(
    rows.map(({ companyId, field, value, lastSeen }) => [
      `${companyId}\0${field}\0${value}`,
      lastSeen.getTime(),
    ]),
  );
  // With `all_of` the earliest of the latest times, because all values are needed.
  return ({ field, operator, values }: ConditionNode, companyId: number): Date | null => {
    const seen = values
      .map((value) => times.get(`${companyId}\0${field.key}\0${value}`))
      .filter((time) => time !== undefined);
    if (seen.length === 0) return null;
    return new Date(operator === 'all_of' ? Math.min(...seen) : Math.max(...seen));
  };
}
