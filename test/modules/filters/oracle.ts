import type pg from 'pg';
import { textKey } from '../../../src/lib/text-key.ts';
import { askOf, type Bind, keyOf, type Seen } from './oracle-conditions.ts';
import { type Condition, isNegative } from './oracle-tree.ts';

/** Ids of companies by tier, sorted. Tiers are disjoint. */
export interface Tiers {
  high: number[];
  medium: number[];
  exploratory: number[];
}

/**
 * A tree in which a part may count in every tier: the members of a list, where another list names it. A part may also be known
 * to match some companies, by their ids: SQL knows no own fields.
 */
export type Meant =
  | { and: Meant[] }
  | { or: Meant[] }
  | { not: Meant }
  | { ever: Meant }
  | { companies: readonly number[] }
  | { condition: Condition };

/** Start of a window. Days are 24 hours, even when the session's time zone has daylight saving time. */
const startOf = (days: number) => `(SELECT as_of FROM newest) - interval '${days * 24} hours'`;

const within =
  (days: number): Seen =>
  (_, last) =>
    `${last} >= ${startOf(days)}`;

const EVER: Seen = () => 'true';

/** Returns the evidence that counts for a condition with `when`, whatever the tier. */
function countingOf({ when }: Condition): Seen | undefined {
  const [[key, window] = []] = Object.entries(when ?? {});
  if (key === undefined) return undefined;
  const start = startOf(Number.parseInt(window ?? '', 10));
  return (first, last) => {
    if (key === 'not_seen') return `${last} < ${start}`;
    return `${key === 'first_seen' ? first : last} >= ${start}`;
  };
}

const NEWEST = `
  SELECT greatest((SELECT max(last_seen) FROM company_technology),
                  (SELECT max(last_observed_at) FROM partnership)) AS as_of`;

/**
 * Evaluates a tree by plain SQL over the tables. It is a second, direct implementation of filters (contract, section
 * 6), with which tests compare the facet index.
 */
export async function askOracle(db: pg.Pool, tree: Meant): Promise<Tiers> {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const [high, medium, ever] = [within(90), within(365), EVER].map((seen) =>
    compile(tree, false, seen, bind),
  );
  const { rows } = await db.query<{ id: number; tier: keyof Tiers }>(
    `WITH newest AS MATERIALIZED (${NEWEST})
     SELECT * FROM (
       SELECT c.id, CASE WHEN ${high} THEN 'high' WHEN ${medium} THEN 'medium' WHEN ${ever} THEN 'exploratory' END AS tier
       FROM company c
     ) told WHERE tier IS NOT NULL ORDER BY id`,
    values,
  );
  const idsIn = (tier: keyof Tiers) => rows.filter((row) => row.tier === tier).map((row) => row.id);
  return { high: idsIn('high'), medium: idsIn('medium'), exploratory: idsIn('exploratory') };
}

/** Pushes negation to the leaves: positive conditions use the window, negative ones all evidence. */
function compile(tree: Meant, negated: boolean, seen: Seen, bind: Bind): string {
  if ('not' in tree) return compile(tree.not, !negated, seen, bind);
  if ('ever' in tree) return compile(tree.ever, negated, EVER, bind);
  if ('companies' in tree) return `(c.id = ANY (${bind(tree.companies)}::int[])) = ${!negated}`;
  if ('condition' in tree) {
    const absent = isNegative(tree.condition) !== negated;
    const asked = askOf(tree.condition.field)(
      tree.condition,
      bind,
      countingOf(tree.condition) ?? (absent ? EVER : seen),
    );
    return absent ? `(${asked}) IS NOT TRUE` : `(${asked}) IS TRUE`;
  }
  const children = 'and' in tree ? tree.and : tree.or;
  const joint = 'and' in tree !== negated ? ' AND ' : ' OR ';
  return `(${children.map((child) => compile(child, negated, seen, bind)).join(joint)})`;
}

/** Fields of which all spellings of a value are one. */
const SPELLED = ['technology_category', 'investor', 'industry'];

/** Counts companies by the values of a field, or by their keys, by plain grouping. */
export async function groupBy(
  db: pg.Pool,
  field: string,
  companies: readonly number[],
): Promise<Map<string, number>> {
  const relation = GROUPS[field];
  if (relation === undefined) throw new Error(`the oracle does not know how to group by ${field}`);
  const { rows } = await db.query<{ value: string; count: number }>(
    `SELECT ${SPELLED.includes(field) ? keyOf('value') : 'value::text'} AS value, count(DISTINCT company_id)::int AS count
     FROM (${relation}) g (company_id, value) WHERE company_id = ANY ($1::int[]) AND value IS NOT NULL GROUP BY 1`,
    [companies],
  );
  return new Map(rows.map(({ value, count }) => [value, count]));
}

/** SQL of (company, value) for each field that has a breakdown. */
const GROUPS: Record<string, string> = {
  technology:
    'SELECT company_id, tech_key FROM company_technology d JOIN technology t ON t.id = d.technology_id',
  technology_category:
    'SELECT company_id, category FROM company_technology d JOIN technology t ON t.id = d.technology_id',
  partner: 'SELECT company_id, primary_domain FROM partnership p JOIN company o ON o.id = p.partner_id',
  investor: 'SELECT company_id, name FROM company_investor h JOIN investor i ON i.id = h.investor_id',
  industry: 'SELECT id, industry FROM company',
  country: 'SELECT id, country FROM company',
  employee_range: 'SELECT id, employee_range FROM company',
  founded_year: 'SELECT id, founded_year FROM company',
  partnership_count: 'SELECT id, partnership_count FROM company',
  technology_count: 'SELECT id, technology_count FROM company',
};

/** Returns the key of a value that a breakdown shows, as `groupBy` has it. */
export const toGroup = (field: string, value: string) => (SPELLED.includes(field) ? textKey(value) : value);

export const GROUPED_FIELDS = Object.keys(GROUPS);
