import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../../src/config.ts';
import { captureGauges } from '../../harness/gauges.ts';
import { openTransactions } from '../../harness/locks.ts';
import type { Tenant } from '../../harness/service.ts';
import { expectSoon } from '../../harness/soon.ts';
import { useService } from '../../harness/use-service.ts';
import { beginUpload, jobsOf, readJob, sendFile } from './upload-support.ts';

const gauges = captureGauges();
const { rateLimit } = readConfig({});
if (!rateLimit) throw new Error('rate limits are off by default');
const { service, tenant, beside } = useService('bounds', {
  tenantPerTest: true,
  observability: gauges.observability,
});
/** Like a process whose callers have two points of write and of export a minute. */
const limited = beside({
  observability: captureGauges().observability,
  rateLimit: { store: 'postgres', points: { ...rateLimit.points, write: 2, export: 2 } },
});

const FILE = 'name,domain\nAcme,acme.com\n';
const BEGINNING = FILE.padEnd(5_000, 'x');

const rowOf = (name: string) => `${name},${'x'.repeat(1_000)}\n`;

describe('ten uploads at once', () => {
  it('are bounded: eight for a process, two for an organization, and the others are refused at once', async () => {
    const tenants: Tenant[] = [tenant];
    for (let n = 1; n < 5; n += 1) tenants.push(await service.createTenant(`crowd-${n}`));
    const before = { ...gauges.uploads().ended };
    const open: Awaited<ReturnType<typeof beginUpload>>[] = [];
    for (const { userKey: key } of tenants.slice(0, 4))
      for (let n = 0; n < 2; n += 1) {
        const upload = await beginUpload(service, { key });
        upload.send(BEGINNING);
        open.push(upload);
      }
    await expectSoon(() => gauges.uploads().running, 8);
    const [, , , , last] = tenants;
    for (const key of [last?.userKey ?? '', last?.orgKey ?? '']) {
      const { status, body, headers } = await sendFile(service, FILE, { key });
      expect([status, body.detail, headers.get('retry-after')]).toEqual([
        429,
        {
          error: 'overloaded',
          message:
            'The service is receiving 8 files, as many as it can at a time. Try again when one of them has arrived.',
          retry_after: 30,
        },
        '30',
      ]);
    }
    for (const upload of open) expect((await upload.end()).status).toBe(202);
    await expectSoon(() => gauges.uploads().running, 0);
    const { ended } = gauges.uploads();
    expect(ended.received).toBe((before.received ?? 0) + 8);
    expect(ended.overloaded).toBe((before.overloaded ?? 0) + 2);
    expect((await sendFile(service, FILE, { key: last?.userKey ?? '' })).status).toBe(202);
  });

  it('hold no connection of the database, no transaction and no slot while their clients are slow', async () => {
    const upload = await beginUpload(service, { key: tenant.userKey });
    upload.send(rowOf('name').repeat(2_000));
    await expectSoon(async () => (await jobsOf(service, tenant.organizationId))[0]?.row_count > 1_000, true);
    await expectSoon(
      () => [gauges.inUse('reads'), gauges.inUse('writes'), gauges.waiting('writes')],
      [0, 0, 0],
    );
    expect(await openTransactions(service.database)).toBe(0);
    for (const kind of ['evaluate', 'stream', 'heavy'])
      expect(gauges.work(kind)).toMatchObject({ running: 0, waiting: 0 });
    const rest = service.rest(tenant.userKey);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => (n % 2 ? rest.get('/v1/account') : rest.get('/v1/lists'))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await upload.end()).body.counts.rows).toBe(1_999);
  });
});

describe('metrics', () => {
  it('count uploads by their outcomes, and the bytes of files', async () => {
    const before = gauges.uploads();
    const { bytes } = before;
    const ended = { ...before.ended };
    const key = tenant.userKey;
    expect((await sendFile(service, FILE, { key })).status).toBe(202);
    expect((await sendFile(service, 'name\n', { key })).status).toBe(422);
    const broken = await beginUpload(service, { key });
    broken.send(BEGINNING);
    await expectSoon(async () => (await jobsOf(service, tenant.organizationId)).length, 3);
    broken.kill();
    await expectSoon(() => gauges.uploads().running, 0);
    const after = gauges.uploads();
    expect(after.bytes - bytes).toBe(FILE.length + 'name\n'.length + BEGINNING.length);
    const added = Object.entries(after.ended).map(([outcome, count]) => [
      outcome,
      count - (ended[outcome] ?? 0),
    ]);
    expect(Object.fromEntries(added)).toEqual({
      received: 1,
      refused: 1,
      interrupted: 1,
      overloaded: 0,
      too_slow: 0,
    });
  });
});

describe('an export that is not valid', () => {
  it('takes a point, whatever is wrong with it, so that nobody can send any number of them', async () => {
    const { url } = limited;
    const send = async (query: string, body?: string) => {
      const headers = { 'X-API-Key': tenant.userKey };
      const response = await fetch(`${url}/v1/jobs?kind=export${query}`, {
        method: 'POST',
        headers,
        body: body ?? null,
      });
      return [response.status, (await response.json()).detail.error, response.headers.get('ratelimit')];
    };
    expect(await send('&list_id=x')).toEqual([
      422,
      'validation_error',
      expect.stringContaining('"export";r=1;'),
    ]);
    expect(await send('&list_id=1', 'a file')).toEqual([
      422,
      'validation_error',
      expect.stringContaining('"export";r=0;'),
    ]);
    expect(await send('')).toEqual([429, 'rate_limited', expect.stringContaining('"export";r=0;')]);
  });
});

describe('a file of several MiB', () => {
  it('waits for points of write where they end, and goes on when there are new ones', async () => {
    const { pool } = service.database;
    const windowOf = async () => {
      const { rows } = await pool.query(
        `SELECT points, expire::float8 AS expire FROM rate_limit WHERE key LIKE 'write:%'`,
      );
      return rows;
    };
    const upload = await beginUpload(limited, { key: tenant.userKey });
    upload.send(BEGINNING);
    await expectSoon(async () => (await jobsOf(service, tenant.organizationId)).length, 1);
    expect(await windowOf()).toMatchObject([{ points: 1 }]);
    // The library reads the clock of the machine. The window ends in a second instead of a minute.
    const end = Date.now() + 1_000;
    await pool.query(`UPDATE rate_limit SET expire = $1 WHERE key LIKE 'write:%'`, [end]);
    const rows = 3_600;
    upload.send(`\n${rowOf('Acme').repeat(rows)}`);
    const { status, body } = await upload.end();
    expect([status, body.counts?.rows]).toEqual([202, rows + 2]);
    const [window] = await windowOf();
    // Four MiB have begun: two were paid in the first window, two in the next one.
    expect(window.points).toBe(2);
    expect(window.expire).toBeGreaterThan(end);
    expect((await readJob(service, body.job_id)).status).toBe('matching');
  });
});
