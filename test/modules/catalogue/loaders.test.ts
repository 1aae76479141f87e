import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '../../../src/database/client.ts';
import type { RanStatement } from '../../../src/database/driver/observer.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { Fault } from '../../../src/lib/fault.ts';
import { firstRows, type Key } from '../../../src/lib/page.ts';
import type { Owner } from '../../../src/lib/principal.ts';
import { OperationScope, readFromPrimary, runWith } from '../../../src/lib/request-context.ts';
import type { Partnership } from '../../../src/modules/catalogue/company.ts';
import { createLoaderSource, spreadResults } from '../../../src/modules/catalogue/loaders.ts';
import { createCatalogueService } from '../../../src/modules/catalogue/service.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';

let database: TestDatabase;
let opened: Database;
const ran: RanStatement[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(
    `INSERT INTO company (id, name, slug, primary_domain)
     SELECT n, 'Company ' || n, 'company-' || n, 'company-' || n || '.example' FROM generate_series(1, 2500) n`,
  );
  await database.pool.query(
    `INSERT INTO company_domain (domain, company_id, is_primary, position)
     SELECT primary_domain, id, true, 0 FROM company WHERE id < 10`,
  );
  opened = openDatabase({ url: database.url, poolSize: 2, listener: { ran: (one) => ran.push(one) } });
});
beforeEach(() => {
  ran.length = 0;
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

const codeOf = (error: unknown) => (error instanceof Fault ? error.code : error);
const idsTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe('look-ups of one turn', () => {
  it('read up to a hundred identifiers of a kind in one statement, and each gets its own answer', async () => {
    const catalogue = createCatalogueService(opened.pool);
    const look = (identifier: string) => catalogue.getCompany(identifier).then(({ name }) => name, codeOf);
    const bySlug = idsTo(150).map((id) => look(`company-${id}`));
    const odd = ['Company-7', 'unknown', 'a"b\\c,{d}', ' company-7 ', 'nul\0'].map(look);
    const byDomain = ['company-8.example', 'www.COMPANY-9.example', 'unknown.example'].map(look);
    expect(await Promise.all(bySlug)).toEqual(idsTo(150).map((id) => `Company ${id}`));
    const [none, unknown] = ['company_not_found', 'company_not_found'];
    expect(await Promise.all(odd)).toEqual(['Company 7', none, none, 'Company 7', none]);
    expect(await Promise.all(byDomain)).toEqual(['Company 8', 'Company 9', unknown]);
    expect(ran.map(({ name, rows }) => `${name} ${rows}`).sort()).toEqual([
      'companies_by_domain 2',
      'companies_by_former_slug 0',
      'companies_by_slug 100',
      'companies_by_slug 50',
    ]);
  });

  it('stay apart from those that must read from the primary', async () => {
    const catalogue = createCatalogueService(opened.pool);
    const look = () => catalogue.getCompany('company-1');
    await Promise.all([look(), readFromPrimary(look), look(), readFromPrimary(look)]);
    expect(ran.map(({ name }) => name)).toEqual(['companies_by_slug', 'companies_by_slug']);
  });

  it('go on for the others when one of them is stopped', async () => {
    const catalogue = createCatalogueService(opened.pool);
    const [first, second] = [new OperationScope(), new OperationScope()];
    const look = (operation: OperationScope) =>
      runWith({ operation }, () => catalogue.getCompany('company-1'));
    const results = [look(first), look(second)];
    first.stop(new Error('gone'));
    const [stopped, other] = await Promise.allSettled(results);
    expect(stopped).toEqual({ status: 'rejected', reason: new Error('gone') });
    expect(other).toMatchObject({ status: 'fulfilled', value: { slug: 'company-1' } });
    expect(ran).toHaveLength(1);
  });

  it('wait for no share of the pool, whichever organization asked first', async () => {
    const fair = openDatabase({ url: database.url, poolSize: 3, isFair: true });
    const of = (owner: Owner) => new OperationScope(owner);
    // One organization has all connections that it may have.
    const held = await Promise.all(
      ['o1', 'o1'].map(() => runWith({ operation: of('o1') }, () => fair.pool.connect())),
    );
    try {
      const catalogue = createCatalogueService(fair.pool);
      const look = (owner: Owner, identifier: string) =>
        runWith({ operation: of(owner) }, () => catalogue.getCompany(identifier));
      const found = await Promise.all([look('o1', 'company-1'), look('o2', 'company-2')]);
      expect(found.map(({ slug }) => slug)).toEqual(['company-1', 'company-2']);
      expect(fair.pool.waitingCount).toBe(0);
    } finally {
      for (const client of held) client.release();
      await fair.close();
    }
  });
});

describe('keys loaded in the same tick', () => {
  it.each([
    [1_000, 1],
    [1_001, 2],
    // One more looks for the id that no company has among those that were merged.
    [2_501, 4],
  ])('read %i companies in %i statements', async (count, statements) => {
    const { company } = createLoaderSource(opened.pool, systemClock)({ organizationId: 1 });
    const found = await company.loadMany(idsTo(count));
    expect(found.map((each) => (each && 'slug' in each ? each.slug : null))).toEqual(
      idsTo(count).map((id) => (id <= 2_500 ? `company-${id}` : null)),
    );
    expect(ran).toHaveLength(statements);
  });

  it('read the technologies of 1,500 companies in two statements', async () => {
    const { technologySlice } = createLoaderSource(opened.pool, systemClock)({ organizationId: 1 });
    const keys = idsTo(1_500).map((companyId) => ({ companyId, ...firstRows(10) }));
    expect(await technologySlice.loadMany(keys)).toEqual(keys.map(() => []));
    expect(ran).toHaveLength(2);
  });

  it('of several requests read the technologies of one company each in one statement', async () => {
    await database.pool.query(`INSERT INTO technology (id, tech_key, display_name) VALUES (1, 'go', 'Go')`);
    await database.pool.query(
      `INSERT INTO company_technology (company_id, technology_id, detection_count, first_seen, last_seen)
       SELECT n, 1, n, '2025-01-01Z', '2025-06-01Z' FROM generate_series(1, 4) n`,
    );
    const loadersFor = createLoaderSource(opened.pool, systemClock);
    const read = (companyId: number, after?: Key) =>
      loadersFor({ organizationId: 1 }).technologySlice.load({ companyId, ...firstRows(5), after });
    const pages = await Promise.all([read(1), read(2), read(2), read(9), read(3, [3, 'go'])]);
    expect(pages.map((page) => page.map(({ detectionCount }) => detectionCount))).toEqual([
      [1],
      [2],
      [2],
      [],
      [],
    ]);
    expect(ran.map(({ name, rows }) => [name, rows])).toEqual([
      ['technology_pages', 2],
      ['technology_page_after', 0],
    ]);
  });

  it('read all partners of one company and of many in one statement each, and alike', async () => {
    await database.pool.query(
      `INSERT INTO partnership (company_id, partner_id, first_observed_at, last_observed_at, observation_count)
       SELECT c, (c + p * 7) % 2500 + 1, timestamptz '2020-02-28 23:59:59.5+00' + p * interval '1.25 days',
         timestamptz '2024-02-29 00:00:00+00' + (c % 3) * interval '61.007 s', p
       FROM generate_series(1, 20) c, generate_series(1, c) p`,
    );
    const { partnerships } = createLoaderSource(opened.pool, systemClock)({ organizationId: 1 });
    const loaded = await partnerships.loadMany([...idsTo(20), 21]);
    const together = loaded.map((rows) => Array.from(rows as Iterable<Partnership>));
    expect(ran).toHaveLength(1);
    const alone = [];
    for (const id of [...idsTo(20), 21]) alone.push(await partnerships.load(id));
    expect(together).toEqual(alone);
    expect(alone.map((partners) => partners.length)).toEqual([...idsTo(20), 0]);
    expect(alone[1]).toEqual([
      {
        partnerName: 'Company 10',
        partnerDomain: 'company-10.example',
        partnerSlug: 'company-10',
        firstObservedAt: '2020-03-01T05:59:59.500Z',
        lastObservedAt: '2024-02-29T00:02:02.014Z',
        observationCount: 1,
        partnerId: 10,
      },
      {
        partnerName: 'Company 17',
        partnerDomain: 'company-17.example',
        partnerSlug: 'company-17',
        firstObservedAt: '2020-03-02T11:59:59.500Z',
        lastObservedAt: '2024-02-29T00:02:02.014Z',
        observationCount: 2,
        partnerId: 17,
      },
    ]);
  });
});

/** Creates work that waits until the test gives its result. */
function controlled() {
  const calls = new Map<string, { resolve: (value: string) => void; reject: (error: Error) => void }>();
  const run = spreadResults(
    (name: string) =>
      new Promise<string>((resolve, reject) => {
        calls.set(name, { resolve, reject });
      }),
  );
  return { run, begun: () => [...calls.keys()], of: (name: string) => calls.get(name) };
}

describe('results of concurrent work', () => {
  it('are returned in the order of the calls, each in a separate turn of the event loop', async () => {
    const { run, begun, of } = controlled();
    const seen: string[] = [];
    const all = ['a', 'b', 'c'].map((name) => run(name).then((value) => seen.push(value)));
    expect(begun()).toEqual(['a', 'b', 'c']);
    of('b')?.resolve('B');
    of('c')?.resolve('C');
    await turn();
    expect(seen).toEqual([]);
    of('a')?.resolve('A');
    const turns: string[] = [];
    while (seen.length < 3) {
      await turn();
      turns.push(seen.join(''));
    }
    expect(turns.at(0)).toBe('A');
    expect(turns).toContain('AB');
    expect(turns.at(-1)).toBe('ABC');
    await Promise.all(all);
  });

  it('include a failure in its turn, and continue after it', async () => {
    const { run, of } = controlled();
    const [first, second, third] = ['a', 'b', 'c'].map(run);
    of('b')?.reject(new Error('b failed'));
    of('c')?.resolve('C');
    of('a')?.resolve('A');
    expect(await first).toBe('A');
    await expect(second).rejects.toThrow('b failed');
    expect(await third).toBe('C');
  });

  it('are returned at once if nothing else runs', async () => {
    const { run, of } = controlled();
    const seen: string[] = [];
    for (const name of ['a', 'b']) {
      const result = run(name).then((value) => seen.push(value));
      of(name)?.resolve(name);
      // Only microtasks: a turn of the event loop is not needed.
      for (let step = 0; step < 10; step += 1) await Promise.resolve();
      expect(seen.at(-1)).toBe(name);
      await result;
    }
  });
});
