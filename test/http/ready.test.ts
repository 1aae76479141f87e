import { afterAll, describe, expect, it } from '@jest/globals';
import { pause } from '../harness/locks.ts';
import { type DatabaseProxy, startProxy } from '../harness/proxy.ts';
import { startTestService } from '../harness/service.ts';
import { passageOf } from '../harness/statement-gate.ts';

const PROBE = /transaction_read_only/;
const CALLERS = 100;

let probes = 0;
let gate = Promise.resolve();
let proxy: DatabaseProxy;
const service = await startTestService({
  // So many that two look up keys.
  poolSize: 32,
  async through(url) {
    const before = async (statement: string) => {
      if (!PROBE.test(statement)) return;
      probes += 1;
      await gate;
    };
    proxy = await startProxy(url, () => passageOf({ before }));
    return proxy.url;
  },
});
const tenant = await service.createTenant('ready');
afterAll(async () => {
  await service.close();
  await proxy.stop();
});

const ready = async () => {
  const { status, body } = await service.rest().get('/readyz');
  return { status, body };
};

describe('/readyz', () => {
  it('asks the database once for all who ask at a time, and leaves its connections to keys', async () => {
    let open: () => void = () => undefined;
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const asked = Array.from({ length: CALLERS }, ready);
    while (probes === 0) await pause();
    // A key that the process has not seen needs a connection of the same pool.
    expect((await service.rest(tenant.orgKey).get('/v1/account')).status).toBe(200);
    expect(probes).toBe(1);
    open();
    const answers = await Promise.all(asked);
    expect(answers).toEqual(
      Array.from({ length: CALLERS }, () => ({ status: 200, body: { status: 'ready', database: 'ok' } })),
    );
    // Those that arrived after the first probe had its answer share another one.
    expect(probes).toBeLessThan(5);
    const before = probes;
    expect(await ready()).toEqual({ status: 200, body: { status: 'ready', database: 'ok' } });
    expect(probes).toBe(before + 1);
  });
});
