import { afterEach, describe, expect, it } from '@jest/globals';
import { captureGauges } from '../../harness/gauges.ts';
import { pause, untilWaiting } from '../../harness/locks.ts';
import { useService } from '../../harness/use-service.ts';
import { createList } from './operations.ts';

const WAIT_MS = 700;

const gauges = captureGauges();
const { service, tenant, beside } = useService('queued', { observability: gauges.observability });
let release: (() => Promise<void>) | undefined;

afterEach(async () => {
  await release?.();
  release = undefined;
});

/** Locks the row of a list as another process would. */
async function holdList(listId: number): Promise<void> {
  const client = await service.database.pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM list WHERE id = $1 FOR UPDATE', [listId]);
  release = async () => {
    release = undefined;
    await client.query('ROLLBACK');
    client.release();
  };
}

/** Counts connections in use and requests that wait for one, while no write of key usage holds one. */
async function connections(): Promise<[inUse: number, waiting: number]> {
  for (let time = 0; time < 500 && gauges.inUse('writes') > 1; time += 1) await pause();
  return [gauges.inUse('writes'), gauges.waiting('writes')];
}

const add = (listId: number, domain: string, from = service) =>
  from.rest(tenant.userKey).post(`/v1/lists/${listId}/domains`, { domains: [domain] });

describe('a hundred concurrent changes of one list', () => {
  it('hold one connection while they wait for each other, and all succeed', async () => {
    const listId = await createList(service, tenant.userKey, 'Busy');
    const other = await service.createTenant('others');
    await holdList(listId);
    const answers = Array.from({ length: 100 }, (_, n) => add(listId, `d${n}.example`).then((each) => each));
    await untilWaiting(service.database, 1);
    // Meanwhile, other lists are changed, of the same organization and of others.
    for (const key of [tenant.userKey, other.userKey]) {
      const id = await createList(service, key, 'Beside');
      expect((await service.rest(key).patch(`/v1/lists/${id}`, { name: 'Changed' })).status).toBe(200);
    }
    expect(await connections()).toEqual([1, 0]);
    await release?.();
    expect((await Promise.all(answers)).map(({ status, body }) => [status, body.added?.length])).toEqual(
      answers.map(() => [200, 1]),
    );
    const { rows } = await service.database.pool.query(
      `SELECT revision, (SELECT count(*)::int FROM list_domain d WHERE d.list_id = l.id) AS domains,
         (SELECT count(*)::int FROM list_event e WHERE e.list_id = l.id AND e.action = 'domains_added') AS events
       FROM list l WHERE id = $1`,
      [listId],
    );
    expect(rows).toEqual([{ revision: 101, domains: 100, events: 100 }]);
  });
});

describe('a change that waits for its turn', () => {
  const hasty = beside({ databaseWaitMs: WAIT_MS });

  it('is refused over both APIs when its turn does not come in time', async () => {
    const listId = await createList(service, tenant.userKey, 'Slow');
    await holdList(listId);
    const first = add(listId, 'first.example', hasty).then(({ status }) => status);
    await untilWaiting(service.database, 1);
    const rename = `mutation { updateList(input: { listId: ${listId}, name: "No" }) { list { name } } }`;
    const [overRest, overGraphql] = await Promise.all([
      add(listId, 'second.example', hasty),
      hasty.graphql(tenant.userKey, rename),
    ]);
    expect([overRest.status, overRest.headers['retry-after'], overRest.body.detail]).toEqual([
      429,
      '2',
      expect.objectContaining({ error: 'overloaded', class: 'write', retry_after: 2 }),
    ]);
    expect([overGraphql.status, overGraphql.body.errors[0].extensions]).toEqual([
      429,
      { code: 'OVERLOADED', class: 'write', retry_after: 2 },
    ]);
    await release?.();
    expect(await first).toBe(200);
    expect((await add(listId, 'third.example', hasty)).status).toBe(200);
  });
});

describe('a client that disconnects while it waits for its turn', () => {
  it('leaves the queue, and changes nothing', async () => {
    const listId = await createList(service, tenant.userKey, 'Left');
    await holdList(listId);
    const first = add(listId, 'first.example').then(({ status }) => status);
    await untilWaiting(service.database, 1);
    const leaving = new AbortController();
    const gone = fetch(`${service.url}/v1/lists/${listId}/domains`, {
      method: 'POST',
      headers: { 'X-API-Key': tenant.userKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ domains: ['gone.example'] }),
      signal: leaving.signal,
    }).catch(() => 'left');
    for (let time = 0; time < 10; time += 1) await pause();
    leaving.abort();
    expect(await gone).toBe('left');
    for (let time = 0; time < 5; time += 1) await pause();
    await release?.();
    expect(await first).toBe(200);
    expect((await add(listId, 'last.example')).body.added).toEqual(['last.example']);
    const { rows } = await service.database.pool.query(
      'SELECT domain FROM list_domain WHERE list_id = $1 ORDER BY domain',
      [listId],
    );
    expect(rows.map(({ domain }) => domain)).toEqual(['first.example', 'last.example']);
  });
});

describe('fifty concurrent new keys of one owner', () => {
  it('hold one connection while they wait for the owner', async () => {
    const maker = await service.createTenant('makers');
    const client = await service.database.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM "user" WHERE id = $1 FOR UPDATE', [maker.userId]);
    release = async () => {
      release = undefined;
      await client.query('ROLLBACK');
      client.release();
    };
    const make = 'mutation { createApiKey(input: { kind: USER }) { key } }';
    const answers = Array.from({ length: 20 }, () =>
      service.graphql(maker.userKey, make).then(({ body }) => body.errors),
    );
    await untilWaiting(service.database, 1);
    for (let time = 0; time < 5; time += 1) await pause();
    expect(await connections()).toEqual([1, 0]);
    await release?.();
    expect(await Promise.all(answers)).toEqual(answers.map(() => undefined));
  });
});
