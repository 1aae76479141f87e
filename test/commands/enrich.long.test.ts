import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Commands, startCommands } from '../harness/commands.ts';
import { useService } from '../harness/use-service.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';

const { service, tenant } = useService('enrich-by-command', {
  tenantPerTest: true,
  seed: async (pool) => {
    await seedSmallCatalogue(pool);
    return {};
  },
  works: true,
});
let commands: Commands;
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  commands = startCommands({});
  folder = await mkdtemp(join(tmpdir(), 'enrich-'));
});
beforeEach(() => {
  env = { COMPANY_DATA_KEY: tenant.userKey };
});
afterAll(async () => {
  await commands.close();
  await rm(folder, { recursive: true });
});

const FILE =
  'Account,Website\nAcme,https://acme.example/about\nAcme again,acme.example\nNobody,nobody.example\n,\n';

/** Runs the command on a file. */
async function enrich(
  content: string | Buffer,
  { name = 'accounts.csv', out = 'result.csv', args = [] as string[] } = {},
) {
  const [from, to] = [join(folder, name), join(folder, out)];
  await writeFile(from, content);
  await rm(to, { force: true });
  const { code, stdout, stderr } = await commands
    .with(env)
    .run(['enrich', from, '--out', to, '--url', service.url, ...args]);
  const result = await readFile(to, 'utf8').catch(() => undefined);
  return { code, lines: stdout.replaceAll(`${folder}/`, '').trimEnd().split('\n'), stderr, result };
}

const countJobs = async () => (await service.rest(tenant.userKey).get('/v1/jobs')).body.total;

describe('enrich --kind match', () => {
  const args = ['--kind', 'match'];

  it('writes the rows of the file with their companies', async () => {
    const { code, lines, stderr, result } = await enrich(FILE, { args });
    expect({ code, lines, stderr }).toEqual({
      code: 0,
      stderr: '',
      lines: [
        '4 rows: 2 matched (1 of them duplicates), 1 unmatched, 1 invalid',
        '0 credits charged in all',
        'results: result.csv',
      ],
    });
    const rows = result?.split('\n').map((line) => line.split(',').slice(0, 5)) ?? [];
    expect(rows.slice(1, 5).map(([name, , , company]) => [name, company])).toEqual([
      ['Acme', 'Acme Cloud'],
      ['Acme again', 'Acme Cloud'],
      ['Nobody', ''],
      ['', ''],
    ]);
  });

  it('finds its job again, and makes no second one of the same file', async () => {
    const first = await enrich(FILE, { args });
    const { code, lines, result } = await enrich(FILE, { args });
    expect({ code, lines, result }).toEqual({ code: 0, lines: first.lines, result: first.result });
    expect(await countJobs()).toBe(1);
    await enrich(`${FILE}Other,other.example\n`, { args });
    expect(await countJobs()).toBe(2);
  });

  it('sends compressed NDJSON, and writes NDJSON', async () => {
    const content = gzipSync('{"site":"acme.example"}\n');
    const { code, result } = await enrich(content, { name: 'a.ndjson.gz', out: 'result.ndjson', args });
    expect(code).toBe(0);
    expect(JSON.parse(result ?? '')).toMatchObject({
      row: 1,
      input: { site: 'acme.example' },
      cd_name: 'Acme Cloud',
    });
  });
});

describe('enrich', () => {
  const MATCHED = '4 rows: 2 matched (1 of them duplicates), 1 unmatched, 1 invalid';
  const readCharged = async () => {
    const { rows } = await service.database.pool.query(
      `SELECT coalesce(-sum(amount), 0)::int AS charged FROM credit_entry WHERE organization_id = $1 AND kind <> 'grant'`,
      [tenant.organizationId],
    );
    return rows[0].charged;
  };

  it('says the price first, then charges no more than it may', async () => {
    const first = await enrich(FILE);
    expect(first).toMatchObject({ code: 3, stderr: '' });
    expect(first.lines.slice(0, 3)).toEqual([MATCHED, '0 credits charged in all', 'results: result.csv']);
    expect(first.lines[3]).toMatch(
      /^Enriching would charge 1 credit; the balance is \d+\. To pay, run: .+ --max-credits 1$/,
    );
    expect(await readCharged()).toBe(0);
    const none = await enrich(FILE, { args: ['--max-credits', '0'] });
    expect(none).toMatchObject({ code: 3, result: first.result });
    const { code, lines, result } = await enrich(FILE, { args: ['--max-credits', '1'] });
    expect({ code, lines }).toEqual({
      code: 0,
      lines: [MATCHED, '1 credit charged in all', 'results: result.csv'],
    });
    expect([await readCharged(), await countJobs()]).toEqual([1, 1]);
    const [header = [], ...rows] = (result ?? '').split('\n').map((line) => line.split(','));
    const columns = ['Account', 'cd_credits', 'cd_free_because'].map((name) => header.indexOf(name));
    expect(rows.slice(0, 4).map((row) => columns.map((column) => row[column]))).toEqual([
      ['Acme', '1', ''],
      ['Acme again', '0', 'duplicate'],
      ['Nobody', '0', 'no_match'],
      ['', '0', 'invalid'],
    ]);
  });
});

describe('enrich that cannot', () => {
  it('says what the service says', async () => {
    env.COMPANY_DATA_KEY = 'cds_user_wrong';
    const { code, stderr, result } = await enrich(FILE);
    expect({ code, result }).toEqual({ code: 1, result: undefined });
    expect(stderr).toMatch(/^company-data: invalid_api_key: .+\n$/);
  });

  it('asks for a key', async () => {
    env.COMPANY_DATA_KEY = '';
    const { code, stderr } = await enrich(FILE);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'company-data: set COMPANY_DATA_KEY to an API key of the service\n',
    });
  });

  it('names a file that is not there', async () => {
    const { code, stderr } = await commands
      .with(env)
      .run(['enrich', join(folder, 'none.csv'), '--out', join(folder, 'x.csv'), '--url', service.url]);
    expect(code).toBe(1);
    expect(stderr).toContain('none.csv');
  });
});
