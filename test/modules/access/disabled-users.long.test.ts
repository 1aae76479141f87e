import { afterAll, describe, expect, it } from '@jest/globals';
import { findLiveKeys } from '../../../src/modules/access/authenticate.ts';
import { startCommands } from '../../harness/commands.ts';
import { answer } from '../../harness/errors.ts';
import { startTestService } from '../../harness/service.ts';
import { works } from './support.ts';

const service = await startTestService();
const elsewhere = await startTestService({ beside: service });
const commands = startCommands({ DATABASE_URL: service.database.url });
const tenant = await service.createTenant('departing');
const member = await service.createColleague(tenant, 'Mia');
afterAll(async () => {
  await commands.close();
  await elsewhere.close();
  await service.close();
});

const liveKeys = (ids: number[]) => findLiveKeys(service.database.pool, service.clock, ids);

async function keyIdsOf(userId: number): Promise<number[]> {
  const sql = 'SELECT id FROM api_key WHERE user_id = $1 ORDER BY id';
  return (await service.database.pool.query<{ id: number }>(sql, [userId])).rows.map(({ id }) => id);
}

describe('the personal keys of a disabled user', () => {
  it('are refused like revoked ones in every process within 5 seconds, and work again once the user is enabled', async () => {
    const revoked = await service.admin.createKey({ user: member.email }, {});
    await service.admin.revokeKey(revoked.apiKey.id);
    expect([await works(service, member.userKey), await works(elsewhere, member.userKey)]).toEqual([
      true,
      true,
    ]);
    const [keyId = 0] = await keyIdsOf(member.userId);
    expect(await liveKeys([keyId])).toEqual(new Set([keyId]));

    await commands.json('user', 'disable', '--email', member.email);
    const end = performance.now() + 5_000;
    for (const process of [service, elsewhere]) {
      while ((await works(process, member.userKey)) && performance.now() < end);
      const refusal = answer(await process.rest(member.userKey).get('/v1/lists'));
      expect(refusal).toEqual(answer(await process.rest(revoked.key).get('/v1/lists')));
      expect(refusal.status).toBe(401);
    }
    // Subscriptions, which outlive the cache of keys, end by this look-up.
    expect(await liveKeys([keyId])).toEqual(new Set());
    expect([await works(service, tenant.userKey), await works(service, tenant.orgKey)]).toEqual([true, true]);

    await commands.json('user', 'enable', '--email', member.email);
    expect([await works(service, member.userKey), await works(elsewhere, member.userKey)]).toEqual([
      true,
      true,
    ]);
    expect(await works(service, revoked.key)).toBe(false);
    expect(await liveKeys([keyId])).toEqual(new Set([keyId]));
  });
});
