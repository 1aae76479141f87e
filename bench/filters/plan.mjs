/** Operators that are the negation of another one. */
const NEGATIVE = { none_of: 'any_of' };
const LIKE = {
  contains: (text) => `%${text}%`,
  starts_with: (text) => `${text}%`,
  ends_with: (text) => `%${text}`,
  equals: (text) => text,
};
/** Fields with any number of values for each company, each with an id. */
const SETS = ['technology', 'technology_category', 'investor', 'partner'];

/**
 * Converts a tree to the form that every peer compiles: negation only at the leaves, and ids instead of values. A leaf
 * is {kind: 'set', set, all, values, ids}, {kind: 'column', sql} or {kind: 'text', column, equal, patterns}, each with
 * `negated`.
 *
 * @param idOf returns the id of a value of a field
 */
export function toPlan(node, idOf, negated = false) {
  if (node.not) return toPlan(node.not, idOf, !negated);
  if (node.condition) return toLeaf(node.condition, idOf, negated);
  const children = (node.and ?? node.or).map((child) => toPlan(child, idOf, negated));
  return { kind: (node.and === undefined) === negated ? 'and' : 'or', children };
}

function toLeaf({ field, operator, values }, idOf, denied) {
  const isNegative = operator in NEGATIVE || (operator === 'is_known' && !values[0]);
  const negated = isNegative !== denied;
  const positive = NEGATIVE[operator] ?? operator;
  if (SETS.includes(field)) {
    const ids = values.map((value) => idOf(field, value));
    return { kind: 'set', set: field, all: positive === 'all_of', values, ids, negated };
  }
  if (field === 'name' || field === 'domain') {
    const texts = values.map((value) => value.toLowerCase());
    const patterns = texts.map((text) => LIKE[operator](text.replace(/[\\%_]/g, '\\$&')));
    return {
      kind: 'text',
      column: field,
      equal: operator === 'equals' ? texts : undefined,
      patterns,
      negated,
    };
  }
  return { kind: 'column', sql: columnSql(field, positive, values), negated };
}

function columnSql(field, operator, values) {
  const [first, second] = values;
  switch (operator) {
    case 'is_known':
      return `c.${field} IS NOT NULL`;
    case 'any_of':
      return `c.${field} IN (${values.map(quote).join(', ')})`;
    case 'eq':
      return `c.${field} = ${first}`;
    case 'between':
      return `c.${field} BETWEEN ${first} AND ${second}`;
    default:
      return `c.${field} ${operator === 'gte' ? '>=' : '<='} ${first}`;
  }
}

/** Compiles a plan to one boolean expression. `leaf` compiles a leaf without its negation, whose result may be null. */
export function toPredicate(plan, leaf) {
  if (plan.children) {
    return `(${plan.children.map((child) => toPredicate(child, leaf)).join(plan.kind === 'and' ? ' AND ' : ' OR ')})`;
  }
  if (!plan.negated) return leaf(plan);
  return plan.kind === 'set' || plan.kind === 'text' ? `NOT ${leaf(plan)}` : `(${leaf(plan)}) IS NOT TRUE`;
}

/** Compiles a plan to a set operation over ids. `leaf` selects the ids of a leaf without its negation. */
export function toSetOperation(plan, leaf, universe) {
  const compile = (node) => {
    if (!node.children) return node.negated ? `${universe} EXCEPT ${leaf(node)}` : leaf(node);
    if (node.kind === 'or') return node.children.map((child) => `(${compile(child)})`).join(' UNION ');
    // Negated parts are subtracted from the rest, so that the operation starts from all companies only if it must.
    const denied = node.children.filter((child) => child.negated);
    const wanted = node.children.filter((child) => !child.negated).map((child) => `(${compile(child)})`);
    const start = wanted.length > 0 ? wanted.join(' INTERSECT ') : universe;
    return denied.reduce((sql, child) => `(${sql}) EXCEPT (${leaf(child)})`, start);
  };
  return compile(plan);
}

/** Tells whether a set operation returns each id once: all do, except a single selection of several values. */
export const isDistinct = ({ children, negated, ids }) =>
  children?.length > 1 || negated || ids?.length === 1;

export const quote = (text) => `'${String(text).replaceAll("'", "''")}'`;
