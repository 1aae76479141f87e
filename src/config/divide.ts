import type { Config } from '../config.ts';

type Divided = Pick<Config, 'facetCacheBytes' | 'documentCacheBytes' | 'transfer'>;

/**
 * Divides what settings allow for the whole service among its processes: memory, and requests with large bodies. Limits of
 * single operations stay as they are.
 */
export function divideBudgets<C extends Divided>(config: C, processes: number): C {
  const part = (whole: number, least: number) => Math.max(least, Math.floor(whole / processes));
  const { unreadAnswers, largeBodies, ...transfer } = config.transfer;
  return {
    ...config,
    facetCacheBytes: part(config.facetCacheBytes, 1),
    documentCacheBytes: part(config.documentCacheBytes, 1),
    transfer: {
      ...transfer,
      unreadAnswers: {
        ...unreadAnswers,
        maxBytes: part(unreadAnswers.maxBytes, 1),
        maxBytesPerCaller: part(unreadAnswers.maxBytesPerCaller, 1),
      },
      largeBodies: {
        max: part(largeBodies.max, 1),
        maxPerCaller: part(largeBodies.maxPerCaller, 1),
      },
    },
  };
}
