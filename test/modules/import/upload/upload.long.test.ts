import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useService } from '../../../harness/use-service.ts';

const { service, tenant, rest } = useService('office');
const PATH = '/v1/installation/imports';
const CSV = 'Name,Website,Land\nAcme,acme.example,DE\nBolt,bolt.example,FR\n,nameless.example,DE\n';
const MAPPED = 'kind=companies&map=Name=name&map=Website=primary_domain&map=Land=country';

beforeAll(async () => {
  await service.admin.setOperator(tenant.email, true);
  service.service.beginWork();
});

interface Shown {
  status: string;
  [key: string]: unknown;
}
interface Sent {
  status: number;
  location: string;
  body: Shown & { import_id: number; detail: { error: string; errors?: { pointer: string }[] } };
}
async function send(
  query: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
  key = tenant.userKey,
): Promise<Sent> {
  const response = await fetch(`${service.url}${PATH}${query}`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'text/csv', ...headers },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
  const location = response.headers.get('location') ?? '';
  return { status: response.status, location, body: await response.json() };
}
const get = async (path: string): Promise<Shown> => (await rest().get(path).expect(200)).body;
/** Waits until an import has an outcome, and the process has ended the upload: the run is in the history before that. */
async function outcomeOf(path: string): Promise<Shown> {
  for (;;) {
    const shown = await get(path);
    const isOpen = ['receiving', 'queued', 'trying', 'running', 'interrupted'].includes(shown.status);
    if (!isOpen && !(await isWorking(Number(path.split('/').at(-1))))) return get(path);
    await sleep(200);
  }
}
const isWorking = async (id: number) =>
  (await service.database.pool.query(`SELECT FROM import_upload WHERE id = $1 AND status = 'working'`, [id]))
    .rows.length > 0;
const companies = async () =>
  (await service.database.pool.query('SELECT name, country FROM company ORDER BY id')).rows;
const parts = async (id: number) =>
  (
    await service.database.pool.query(
      `SELECT FROM import_upload_part WHERE kind = 'file' AND upload_id = $1`,
      [id],
    )
  ).rows.length;

describe('a file that an operator sends', () => {
  it('is tried, and then imported without a second upload', async () => {
    const sent = await send(`?${MAPPED}&dry_run=true`, CSV);
    expect([sent.status, sent.location, sent.body.status]).toEqual([
      202,
      `${PATH}/${sent.body.import_id}`,
      expect.stringMatching(/^(?:queued|trying|tried)$/),
    ]);
    const tried = await outcomeOf(sent.location);
    expect(tried).toMatchObject({
      status: 'tried',
      dry_run: true,
      files: [{ path: '-', kind: 'companies', rows: 3, accepted: 2, rejected: 1 }],
      warnings: [{ line: 4, level: 'rejected', field: 'name' }],
      rejects_url: `${sent.location}/rejects`,
    });
    expect(await companies()).toEqual([]);
    const rejects = await rest().get(`${sent.location}/rejects`).expect(200);
    expect(JSON.parse(String(rejects.text))).toMatchObject({ line: 4, level: 'rejected' });
    const applied = await rest().post(`${sent.location}/apply`);
    expect([applied.status, applied.body.dry_run]).toEqual([202, false]);
    const finished = await outcomeOf(sent.location);
    expect(finished).toMatchObject({
      status: 'finished',
      dry_run: false,
      files: [{ rows: 3, accepted: 2 }],
      warnings: [{ line: 4 }],
    });
    // The process has deleted its file.
    expect(JSON.stringify([tried, finished])).not.toContain('rejects_file');
    expect(await companies()).toEqual([
      { name: 'Acme', country: 'DE' },
      { name: 'Bolt', country: 'FR' },
    ]);
    expect(await parts(sent.body.import_id)).toBe(0);
    const { imports } = (await rest().get(PATH).expect(200)).body;
    expect(
      imports.map(({ import_id, status }: { import_id: number; status: string }) => [import_id, status]),
    ).toEqual([[sent.body.import_id, 'finished']]);
    const again = await rest().post(`${sent.location}/apply`);
    expect([again.status, again.body.detail.error]).toEqual([409, 'import_status_conflict']);
  });

  it('may be compressed, and is imported at once without a dry run', async () => {
    const row = `${JSON.stringify({ name: 'Core', primary_domain: 'core.example' })}\n`;
    const sent = await send('?kind=companies', gzipSync(row), { 'Content-Type': 'application/gzip' });
    expect(await outcomeOf(sent.location)).toMatchObject({ status: 'finished', files: [{ accepted: 1 }] });
    expect(await companies()).toContainEqual({ name: 'Core', country: null });
  });

  it('is refused by the guard of snapshots, and nothing is stored', async () => {
    const before = await companies();
    const row = `${JSON.stringify({ name: 'Only', primary_domain: 'only.example' })}\n`;
    const ndjson = { 'Content-Type': 'application/x-ndjson' };
    const sent = await send('?kind=companies&snapshot=companies&max_deletes=0', row, ndjson);
    const refused = await outcomeOf(sent.location);
    expect([refused.status, refused.error]).toEqual([
      'refused',
      expect.stringContaining('--max-deletes 0 allows 0'),
    ]);
    expect([await companies(), await parts(sent.body.import_id)]).toEqual([before, 0]);
  });

  it('is made once for an Idempotency-Key', async () => {
    const key = { 'Idempotency-Key': 'import-1' };
    const sent = await send(`?${MAPPED}&dry_run=true`, CSV, key);
    const again = await send(`?${MAPPED}&dry_run=true`, CSV, key);
    expect([again.status, again.location]).toEqual([202, sent.location]);
    const other = await send(`?${MAPPED}&dry_run=true`, `${CSV}x`, key);
    expect([other.status, other.body.detail.error]).toEqual([422, 'idempotency_key_reused']);
    await outcomeOf(sent.location);
  });

  it.each([
    ['without a kind', '', CSV, {}, 422, '/kind'],
    ['with a column that nothing stores', '?kind=companies&map=A%00=name', CSV, {}, 422, '/map'],
    ['with a field that nobody knows', '?kind=companies&map=A=nonsense', CSV, {}, 422, '/map'],
    [
      'of another media type',
      '?kind=companies',
      CSV,
      { 'Content-Type': 'application/json' },
      415,
      'unsupported_media_type',
    ],
    ['that is empty', '?kind=companies', '', {}, 422, ''],
  ])('is refused %s', async (_what, query, body, headers, status, found) => {
    const sent = await send(query, body, headers);
    expect([sent.status, sent.body.detail.errors?.[0]?.pointer ?? sent.body.detail.error]).toEqual([
      status,
      found,
    ]);
  });

  it('is for operators alone', async () => {
    const other = await service.createTenant('customer', 0);
    for (const path of ['?kind=companies', '/suggest']) {
      const sent = await send(path, CSV, {}, other.userKey);
      expect([sent.status, sent.body.detail.error]).toEqual([403, 'insufficient_access']);
    }
    const missing = await rest().get(`${PATH}/99999`);
    expect([missing.status, missing.body.detail.error]).toEqual([404, 'import_not_found']);
  });
});

describe('an import whose process dies', () => {
  it('has failed after three processes without an outcome', async () => {
    const sent = await send(`?${MAPPED}&dry_run=true`, CSV);
    await outcomeOf(sent.location);
    await service.database.pool.query(
      `UPDATE import_upload SET status = 'working', attempts = 3 WHERE id = $1`,
      [sent.body.import_id],
    );
    const failed = await outcomeOf(sent.location);
    expect([failed.status, failed.error]).toEqual(['failed', expect.stringContaining('without an outcome')]);
    expect(await parts(sent.body.import_id)).toBe(0);
  });
});

describe('a suggestion', () => {
  it('says how the beginning of a file can be read, and proposes own fields', async () => {
    const rows = Array.from({ length: 20 }, (_, n) => `Firma ${n},firma-${n}.example,"1.${100 + n},50"`);
    const { status, body } = await send('/suggest', `Company,Website,Umsatz\n${rows.join('\n')}\n`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      kind: 'companies',
      format: 'csv',
      columns: [
        { name: 'Company', field: 'name', confidence: 0.8 },
        { name: 'Website', field: 'primary_domain', confidence: 0.8 },
        { name: 'Umsatz', field: null, confidence: 0 },
      ],
      fields: [
        {
          key: 'custom.umsatz',
          label: 'Umsatz',
          type: 'number',
          columns: ['Umsatz'],
          number_format: '1.200,50',
        },
      ],
    });
  });

  it('is refused for a row that is nested too deep', async () => {
    const row = `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const { status, body } = await send('/suggest', row, { 'Content-Type': 'application/x-ndjson' });
    expect([status, body.detail]).toEqual([
      422,
      expect.objectContaining({
        error: 'validation_error',
        errors: [{ pointer: '', message: 'has a row that is nested deeper than 100 levels' }],
      }),
    ]);
  });
});
