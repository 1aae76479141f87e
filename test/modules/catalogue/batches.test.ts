import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '../../../src/database/client.ts';
import type { RanStatement } from '../../../src/database/driver/observer.ts';
import { CatalogueLoaders } from '../../../src/modules/catalogue/loaders.ts';
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
  opened = openDatabase({ url: database.url, poolSize: 2, listener: { ran: (one) => ran.push(one) } });
});
beforeEach(() => {
  ran.length = 0;
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

const idsTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe('keys loaded in the same tick', () => {
  it.each([
    [1_000, 1],
    [1_001, 2],
    // One more looks for the id that no company has among those that were merged.
    [2_501, 4],
  ])('read %i companies in %i statements', async (count, statements) => {
    const { company } = new CatalogueLoaders(opened.pool);
    const found = await company.loadMany(idsTo(count));
    expect(found.map((each) => (each && 'slug' in each ? each.slug : null))).toEqual(
      idsTo(count).map((id) => (id <= 2_500 ? `company-${id}` : null)),
    );
    expect(ran).toHaveLength(statements);
  });

  it('read the technologies of 1,500 companies in two statements', async () => {
    const { technologySlice } = new CatalogueLoaders(opened.pool);
    const keys = idsTo(1_500).map((companyId) => ({ companyId, limit: 10, offset: 0 }));
    expect(await technologySlice.loadMany(keys)).toEqual(keys.map(() => []));
    expect(ran).toHaveLength(2);
  });
});
