import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface EventLoop {
  /** Returns the recent delay of timers, in milliseconds. */
  lagMs(): number;
  close(): void;
}

const RESOLUTION_MS = 20;
const SAMPLE_MS = 500;
const NANOSECONDS = 1e6;

/**
 * Measures the delay of timers: the mean of half a second, the lesser of the last two. So one long garbage collection, or
 * compilation after a start, refuses no request.
 */
export function watchEventLoop(): EventLoop {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let before = 0;
  let lag = 0;
  const timer = setInterval(() => {
    before = lag;
    lag = histogram.count > 0 ? Math.max(0, histogram.mean / NANOSECONDS - RESOLUTION_MS) : 0;
    histogram.reset();
  }, SAMPLE_MS);
  timer.unref();
  return {
    lagMs: () => Math.min(before, lag),
    close() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
