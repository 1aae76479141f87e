import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { migrate } from '../../src/database/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { FORMER_DIR } from './former-migrations.ts';

const FIRST = '20261122010000_quotas';
let dir: string;
let database: TestDatabase;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'migrations-'));
  await cp(FORMER_DIR, dir, { recursive: true });
  const later = (await readdir(dir)).filter((name) => /^\d/.test(name) && name >= FIRST);
  for (const name of later) await rm(join(dir, name), { recursive: true });
  database = await createTestDatabase({ migrated: false });
});
afterAll(async () => {
  await database.drop();
  await rm(dir, { recursive: true });
});

test('the former migration counts existing lists, definitions and records, and the counts stay', async () => {
  const { pool } = database;
  await migrate(database.url, { dir });
  await pool.query(`
    INSERT INTO organization (id, name) VALUES (1, 'with'), (2, 'without');
    INSERT INTO "user" (id, organization_id, email, name) VALUES (1, 1, 'a@b.example', 'A');
    INSERT INTO api_key (id, kind, organization_id, prefix, hash) VALUES (1, 'org', 1, 'cds', '\\x01');
    INSERT INTO list (id, organization_id, owner_id, name, created_at, updated_at)
      VALUES (1, 1, 1, 'one', now(), now()), (2, 1, 1, 'two', now(), now());
    INSERT INTO list_definition (list_id, version, registry_version, root, author_id, created_at)
      VALUES (1, 1, '1', NULL, 1, now()), (1, 2, '1', '{"or":  ["é"]}', 1, now()), (2, 1, '1', NULL, 1, now());
    INSERT INTO idempotency_record (organization_id, api_key_id, slot, key, route, fingerprint, lease_until, effects, status,
      headers, body, created_at, expires_at)
      VALUES (1, 1, '\\x01', 'key', 'POST /x', '\\x01', now(), ARRAY['\\x0102'::bytea, '\\x03'::bytea], NULL, NULL, NULL, now(), now()),
        (1, 1, '\\x02', 'key', 'POST /x', '\\x01', now(), '{}', 200, '{}', '\\x010203', now(), now())`);
  await migrate(database.url, { dir: FORMER_DIR });
  await migrate(database.url);
  const bytes = Buffer.byteLength('{"or":  ["é"]}');
  expect((await pool.query('SELECT * FROM organization_usage')).rows).toEqual([
    { organization_id: 1, lists: 2, definition_bytes: String(bytes + 3) },
  ]);
  expect((await pool.query('SELECT bytes FROM list_definition ORDER BY list_id, version')).rows).toEqual([
    { bytes: 1 },
    { bytes: bytes + 1 },
    { bytes: 1 },
  ]);
  expect((await pool.query('SELECT bytes FROM idempotency_record ORDER BY id')).rows).toEqual([
    { bytes: 512 + 10 + 3 },
    { bytes: 512 + 10 + 2 + 3 },
  ]);
});
