import { get, type IncomingMessage } from 'node:http';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { rebuildIndex } from '../../../../src/modules/filters/facet-index.ts';
import { captureGauges } from '../../../harness/gauges.ts';
import { pause } from '../../../harness/locks.ts';
import type { Tenant } from '../../../harness/service.ts';
import { recordSql, untilQuiet } from '../../../harness/statements.ts';
import { useService } from '../../../harness/use-service.ts';
import { condition, definition } from '../../filters/support.ts';
import { createList } from '../operations.ts';

/** Names so long that they fill the socket buffers: a client that stops reading stops the export. */
const MANY = 40_000;
const NAME_LENGTH = 900;
const PARTS = (MANY * NAME_LENGTH * 3) / (4 * 1024 * 1024);
/** More than exports have connections. */
const SLOW = 4;

const gauges = captureGauges();
const { service, tenant, beside } = useService('slow', {
  credits: MANY,
  observability: gauges.observability,
});
let other: Tenant;
let listId: number;

beforeAll(async () => {
  other = await service.createTenant('quick', MANY);
  await service.database.pool.query(`
    INSERT INTO company (name, slug, primary_domain, country)
    SELECT n || repeat('x', ${NAME_LENGTH}), 'many-' || n, 'many-' || n || '.example', 'FI' FROM generate_series(1, ${MANY}) n`);
  await rebuildIndex(service.database.pool);
  listId = await createList(service, tenant.userKey, 'Slow', FINNISH);
  await service.rest(tenant.userKey).post(`/v1/lists/${listId}/materialize`);
});

const FINNISH = definition(condition('country', 'any_of', ['FI']));

/** Requests the CSV and reads nothing of its body. */
function open(url: string, key = tenant.userKey, id = listId): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = get(`${url}/v1/lists/${id}/export.csv`, { headers: { 'X-API-Key': key } }, (response) => {
      response.pause();
      response.on('error', () => undefined);
      resolve(response);
    });
    request.on('error', reject);
  });
}

/** Returns the number of bytes in the rest of a response. */
async function readAll(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('clients that stop reading an export', () => {
  it('hold no connection and at most three parts, do not block other exports, and get every row later', async () => {
    const recording = recordSql();
    const readers = await Promise.all(Array.from({ length: SLOW }, () => open(service.url)));
    try {
      expect(readers.map(({ statusCode }) => statusCode)).toEqual(readers.map(() => 200));
      const copies = recording.statements;
      await untilQuiet(copies);
      expect([gauges.inUse('exports'), gauges.waiting('exports')]).toEqual([0, 0]);
      const { rows } = await service.database.pool.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle' AND query LIKE 'COPY%'`,
      );
      expect(rows).toEqual([]);
      // The service reads only what the sockets took, one more part, and two ahead.
      const sent = copies.filter((sql) => sql.includes('COPY')).length;
      expect(sent).toBeLessThan((SLOW * PARTS * 3) / 4);
      expect((await service.rest().get('/readyz')).status).toBe(200);
      const own = await createList(service, other.userKey, 'Quick', FINNISH);
      const theirs = await readAll(await open(service.url, other.userKey, own));
      expect(theirs.split('\n')).toHaveLength(MANY + 2);
      const [first] = readers;
      const lines = first ? (await readAll(first)).split('\n') : [];
      expect([lines.length, new Set(lines).size]).toEqual([MANY + 2, MANY + 2]);
    } finally {
      recording.stop();
      for (const reader of readers) reader.destroy();
    }
  });

  it('cancel the part being read when they disconnect, and release its connection', async () => {
    const recording = recordSql();
    const readers = await Promise.all(Array.from({ length: 4 }, () => open(service.url)));
    for (const reader of readers) reader.destroy();
    await untilQuiet(recording.statements);
    recording.stop();
    expect([gauges.inUse('exports'), gauges.waiting('exports')]).toEqual([0, 0]);
  });
});

describe('export streams above their limit', () => {
  const bounded = captureGauges();
  const overload = {
    slots: { evaluate: 4, enrich: 4, export: 4, large: 4, stream: 4 },
    slotsPerOrganization: 2,
    streamsPerOrganization: 2,
    maxWaitMs: 100,
    lagMs: 60_000,
    largeCost: 5_000,
  };
  const second = beside({ observability: bounded.observability, overload });

  it('are refused before anything is charged, without affecting other organizations', async () => {
    const readers = await Promise.all([open(second.url), open(second.url)]);
    try {
      expect(bounded.work('stream')).toMatchObject({ running: 2 });
      const unpaid = await createList(service, tenant.userKey, 'Unpaid', FINNISH);
      const refused = await second.rest(tenant.userKey).get(`/v1/lists/${unpaid}/export.csv`);
      expect([refused.status, refused.body.detail]).toEqual([
        429,
        expect.objectContaining({ error: 'overloaded', class: 'export', retry_after: expect.any(Number) }),
      ]);
      const { rows } = await service.database.pool.query(
        `SELECT 1 FROM list_event WHERE list_id = $1 AND action = 'list_exported'`,
        [unpaid],
      );
      expect(rows).toEqual([]);
      const own = await createList(service, other.userKey, 'Own', FINNISH);
      const theirs = await open(second.url, other.userKey, own);
      expect(theirs.statusCode).toBe(200);
      theirs.destroy();
    } finally {
      for (const reader of readers) reader.destroy();
    }
    while (bounded.work('stream').running > 0) await pause();
    const again = await open(second.url);
    expect(again.statusCode).toBe(200);
    again.destroy();
  });
});
