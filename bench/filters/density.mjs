/** A tree is dense if any evaluation by indexes must read more than this share of all companies. */
export const DENSE_SHARE = 0.05;

/**
 * Returns the minimum number of companies that an evaluation must read, given the companies that each leaf names. A
 * negated leaf needs all other companies, `and` its smallest child, `or` all of its children.
 *
 * @param countOf returns the number of companies of a leaf without its negation
 */
export async function leastTouched(plan, companies, countOf) {
  if (!plan.children) {
    const count = await countOf(plan);
    return plan.negated ? companies - count : count;
  }
  const counts = [];
  for (const child of plan.children) counts.push(await leastTouched(child, companies, countOf));
  if (plan.kind === 'and') return Math.min(...counts);
  return Math.min(
    companies,
    counts.reduce((sum, count) => sum + count, 0),
  );
}
