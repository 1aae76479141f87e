import { quote } from './plan.mjs';

/** Where the ids of what a condition names stand, by set. Categories have none in the service's tables. */
const COLUMNS = {
  technology: { value: 'tech_key', id: 'id' },
  investor: { value: 'name', id: 'id' },
  partner: { value: 'domain', id: 'company_id' },
};

/**
 * SQL that finds the ids of the technologies, investors and partners that a plan names: a peer that remembers nothing has
 * to look them up before it can count, as the service does.
 *
 * @param tables the peer's tables of names, by set
 * @returns undefined when the plan names none
 */
export function toLookUp(plan, tables) {
  const named = new Map();
  for (const { set, values } of leavesOf(plan)) {
    if (set in COLUMNS) named.set(set, [...(named.get(set) ?? []), ...values]);
  }
  if (named.size === 0) return undefined;
  return [...named]
    .map(([set, values]) => {
      const { value, id } = COLUMNS[set];
      const wanted = [...new Set(values)].map(quote).join(', ');
      return `SELECT ${value}, ${id} FROM ${tables[set]} WHERE ${value} IN (${wanted})`;
    })
    .join(' UNION ALL ');
}

function leavesOf(plan) {
  return plan.children ? plan.children.flatMap(leavesOf) : [plan];
}
