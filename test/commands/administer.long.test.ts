import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Commands, startCommands } from '../harness/commands.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { readBooks } from '../harness/ledger.ts';
import { type Finished, run } from '../harness/process.ts';
import { seedPlain } from '../harness/seed.ts';

let database: TestDatabase;
let commands: Commands;

beforeAll(async () => {
  database = await createTestDatabase();
  commands = startCommands({ DATABASE_URL: database.url });
});
afterAll(async () => {
  await commands.close();
  await database.drop();
});

/** Runs the executable as an operator does. */
const start = (...args: string[]) => run(args, { DATABASE_URL: database.url });

async function json(...args: string[]): Promise<Record<string, unknown>> {
  return resultOf(await commands.run([...args, '--json']));
}

function resultOf({ code, stdout, stderr }: Finished): Record<string, unknown> {
  expect({ code, stderr, lines: stdout.trimEnd().split('\n').length }).toEqual({
    code: 0,
    stderr: '',
    lines: 1,
  });
  return JSON.parse(stdout);
}

function reasonOf({ code, stdout, stderr }: Finished): string {
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  return stderr;
}

describe('the facet index commands', () => {
  it('show the index, and rebuild it from tables that were changed manually', async () => {
    const ids = [await seedPlain(database.pool, 'indexed'), await seedPlain(database.pool, 'unseen')];
    const before = await json('index', 'status');
    expect(before).toEqual({ version: 0, as_of: null, companies: 0, postings: 0, bytes: 0 });
    const { bytes, ...after } = await json('index', 'rebuild');
    // Postings: all companies, the numbers of partners and technologies, and the newest evidence of each kind.
    expect(after).toEqual({ version: 1, as_of: null, companies: ids.length, postings: expect.any(Number) });
    expect(bytes).toBeGreaterThan(0);
    expect(await json('index', 'status')).toEqual({ ...after, bytes });
    const { stdout } = await start('index', 'status');
    expect(stdout).toMatch(/^version 1, no observations yet\n2 companies, \d+ postings, 0\.0 MB\n$/);
  });
});

describe('the commands of an operator', () => {
  it('create an organization, users, keys and credits, and each print one JSON object', async () => {
    const organization = resultOf(
      await start('org', 'create', '--name', 'Acme Sales', '--credits', '25', '--json'),
    );
    expect(organization).toEqual({ organization_id: expect.any(Number), name: 'Acme Sales', credits: 25 });
    const user = ['--org', 'Acme Sales', '--email', 'Ada@Acme.example', '--name', 'Ada'];
    expect(await json('user', 'create', ...user, '--admin')).toEqual({
      user_id: expect.any(Number),
      email: 'ada@acme.example',
      role: 'admin',
    });
    const personal = await json('key', 'create', '--user', 'ada@acme.example', '--label', 'cli');
    const shared = await json('key', 'create', '--org', 'Acme Sales', '--expires', '2099-12-31');
    for (const [key, kind] of [
      [personal, 'user'],
      [shared, 'org'],
    ] as const) {
      expect(key).toEqual({
        key_id: expect.any(Number),
        key: expect.any(String),
        prefix: expect.any(String),
        kind,
      });
    }
    expect(await json('credits', 'grant', '--org', 'Acme Sales', '--amount', '75')).toEqual({ balance: 100 });
    expect(await json('key', 'revoke', String(shared.key_id))).toEqual({
      key_id: shared.key_id,
      revoked: true,
    });

    const made = await json('key', 'create', '--user', 'ada@acme.example');
    const sql = 'UPDATE api_key SET created_by_key_id = $1 WHERE id = $2';
    await database.pool.query(sql, [shared.key_id, made.key_id]);
    const revoke = ['key', 'revoke', String(shared.key_id)];
    const withCreated = { key_id: shared.key_id, revoked: true, created_keys: [made.key_id] };
    expect(await json(...revoke)).toEqual(withCreated);
    expect(await json(...revoke, '--include-created')).toEqual(withCreated);
    expect(await json(...revoke)).toEqual({ key_id: shared.key_id, revoked: true });
    await database.pool.query('DELETE FROM api_key WHERE id = $1', [made.key_id]);

    const books = await readBooks(database.pool, Number(organization.organization_id));
    expect(books).toMatchObject({ balance: 100, ledger: 100 });
    const { rows } = await database.pool.query(
      'SELECT id, kind, label, expires_at, revoked_at IS NOT NULL AS revoked FROM api_key ORDER BY id',
    );
    expect(rows).toEqual([
      { id: personal.key_id, kind: 'user', label: 'cli', expires_at: null, revoked: false },
      { id: shared.key_id, kind: 'org', label: null, expires_at: new Date('2099-12-31'), revoked: true },
    ]);
  });

  it('report an error in one line', async () => {
    const taken = await start('org', 'create', '--name', 'Acme Sales');
    expect(reasonOf(taken)).toBe('company-data: an organization named "Acme Sales" already exists\n');
    expect(await commands.refusal('key', 'create', '--user', 'nobody@acme.example')).toBe(
      'company-data: no user has the e-mail address "nobody@acme.example"; create one with: user create\n',
    );
    expect(await commands.refusal('key', 'create')).toBe(
      'company-data: give either --user EMAIL for a personal key or --org NAME for an organization key\n',
    );
    expect(await commands.refusal('key', 'create', '--org', 'Acme Sales', '--expires', 'soon')).toBe(
      'company-data: --expires "soon" is not a date; use a date such as 2030-12-31\n',
    );
    expect(await commands.refusal('key', 'revoke', '999')).toBe('company-data: no key has the id 999\n');
    expect(await commands.refusal('key', 'revoke', 'x')).toMatch(/whole number/);
  });

  it('name the invalid argument', async () => {
    const [amount, overlap, unknown] = await Promise.all([
      start('credits', 'grant', '--org', 'Acme Sales', '--amount', '-5'),
      start('key', 'rotate', '1', '--overlap', '2592001'),
      start('nonsense'),
    ]);
    expect(reasonOf(amount)).toMatch(/whole number/);
    expect(reasonOf(overlap)).toMatch(/whole number/);
    expect(reasonOf(unknown)).toMatch(/unknown command/);
  });

  it('show and rotate keys, and show the secret only once', async () => {
    await json('org', 'create', '--name', 'Rotating');
    const old = await json('key', 'create', '--org', 'Rotating', '--label', 'crm');
    const made = await json('key', 'rotate', String(old.key_id), '--overlap', '60');
    expect(made).toEqual({
      key_id: expect.any(Number),
      key: expect.stringMatching(/^cds_org_/),
      prefix: expect.any(String),
      kind: 'org',
      replaces: old.key_id,
    });
    const { keys } = await json('key', 'list', '--org', 'Rotating');
    expect(keys).toMatchObject([
      { key_id: old.key_id, status: 'active', label: 'crm', expires_at: expect.any(String), replaces: null },
      { key_id: made.key_id, status: 'active', label: 'crm', expires_at: null, replaces: old.key_id },
    ]);
    expect(JSON.stringify(keys)).not.toContain(String(made.key).slice(13));
    expect(await commands.refusal('key', 'rotate', String(old.key_id))).toBe(
      `company-data: API key ${old.key_id} has already been rotated. Rotate its successor, key ${made.key_id}, instead.\n`,
    );
    expect(await commands.refusal('key', 'rotate', '999')).toBe('company-data: no key has the id 999\n');
  });

  it('set and remove the monthly limit of a key', async () => {
    await json('org', 'create', '--name', 'Limited');
    const { key_id } = await json('key', 'create', '--org', 'Limited');
    const limits = () =>
      database.pool.query('SELECT monthly_credit_limit AS "limit" FROM api_key WHERE id = $1', [key_id]);
    expect(await json('key', 'limit', String(key_id), '--monthly', '500')).toEqual({
      key_id,
      monthly_credit_limit: 500,
    });
    expect((await limits()).rows).toEqual([{ limit: 500 }]);
    expect(await json('key', 'limit', String(key_id), '--none')).toEqual({
      key_id,
      monthly_credit_limit: null,
    });
    expect((await limits()).rows).toEqual([{ limit: null }]);
    expect(await commands.refusal('key', 'limit', String(key_id))).toBe(
      'company-data: give the number of credits as --monthly N, or --none to remove the limit\n',
    );
    expect(await commands.refusal('key', 'limit', '999', '--none')).toBe(
      'company-data: no key has the id 999\n',
    );
  });

  it('list and resolve flags', async () => {
    const companyId = await seedPlain(database.pool, 'flagged');
    const { rows } = await database.pool.query(
      `INSERT INTO data_flag (company_id, organization_id, description)
       SELECT $1, id, 'wrong name' FROM organization LIMIT 1 RETURNING id, created_at`,
      [companyId],
    );
    const [{ id, created_at }] = rows;
    const row = {
      flag_id: id,
      company_id: companyId,
      company: 'FLAGGED',
      primary_domain: 'flagged.example',
      status: 'queued',
      description: 'wrong name',
      created_at: created_at.toISOString(),
      resolved_at: null,
      resolution: null,
      note: null,
    };
    expect(await json('flags', 'list')).toEqual({ flags: [row] });
    const resolve = ['flags', 'resolve', String(id)];
    expect(await commands.refusal(...resolve, '--note', 'renamed')).toBe(
      'company-data: --note needs --resolution: the reporter of the flag sees both\n',
    );
    expect(reasonOf(await start(...resolve, '--resolution', 'renamed'))).toMatch(
      /Allowed choices are corrected, not_reproducible, wont_fix/,
    );
    for (const note of ['x'.repeat(2001), '  '])
      expect(reasonOf(await start(...resolve, '--resolution', 'corrected', '--note', note))).toMatch(
        /It must have 1 to 2000 characters\./,
      );
    expect(await json('flags', 'list')).toEqual({ flags: [row] });

    const result = { status: 'resolved', resolution: 'corrected', note: 'It is renamed.' };
    const corrected = [...resolve, '--resolution', 'corrected', '--note', ' It is renamed. '];
    for (const _again of [1, 2])
      expect(await json(...corrected)).toEqual({ flag_id: id, company_id: companyId, ...result });
    expect(await commands.text(...corrected)).toEqual([`flag ${id} is resolved as corrected`]);
    expect(await commands.refusal(...resolve, '--resolution', 'wont_fix')).toBe(
      `company-data: flag ${id} was resolved as corrected before, and the first resolution stays\n`,
    );
    expect(await commands.refusal('flags', 'resolve', '999999')).toBe(
      'company-data: no flag has the id 999999\n',
    );
    expect(await json('flags', 'list')).toEqual({ flags: [] });
    expect(await json('flags', 'list', '--status', 'all')).toEqual({
      flags: [{ ...row, ...result, resolved_at: expect.any(String) }],
    });
    const [header, line] = await commands.text('flags', 'list', '--status', 'resolved');
    expect(header).toMatch(/^ID +STATUS +CREATED +COMPANY +DESCRIPTION +RESOLUTION +NOTE$/);
    expect(line).toMatch(/flagged\.example +wrong name +corrected +It is renamed\.$/);
    const { entries } = await commands.json<{ entries: object[] }>('audit', '--action', 'flag_resolved');
    const details = { flag_id: id, company_id: companyId, resolution: 'corrected', note: 'It is renamed.' };
    expect(entries).toMatchObject([{ organization: null, user: null, details }]);
  });

  it('resolve a flag without a result', async () => {
    const { rows } = await database.pool.query(
      'INSERT INTO data_flag (company_id, organization_id) SELECT 77, id FROM organization LIMIT 1 RETURNING id',
    );
    const [{ id }] = rows;
    expect(await commands.text('flags', 'resolve', String(id))).toEqual([`flag ${id} is resolved`]);
    const { flags } = await commands.json<{ flags: object[] }>('flags', 'list', '--status', 'resolved');
    expect(flags.at(-1)).toMatchObject({ flag_id: id, company: null, resolution: null, note: null });
  });
});
