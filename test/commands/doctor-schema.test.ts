import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Commands, startCommands } from '../harness/commands.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { seedPlain } from '../harness/seed.ts';

let database: TestDatabase;
let commands: Commands;

beforeAll(async () => {
  database = await createTestDatabase();
  commands = startCommands({ DATABASE_URL: database.url, PORT: '0' });
  for (const slug of ['one', 'two']) await seedPlain(database.pool, slug);
  await commands.json('org', 'create', '--name', 'Acme Sales', '--credits', '25');
});
afterAll(async () => {
  await commands.close();
  await database.drop();
});

/** Breaks something, runs the doctor and repairs it. @returns the finding of a check. */
async function broken(check: string, breakIt: string, repair: string): Promise<unknown> {
  await database.pool.query(breakIt);
  try {
    return await findingOf(check);
  } finally {
    await database.pool.query(repair);
  }
}

async function findingOf(check: string): Promise<unknown> {
  const { stdout } = await commands.run(['doctor', '--json']);
  const { findings }: { findings: { check: string }[] } = JSON.parse(stdout);
  return findings.find((each) => each.check === check);
}

describe('the doctor', () => {
  it('finds a table that is missing and one that no migration made', async () => {
    const missing = await broken(
      'schema',
      'ALTER TABLE list_event RENAME TO note',
      'ALTER TABLE note RENAME TO list_event',
    );
    expect(missing).toEqual({
      check: 'schema',
      state: 'failure',
      message: 'the database lacks the table list_event',
      remedy: 'restore a backup into a new database: npm run cli -- restore',
    });
    const elsewhere = await broken(
      'schema',
      'CREATE SCHEMA aside; ALTER TABLE rate_limit SET SCHEMA aside',
      'ALTER TABLE aside.rate_limit SET SCHEMA public; DROP SCHEMA aside',
    );
    expect(elsewhere).toMatchObject({ message: 'the database lacks the table rate_limit' });
    const foreign = await broken('schema', 'CREATE TABLE note (id serial)', 'DROP TABLE note');
    expect(foreign).toEqual({
      check: 'schema',
      state: 'warning',
      message: 'no migration made the table note, so backups leave it out',
      remedy: 'move it to another schema',
    });
  });

  it('finds sequences that are behind the ids that are stored, retired ones too, and what sets them right', async () => {
    const { rows } = await database.pool.query(
      'SELECT max(id) AS id, (SELECT max(id) FROM organization) AS organization FROM company',
    );
    const [{ id, organization }] = rows;
    const behind = await broken(
      'sequences',
      `SELECT setval('company_id_seq', ${id}), setval('organization_id_seq', ${organization}, false);
       INSERT INTO retired_company (id, slug, name) VALUES (${id + 7}, 'retired', 'Retired')`,
      `DELETE FROM retired_company WHERE slug = 'retired'; SELECT setval('organization_id_seq', ${organization})`,
    );
    expect(behind).toEqual({
      check: 'sequences',
      state: 'failure',
      message: `inserts will fail: company_id_seq is at ${id}, company at ${id + 7}; organization_id_seq is at 0, organization at ${organization}`,
      remedy: `run in psql: SELECT setval('company_id_seq', ${id + 7}); SELECT setval('organization_id_seq', ${organization});`,
    });
    expect(await findingOf('sequences')).toMatchObject({ state: 'ok' });
  });
});
