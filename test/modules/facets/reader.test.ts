import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Queryable } from '../../../src/database/client.ts';
import { ensureIndex, readIndexStatus, rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { createFiltersService } from '../../../src/modules/filters/service.ts';
import { recordStatements } from '../../harness/statements.ts';
import { condition, definition } from '../filters/support.ts';
import { useImports } from '../import/fixture.ts';

const MB = 1024 * 1024;
const COMPANIES = 40;

const imports = useImports(async () => {
  await importAs('german', everybody);
  await importAs('austrian', [0]);
});

/** Imports the numbered companies as German software makers, or as Austrian retailers. */
async function importAs(kind: 'german' | 'austrian', numbers: readonly number[]): Promise<void> {
  const is =
    kind === 'german' ? { country: 'DE', industry: 'Software' } : { country: 'AT', industry: 'Retail' };
  const rows = numbers.map((n) => ({ name: `Company ${kind} ${n}`, primary_domain: `c${n}.example`, ...is }));
  const { report } = await imports.run('companies', rows);
  expect(report.accepted).toBe(numbers.length);
}

const everybody = Array.from({ length: COMPANIES }, (_, index) => index);
const moving = [3, 17, 29];
const german = condition('country', 'any_of', ['DE']);
const retail = condition('industry', 'any_of', ['Retail']);
const austrianName = condition('name', 'contains', ['austrian']);

const count = async (service: ReturnType<typeof createFiltersService>, root: object) =>
  (await service.preview(definition(root))).count();

describe('a tree never mixes two versions of the index', () => {
  it('while imports run beside many readers', async () => {
    const filters = createFiltersService(imports.pool, { cacheBytes: 16 * 1024 });
    // True for every version, but false as soon as one condition is older than another.
    const never = { and: [german, { or: [retail, austrianName] }] };
    const always = { or: [german, { and: [retail, austrianName] }] };
    let importing = true;
    const read = async () => {
      let reads = 0;
      for (; importing; reads += 1) {
        expect(await count(filters, never)).toBe(0);
        expect(await count(filters, always)).toBe(COMPANIES);
      }
      return reads;
    };
    const readers = [read(), read(), read()];
    for (let round = 0; round < 12; round += 1)
      await importAs(round % 2 === 0 ? 'austrian' : 'german', moving);
    importing = false;
    const reads = await Promise.all(readers);
    expect(Math.min(...reads)).toBeGreaterThan(10);
  });

  it('when the index changes between two statements of one read', async () => {
    let move = true;
    const db: Queryable = {
      // The pool's overloads are many; only promises of configured statements are used here.
      query: (async (...args: unknown[]) => {
        const isText = JSON.stringify(args).includes('filter_name');
        if (isText && move) {
          move = false;
          await importAs('austrian', moving);
        }
        return Reflect.apply(imports.pool.query, imports.pool, args);
      }) as Queryable['query'],
    };
    const filters = createFiltersService(db, { cacheBytes: MB });
    expect(await count(filters, { or: [german, austrianName] })).toBe(COMPANIES);
    expect(move).toBe(false);
  });

  it('when the index changes between the validation of a tree and the evaluation in other windows', async () => {
    const filters = createFiltersService(imports.pool, { cacheBytes: MB });
    const observe = (partner: number) =>
      imports.run('partnerships', [
        {
          domain: 'c1.example',
          partner_domain: `c${partner}.example`,
          first_observed_at: '2026-01-01T00:00:00Z',
          last_observed_at: '2026-01-01T00:00:00Z',
          observation_count: 1,
        },
      ]);
    await observe(2);
    const root = condition('partner', 'any_of', ['c1.example']);
    const preview = await filters.preview(definition(root));
    await observe(3);
    // The results of the narrower windows are of the new version, and so is all else then.
    const [tiers, byPartner] = await Promise.all([preview.tierCounts(), preview.breakdown('partner', 5)]);
    expect(tiers).toEqual({ total: 2, high: 2, medium: 0, exploratory: 0 });
    expect(byPartner).toMatchObject([{ value: 'c1.example', label: 'Company german 1', count: 2 }]);
  });

  it('between the fields of one query', async () => {
    const filters = createFiltersService(imports.pool, { cacheBytes: MB });
    const preview = await filters.preview(definition({ or: [german, austrianName] }));
    await importAs('austrian', moving);
    const [total, byCountry] = await Promise.all([preview.count(), preview.breakdown('country', 5)]);
    expect(total).toBe(COMPANIES);
    expect(byCountry).toEqual([
      { value: 'DE', label: 'Germany', count: COMPANIES - 1 - moving.length },
      { value: 'AT', label: 'Austria', count: 1 + moving.length },
    ]);
  });
});

describe('the cache', () => {
  it('stays within its bounds, and evictions change no result', async () => {
    const tiny = createFiltersService(imports.pool, { cacheBytes: 2000 });
    for (const _ of [1, 2, 3]) {
      expect(await count(tiny, german)).toBe(COMPANIES - 1);
      expect(await count(tiny, condition('founded_year', 'gte', [2000]))).toBe(0);
      expect(await count(tiny, austrianName)).toBe(1);
    }
    expect(tiny.reader.cache.bytes).toBeLessThanOrEqual(2000);
  });

  it('fetches only the postings that changed', async () => {
    const filters = createFiltersService(imports.pool, { cacheBytes: MB });
    const tree = {
      or: [german, condition('industry', 'any_of', ['Software']), condition('investor', 'none_of', ['Fund'])],
    };
    await imports.run('companies', [
      { name: 'Funded', primary_domain: 'funded.example', investors: ['Fund'] },
    ]);
    const both = { and: [{ or: [german, retail] }, tree] };
    expect(await count(filters, both)).toBe(COMPANIES);
    const misses = filters.reader.cache.misses;
    await imports.run('companies', [{ name: 'Another', primary_domain: 'another.example', country: 'DE' }]);
    expect(await count(filters, both)).toBe(COMPANIES + 1);
    // Germany has one company more; Software, Retail and the investor are unchanged.
    expect(filters.reader.cache.misses - misses).toBe(1);
  });

  it('reads only the version when nothing changed', async () => {
    const filters = createFiltersService(imports.pool, { cacheBytes: MB });
    await count(filters, german);
    const { statements } = await recordStatements(() => count(filters, german));
    expect(statements).toEqual(['SELECT version, format FROM facet_index']);
  });

  it('answers all numbers of a tree by the version that validated it', async () => {
    const filters = createFiltersService(imports.pool, { cacheBytes: MB });
    const root = { and: [german, { not: retail }] };
    const draft = async () => {
      const preview = await filters.preview(definition(root));
      return Promise.all([
        preview.count(),
        preview.tierCounts(),
        preview.funnel(),
        preview.sample(5),
        preview.breakdown('industry', 5),
        preview.breakdown('founded_year', 5),
        preview.breakdown('country', 5),
      ]);
    };
    const first = await draft();
    const { statements, result } = await recordStatements(draft);
    expect(result).toEqual(first);
    expect(statements).toEqual(['SELECT version, format FROM facet_index']);
  });
});

describe('the index', () => {
  it('is built once when several processes start without one', async () => {
    await imports.pool.query('TRUNCATE facet_posting, facet_band');
    await imports.pool.query('UPDATE facet_index SET version = 0');
    const built = await Promise.all([1, 2, 3].map(() => ensureIndex(imports.pool)));
    expect(built.filter(Boolean)).toHaveLength(1);
    expect(await readIndexStatus(imports.pool)).toMatchObject({ version: 1, companies: COMPANIES });
    expect(await ensureIndex(imports.pool)).toBe(false);
  });

  it('is rebuilt when its format is outdated', async () => {
    await imports.pool.query('UPDATE facet_index SET format = format - 1');
    expect(await ensureIndex(imports.pool)).toBe(true);
    expect(await ensureIndex(imports.pool)).toBe(false);
  });

  it('lets readers see that a posting became empty', async () => {
    const filters = createFiltersService(imports.pool, { cacheBytes: MB });
    const either = { or: [german, retail] };
    expect(await count(filters, either)).toBe(COMPANIES);
    await imports.pool.query(`UPDATE company SET industry = NULL WHERE industry = 'Retail'`);
    await rebuildIndex(imports.pool);
    await expect(count(filters, either)).rejects.toMatchObject({ code: 'invalid_definition' });
    expect(await count(filters, { or: [german, condition('name', 'contains', ['company'])] })).toBe(
      COMPANIES,
    );
  });

  it('keeps its version when an import changes nothing', async () => {
    const before = await readIndexStatus(imports.pool);
    await importAs('austrian', [0]);
    expect(await readIndexStatus(imports.pool)).toEqual(before);
  });

  it('is rolled back with its import', async () => {
    const before = await readIndexStatus(imports.pool);
    // The rejects file cannot be written, so the import fails after it refreshed the index.
    const rejectsDir = join(await imports.workspace.write('no-folder', ''), 'rejects');
    const rows = [{ name: 'Late', primary_domain: 'late.example', country: 'DE' }, { name: 'No domain' }];
    await expect(imports.run('companies', rows, { rejectsDir })).rejects.toThrow();
    expect(await readIndexStatus(imports.pool)).toEqual(before);
  });
});
