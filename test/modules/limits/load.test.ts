import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createLoadMonitor, watchEventLoop } from '../../../src/modules/limits/load.ts';

describe('the load', () => {
  it('is too much above either setting, not at it', () => {
    let lag = 0;
    let waiting = 0;
    const eventLoop = { lagMs: () => lag, close: () => undefined };
    const monitor = createLoadMonitor({ lagMs: 250, poolWaiting: 10 }, eventLoop, () => waiting);
    const at = (nextLag: number, nextWaiting: number) => {
      lag = nextLag;
      waiting = nextWaiting;
      return monitor.isOverloaded();
    };
    expect([at(0, 0), at(250, 10), at(250.1, 0), at(0, 11), at(0, 0)]).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
  });
});

describe('the event loop', () => {
  it('is seen to be late while its turns take long, and on time again afterwards', async () => {
    const eventLoop = watchEventLoop();
    try {
      while (eventLoop.lagMs() < 100) {
        block(300);
        await sleep(1);
      }
      while (eventLoop.lagMs() >= 100) await sleep(20);
    } finally {
      eventLoop.close();
    }
    expect(eventLoop.lagMs()).toBeLessThan(100);
  });
});

function block(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}
