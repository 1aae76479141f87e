import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { watchEventLoop } from '../../../src/modules/limits/work-queue.ts';

describe('the event loop', () => {
  it('is reported late while its turns take long, and on time again afterwards', async () => {
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
