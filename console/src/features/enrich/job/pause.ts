import { isReachable, onReachabilityChange } from '../../../api/reachability.ts';
import type { Pause } from './run-job.ts';

/** Resolves after the seconds of the pause, or when the service is back, or when the signal aborts. */
export function passPause({ seconds }: Pause, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stop: (() => void) | undefined;
    const end = () => {
      clearTimeout(timer);
      stop?.();
      signal.removeEventListener('abort', end);
      resolve();
    };
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', end, { once: true });
    if (seconds !== undefined) timer = setTimeout(end, seconds * 1000);
    // A probe that succeeded meanwhile would never be reported again.
    else if (isReachable()) timer = setTimeout(end, 1000);
    else stop = onReachabilityChange(() => isReachable() && end());
  });
}
