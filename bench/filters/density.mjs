/** A tree is dense when any way of answering it by indexes must look at more than this share of all companies. */
export const DENSE_SHARE = 0.05;

/**
 * The fewest companies that a tree can be answered from, knowing of each leaf the companies that it names: of what is
 * denied everything else, of `and` the smallest child, of `or` all children together.
 *
 * @param countOf gives the number of companies of a leaf as if it were not negated
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
