import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { migrateData, NORMALIZE_DOMAINS } from '../../../src/commands/data-migrations.ts';
import { runDataMigration } from '../../../src/database/data-migration.ts';
import { readIndexStatus, rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { seedCompany, seedPartnership, seedTechnologies, unlockCompanies } from '../../harness/seed.ts';
import { startTestService, type Tenant, type TestService } from '../../harness/service.ts';
import { condition, definition } from '../filters/support.ts';
import { createList } from '../lists/operations.ts';
import { dumpCatalogue, emptyCatalogue, readCompanies, readDetections, readPartnerships } from './support.ts';

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startTestService();
  tenant = await service.createTenant('normalizers');
});
beforeEach(async () => {
  await emptyCatalogue(pool());
  await pool().query('TRUNCATE retired_company, company_unlock; DELETE FROM data_migration');
  await rebuildIndex(pool());
});
afterAll(() => service.close());

const pool = () => service.database.pool;
const run = () => runDataMigration(service.database.url, NORMALIZE_DOMAINS);
const seed = (slug: string, ...domains: [string, ...string[]]) =>
  seedCompany(pool(), { name: slug.toUpperCase(), slug, domains });

const view = (slug: string, ...domains: string[]) => ({
  name: slug.toUpperCase(),
  slug,
  domains,
  investors: [],
});

async function readRetired(): Promise<unknown[]> {
  const { rows } = await pool().query(
    'SELECT id, slug, primary_domain, merged_into FROM retired_company ORDER BY id',
  );
  return rows;
}

const retire = (id: number, slug: string, domain: string, day: number) =>
  pool().query(
    `INSERT INTO retired_company (id, slug, name, primary_domain, retired_at)
     VALUES ($1, $2, $2, $3, $4)`,
    [id, slug, domain, new Date(Date.UTC(2026, 0, day))],
  );

async function matches(operator: string, value: string): Promise<string[]> {
  const body = { definition: definition(condition('domain', operator, [value])), sample: 25 };
  const response = await service.rest(tenant.userKey).post('/v1/lists/preview', body);
  return response.body.sample.map(({ slug }: { slug: string }) => slug);
}

describe('the domains of companies', () => {
  it('get their normal form; those that cannot be host names stay', async () => {
    await seed('books', 'bücher.example', 'книги.рф', 'plain.example');
    await seed('www', 'www.münchen.example', 'ｗｉｄｅ.example');
    await seed('odd', '192.168.1.1', 'ü$.example', '-x.example', 'a!b.example', '*.ü.example');
    await rebuildIndex(pool());
    expect(await matches('ends_with', '.xn--p1ai')).toEqual([]);
    const { version } = await readIndexStatus(pool());
    expect(await run()).toBe(true);
    expect(await readCompanies(pool())).toEqual({
      'xn--bcher-kva.example': view(
        'books',
        'xn--bcher-kva.example',
        'xn--c1ajbfp.xn--p1ai',
        'plain.example',
      ),
      'www.xn--mnchen-3ya.example': view('www', 'www.xn--mnchen-3ya.example', 'wide.example'),
      '192.168.1.1': view('odd', '192.168.1.1', 'ü$.example', '-x.example', 'a!b.example', '*.ü.example'),
    });
    expect((await readIndexStatus(pool())).version).toBe(version + 1);
    expect(await matches('ends_with', '.рф')).toEqual(['books']);
    expect((await service.rest(tenant.userKey).get('/v1/companies/ü$.example')).body.slug).toBe('odd');
    const before = await dumpCatalogue(pool());
    await pool().query('DELETE FROM data_migration');
    expect([await run(), await run()]).toEqual([true, false]);
    expect(await dumpCatalogue(pool())).toEqual(before);
  });

  it('change nothing where all are normal: the index keeps its version', async () => {
    await seed('plain', 'plain.example', 'xn--bcher-kva.example', '127.0.0.1', 'under_score.example');
    await retire(90, 'gone', 'gone.example', 1);
    await rebuildIndex(pool());
    const before = [await dumpCatalogue(pool()), await readRetired(), await readIndexStatus(pool())];
    await migrateData(service.database.url);
    expect([await dumpCatalogue(pool()), await readRetired(), await readIndexStatus(pool())]).toEqual(before);
  });

  it('of one company become one domain, with a new count', async () => {
    await seed('both', 'other.example', 'xn--bcher-kva.example', 'bücher.example', 'last.example');
    await seed('first', 'münchen.example', 'xn--mnchen-3ya.example');
    await run();
    expect(await readCompanies(pool())).toEqual({
      'other.example': view('both', 'other.example', 'xn--bcher-kva.example', 'last.example'),
      'xn--mnchen-3ya.example': view('first', 'xn--mnchen-3ya.example'),
    });
  });

  it('stay with the smallest id if they are secondary domains of several companies', async () => {
    await seed('a', 'a.example', 'xn--bcher-kva.example');
    await seed('b', 'b.example', 'bücher.example', 'b.test');
    await run();
    expect(await readCompanies(pool())).toEqual({
      'a.example': view('a', 'a.example', 'xn--bcher-kva.example'),
      'b.example': view('b', 'b.example', 'b.test'),
    });
  });
});

describe('companies that turn out to be one', () => {
  it('merge into the smallest id with all that they have', async () => {
    const kept = await seed('kept', 'bücher.example', 'kept.example');
    const twin = await seed('twin', 'xn--bcher-kva.example', 'twin.example');
    const third = await seed('third', 'third.example', 'BÜCHER.example');
    const fourth = await seed('fourth', 'ｔｈｉｒｄ.example');
    const other = await seed('other', 'other.example');
    await seedTechnologies(pool(), kept, [
      { key: 'grid', count: 2, first: '2025-01-01', last: '2025-02-01' },
    ]);
    await seedTechnologies(pool(), twin, [
      { key: 'grid', count: 3, first: '2024-01-01', last: '2025-01-01' },
    ]);
    await seedPartnership(pool(), kept, twin);
    await seedPartnership(pool(), fourth, other, { count: 7 });
    await pool().query(
      `INSERT INTO partnership_observation (observer_id, partner_id, first_observed_at, last_observed_at, observation_count)
       VALUES ($1, $2, '2024-01-01', '2024-06-01', 1), ($3, $4, '2024-01-01', '2024-06-01', 7)`,
      [kept, twin, fourth, other],
    );
    await unlockCompanies(pool(), tenant.organizationId, [third], '2099-01-01T00:00:00Z');
    await rebuildIndex(pool());
    const listId = await createList(
      service,
      tenant.userKey,
      'Twins',
      definition(condition('technology', 'any_of', ['grid'])),
    );
    const members = async (query = '') =>
      (await service.rest(tenant.userKey).get(`/v1/lists/${listId}/members${query}`)).body.members.map(
        ({ slug }: { slug: string }) => slug,
      );
    expect(await members()).toEqual(['kept', 'twin']);
    await run();
    expect(await readCompanies(pool())).toEqual({
      'xn--bcher-kva.example': view(
        'kept',
        'xn--bcher-kva.example',
        'kept.example',
        'twin.example',
        'third.example',
      ),
      'other.example': view('other', 'other.example'),
    });
    expect(await readRetired()).toEqual([
      { id: twin, slug: 'twin', primary_domain: null, merged_into: kept },
      { id: third, slug: 'third', primary_domain: null, merged_into: kept },
      { id: fourth, slug: 'fourth', primary_domain: null, merged_into: kept },
    ]);
    expect(await readDetections(pool())).toEqual({
      'xn--bcher-kva.example grid': {
        count: 3,
        first: '2024-01-01T00:00:00.000Z',
        last: '2025-02-01T00:00:00.000Z',
      },
    });
    expect(Object.keys(await readPartnerships(pool()))).toEqual([
      'other.example xn--bcher-kva.example',
      'xn--bcher-kva.example other.example',
    ]);
    const former = await pool().query('SELECT domain, from_merge FROM company_domain WHERE was_primary');
    expect(former.rows).toEqual([{ domain: 'third.example', from_merge: true }]);
    // An unlock stays with the company that it was bought for, and opens the survivor (decision 36).
    const { rows } = await pool().query(
      'SELECT r.merged_into AS company_id FROM company_unlock u JOIN retired_company r ON r.id = u.company_id',
    );
    expect(rows).toEqual([{ company_id: kept }]);
    expect(await members('?force_refresh=true')).toEqual(['kept']);
  });
});

describe('the domain of a retired company', () => {
  it('gets its normal form, unless another company has that', async () => {
    await seed('live', 'bücher.example');
    await retire(90, 'free', 'книги.рф', 1);
    await retire(91, 'taken', 'xn--bcher-kva.example', 1);
    await retire(92, 'earlier', 'münchen.example', 1);
    await retire(93, 'later', 'xn--mnchen-3ya.example', 2);
    await run();
    expect(await readRetired()).toEqual([
      { id: 90, slug: 'free', primary_domain: 'xn--c1ajbfp.xn--p1ai', merged_into: null },
      { id: 91, slug: 'taken', primary_domain: null, merged_into: null },
      { id: 92, slug: 'earlier', primary_domain: null, merged_into: null },
      { id: 93, slug: 'later', primary_domain: 'xn--mnchen-3ya.example', merged_into: null },
    ]);
  });
});
