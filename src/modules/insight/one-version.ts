import { readFromPrimary } from '../../lib/request-context.ts';

/** An import takes longer than an attempt, so a second or third one reads a single version of the index. */
const MAX_ATTEMPTS = 20;

/**
 * Repeats reads until they belong to one version of the index, from the second time on from the primary: a replica may be behind
 * for longer than all attempts take.
 *
 * @param attempt returns undefined if the index changed meanwhile
 */
export async function atOneVersion<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  let result = await attempt();
  for (let count = 1; result === undefined && count < MAX_ATTEMPTS; count += 1)
    result = await readFromPrimary(attempt);
  if (result !== undefined) return result;
  throw new Error(`the facet index changed ${MAX_ATTEMPTS} times while one answer was read`);
}
