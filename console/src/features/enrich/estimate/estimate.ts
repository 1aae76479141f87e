import { queryKey, request } from '../../../api/hooks.ts';
import { queryClient } from '../../../api/query-client.ts';
import { EstimateBatchDocument } from '../../../generated/graphql.ts';
import { BATCH_SIZE } from '../job/job.ts';
import { judge } from '../job/judge.ts';
import { passPause } from '../job/pause.ts';
import type { Pause } from '../job/run-job.ts';

/** Sums over the batches that are estimated so far. */
export interface Estimate {
  /** Number of domains that are estimated. */
  readonly checked: number;
  /** Credits; an upper bound when a company has domains in several batches. */
  readonly price: number;
  /** Balance of the organization, in credits. */
  readonly balance: number;
  readonly found: number;
  readonly withPartners: number;
  /** Domains whose companies are unlocked already, and cost nothing. */
  readonly unlocked: number;
}

/** Estimates are asked again after this time: others of the organization may have unlocked companies. */
const FRESH_MS = 60_000;

interface Options {
  signal: AbortSignal;
  onProgress: (estimate: Estimate) => void;
  onPause: (pause: Pause | undefined) => void;
}

/** Estimates the price of domains, batch by batch. @throws CompanyDataError that waiting does not mend. */
export async function estimateDomains(domains: readonly string[], options: Options): Promise<void> {
  let sum: Estimate = { checked: 0, price: 0, balance: 0, found: 0, withPartners: 0, unlocked: 0 };
  for (let start = 0; start < domains.length && !options.signal.aborted; start += BATCH_SIZE) {
    const batch = domains.slice(start, start + BATCH_SIZE);
    const answer = await estimateBatch(batch, options);
    if (!answer) return;
    sum = {
      checked: sum.checked + batch.length,
      price: sum.price + answer.creditsRequired,
      balance: answer.creditBalance,
      found: sum.found + answer.domainsFound,
      withPartners: sum.withPartners + answer.domainsWithPartnerships,
      unlocked: sum.unlocked + answer.domainsUnlocked,
    };
    if (!options.signal.aborted) options.onProgress(sum);
  }
}

async function estimateBatch(domains: string[], { signal, onPause }: Options) {
  while (!signal.aborted) {
    try {
      const variables = { domains };
      const { estimateEnrichment } = await queryClient.fetchQuery({
        queryKey: queryKey(EstimateBatchDocument, variables),
        queryFn: () => request(EstimateBatchDocument, variables, { signal }),
        staleTime: FRESH_MS,
        gcTime: FRESH_MS,
      });
      return estimateEnrichment;
    } catch (error) {
      if (signal.aborted) return undefined;
      const setback = judge(error);
      if (setback.kind !== 'wait') throw error;
      onPause(setback);
      await passPause(setback, signal);
      onPause(undefined);
    }
  }
  return undefined;
}
