import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Commands, startCommands } from '../harness/commands.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';

let database: TestDatabase;
let commands: Commands;
let organizationId: number;
let userId: number;
let personalKey: number;
let sharedKey: number;

beforeAll(async () => {
  database = await createTestDatabase();
  commands = startCommands({ DATABASE_URL: database.url });
  const acme = ['--name', 'Acme Sales', '--credits', '25'];
  ({ organization_id: organizationId } = await commands.json<{ organization_id: number }>(
    'org',
    'create',
    ...acme,
  ));
  const ada = ['--org', 'Acme Sales', '--email', 'ada@acme.example', '--name', 'Ada', '--admin'];
  ({ user_id: userId } = await commands.json<{ user_id: number }>('user', 'create', ...ada));
  personalKey = await createKey('--user', 'ada@acme.example', '--label', 'laptop');
  sharedKey = await createKey('--org', 'Acme Sales');
  await database.pool.query('UPDATE api_key SET created_by_id = $1 WHERE id = $2', [userId, sharedKey]);
});
afterAll(async () => {
  await commands.close();
  await database.drop();
});

async function createKey(...owner: string[]): Promise<number> {
  return (await commands.json<{ key_id: number }>('key', 'create', ...owner)).key_id;
}

async function disabledAt(): Promise<Date | null> {
  const { rows } = await database.pool.query('SELECT disabled_at FROM "user" WHERE id = $1', [userId]);
  return rows[0].disabled_at;
}

const NO_USER =
  'company-data: no user has the e-mail address "bob@acme.example"; create one with: user create\n';
const NO_ORGANIZATION =
  'company-data: no organization is named "Acme"; did you mean "Acme Sales"? Otherwise, create it with: org create --name "Acme"\n';
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const PERSONAL = ['user', 'disable', '--email', 'ada@acme.example'];

describe('org list', () => {
  it('shows credits, users and keys that work, by name', async () => {
    await commands.json('org', 'create', '--name', '0 first');
    const { organizations } = await commands.json<{ organizations: unknown[] }>('org', 'list');
    expect(organizations).toEqual([
      {
        organization_id: expect.any(Number),
        name: '0 first',
        credits: 0,
        users: 0,
        keys: 0,
        created_at: TIME,
      },
      {
        organization_id: organizationId,
        name: 'Acme Sales',
        credits: 25,
        users: 1,
        keys: 2,
        created_at: TIME,
      },
    ]);
    expect((await commands.text('org', 'list')).map((line) => line.split(/ {2,}/).slice(1))).toEqual([
      ['NAME', 'CREDITS', 'USERS', 'KEYS'],
      ['0 first', '0', '0', '0'],
      ['Acme Sales', '25', '1', '2'],
    ]);
  });
});

describe('user list, disable and enable', () => {
  const ada = (status: string) => ({
    user_id: userId,
    email: 'ada@acme.example',
    name: 'Ada',
    kind: 'person',
    role: 'admin',
    operator: false,
    status,
    keys: 1,
    created_at: TIME,
    disabled_at: status === 'disabled' ? TIME : null,
  });

  it('disable the last admin, name the organization keys that stay valid, and enable the user again', async () => {
    expect(await commands.json('user', 'list', '--org', 'Acme Sales')).toEqual({ users: [ada('enabled')] });
    const disabled = { user_id: userId, email: 'ada@acme.example', status: 'disabled' };
    expect(await commands.json(...PERSONAL)).toEqual({ ...disabled, created_keys: [sharedKey] });
    const first = await disabledAt();
    expect(first).toEqual(expect.any(Date));
    expect(await commands.text('user', 'disable', '--email', ' ADA@acme.example ')).toEqual([
      `disabled user ${userId} <ada@acme.example>; their personal keys stop working on every server within 5 seconds`,
      `organization keys that they created: ${sharedKey} (still valid; see key revoke)`,
    ]);
    expect(await disabledAt()).toEqual(first);

    expect(await commands.json('user', 'list', '--org', 'Acme Sales')).toEqual({ users: [ada('disabled')] });
    expect(await commands.json('org', 'list')).toMatchObject({ organizations: [{}, { users: 1, keys: 1 }] });
    expect(await commands.json('key', 'list')).toMatchObject({
      keys: [
        { key_id: personalKey, status: 'disabled' },
        { key_id: sharedKey, status: 'active' },
      ],
    });
    expect(await commands.refusal('key', 'create', '--user', 'ada@acme.example')).toBe(
      'company-data: the user "ada@acme.example" is disabled, and a key would not work; enable the user first: user enable --email ada@acme.example\n',
    );

    const enabled = { user_id: userId, email: 'ada@acme.example', status: 'enabled' };
    for (const _again of [1, 2])
      expect(await commands.json('user', 'enable', '--email', 'ada@acme.example')).toEqual(enabled);
    expect(await disabledAt()).toBeNull();
    expect(await commands.text('user', 'list', '--org', 'Acme Sales')).toEqual([
      expect.stringMatching(/^ID +E-MAIL +NAME +KIND +ROLE +OPERATOR +STATUS +KEYS$/),
      expect.stringMatching(/^\d+ +ada@acme\.example +Ada +person +admin +no +enabled +1$/),
    ]);
  });

  it('name an unknown user or organization', async () => {
    expect(await commands.refusal('user', 'disable', '--email', 'bob@acme.example')).toBe(NO_USER);
    expect(await commands.refusal('user', 'enable', '--email', 'bob@acme.example')).toBe(NO_USER);
    expect(await commands.refusal('user', 'enable', '--email', 'no address')).toMatch(/"no address"/);
    expect(await commands.refusal('user', 'list', '--org', 'Acme')).toBe(NO_ORGANIZATION);
    expect(await commands.text('user', 'list', '--org', '0 first')).toEqual(['no users']);
  });
});

describe('user operator', () => {
  const operator = ['user', 'operator', '--email', 'ada@acme.example'];
  const listed = async () =>
    (await commands.json<{ users: object[] }>('user', 'list', '--org', 'Acme Sales')).users;

  it('makes a user an operator and revokes it, as the list of users shows', async () => {
    const ada = { user_id: userId, email: 'ada@acme.example' };
    expect(await commands.json(...operator)).toEqual({ ...ada, operator: true });
    expect(await commands.text(...operator)).toEqual([
      `user ${userId} <ada@acme.example> is an operator of the installation`,
    ]);
    expect(await listed()).toMatchObject([{ ...ada, operator: true, role: 'admin' }]);
    const [, line] = await commands.text('user', 'list', '--org', 'Acme Sales');
    expect(line).toMatch(/^\d+ +ada@acme\.example +Ada +person +admin +yes +enabled +1$/);
    expect(await commands.json(...operator, '--revoke')).toEqual({ ...ada, operator: false });
    expect(await commands.text(...operator, '--revoke')).toEqual([
      `user ${userId} <ada@acme.example> is no operator any more`,
    ]);
    expect(await listed()).toMatchObject([{ ...ada, operator: false }]);
    const { entries } = await commands.json<{ entries: object[] }>('audit', '--action', 'operator_granted');
    expect(entries).toMatchObject([{ organization: 'Acme Sales', details: ada }]);
  });

  it('refuses a user who does not exist, and a service account', async () => {
    expect(await commands.refusal('user', 'operator', '--email', 'bob@acme.example')).toBe(NO_USER);
    await database.pool.query(`UPDATE "user" SET kind = 'service' WHERE id = $1`, [userId]);
    expect(await commands.refusal(...operator)).toBe(
      'company-data: "ada@acme.example" is a service account; only a person can be an operator\n',
    );
    await database.pool.query(`UPDATE "user" SET kind = 'person' WHERE id = $1`, [userId]);
    expect(await listed()).toMatchObject([{ operator: false }]);
  });
});

describe('key list', () => {
  it('has a header and the owner of each key, one line a key', async () => {
    await database.pool.query("UPDATE api_key SET label = E'two\\nlines\\x1b[2J' WHERE id = $1", [sharedKey]);
    const [header, personal, shared, ...more] = await commands.text('key', 'list');
    expect(header).toMatch(/^ID +PREFIX +STATUS +OWNER +LAST USED +LABEL$/);
    expect(personal).toMatch(/^\d+ +cds_user_\w+… +active +ada@acme\.example +never +laptop$/);
    expect(shared).toMatch(/^\d+ +cds_org_\w+… +active +Acme Sales +never +two lines \[2J$/);
    expect(more).toEqual([]);
    expect(await commands.json('key', 'list')).toMatchObject({
      keys: [{ owner: 'ada@acme.example' }, { owner: 'Acme Sales' }],
    });
    expect(await commands.text('key', 'list', '--org', '0 first')).toEqual(['no keys']);
  });
});

describe('credits show', () => {
  it('shows the balance and the last entries of the ledger, newest first', async () => {
    await commands.json('credits', 'grant', '--org', 'Acme Sales', '--amount', '75');
    await database.pool.query(
      `WITH paid AS (UPDATE organization SET credit_balance = credit_balance - 2 WHERE id = $1)
       INSERT INTO credit_entry (organization_id, kind, amount, balance_after, company_ids, api_key_id, request_id)
       VALUES ($1, 'enrichment', -2, 98, '{4,7}', $2, 'request-1')`,
      [organizationId, sharedKey],
    );
    const grant = {
      entry_id: expect.any(Number),
      kind: 'grant',
      companies: 0,
      key_id: null,
      request_id: null,
    };
    const charge = {
      entry_id: expect.any(Number),
      kind: 'enrichment',
      amount: -2,
      balance_after: 98,
      companies: 2,
      key_id: sharedKey,
      request_id: 'request-1',
      created_at: TIME,
    };
    const show = ['credits', 'show', '--org', 'Acme Sales'];
    expect(await commands.json(...show)).toEqual({
      organization_id: organizationId,
      name: 'Acme Sales',
      balance: 98,
      ledger: [
        charge,
        { ...grant, amount: 75, balance_after: 100, created_at: TIME },
        { ...grant, amount: 25, balance_after: 25, created_at: TIME },
      ],
    });
    expect(await commands.json(...show, '--limit', '1')).toMatchObject({ balance: 98, ledger: [charge] });
    expect(await commands.text(...show, '--limit', '1')).toEqual([
      '"Acme Sales" has 98 credits',
      expect.stringMatching(/^TIME +KIND +AMOUNT +BALANCE +KEY +REQUEST$/),
      expect.stringMatching(/^\S+ +enrichment +-2 +98 +\d+ +request-1$/),
    ]);
    expect(await commands.text('credits', 'show', '--org', '0 first')).toEqual(['"0 first" has 0 credits']);
  });

  it('names an unknown organization', async () => {
    expect(await commands.refusal('credits', 'show', '--org', 'Acme')).toBe(NO_ORGANIZATION);
  });
});
