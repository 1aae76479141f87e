import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Principal } from '../../../src/lib/principal.ts';
import type { ReplayLogUsage } from '../../../src/modules/idempotency/replay-log-usage.ts';
import { createIdempotencyService } from '../../../src/modules/idempotency/service.ts';
import { startTestService, type TestService } from '../../harness/service.ts';

const DONE = { answer: { status: 200, headers: {}, body: '{}' }, errors: [] };
const NO_QUOTA: ReplayLogUsage = {
  isFull: async () => false,
  add: () => undefined,
  refusal: () => Promise.reject(new Error('nothing is refused')),
  used: async () => 0,
};
let service: TestService;
let principal: Principal;

beforeAll(async () => {
  service = await startTestService();
  const { organizationId, userId } = await service.createTenant('tenant');
  const { apiKey } = await service.admin.createKey({ organization: 'tenant' }, {});
  principal = { kind: 'user', isSession: false, keyId: apiKey.id, organizationId, userId, role: 'admin' };
});
afterAll(() => service.close());

const start = () => {
  const errors: unknown[] = [];
  const { pool } = service.database;
  const idempotency = createIdempotencyService({
    db: pool,
    leases: pool,
    clock: service.clock,
    sweeps: { add: () => undefined },
    usage: NO_QUOTA,
    onError: (error) => errors.push(error),
  });
  return { idempotency, errors };
};
const request = (header: string) => ({ principal, header, route: 'POST /somewhere', content: {} });

describe('a request that fails unexpectedly', () => {
  it('can be retried with the same key at once', async () => {
    const { idempotency, errors } = start();
    const fail = () => Promise.reject(new Error('unforeseen'));
    await expect(idempotency.once(request('fails'), fail)).rejects.toThrow('unforeseen');
    expect(await idempotency.once(request('fails'), async () => DONE)).toEqual({
      answer: DONE.answer,
      replayed: false,
    });
    expect((await idempotency.once(request('fails'), fail)).replayed).toBe(true);
    expect(errors).toEqual([]);
    idempotency.close();
  });
});

describe('a response that cannot be stored', () => {
  it('is sent nevertheless, and the failure is reported', async () => {
    const { idempotency, errors } = start();
    const { answer } = await idempotency.once(request('unstorable'), async () => {
      await service.database.pool.query('ALTER TABLE idempotency_record RENAME TO elsewhere');
      return DONE;
    });
    await service.database.pool.query('ALTER TABLE elsewhere RENAME TO idempotency_record');
    expect(answer).toEqual(DONE.answer);
    expect(errors).toHaveLength(1);
    idempotency.close();
  });
});
