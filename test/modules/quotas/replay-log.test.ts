import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../../src/config.ts';
import { codes } from '../../harness/errors.ts';
import { startTestService } from '../../harness/service.ts';
import { recordStatements } from '../../harness/statements.ts';
import { useService } from '../../harness/use-service.ts';

const LIMIT = 5000;

const { service, tenant } = useService('replays', {
  tenantPerTest: true,
  quotas: { ...readConfig({}).quotas, replay_log_bytes: LIMIT },
});

const send = (key: string, name = 'a list', at = service) =>
  at.rest(tenant.userKey).post('/v1/lists', { name }).set('Idempotency-Key', key);

/** Uses new keys until one is refused. @returns the number that succeeded. */
async function fill(): Promise<number> {
  for (let count = 0; ; count += 1) if ((await send(`k${count}`)).status !== 201) return count;
}

async function stored() {
  const { rows } = await service.database.pool.query(
    `SELECT coalesce(sum(bytes), 0)::int AS bytes, count(*)::int AS records, coalesce(sum(512 + octet_length(key) +
       octet_length(route) + octet_length(headers::text) + octet_length(body)), 0)::int AS real
     FROM idempotency_record WHERE organization_id = $1`,
    [tenant.organizationId],
  );
  return rows[0];
}

describe('a replay log that is full', () => {
  it('refuses new keys and says until when; recorded responses are still replayed', async () => {
    const count = await fill();
    expect(count).toBeGreaterThan(2);
    const { bytes, records, real } = await stored();
    expect([records, bytes]).toEqual([count, real]);
    expect(bytes).toBeGreaterThanOrEqual(LIMIT);
    const refused = await send('another');
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      {
        error: 'quota_exceeded',
        message: expect.stringContaining('The oldest response is kept until 2026-03-02T12:00:00.000Z.'),
        quota: 'replay_log_bytes',
        limit: LIMIT,
        used: bytes,
      },
    ]);
    const replayed = await send('k0');
    expect([replayed.status, replayed.headers['idempotency-replayed']]).toEqual([201, 'true']);
    expect((await send('k0', 'another request')).body.detail.error).toBe('idempotency_key_reused');
    const graphql = await service
      .graphql(tenant.userKey, 'mutation { createList(input: {name: "x"}) { list { listId } } }')
      .set('Idempotency-Key', 'another');
    expect(codes(graphql)).toEqual(['QUOTA_EXCEEDED']);
    // Requests without a key, and those of other organizations, are not refused.
    expect((await service.rest(tenant.userKey).post('/v1/lists', { name: 'x' })).status).toBe(201);
    const other = await service.createTenant(`beside-${tenant.name}`);
    const theirs = service.rest(other.userKey).post('/v1/lists', { name: 'x' });
    expect((await theirs.set('Idempotency-Key', 'another')).status).toBe(201);
  });

  it('is full for other processes as well, and accepts new keys once records have expired', async () => {
    const beside = await startTestService({
      beside: service,
      quotas: { ...readConfig({}).quotas, replay_log_bytes: LIMIT },
    });
    expect((await send('first', 'x', beside)).status).toBe(201);
    await fill();
    service.clock.advance({ seconds: 5 });
    expect((await send('second', 'x', beside)).status).toBe(403);
    service.clock.advance({ days: 1 });
    expect((await send('second', 'x', beside)).status).toBe(201);
    await beside.close();
  });

  it('does not count responses to refused changes', async () => {
    for (let count = 0; count < 3; count += 1) expect((await send(`bad${count}`, '')).status).toBe(422);
    const { bytes, real } = await stored();
    expect(bytes).toBe(real);
  });
});

describe('the size of the replay log', () => {
  it('is read once in five seconds, not for each request', async () => {
    const isSum = (statement: string) => statement.includes('sum(bytes)');
    const { statements } = await recordStatements(async () => {
      for (const key of ['a', 'b', 'c']) await send(key);
    });
    expect(statements.filter(isSum)).toHaveLength(1);
    service.clock.advance({ seconds: 5 });
    const later = await recordStatements(() => Promise.all(['d', 'e'].map((key) => send(key))));
    expect(later.statements.filter(isSum)).toHaveLength(1);
  });
});
