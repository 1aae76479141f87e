import { userInfo } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Commands, startCommands } from '../harness/commands.ts';
import { captureLog } from '../harness/log.ts';
import { START, startTestService, type Tenant, type TestService } from '../harness/service.ts';

let service: TestService;
let commands: Commands;
let tenant: Tenant;

beforeAll(async () => {
  // With a silent log, requests have no id that could be recorded.
  service = await startTestService({ logger: captureLog().logger });
  commands = startCommands({ DATABASE_URL: service.database.url });
  tenant = await service.createTenant('acme', 25);
});
afterAll(async () => {
  await commands.close();
  await service.close();
});

interface Entry {
  action: string;
  operator: string | null;
  details: Record<string, unknown>;
}

/** Reads the audit log, oldest first. */
async function audit(...options: string[]): Promise<Entry[]> {
  const { entries } = await commands.json<{ entries: Entry[] }>('audit', ...options);
  return entries.reverse();
}

async function keyIdOf(key: string): Promise<number> {
  const { rows } = await service.database.pool.query(
    'SELECT id FROM api_key WHERE prefix = left($1, length(prefix))',
    [key],
  );
  return rows[0].id;
}

describe('the audit log', () => {
  it('has who and what of each change on the command line', async () => {
    const org = await commands.json<{ organization_id: number }>(
      'org',
      'create',
      '--name',
      'Beta',
      '--credits',
      '5',
    );
    const bob = ['--org', 'Beta', '--email', 'Bob@beta.example', '--name', 'Bob'];
    const { user_id } = await commands.json<{ user_id: number }>('user', 'create', ...bob);
    const owner = ['--user', 'bob@beta.example', '--label', 'cli'];
    const made = await commands.json<{ key_id: number; key: string }>('key', 'create', ...owner);
    const rotated = await commands.json<{ key_id: number }>('key', 'rotate', String(made.key_id));
    await commands.json('key', 'revoke', String(rotated.key_id));
    await commands.json('key', 'revoke', String(rotated.key_id));
    await commands.json('credits', 'grant', '--org', 'Beta', '--amount', '7');
    await commands.json('user', 'disable', '--email', 'bob@beta.example');
    await commands.json('user', 'disable', '--email', 'bob@beta.example');
    await commands.json('user', 'enable', '--email', 'bob@beta.example');

    const entries = await audit('--org', 'Beta');
    const key = { kind: 'user', user_id, label: 'cli', expires_at: null };
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['organization_created', { name: 'Beta' }],
      ['credits_granted', { amount: 5, balance_after: 5 }],
      ['user_created', { user_id, email: 'bob@beta.example', role: 'member' }],
      ['key_created', { ...key, key_id: made.key_id, replaces: null }],
      ['key_rotated', { ...key, key_id: rotated.key_id, replaces: made.key_id }],
      ['key_revoked', { key_id: rotated.key_id, revoked_with_it: [] }],
      ['credits_granted', { amount: 7, balance_after: 12 }],
      ['user_disabled', { user_id, email: 'bob@beta.example' }],
      ['user_enabled', { user_id, email: 'bob@beta.example' }],
    ]);
    expect(entries[0]).toEqual({
      entry_id: expect.any(Number),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      action: 'organization_created',
      organization_id: org.organization_id,
      organization: 'Beta',
      user_id: null,
      user: null,
      key_id: null,
      request_id: null,
      operator: expect.stringMatching(new RegExp(`^${userInfo().username}@.+`)),
      details: { name: 'Beta' },
    });
    const { rows } = await service.database.pool.query('SELECT admin_event::text AS text FROM admin_event');
    expect(rows.filter(({ text }) => text.includes(made.key.slice(-20)))).toEqual([]);
  });

  it('has the user, the key and the request of each change over the APIs, once for a retry', async () => {
    const grace = await service.createColleague(tenant, 'Grace');
    const before = (await audit('--org', 'acme')).length;
    const admin = service.rest(tenant.userKey);
    const post = (body: object) =>
      admin.post('/v1/keys', body).set('Idempotency-Key', 'once').set('X-Request-Id', 'audit-1');
    const made = await post({ kind: 'org', label: 'crm' }).expect(201);
    await post({ kind: 'org', label: 'crm' });
    const { key_id } = made.body;
    await admin.patch(`/v1/keys/${key_id}`, { label: 'sales' }).set('X-Request-Id', 'audit-2').expect(200);
    await admin.patch(`/v1/account/users/${grace.userId}`, { disabled: true }).expect(200);
    await admin.patch(`/v1/account/users/${grace.userId}`, { disabled: true }).expect(200);
    await admin.delete(`/v1/keys/${key_id}`).expect(204);
    const entries = (await audit('--org', 'acme')).slice(before);
    expect(entries.map(({ action }) => action)).toEqual([
      'key_created',
      'key_changed',
      'user_disabled',
      'key_revoked',
    ]);
    const actor = { user: tenant.email, user_id: tenant.userId, key_id: await keyIdOf(tenant.userKey) };
    expect(entries[1]).toEqual({
      entry_id: expect.any(Number),
      at: START,
      action: 'key_changed',
      organization_id: tenant.organizationId,
      organization: 'acme',
      ...actor,
      request_id: 'audit-2',
      operator: null,
      details: { key_id, kind: 'org', user_id: null, label: 'sales', expires_at: null, replaces: null },
    });
  });

  it('has nothing of a change that was refused', async () => {
    const before = await audit();
    await service
      .rest(tenant.userKey)
      .patch(`/v1/account/users/${tenant.userId}`, { disabled: true })
      .expect(409);
    await commands.run(['user', 'disable', '--email', 'nobody@acme.example']);
    expect(await audit()).toEqual(before);
  });

  it('is filtered by action, time and number, and shown as a table', async () => {
    expect((await audit('--action', 'credits_granted')).map(({ details }) => details.amount)).toEqual([
      25, 5, 7,
    ]);
    expect((await audit('--since', '2999-01-01')).length).toBe(0);
    expect((await audit('--limit', '2')).length).toBe(2);
    const { stdout } = await commands.run(['audit', '--org', 'Beta', '--action', 'organization_created']);
    const [header, row] = stdout.split('\n');
    expect(header).toMatch(/^AT +ACTION +ORGANIZATION +BY +DETAILS$/);
    expect(row).toMatch(/organization_created +Beta +\S+@\S+ +\{"name":"Beta"\}$/);
    expect((await commands.run(['audit', '--since', '2999-01-01'])).stdout).toBe('no entries\n');
  });
});
