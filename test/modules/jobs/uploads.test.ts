import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../../src/config.ts';
import { expectSoon } from '../../harness/soon.ts';
import { recordStatements } from '../../harness/statements.ts';
import { believeClock } from '../../harness/sweeps.ts';
import { useService } from '../../harness/use-service.ts';
import { beginUpload, jobsOf, readJob, sendFile } from './upload-support.ts';

const { transfer } = readConfig({});
const QUOTA = 100_000;
const { service, tenant, beside } = useService('uploads', {
  tenantPerTest: true,
  quotas: { ...readConfig({}).quotas, job_bytes: QUOTA },
  transfer: { ...transfer, uploads: { ...transfer.uploads, max: 3, maxBytes: 200_000 } },
});
/** Like a process whose clients have a fifth of a second for each 1,000 bytes. */
const hasty = beside({
  transfer: { ...transfer, uploads: { ...transfer.uploads, paceMs: 200, minBytes: 1_000 } },
});

const FILE = 'name,domain\nAcme,acme.com\n';
const rows = (count: number) => `name,domain\n${'Acme,acme.com\n'.repeat(count)}`;
const send = (file: string | Buffer, headers: Record<string, string> = {}, query?: string) =>
  sendFile(service, file, { key: tenant.userKey, headers, ...(query === undefined ? {} : { query }) });
const begin = (headers: Record<string, string | undefined> = {}) =>
  beginUpload(service, { key: tenant.userKey, headers });
const jobs = () => jobsOf(service, tenant.organizationId);
const statuses = async () => (await jobs()).map(({ status }) => status);
const errorOf = ({ status, body }: { status: number; body: { detail: { error: string } } }) => [
  status,
  body.detail.error,
];

describe('the caller of an upload', () => {
  it('is a person or an organization; nobody else', async () => {
    const own = await sendFile(service, FILE, { key: tenant.orgKey });
    expect(own.status).toBe(202);
    expect(await readJob(service, own.body.job_id)).toMatchObject({ user_id: null, is_shared: false });
    expect(errorOf(await sendFile(service, FILE, { key: 'cds_user_no' }))).toEqual([401, 'invalid_api_key']);
  });

  it('gets no job if the key was revoked while the file arrived', async () => {
    const upload = await begin();
    upload.send(FILE.padEnd(5_000, 'x'));
    await expectSoon(statuses, ['receiving']);
    await service.database.pool.query('UPDATE api_key SET revoked_at = $1 WHERE user_id = $2', [
      service.clock.now(),
      tenant.userId,
    ]);
    expect(errorOf(await upload.end())).toEqual([401, 'invalid_api_key']);
    expect(await statuses()).toEqual(['failed']);
  });
});

describe('an upload that breaks', () => {
  it('leaves a job that failed and says where, without rows', async () => {
    const upload = await begin();
    upload.send(rows(1_500));
    upload.send(rows(1_500).padEnd(150_000, 'x'));
    await expectSoon(async () => (await jobs()).map(({ row_count }) => row_count), [3_000]);
    upload.kill();
    await expectSoon(statuses, ['failed']);
    const [job] = await jobs();
    expect(job).toMatchObject({ row_count: 0, input_bytes: 0, error: { code: 'bad_request' } });
    expect(job.error.message).toMatch(/^The connection closed after \d+ bytes, before the file was complete/);
    expect(job.error.at_row).toBeGreaterThanOrEqual(3_000);
    expect((await readJob(service, job.id)).chunks).toEqual([]);
  });

  it('releases its Idempotency-Key', async () => {
    const key = { 'Idempotency-Key': 'broken' };
    const upload = await begin(key);
    upload.send(FILE.padEnd(5_000, 'x'));
    await expectSoon(statuses, ['receiving']);
    upload.kill();
    await expectSoon(statuses, ['failed']);
    const again = await send(FILE, key);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([202, null]);
  });

  it('is refused if its client is too slow, and holds no connection meanwhile', async () => {
    const upload = await beginUpload(hasty, { key: tenant.userKey });
    const timer = setInterval(() => upload.send('a,b\n'), 50);
    const { status, body } = await upload.answer();
    clearInterval(timer);
    expect([status, body.detail.error]).toEqual([408, 'bad_request']);
    expect(body.detail.message).toMatch(/^The file arrives too slowly: under 1000 bytes in 0.2 seconds/);
  });

  it('ends when its process is gone: another process says so', async () => {
    const upload = await begin();
    upload.send(FILE.padEnd(5_000, 'x'));
    await expectSoon(statuses, ['receiving']);
    await service.database.pool.query('UPDATE job SET lease = gen_random_uuid() WHERE status = $1', [
      'receiving',
    ]);
    service.clock.advance({ seconds: 61 });
    await believeClock(hasty);
    expect(await jobs()).toMatchObject([
      { status: 'failed', error: { code: 'unavailable', at_row: 0 }, input_bytes: 0 },
    ]);
    expect(errorOf(await upload.end())).toEqual([409, 'job_status_conflict']);
  });

  it('ends if somebody cancels or deletes its job, whose rows go at once', async () => {
    const rest = service.rest(tenant.userKey);
    const chunks = async () =>
      (await service.database.pool.query('SELECT count(*)::int AS count FROM job_chunk')).rows[0].count;
    const others = await chunks();
    const beginJob = async () => {
      const upload = await begin();
      upload.send(rows(3_000).padEnd(150_000, 'x'));
      await expectSoon(async () => (await jobs()).at(-1)?.row_count, 3_000);
      return { upload, id: (await jobs()).at(-1).id };
    };
    const cancelled = await beginJob();
    const { body } = await rest.post(`/v1/jobs/${cancelled.id}/cancel`).expect(200);
    expect(body).toMatchObject({ status: 'cancelled', counts: { rows: 0 }, stopped: { at_row: 1 } });
    expect(await jobs()).toMatchObject([{ status: 'cancelled', row_count: 0, input_bytes: 0 }]);
    expect(await chunks()).toBe(others);
    expect(errorOf(await cancelled.upload.end())).toEqual([409, 'job_status_conflict']);
    await rest.get(`/v1/jobs/${cancelled.id}/result`).expect(409);

    const deleted = await beginJob();
    await rest.delete(`/v1/jobs/${deleted.id}`).expect(204);
    expect(await chunks()).toBe(others);
    expect(errorOf(await deleted.upload.end())).toEqual([404, 'job_not_found']);
    expect(await jobs()).toHaveLength(1);
    expect(await chunks()).toBe(others);
  });
});

describe('an Idempotency-Key', () => {
  const key = { 'Idempotency-Key': 'k-1' };

  it('makes one job of a file, whose answer is repeated', async () => {
    const first = await send(FILE, key);
    const second = await send(gzipSync(FILE), { ...key, 'Content-Encoding': 'gzip' });
    expect(second).toMatchObject({ status: 202, body: first.body });
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await statuses()).toEqual(['matching']);
  });

  it('is refused for another file, which is read to its end, and for another query, which is not', async () => {
    await send(FILE, key);
    expect(errorOf(await send(`${FILE}Beta,beta.com\n`, key))).toEqual([422, 'idempotency_key_reused']);
    const upload = await beginUpload(service, {
      key: tenant.userKey,
      query: 'kind=match&shared=true',
      headers: key,
    });
    expect(errorOf(await upload.answer())).toEqual([422, 'idempotency_key_reused']);
    expect(await statuses()).toEqual(['matching']);
  });

  it('is in progress while its file arrives', async () => {
    const upload = await begin(key);
    upload.send(FILE.padEnd(5_000, 'x'));
    await expectSoon(statuses, ['receiving']);
    const parallel = await send(FILE, key);
    expect(errorOf(parallel)).toEqual([409, 'idempotency_in_progress']);
    expect(parallel.headers.get('retry-after')).toBe('1');
    expect((await upload.end()).status).toBe(202);
    expect(await statuses()).toEqual(['matching']);
  });

  it('makes one job of two equal uploads at the same time', async () => {
    const answers = await Promise.all([send(FILE, key), send(FILE, key)]);
    expect(answers.map(({ status }) => status)).toContain(202);
    for (const { status } of answers) expect([202, 409]).toContain(status);
    expect(await statuses()).toEqual(['matching']);
  });

  it('finds the job of a process that ended before it could store its answer', async () => {
    const first = await send(FILE, key);
    await service.database.pool.query(
      `UPDATE idempotency_record SET status = NULL, headers = NULL, body = NULL, lease_until = '-infinity',
        fingerprint = substr(fingerprint, 1, 32), effects = ARRAY[$1::bytea] WHERE organization_id = $2`,
      [await effectOf(first.body.job_id), tenant.organizationId],
    );
    expect(await send(FILE, key)).toMatchObject({ status: 202, body: first.body });
    expect(await statuses()).toEqual(['matching']);
  });
});

describe('slots', () => {
  it('are two for an organization and three for the process; nobody waits for one', async () => {
    const other = await service.createTenant('beside-the-slots');
    const two = [await begin(), await begin()];
    for (const each of two) each.send(FILE.padEnd(5_000, 'x'));
    await expectSoon(statuses, ['receiving', 'receiving']);
    const third = await send(FILE);
    expect(errorOf(third)).toEqual([429, 'overloaded']);
    expect(third.body.detail.message).toMatch(/^Your organization is sending 2 files/);
    expect(third.headers.get('retry-after')).toBe('30');
    const last = await beginUpload(service, { key: other.userKey });
    last.send(FILE.padEnd(5_000, 'x'));
    await expectSoon(async () => (await jobsOf(service, other.organizationId)).length, 1);
    const fourth = await sendFile(service, FILE, { key: other.orgKey });
    expect(fourth.body.detail.message).toMatch(/^The service is receiving 3 files/);
    for (const each of [...two, last]) expect((await each.end()).status).toBe(202);
    expect((await send(FILE)).status).toBe(202);
  });
});

describe('the size of a file', () => {
  it('is bounded after decompression, by its length or as it arrives', async () => {
    const large = `${FILE}${'\n'.repeat(200_000)}`;
    const message = 'The file is over 195.3 KiB, decompressed. Send it in several files.';
    const plain = await begin({ 'Transfer-Encoding': undefined, 'Content-Length': '200001' });
    expect((await plain.answer()).body.detail).toEqual({ error: 'body_too_large', message });
    const packed = await send(gzipSync(large), { 'Content-Encoding': 'gzip' });
    expect([packed.status, packed.body.detail.message]).toEqual([413, message]);
    expect(await statuses()).toEqual(['failed']);
  });

  it('counts towards the quota of the organization while it arrives, until its job is deleted', async () => {
    expect((await send(rows(1_500))).status).toBe(202);
    const refused = await send(rows(4_000));
    expect(refused).toMatchObject({
      status: 403,
      body: { detail: { error: 'quota_exceeded', quota: 'job_bytes', limit: QUOTA } },
    });
    expect(await statuses()).toEqual(['matching', 'failed']);
    const [{ input_bytes }] = await jobs();
    const { body } = await service.rest(tenant.userKey).get('/v1/account/limits');
    expect(body.quotas).toContainEqual({ quota: 'job_bytes', limit: QUOTA, used: input_bytes });
    await service.database.pool.query('DELETE FROM job WHERE organization_id = $1', [tenant.organizationId]);
    expect((await send(rows(4_000))).status).toBe(202);
  });

  it('decides how many statements it takes: six for each chunk', async () => {
    const count = async (size: number) =>
      (await recordStatements(() => send(rows(size)))).statements.filter((sql) => !/idempotency/.test(sql))
        .length;
    await count(1);
    const one = await count(1_000);
    expect((await count(2_000)) - one).toBe(5);
  });
});

/** Returns the stored effect of an upload. */
async function effectOf(jobId: number): Promise<Buffer> {
  const { serialize } = await import('node:v8');
  const { createHash } = await import('node:crypto');
  const digest = createHash('sha256').update(FILE).digest('hex');
  return serialize({ mutation: 0, value: { jobId, digest } });
}
