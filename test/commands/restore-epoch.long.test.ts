import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrate } from '../../src/database/migrate.ts';
import { migrationNames } from '../../src/database/migrations/files.ts';
import { type Commands, startCommands } from '../harness/commands.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { answer, problem } from '../harness/errors.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';
import { codeFor, send, signIn } from '../harness/sessions.ts';

interface ListedKey {
  key_id: number;
  status: string;
  held_at: string | null;
  held_reason: string | null;
}
interface Key {
  key: string;
  key_id: number;
}

const INVALID = problem(401, 'invalid_api_key', expect.any(String));

let source: TestService;
let tenant: Tenant;
let commands: Commands;
let folder: string;
let file: string;
/** Keys by what became of them: before the backup, or after it. */
let keys: Record<'kept' | 'ofOrganization' | 'revokedBefore' | 'expired' | 'revokedLater', Key>;
let cookies: string[];
let code: string;

beforeAll(async () => {
  source = await startTestService();
  tenant = await source.createTenant('restoring');
  folder = await mkdtemp(join(tmpdir(), 'company-data-epoch-'));
  file = join(folder, 'backup.sql.gz');
  commands = startCommands({ DATABASE_URL: source.database.url });
  const create = async (fields: object): Promise<Key> =>
    (
      await source
        .rest(tenant.userKey)
        .post('/v1/keys', { kind: 'user', ...fields })
        .expect(201)
    ).body;
  keys = {
    kept: await create({}),
    ofOrganization: await create({ kind: 'org' }),
    revokedBefore: await create({}),
    expired: await create({ expires_at: '2026-03-02T12:00:00.000Z' }),
    revokedLater: await create({ label: 'stolen' }),
  };
  await commands.json('key', 'revoke', String(keys.revokedBefore.key_id));
  cookies = [
    await signIn(source, { key: keys.kept.key }),
    await signIn(source, { code: await codeFor(source, tenant.userId, { isInvitation: false }) }),
  ];
  code = await codeFor(source, tenant.userId, { isInvitation: false });
  // The secret of challenges is made with the first of them.
  expect((await send(source, 'POST /v1/session/passkey/options')).status).toBe(200);
  source.clock.advance({ days: 2 });
  cookies.push(await signIn(source, { key: keys.kept.key }));
  await source.service.flush();
  await commands.json('migrate');
  await commands.json('backup', '--out', file);
  // What happens after the backup.
  await commands.json('key', 'revoke', String(keys.revokedLater.key_id));
  expect((await source.rest(keys.revokedLater.key).get('/v1/account')).status).toBe(401);
});
afterAll(async () => {
  await commands.close();
  await source.close();
  await rm(folder, { recursive: true });
});

const account = async (service: TestService, key: string) =>
  answer(await service.rest(key).get('/v1/account'));
const statusWith = async (service: TestService, key: string) =>
  (await service.rest(key).get('/v1/account')).status;
const session = async (service: TestService, cookie: string) =>
  (await send(service, 'GET /v1/session', { cookie })).status;
const byCode = async (service: TestService) =>
  (await send(service, 'POST /v1/session', { body: { code } })).status;
const secretOf = async ({ pool }: TestDatabase) =>
  (await pool.query('SELECT encode(secret, $1) AS secret FROM challenge_secret', ['hex'])).rows;
const numbers = (...chosen: Key[]) => chosen.map(({ key_id }) => key_id);

/** Starts a service on a database that has come back, at the time of the backup. */
async function serve(on: TestDatabase): Promise<TestService> {
  const service = await startTestService({ on });
  service.clock.advance({ days: 2 });
  return service;
}

describe('a restored database', () => {
  let target: TestDatabase;
  let onTarget: Commands;
  let service: TestService;
  let restored: Record<string, unknown>;
  let made: Key;

  beforeAll(async () => {
    target = await createTestDatabase({ migrated: false });
    onTarget = commands.with({ DATABASE_URL: target.url });
    restored = await onTarget.json('restore', file);
    service = await serve(target);
    made = await onTarget.json('key', 'create', '--user', tenant.email);
  });
  afterAll(() => service.close());

  const listed = async () => {
    const { keys: rows } = await onTarget.json<{ keys: ListedKey[] }>('key', 'list');
    return Object.fromEntries(rows.map(({ key_id, status, held_reason }) => [key_id, [status, held_reason]]));
  };

  it('says how many keys it holds, and how many sessions and links it ended', () => {
    // The tenant has two keys of its own. The clock of the command is past the expiry of one key.
    expect(restored).toMatchObject({ held_keys: 5, ended_sessions: 3, ended_links: 1 });
  });

  it('refuses the keys of the backup as it refuses an invented one, and takes new ones', async () => {
    const { kept, ofOrganization, revokedBefore, expired, revokedLater } = keys;
    const all = [
      tenant.userKey,
      tenant.orgKey,
      ...[kept, ofOrganization, revokedBefore, expired, revokedLater].map(({ key }) => key),
    ];
    for (const key of all) expect(await account(service, key)).toEqual(INVALID);
    expect(
      new Set(await Promise.all(all.map(async (key) => JSON.stringify(await account(service, key))))).size,
    ).toBe(1);
    expect(await statusWith(service, made.key)).toBe(200);
  });

  it('has no session and no link of the backup, and another secret of challenges', async () => {
    for (const cookie of cookies) expect(await session(service, cookie)).toBe(401);
    expect(await byCode(service)).toBe(401);
    const [[before], [after]] = [await secretOf(source.database), await secretOf(target)];
    expect(before.secret).toMatch(/^[0-9a-f]{64}$/);
    expect(after.secret).toMatch(/^[0-9a-f]{64}$/);
    expect(after).not.toEqual(before);
    // Nobody signs in with a held key.
    const shown = await send(service, 'POST /v1/session', { body: { key: keys.kept.key } });
    expect([shown.status, shown.body]).toEqual([
      401,
      { detail: { error: 'sign_in_failed', message: expect.any(String) } },
    ]);
  });

  it('shows held keys on the command line, over the APIs and in doctor', async () => {
    const { kept, ofOrganization, revokedBefore, expired, revokedLater } = keys;
    const status = await listed();
    for (const { key_id } of [kept, ofOrganization, revokedLater])
      expect(status[key_id]).toEqual(['held', 'restored']);
    expect(status[expired.key_id]?.[0]).toBe('expired');
    expect(status[revokedBefore.key_id]).toEqual(['revoked', null]);
    expect(status[made.key_id]).toEqual(['active', null]);
    const table = await onTarget.text('key', 'list');
    expect(table.filter((line) => line.includes('held (restored)'))).toHaveLength(5);
    const { body } = await service.rest(made.key).get('/v1/keys').expect(200);
    const found = body.keys.find(({ key_id }: Key) => key_id === kept.key_id);
    expect(found).toMatchObject({ key_id: kept.key_id, status: 'held' });
    const { findings } = await doctor();
    expect(findings).toEqual([
      {
        check: 'keys',
        state: 'warning',
        message: expect.stringMatching(
          new RegExp(
            `^5 keys held since the database was restored: .*\\b${kept.key_id}, ${ofOrganization.key_id}, ${revokedLater.key_id}; requests with them get 401$`,
          ),
        ),
        remedy: expect.stringContaining('key confirm --all'),
      },
    ]);
  });

  const doctor = async () => {
    const { stdout } = await onTarget.run(['doctor', '--sample', '1', '--json']);
    const { findings } = JSON.parse(stdout);
    return { findings: findings.filter(({ check }: { check: string }) => check === 'keys') };
  };

  it('refuses to rotate a held key, which would make a key that works', async () => {
    const { key_id } = keys.revokedLater;
    const rotated = await service.rest(made.key).post(`/v1/keys/${key_id}/rotate`);
    expect(answer(rotated)).toEqual(
      problem(409, 'api_key_inactive', expect.stringContaining(`${key_id} is held`)),
    );
    expect(await onTarget.refusal('key', 'rotate', String(key_id))).toContain(`API key ${key_id} is held`);
  });

  it('confirms no key that is revoked, expired or unknown, and nothing beside it', async () => {
    const { kept, revokedBefore, expired } = keys;
    const before = await listed();
    const refusal = (id: number) => onTarget.refusal('key', 'confirm', String(kept.key_id), String(id));
    expect(await refusal(revokedBefore.key_id)).toBe(
      `company-data: key ${revokedBefore.key_id} is revoked and cannot come back; nothing was confirmed\n`,
    );
    expect(await refusal(expired.key_id)).toBe(
      `company-data: key ${expired.key_id} is expired and cannot come back; nothing was confirmed\n`,
    );
    expect(await refusal(9999)).toBe('company-data: no key has the id 9999; nothing was confirmed\n');
    expect(await onTarget.refusal('key', 'confirm')).toBe(
      'company-data: give the numbers of keys, or --all for every held key\n',
    );
    expect(await listed()).toEqual(before);
  });

  it('takes confirmed keys at once, one by one and then all, but none that was revoked meanwhile', async () => {
    const { kept, ofOrganization, revokedLater, revokedBefore, expired } = keys;
    expect(await onTarget.json('key', 'confirm', String(kept.key_id), String(kept.key_id))).toEqual({
      confirmed: numbers(kept),
    });
    expect(await statusWith(service, kept.key)).toBe(200);
    expect(await statusWith(service, ofOrganization.key)).toBe(401);
    // A repetition changes nothing.
    expect(await onTarget.json('key', 'confirm', String(kept.key_id))).toEqual({ confirmed: [] });
    await onTarget.json('key', 'revoke', String(revokedLater.key_id));
    const { confirmed } = await onTarget.json<{ confirmed: number[] }>('key', 'confirm', '--all');
    expect(confirmed.slice(-1)).toEqual(numbers(ofOrganization));
    expect(confirmed).toHaveLength(3);
    for (const key of [tenant.userKey, tenant.orgKey, kept.key, ofOrganization.key])
      expect(await statusWith(service, key)).toBe(200);
    for (const { key } of [revokedLater, revokedBefore, expired])
      expect(await account(service, key)).toEqual(INVALID);
    expect(await onTarget.text('key', 'confirm', '--all')).toEqual(['no key was held']);
    expect((await doctor()).findings).toEqual([{ check: 'keys', state: 'ok', message: 'none is held' }]);
  });

  it('has it all in the audit log', async () => {
    const { entries } = await onTarget.json<{ entries: { action: string; details: object }[] }>(
      'audit',
      '--limit',
      '100',
    );
    const of = (action: string) => entries.filter((entry) => entry.action === action);
    expect(of('database_restored').map(({ details }) => details)).toEqual([
      { keys_held: 5, keys_kept: false, sessions: 3, links: 1 },
    ]);
    expect(of('keys_held').map(({ details }) => details)).toEqual([
      { reason: 'restored', key_ids: expect.arrayContaining(numbers(keys.kept, keys.revokedLater)) },
    ]);
    expect(of('key_confirmed')).toHaveLength(4);
    expect(of('key_confirmed').at(-1)?.details).toMatchObject({
      key_id: keys.kept.key_id,
      reason: 'restored',
    });
  });
});

describe('restore --keep-keys', () => {
  let target: TestDatabase;
  let onTarget: Commands;
  let service: TestService;

  beforeAll(async () => {
    target = await createTestDatabase({ migrated: false });
    onTarget = commands.with({ DATABASE_URL: target.url });
    expect((await onTarget.text('restore', file, '--keep-keys')).slice(-2)).toEqual([
      'ended 3 sessions and 1 link to sign in',
      'no key is held',
    ]);
    service = await serve(target);
  });
  afterAll(() => service.close());

  it('leaves keys as in the backup, and ends sessions and links all the same', async () => {
    for (const key of [tenant.userKey, tenant.orgKey, keys.kept.key, keys.revokedLater.key])
      expect(await statusWith(service, key)).toBe(200);
    expect(await account(service, keys.revokedBefore.key)).toEqual(INVALID);
    for (const cookie of cookies) expect(await session(service, cookie)).toBe(401);
    expect(await byCode(service)).toBe(401);
  });

  it('is followed by recovered after a recovery by other means, which does the same beside servers', async () => {
    const cookie = await signIn(service, { key: keys.kept.key });
    const { body } = await service.rest(tenant.userKey).get('/v1/events?cursor=now');
    const before = await secretOf(target);
    expect(await onTarget.json('recovered', '--keep-keys')).toEqual({
      held_keys: 0,
      ended_sessions: 1,
      ended_links: 0,
    });
    expect(await secretOf(target)).not.toEqual(before);
    const lines = await onTarget.text('recovered');
    expect(lines).toEqual([
      'ended 0 sessions and 0 links to sign in',
      '5 keys are held: requests with them get 401, because they may have been revoked since',
      expect.stringMatching(/^next: .* key list shows them; .* key revoke ID .*, then .* key confirm --all$/),
    ]);
    // Another process has cached no key.
    const beside = await startTestService({ beside: service });
    expect(await account(beside, keys.kept.key)).toEqual(INVALID);
    expect(await session(beside, cookie)).toBe(401);
    await beside.close();
    await onTarget.json('key', 'confirm', '--all');
    const late = await service.rest(tenant.userKey).get(`/v1/events?cursor=${body.next_cursor}`);
    expect([late.status, late.body.detail.error]).toEqual([409, 'cursor_expired']);
  });
});

describe('a backup of an earlier release', () => {
  it('has its keys held from the moment at which they appear', async () => {
    const names = await migrationNames();
    const before = names.indexOf('20261128120000_expand_held_keys');
    const earlier = await createTestDatabase({ migrated: false });
    const target = await createTestDatabase({ migrated: false });
    const old = commands.with({ DATABASE_URL: earlier.url });
    const onTarget = commands.with({ DATABASE_URL: target.url });
    const path = join(folder, 'earlier.sql.gz');
    try {
      await migrate(earlier.url, { only: names.slice(0, before) });
      await earlier.pool.query(`
        INSERT INTO organization (name) VALUES ('Earlier');
        INSERT INTO api_key (kind, organization_id, prefix, hash) SELECT 'org', id, 'cds_org_abcd', '\\x01' FROM organization`);
      await old.json('backup', '--out', path);
      expect(await onTarget.json('restore', path)).toMatchObject({
        held_keys: 1,
        ended_sessions: 0,
        ended_links: 0,
      });
      const { keys: rows } = await onTarget.json<{ keys: ListedKey[] }>('key', 'list');
      expect(rows).toEqual([expect.objectContaining({ status: 'held', held_reason: 'restored' })]);
    } finally {
      await earlier.drop();
      await target.drop();
    }
  });
});
