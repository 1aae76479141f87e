import { beforeEach, describe, expect, it } from '@jest/globals';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { createFiltersService } from '../../../src/modules/filters/service.ts';
import { recordStatements } from '../../harness/statements.ts';
import { condition, definition } from '../filters/support.ts';
import { useImports } from '../import/fixture.ts';
import { emptyCatalogue } from '../import/support.ts';

const imports = useImports();
beforeEach(() => emptyCatalogue(imports.pool));

const company = (n: number, name: string) => ({ name, primary_domain: `c${n}.example` });

/** Returns the numbers of the companies that a condition matches, with an empty cache. */
async function find(field: string, operator: string, ...values: string[]): Promise<number[]> {
  const filters = createFiltersService(imports.pool, { cacheBytes: 1024 * 1024 });
  const { high, medium, exploratory } = await filters.select(definition(condition(field, operator, values)));
  const { rows } = await imports.pool.query<{ number: number }>(
    `SELECT split_part(substr(primary_domain, 2), '.', 1)::int AS number FROM company
     WHERE id = ANY ($1) ORDER BY number`,
    [[...high, ...medium, ...exploratory]],
  );
  return rows.map(({ number }) => number);
}

async function readFrequentValues(field: string): Promise<string[]> {
  const { rows } = await imports.pool.query<{ value: string }>(
    `SELECT value FROM facet_posting WHERE field = $1 AND window_days = 0 AND cardinality > 0 ORDER BY value COLLATE "C"`,
    [field],
  );
  return rows.map(({ value }) => value);
}

async function readRareTerms(): Promise<string[]> {
  const { rows } = await imports.pool.query<{ words: string }>(
    'SELECT words FROM facet_rare_words ORDER BY company_id',
  );
  return rows.map(({ words }) => words);
}

describe('terms of names', () => {
  const NAMES = ['Acme Cloud', 'Acme Health', 'Cloud Nine', 'Zebra Cloud Works', 'acme', 'Big  Works'];
  beforeEach(async () => {
    await imports.run(
      'companies',
      NAMES.map((name, n) => company(n, name)),
    );
  });

  it('have a posting when frequent, and a row of their company when rare', async () => {
    expect(await readFrequentValues('name')).toEqual([' acme', 'cloud', 'works']);
    expect(await readRareTerms()).toEqual([' health', '  cloud nine', '  zebra', '  big']);
  });

  it('become frequent when the index is rebuilt, without a change of any result', async () => {
    await imports.run('companies', [company(6, 'Nine Health')]);
    expect(await readFrequentValues('name')).toEqual([' acme', 'cloud', 'works']);
    const before = [await find('name', 'contains', 'health'), await find('name', 'starts_with', 'nine')];
    expect(before).toEqual([[1, 6], [6]]);
    await rebuildIndex(imports.pool);
    expect(await readFrequentValues('name')).toEqual([' acme', 'cloud', 'health', 'works']);
    expect([await find('name', 'contains', 'health'), await find('name', 'starts_with', 'nine')]).toEqual(
      before,
    );
  });

  it('have their trigram index after the first import, which builds it after the rows', async () => {
    const { rows } = await imports.pool.query<{ definition: string }>(
      `SELECT indexdef AS definition FROM pg_indexes WHERE tablename = 'facet_rare_words' ORDER BY indexname`,
    );
    // Equals the definition in the migration.
    expect(rows.map(({ definition }) => definition)).toEqual([
      'CREATE UNIQUE INDEX facet_rare_words_pkey ON public.facet_rare_words USING btree (company_id)',
      'CREATE INDEX facet_rare_words_words_idx ON public.facet_rare_words USING gin (words gin_trgm_ops)',
    ]);
  });

  it('are found by one statement', async () => {
    const filters = createFiltersService(imports.pool, { cacheBytes: 1024 });
    const { result, statements } = await recordStatements(async () =>
      (await filters.preview(definition(condition('name', 'contains', ['cloud', 'zeb'])))).count(),
    );
    expect([result, statements.length]).toEqual([3, 1]);
  });
});

describe('partners of companies that have many', () => {
  const partnership = (a: number, b: number, day: string) => ({
    domain: `c${a}.example`,
    partner_domain: `c${b}.example`,
    observation_count: 1,
    first_observed_at: '2020-01-01T00:00:00.000Z',
    last_observed_at: `${day}T00:00:00.000Z`,
  });

  async function importCompanies(from: number, to: number): Promise<void> {
    const rows = Array.from({ length: to - from }, (_, index) =>
      company(from + index, `Company ${from + index}`),
    );
    await imports.run('companies', rows);
  }

  it('are the same with and without a posting', async () => {
    await importCompanies(0, 40);
    await imports.run('partnerships', [partnership(0, 1, '2026-03-01')]);
    expect(await readFrequentValues('partner')).toEqual([]);
    expect(await find('partner', 'any_of', 'c0.example')).toEqual([1]);
    await imports.run('partnerships', [partnership(2, 0, '2026-03-01')]);
    expect(await readFrequentValues('partner')).toHaveLength(1);
    expect(await find('partner', 'any_of', 'c0.example')).toEqual([1, 2]);
    // With 4,100 companies, a company needs three partners to have a posting.
    await importCompanies(40, 4_100);
    expect(await find('partner', 'any_of', 'c0.example')).toEqual([1, 2]);
    await imports.run('partnerships', [partnership(3, 4, '2026-03-01')]);
    expect(await readFrequentValues('partner')).toEqual([]);
    expect(await find('partner', 'any_of', 'c0.example')).toEqual([1, 2]);
    expect(await find('partner', 'all_of', 'c1.example', 'c2.example')).toEqual([0]);
  });

  it('move between tiers when a newer observation is imported', async () => {
    await importCompanies(0, 12);
    await imports.run('partnerships', [
      partnership(0, 1, '2026-03-01'),
      partnership(0, 2, '2025-12-15'),
      partnership(3, 4, '2025-12-15'),
    ]);
    const filters = createFiltersService(imports.pool, { cacheBytes: 1024 * 1024 });
    const tiers = async (slug: string) =>
      (await filters.preview(definition(condition('partner', 'any_of', [slug])))).tierCounts();
    expect(await tiers('c0.example')).toEqual({ total: 2, high: 2, medium: 0, exploratory: 0 });
    expect(await tiers('c3.example')).toEqual({ total: 1, high: 1, medium: 0, exploratory: 0 });
    // The new detection is now the newest observation: the older partnerships are 105 days old.
    await imports.run('technologies', [{ tech_key: 'k8s', display_name: 'k8s' }]);
    await imports.run('company_technologies', [
      {
        domain: 'c5.example',
        tech_key: 'k8s',
        detection_count: 1,
        first_seen: '2020-01-01T00:00:00.000Z',
        last_seen: '2026-03-30T00:00:00.000Z',
      },
    ]);
    expect(await tiers('c0.example')).toEqual({ total: 2, high: 1, medium: 1, exploratory: 0 });
    expect(await tiers('c3.example')).toEqual({ total: 1, high: 0, medium: 1, exploratory: 0 });
  });

  it('are found by one statement, for any number of partners', async () => {
    await importCompanies(0, 12);
    await imports.run('partnerships', [
      partnership(0, 1, '2026-03-01'),
      partnership(0, 2, '2026-03-01'),
      partnership(3, 1, '2026-03-01'),
    ]);
    const filters = createFiltersService(imports.pool, { cacheBytes: 1024 });
    const { result, statements } = await recordStatements(async () =>
      (
        await filters.preview(definition(condition('partner', 'all_of', ['c0.example', 'c3.example'])))
      ).count(),
    );
    expect([result, statements.length]).toEqual([1, 1]);
  });
});
