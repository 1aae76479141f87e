/** More than the postings of all trees take: what is measured is not how the cache drops them. */
const CACHE_BYTES = 256 * 2 ** 20;
/** A server under load has as many behind it in ten seconds. */
const WARM_UPS = 1000;

/** The service's evaluation, with an empty cache. */
export function createFilters({ createFiltersService }, pool) {
  return createFiltersService(pool, { cacheBytes: CACHE_BYTES });
}

/** Whichever tree came first would be measured while its code is still being compiled. */
export async function warmUp(cases, evaluate, { quick, signal }) {
  for (let i = 0; i < (quick ? 1 : WARM_UPS); i++) {
    signal.throwIfAborted();
    for (const { body } of cases) await evaluate(body);
  }
}
