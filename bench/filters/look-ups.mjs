import { quote } from './plan.mjs';

/** Tables with the ids of the values of conditions, by set. Categories have no ids in the service's tables. */
const COLUMNS = {
  technology: { value: 'tech_key', id: 'id' },
  investor: { value: 'name', id: 'id' },
  partner: { value: 'domain', id: 'company_id' },
};

/**
 * SQL that looks up the ids of the technologies, investors and partners in a plan. A peer with an empty cache needs
 * them before it can count, like the service.
 *
 * @param tables the peer's tables of names, by set
 * @returns undefined if the plan names none
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
