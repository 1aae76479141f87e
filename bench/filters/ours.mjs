/** More than the postings of all trees, so that no posting is evicted during the measurement. */
const CACHE_BYTES = 256 * 2 ** 20;
/** Runs before the measurement. A server under load reaches this number within ten seconds. */
const WARM_UPS = 1000;

/** The service's evaluation, with an empty cache. */
export function createFilters({ createFiltersService }, pool) {
  return createFiltersService(pool, { cacheBytes: CACHE_BYTES });
}

/** Without this, the first tree would be measured while its code is still being compiled. */
export async function warmUp(cases, evaluate, { quick, signal }) {
  for (let i = 0; i < (quick ? 1 : WARM_UPS); i++) {
    signal.throwIfAborted();
    for (const { body } of cases) await evaluate(body);
  }
}
