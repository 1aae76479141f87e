import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { scheduleFairly } from '../../src/http/connection/connection.ts';

/** Creates a listener that records whose requests it starts, and a function that sends requests to it. */
function noted() {
  const begun: string[] = [];
  const listener = scheduleFairly((req) => {
    begun.push(String(req.headers['x-api-key'] ?? 'nobody'));
  });
  const send = (key?: string): ServerResponse => {
    const req = new IncomingMessage(new Socket());
    if (key !== undefined) req.headers['x-api-key'] = key;
    const res = new ServerResponse(req);
    listener(req, res);
    return res;
  };
  const counts = () =>
    Object.fromEntries(['a', 'b', 'nobody'].map((key) => [key, begun.filter((each) => each === key).length]));
  return { send, begun, counts };
}

describe('requests that arrive in one turn', () => {
  it('start at once for a caller who has sent few, however many requests another caller has sent', async () => {
    const { send, begun, counts } = noted();
    for (let n = 0; n < 100; n += 1) send('a');
    expect(counts()).toEqual({ a: 16, b: 0, nobody: 0 });
    send('b');
    expect(begun.at(-1)).toBe('b');
    const after: number[] = [];
    while (begun.length < 101) {
      await turn();
      after.push(counts().a ?? 0);
    }
    // At most sixteen start in a turn.
    expect(after.filter((count, index) => count !== after[index - 1])).toEqual([32, 48, 64, 80, 96, 100]);
  });

  it('wait behind earlier requests of the same caller', async () => {
    const { send, counts } = noted();
    for (let n = 0; n < 40; n += 1) send();
    await turn();
    send();
    send('a');
    expect(counts()).toEqual({ a: 1, b: 0, nobody: expect.any(Number) });
    expect(counts().nobody).toBeLessThanOrEqual(32);
    while ((counts().nobody ?? 0) < 41) await turn();
  });

  it('are not started if their connection is closed', async () => {
    const { send, counts } = noted();
    const sent = Array.from({ length: 20 }, () => send('a'));
    for (const res of sent) res.destroy();
    await turn();
    await turn();
    expect(counts().a).toBe(16);
  });
});
