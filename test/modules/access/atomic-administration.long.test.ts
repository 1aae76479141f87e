import { afterAll, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '../../../src/database/client.ts';
import { type Administration, createAdministration } from '../../../src/modules/access/administration.ts';
import { testClock } from '../../harness/clock.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { cutPower } from '../../harness/power-cut.ts';
import { START } from '../../harness/service.ts';

let made = 0;

const database = await createTestDatabase();
const own: Database = openDatabase({ url: database.url, poolSize: 2 });
const admin: Administration = createAdministration(own, testClock(START), 'ada');
afterAll(async () => {
  await own.close();
  await database.drop();
});

/** Everything that the commands of a test have written. */
async function stored() {
  const { rows } = await database.pool.query(`SELECT
    (SELECT json_agg(json_build_array(name, credit_balance) ORDER BY id) FROM organization) AS organizations,
    (SELECT json_agg(json_build_array(kind, amount, balance_after) ORDER BY id) FROM credit_entry) AS ledger,
    (SELECT count(*)::int FROM "user") AS users, (SELECT count(*)::int FROM api_key) AS keys,
    (SELECT count(*)::int FROM api_key WHERE revoked_at IS NOT NULL OR expires_at IS NOT NULL) AS ended,
    (SELECT count(*)::int FROM "user" WHERE disabled_at IS NOT NULL) AS disabled,
    (SELECT count(*)::int FROM "user" WHERE role = 'admin') AS admins, (SELECT count(*)::int FROM sign_in_link) AS links,
    (SELECT json_agg(json_build_array(action, details) ORDER BY id) FROM admin_event) AS events`);
  return rows[0];
}

interface Command {
  name: string;
  /** Makes what the command needs. @returns what runs it. */
  prepare: (organization: string) => Promise<() => Promise<unknown>>;
}

const user = (organization: string) => ({
  organization,
  email: `mia@${organization}.example`,
  name: 'Mia',
  admin: false,
});

const COMMANDS: readonly Command[] = [
  {
    name: 'org create with credits',
    prepare: async (name) => () => admin.createOrganization(`${name} two`, 100),
  },
  { name: 'credits grant', prepare: async (name) => () => admin.grantCredits(name, 5) },
  { name: 'user create', prepare: async (name) => () => admin.createUser(user(name)) },
  { name: 'key create', prepare: async (organization) => () => admin.createKey({ organization }, {}) },
  {
    name: 'key rotate',
    prepare: async (organization) => {
      const { apiKey } = await admin.createKey({ organization }, {});
      return () => admin.rotateKey(apiKey.id, { overlapSeconds: 60 });
    },
  },
  {
    name: 'key limit',
    prepare: async (organization) => {
      const { apiKey } = await admin.createKey({ organization }, {});
      return () => admin.limitKey(apiKey.id, 500);
    },
  },
  {
    name: 'user role',
    prepare: async (organization) => {
      const { email } = await admin.createUser(user(organization));
      return () => admin.setRole(email, 'admin');
    },
  },
  {
    name: 'user link',
    prepare: async (organization) => {
      const { email } = await admin.createUser(user(organization));
      return () => admin.makeLink(email, 'https://data.example');
    },
  },
  { name: 'user service', prepare: async (name) => () => admin.createServiceAccount(name, 'Import') },
  {
    name: 'user disable',
    prepare: async (organization) => {
      const { email } = await admin.createUser(user(organization));
      return () => admin.disableUser(email);
    },
  },
  {
    name: 'user operator',
    prepare: async (organization) => {
      const { email } = await admin.createUser(user(organization));
      return () => admin.setOperator(email, true);
    },
  },
];

describe('a command whose process dies at any statement', () => {
  it.each(COMMANDS.map((each) => [each.name, each] as const))(
    '%s stores all of its change with its audit events, or nothing',
    async (_name, { prepare }) => {
      for (const when of ['before', 'after'] as const) {
        for (let at = 0, happened = true; happened; at += 1) {
          const organization = `atomic-${++made}`;
          await admin.createOrganization(organization, 0);
          const run = await prepare(organization);
          const before = await stored();
          const cut = cutPower(database.pool, at, when);
          const isDone = await run().then(
            () => true,
            () => false,
          );
          await cut.restore();
          ({ happened } = cut);
          const after = await stored();
          const changed = Object.keys(after).filter(
            (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
          );
          expect({ when, at, stored: changed.includes('events') }).toEqual({
            when,
            at,
            stored: changed.length > 0,
          });
          if (isDone) expect(changed).toContain('events');
          for (const [name, balance] of after.organizations) {
            if (!name.endsWith(' two')) continue;
            expect(balance).toBe(100);
            expect(after.events).toContainEqual(['organization_created', { name }]);
          }
          const entries = after.ledger?.length ?? 0;
          const grants = after.events.filter(([action]: [string]) => action === 'credits_granted');
          expect(grants).toHaveLength(entries);
        }
      }
    },
  );
});

describe('an organization whose first credits are refused', () => {
  it('is not created, so that its name is free', async () => {
    const before = await stored();
    await expect(admin.createOrganization('Rich', 3_000_000_000)).rejects.toThrow();
    expect(await stored()).toEqual(before);
    expect(await admin.createOrganization('Rich', 7)).toMatchObject({ name: 'Rich', creditBalance: 7 });
  });
});
