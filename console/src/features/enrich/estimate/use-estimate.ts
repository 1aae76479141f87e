import { useEffect, useState } from 'react';
import type { Pause } from '../job/run-job.ts';
import { type Estimate, estimateDomains } from './estimate.ts';

/** Up to this number of domains, the price is estimated without being asked for. */
export const AUTOMATIC = 2_000;
/** Milliseconds without a change of the domains before the first request. */
const DEBOUNCE_MS = 300;

export interface EstimateState {
  readonly estimate?: Estimate;
  readonly pause?: Pause;
  readonly error?: unknown;
}

/**
 * Estimates the price of domains as long as the component is shown. A change of the domains begins again.
 *
 * @param isWanted false: nothing is asked.
 */
export function useEstimate(
  domains: readonly string[],
  isWanted: boolean,
): EstimateState & { retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<EstimateState & { of?: readonly string[] }>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins again
  useEffect(() => {
    if (!isWanted || domains.length === 0) return;
    const control = new AbortController();
    const { signal } = control;
    const change = (next: Partial<EstimateState>) =>
      setState((last) => ({ ...(last.of === domains && last), ...next, of: domains }));
    const begin = () =>
      estimateDomains(domains, {
        signal,
        onProgress: (estimate) => change({ estimate }),
        onPause: (pause) => change({ pause }),
      }).catch((error: unknown) => signal.aborted || change({ error }));
    change({ error: undefined, pause: undefined });
    const timer = setTimeout(begin, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [domains, isWanted, attempt]);
  const own = state.of === domains ? state : {};
  return { ...own, retry: () => setAttempt((count) => count + 1) };
}
