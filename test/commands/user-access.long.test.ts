import { hash } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startCommands } from '../harness/commands.ts';
import { run } from '../harness/process.ts';
import { startTestService, type Tenant } from '../harness/service.ts';

const service = await startTestService();
const commands = startCommands({ DATABASE_URL: service.database.url });
let tenant: Tenant;
let tenants = 0;

beforeEach(async () => {
  tenants += 1;
  tenant = await service.createTenant(`acme${tenants}`);
});
afterAll(async () => {
  await commands.close();
  await service.close();
});

/** Reads the entries that commands left in the audit log after the tenant was created. */
async function audit() {
  const { rows } = await service.database.pool.query(
    `SELECT action, operator IS NOT NULL AS "hasOperator", details FROM admin_event
     WHERE organization_id = $1 AND operator <> 'unknown' ORDER BY id`,
    [tenant.organizationId],
  );
  return rows;
}

async function linksOf(userId: number) {
  const { rows } = await service.database.pool.query(
    'SELECT hash, expires_at AS "expiresAt", expires_at - created_at AS lifetime FROM sign_in_link WHERE user_id = $1',
    [userId],
  );
  return rows;
}

const roleOf = async (userId: number) =>
  (await service.database.pool.query('SELECT role FROM "user" WHERE id = $1', [userId])).rows[0].role;

describe('user link', () => {
  it('makes a link to PUBLIC_URL that works for 72 hours, with and without --json', async () => {
    const online = commands.with({ PUBLIC_URL: 'https://data.acme.example/' });
    const made = await online.json<{ link: string; expires_at: string }>(
      'user',
      'link',
      '--email',
      tenant.email,
    );
    expect(made).toEqual({
      link: expect.stringMatching(/^https:\/\/data\.acme\.example\/#code=[\w-]{43}$/),
      expires_at: expect.stringMatching(/Z$/),
    });
    const stored = {
      hash: hash('sha256', made.link.replace(/.*#code=/, ''), 'buffer'),
      expiresAt: new Date(made.expires_at),
    };
    expect(await linksOf(tenant.userId)).toEqual([
      { ...stored, lifetime: expect.objectContaining({ days: 3 }) },
    ]);
    expect(await commands.text('user', 'link', '--email', tenant.email.toUpperCase())).toEqual([
      `made a link for user ${tenant.userId} <${tenant.email}>. It is shown only once, and signs in once:`,
      expect.stringMatching(/^http:\/\/localhost:4000\/#code=[\w-]{43}$/),
      expect.stringMatching(/^It works until \d{4}-.*Z\.$/),
      'Is the server not at http://localhost:4000? Then run this with its PUBLIC_URL, or else its PORT.',
    ]);
    const entry = {
      action: 'link_made',
      hasOperator: true,
      details: { user_id: tenant.userId, email: tenant.email, expires_at: expect.any(String) },
    };
    expect(await audit()).toEqual([entry, entry]);
  });

  it('says what to do instead for a user who is unknown, disabled or a service account', async () => {
    const { userId } = await service.createColleague(tenant, 'Mia');
    const mia = `mia@${tenant.name}.example`;
    await service.admin.disableUser(mia);
    const { id, email } = await service.admin.createServiceAccount(tenant.name, 'Import');
    const refusal = (address: string) => commands.refusal('user', 'link', '--email', address);
    expect(await refusal('bob@acme.example')).toBe(
      'company-data: no user has the e-mail address "bob@acme.example"; create one with: user create\n',
    );
    expect(await refusal(mia)).toBe(
      `company-data: the user "${mia}" is disabled, and a link would not work; enable the user first: user enable --email ${mia}\n`,
    );
    expect(await refusal(email)).toBe(
      `company-data: "${email}" is a service account, as which nobody signs in; create a key instead: key create --user ${email}\n`,
    );
    expect([await linksOf(userId), await linksOf(id), await audit()]).toEqual([[], [], []]);
  });
});

describe('user role', () => {
  it('makes a member an admin, and demotes even the last admin', async () => {
    const { userId, email } = await service.createColleague(tenant, 'Mia');
    const role = (address: string, to: string) => ['user', 'role', '--email', address, '--role', to];
    expect(await commands.json(...role(email, 'admin'))).toEqual({ user_id: userId, email, role: 'admin' });
    expect(await roleOf(userId)).toBe('admin');
    expect(await commands.text(...role(email, 'member'))).toEqual([
      `user ${userId} <${email}> is member, on every server within 5 seconds`,
    ]);
    // A repetition leaves no entry.
    await commands.json(...role(email, 'member'));
    await commands.json(...role(tenant.email, 'member'));
    expect([await roleOf(userId), await roleOf(tenant.userId)]).toEqual(['member', 'member']);
    const entry = (user_id: number, address: string, from: string, to: string) => ({
      action: 'user_role_changed',
      hasOperator: true,
      details: { user_id, email: address, from, to },
    });
    expect(await audit()).toEqual([
      entry(userId, email, 'member', 'admin'),
      entry(userId, email, 'admin', 'member'),
      entry(tenant.userId, tenant.email, 'admin', 'member'),
    ]);
  });

  it('refuses other roles, and service accounts', async () => {
    const { id, email } = await service.admin.createServiceAccount(tenant.name, 'Import');
    expect(await commands.refusal('user', 'role', '--email', email, '--role', 'admin')).toBe(
      `company-data: "${email}" is a service account, and those are members; nothing was changed\n`,
    );
    const args = ['user', 'role', '--email', tenant.email, '--role', 'owner'];
    const { code, stderr } = await run(args, { DATABASE_URL: service.database.url });
    expect([code, stderr]).toEqual([1, expect.stringContaining('Allowed choices are member, admin')]);
    expect([await roleOf(id), await roleOf(tenant.userId), await audit()]).toEqual(['member', 'admin', []]);
  });
});

describe('user service', () => {
  it('creates a service account, whose keys key create makes', async () => {
    const made = await commands.json<{ user_id: number; email: string }>(
      ...['user', 'service', '--org', tenant.name, '--name', 'Nightly import'],
    );
    const { user_id, email } = made;
    expect(made).toEqual({
      user_id,
      email: expect.stringMatching(/^nightly-import-[0-9a-f]{12}@service\.invalid$/),
      role: 'member',
      kind: 'service',
    });
    const { key } = await commands.json<{ key: string }>('key', 'create', '--user', email);
    expect((await service.rest(key).get('/v1/account')).body.user).toEqual({
      user_id,
      name: 'Nightly import',
      email,
      role: 'member',
      kind: 'service',
    });
    const { users } = await commands.json<{ users: unknown[] }>('user', 'list', '--org', tenant.name);
    expect(users).toMatchObject([
      { user_id: tenant.userId, kind: 'person', role: 'admin' },
      { user_id, kind: 'service', role: 'member', keys: 1 },
    ]);
    expect((await audit())[0]).toEqual({
      action: 'user_created',
      hasOperator: true,
      details: { user_id, email, role: 'member', kind: 'service' },
    });
    expect(await commands.text('user', 'service', '--org', tenant.name, '--name', 'Other')).toEqual([
      expect.stringMatching(
        new RegExp(
          `^created service account \\d+ <other-\\w{12}@service\\.invalid>, member of "${tenant.name}"$`,
        ),
      ),
      expect.stringMatching(/^Create its key: key create --user other-\w{12}@service\.invalid$/),
    ]);
  });

  it('needs a name and an organization that exists', async () => {
    const refusal = (org: string, name: string) =>
      commands.refusal('user', 'service', '--org', org, '--name', name);
    expect(await refusal(tenant.name, '  ')).toBe('company-data: --name: must have 1 to 200 characters\n');
    const near = `${tenant.name}x`;
    expect(await refusal(near, 'Import')).toMatch(
      new RegExp(
        `^company-data: no organization is named "${near}"; did you mean "${tenant.name}"(?: or "[^"]+")*\\? Otherwise, create it with: org create --name "${near}"\\n$`,
      ),
    );
    expect(await refusal('Nobody', 'Import')).toBe(
      'company-data: no organization is named "Nobody"; create it with: org create --name "Nobody"\n',
    );
    expect(await audit()).toEqual([]);
  });
});
