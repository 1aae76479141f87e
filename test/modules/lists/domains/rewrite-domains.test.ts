import { beforeEach, describe, expect, it } from '@jest/globals';
import { migrateData, REWRITE_DOMAINS } from '../../../../src/commands/data-migrations.ts';
import { runDataMigration } from '../../../../src/database/data-migration.ts';
import { cleanDomain, isStorable } from '../../../../src/lib/domain-name.ts';
import { useService } from '../../../harness/use-service.ts';
import { seedSmallCatalogue } from '../../filters/support.ts';
import { createList } from '../operations.ts';
import { INVALID, VALID } from './pasted-inputs.ts';

const { service, tenant } = useService('rewriters', { seed: seedSmallCatalogue });
let listId: number;
let otherId: number;

beforeEach(async () => {
  await service.database.pool.query('DELETE FROM data_migration');
  listId = await createList(service, tenant.userKey, 'Rewritten');
  otherId = await createList(service, tenant.userKey, 'Other');
});

/** Stores a row as earlier builds did. @param day of the action */
const store = (list: number, domain: string, kind: 'added' | 'excluded' = 'added', day = 1) =>
  service.database.pool.query('INSERT INTO list_domain VALUES ($1, $2, $3, $4, $5)', [
    list,
    domain,
    kind,
    tenant.userId,
    new Date(Date.UTC(2026, 0, day)),
  ]);

/** The rows of a list, as kind, domain and day. */
async function stored(list: number): Promise<string[]> {
  const { rows } = await service.database.pool.query(
    'SELECT domain, kind, added_at FROM list_domain WHERE list_id = $1 ORDER BY domain COLLATE "C"',
    [list],
  );
  return rows.map(({ domain, kind, added_at: at }) => `${kind} ${domain} ${at.getUTCDate()}`);
}

async function revision(list: number): Promise<number> {
  const { rows } = await service.database.pool.query('SELECT revision FROM list WHERE id = $1', [list]);
  return rows[0].revision;
}

const migrateDomains = () => migrateData(service.database.url);

/** The form in which earlier builds stored a text; undefined if they refused it. */
function formerly(text: string): string | undefined {
  const domain = cleanDomain(text).domain;
  return domain !== undefined && isStorable(domain) ? domain : undefined;
}

describe('the rewriting of stored domains', () => {
  it('gives each the form in which it is added now, and leaves alone what is no domain', async () => {
    const valid = VALID.filter(([input]) => formerly(input) !== undefined);
    const invalid = INVALID.flatMap(([input]) => formerly(input) ?? []);
    expect([valid.length, invalid.length]).toEqual([56, 49]);
    for (const text of [...valid.map(([input]) => formerly(input) ?? ''), ...invalid])
      await store(listId, text);
    await migrateDomains();
    const expected = [...valid.map(([, domain]) => domain), ...invalid].map((domain) => `added ${domain} 1`);
    expect(new Set(await stored(listId))).toEqual(new Set(expected));
  });

  it('keeps the latest action on domains that become the same, in each list by itself', async () => {
    await store(listId, 'acme.example', 'excluded', 1);
    await store(listId, 'https://acme.example/', 'added', 2);
    await store(listId, 'beta.example', 'added', 5);
    await store(listId, 'beta.example:80', 'excluded', 4);
    await store(listId, 'jane@gamma.example', 'added', 6);
    await store(listId, 'gamma.example.', 'excluded', 7);
    await store(otherId, 'http://acme.example', 'excluded', 3);
    await migrateDomains();
    expect(await stored(listId)).toEqual([
      'added acme.example 2',
      'added beta.example 5',
      'excluded gamma.example 7',
    ]);
    expect(await stored(otherId)).toEqual(['excluded acme.example 3']);
  });

  it('makes the members of changed lists stale, and of no others', async () => {
    const members = async (list: number) => {
      const { body } = await service.rest(tenant.userKey).get(`/v1/lists/${list}/members`);
      return body.members.map(({ slug }: { slug: string }) => slug);
    };
    await store(listId, 'https://www.hub.example/about');
    await store(otherId, 'delta.example');
    expect([await members(listId), await members(otherId)]).toEqual([[], ['delta']]);
    const before = await revision(otherId);
    await migrateDomains();
    expect([await members(listId), await members(otherId)]).toEqual([['hub'], ['delta']]);
    expect(await revision(otherId)).toBe(before);
  });

  it('goes through any number of rows, in parts', async () => {
    await service.database.pool.query(
      `INSERT INTO list_domain SELECT $1, format('https://host%s.example/x', n), 'added', $2, now()
       FROM generate_series(1, 2500) n`,
      [listId, tenant.userId],
    );
    await migrateDomains();
    const { rows } = await service.database.pool.query(
      `SELECT count(*)::int AS total, bool_and(domain ~ '^host[0-9]+\\.example$') AS rewritten
       FROM list_domain WHERE list_id = $1`,
      [listId],
    );
    expect(rows).toEqual([{ total: 2500, rewritten: true }]);
  });

  it('runs once, however many processes start together, and is recorded', async () => {
    await store(listId, 'https://acme.example/');
    const run = () => runDataMigration(service.database.url, REWRITE_DOMAINS);
    const ran = await Promise.all([run(), run(), run()]);
    expect(ran.filter(Boolean)).toEqual([true]);
    expect(await stored(listId)).toEqual(['added acme.example 1']);
    const { rows } = await service.database.pool.query('SELECT name FROM data_migration');
    expect(rows).toEqual([{ name: 'rewrite_list_domains' }]);
    const before = await revision(listId);
    await store(listId, 'https://later.example/');
    await migrateDomains();
    expect(await stored(listId)).toEqual(['added acme.example 1', 'added https://later.example/ 1']);
    expect(await revision(listId)).toBe(before);
  });

  it('runs again after a crash, and changes nothing that was rewritten before', async () => {
    await store(listId, 'https://www.www.acme.example/');
    await store(listId, 'www.beta.example');
    const crash = async () => {
      throw new Error('crashed');
    };
    const crashed = runDataMigration(service.database.url, {
      name: REWRITE_DOMAINS.name,
      run: (client) => REWRITE_DOMAINS.run(client).then(crash),
    });
    await expect(crashed).rejects.toThrow('crashed');
    const once = await stored(listId);
    expect(once).toEqual(['added www.acme.example 1', 'added www.beta.example 1']);
    const before = await revision(listId);
    expect(await runDataMigration(service.database.url, REWRITE_DOMAINS)).toBe(true);
    expect([await stored(listId), await revision(listId)]).toEqual([once, before]);
  });
});
