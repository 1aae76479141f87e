import { monitorEventLoopDelay } from 'node:perf_hooks';

/** When heavy requests are turned away. */
export interface LoadLimits {
  /** Milliseconds that the event loop is late, on average over half a second. */
  lagMs: number;
  /** Requests that wait for a connection to the database. */
  poolWaiting: number;
}

export interface EventLoop {
  /** How late the event loop has been of late, in milliseconds. */
  lagMs(): number;
  close(): void;
}

export interface LoadMonitor {
  isOverloaded(): boolean;
  close(): void;
}

/** Both are read when a request comes: neither costs more than a comparison. */
export function createLoadMonitor(
  limits: LoadLimits,
  eventLoop: EventLoop,
  poolWaiting: () => number,
): LoadMonitor {
  return {
    isOverloaded: () => eventLoop.lagMs() > limits.lagMs || poolWaiting() > limits.poolWaiting,
    close: () => eventLoop.close(),
  };
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
