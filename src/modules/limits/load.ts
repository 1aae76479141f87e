import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface EventLoop {
  /** How late the event loop has been of late, in milliseconds. */
  lagMs(): number;
  close(): void;
}

const RESOLUTION_MS = 20;
const SAMPLE_MS = 500;
const NANOSECONDS = 1e6;

/**
 * Measures how late timers come. The mean of half a second, not its maximum: one long garbage collection is no reason
 * to turn anybody away, turns of the loop that all take long are.
 */
export function watchEventLoop(): EventLoop {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let lag = 0;
  const timer = setInterval(() => {
    lag = histogram.count > 0 ? Math.max(0, histogram.mean / NANOSECONDS - RESOLUTION_MS) : 0;
    histogram.reset();
  }, SAMPLE_MS);
  timer.unref();
  return {
    lagMs: () => lag,
    close() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
