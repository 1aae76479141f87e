import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type pg from 'pg';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import type { ImportKind } from '../../../src/modules/import/kinds.ts';
import { createProgressMeter, type ImportPhase } from '../../../src/modules/import/progress.ts';
import { useImports } from './fixture.ts';
import { indexFaults } from './index-faults.ts';
import type { CompanyLine, EdgeLine } from './living-lines.ts';
import { LivingModel } from './living-model.ts';
import { readView, toRows, viewOf } from './living-view.ts';
import { dumpCatalogue, emptyCatalogue } from './support.ts';

const imports = useImports();
const RUNS = Number(process.env.IMPORT_RUNS ?? 3);

const domain = fc.constantFrom(...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => `${name}.example`));
const day = fc.constantFrom('2024-01-01', '2024-02-03', '2024-03-05', '2025-01-01');
const technology = fc.constantFrom('t1', 't2', 't3');
const values = {
  name: fc.constantFrom('acme', 'Acme', 'acme 2', 'acme-2-2', 'acme 3', 'bolt'),
  domains: fc.option(fc.array(domain, { maxLength: 4 })),
  investors: fc.option(fc.array(fc.constantFrom('I1', 'I2', 'I3'), { maxLength: 3 })),
  industry: fc.option(fc.constantFrom('Software', 'Games')),
  slug: fc.constantFrom('acme', 'acme-2', 'acme-4'),
};

const valueLine: fc.Arbitrary<CompanyLine> = fc.record(
  { primary_domain: domain, ...values },
  { requiredKeys: ['primary_domain', 'name'] },
);
const companyLine: fc.Arbitrary<CompanyLine> = fc.oneof(
  { weight: 6, arbitrary: valueLine },
  {
    weight: 2,
    arbitrary: fc.record(
      { primary_domain: domain, previous_primary_domain: domain, ...values },
      { requiredKeys: ['primary_domain', 'previous_primary_domain'] },
    ),
  },
  { weight: 2, arbitrary: fc.record({ primary_domain: domain, merge_into: domain }) },
  { weight: 2, arbitrary: fc.record({ primary_domain: domain, deleted: fc.constant(true) }) },
  { weight: 1, arbitrary: fc.record({ primary_domain: domain }) },
);
const edgeLine = (object: fc.Arbitrary<string>): fc.Arbitrary<EdgeLine> =>
  fc
    .record({
      subject: domain,
      object,
      count: fc.integer({ min: 1, max: 9 }),
      first: day,
      last: day,
      deleted: fc.constantFrom(false, false, false, true),
    })
    .map((row) => (row.first <= row.last ? row : { ...row, first: row.last, last: row.first }));

/** How a file is imported: as a delta or a snapshot; or in vain, as a dry run or ended in the middle. */
const mode = fc.constantFrom('delta', 'delta', 'delta', 'delta', 'snapshot', 'dry', 'killed');
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('companies' as const),
      lines: fc.array(companyLine, { minLength: 1, maxLength: 12 }),
      mode,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('company_technologies' as const),
      lines: fc.array(edgeLine(technology), { minLength: 1, maxLength: 12 }),
      mode,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('partnerships' as const),
      lines: fc.array(edgeLine(domain), { minLength: 1, maxLength: 12 }),
      mode,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('technologies' as const),
      lines: fc.array(fc.record({ tech_key: technology, deleted: fc.constantFrom(false, false, true) }), {
        minLength: 1,
        maxLength: 3,
      }),
      mode,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('unlock' as const),
      domain,
      days: fc.integer({ min: 1, max: 9 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type FileStep = Exclude<Step, { kind: 'unlock' }>;

function applyTo(model: LivingModel, { kind, lines, mode }: FileStep): number {
  const isSnapshot = mode === 'snapshot';
  if (kind === 'companies') return model.importCompanies(lines, isSnapshot);
  if (kind === 'technologies') return model.importTechnologies(lines, isSnapshot);
  return kind === 'partnerships'
    ? model.importPartnerships(lines, isSnapshot)
    : model.importDetections(lines, isSnapshot);
}

/** Reads the id of every slug that was ever given. */
async function readIds(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query(
    'SELECT slug, id FROM company UNION ALL SELECT slug, id FROM retired_company',
  );
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}

async function unlock(pool: pg.Pool, domain: string, days: number, model: LivingModel): Promise<void> {
  const company = model.ownerOf(domain);
  if (!company) return;
  model.unlocks.set(company.id, days);
  await pool.query(
    `INSERT INTO company_unlock (organization_id, company_id, unlocked_at, expires_at)
     SELECT 1, company_id, '2030-01-01', timestamptz '2030-01-01' + make_interval(days => $2)
     FROM company_domain WHERE domain = $1
     ON CONFLICT (organization_id, company_id) DO UPDATE SET expires_at = excluded.expires_at`,
    [domain, days],
  );
}

/** Imports a file in a way that must leave everything as it was. */
async function importInVain(pool: pg.Pool, { kind, mode }: FileStep, rows: readonly object[]): Promise<void> {
  const before = await dumpCatalogue(pool);
  if (mode === 'dry') await imports.workspace.import(pool, kind, rows, { dryRun: true });
  else await expectKilled(pool, kind, rows);
  expect(await dumpCatalogue(pool)).toEqual(before);
}

async function expectKilled(pool: pg.Pool, kind: ImportKind, rows: readonly object[]): Promise<void> {
  const killed = new AbortController();
  const progress = {
    ...createProgressMeter(),
    phase: (phase: ImportPhase) => {
      if (phase === 'merging') killed.abort();
    },
  };
  const ended = imports.workspace.import(pool, kind, rows, { signal: killed.signal, progress });
  await expect(ended).rejects.toThrow('aborted');
}

describe('any sequence of updates, renames, merges, deletes, snapshots, dry runs and kills', () => {
  it('leaves the same catalogue, unlocks and facet index as the model', async () => {
    const { pool } = imports;
    await pool.query(`INSERT INTO organization (id, name) VALUES (1, 'Acme')`);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        await emptyCatalogue(pool);
        await pool.query('TRUNCATE company_unlock');
        await rebuildIndex(pool);
        const model = new LivingModel();
        const ids = new Map<string, number>();
        for (const one of [
          { kind: 'technologies', lines: [{ tech_key: 't1' }], mode: 'delta' } as const,
          ...steps,
        ]) {
          if (one.kind === 'unlock') {
            await unlock(pool, one.domain, one.days, model);
            continue;
          }
          const rows = toRows(one.kind, one.lines);
          if (one.mode === 'dry' || one.mode === 'killed') {
            await importInVain(pool, one as FileStep, rows);
            continue;
          }
          const options = one.mode === 'snapshot' ? { snapshot: one.kind, maxDeletes: '100%' } : {};
          const { report } = await imports.workspace.import(pool, one.kind, rows, options);
          expect([report.rows, report.accepted]).toEqual([rows.length, applyTo(model, one as FileStep)]);
          expect(await readView(pool)).toEqual(viewOf(model));
          for (const [slug, id] of await readIds(pool)) {
            expect([slug, id]).toEqual([slug, ids.get(slug) ?? id]);
            ids.set(slug, id);
          }
        }
        expect(await indexFaults(pool)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  }, 600_000);

  it('changes nothing when a rename, merge or delete, or a file of other rows is repeated', async () => {
    const { pool } = imports;
    const action = companyLine.filter((line) =>
      Object.keys(line).some((key) => /previous|merge|deleted/.test(key)),
    );
    const file = fc.oneof(
      fc.record({ kind: fc.constant('companies' as const), lines: fc.tuple(action) }),
      fc.record({ kind: fc.constant('companies' as const), lines: fc.array(valueLine, { minLength: 1 }) }),
      step.filter(({ kind }) => kind !== 'unlock' && kind !== 'companies') as fc.Arbitrary<FileStep>,
    );
    const setup = fc.array(step, { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(setup, file, async (steps, { kind, lines }) => {
        for (const one of steps)
          if (one.kind !== 'unlock') await imports.run(one.kind, toRows(one.kind, one.lines));
        await imports.run(kind, toRows(kind, lines));
        const before = await dumpCatalogue(pool);
        await imports.run(kind, toRows(kind, lines));
        expect(await dumpCatalogue(pool)).toEqual(before);
      }),
      { numRuns: 2 * RUNS },
    );
  }, 600_000);

  it('changes nothing when a file adds a row in one batch and deletes it in the next', async () => {
    const { pool } = imports;
    const named = ['a.example', 'g.example'].map((primary_domain) => ({ primary_domain, name: 'acme' }));
    await imports.run('companies', named);
    await imports.run('technologies', [{ tech_key: 't1', display_name: 't1' }]);
    const row = (subject: string, deleted: boolean): EdgeLine => {
      return { subject, object: 't1', count: 1, first: '2024-01-01', last: '2024-01-01', deleted };
    };
    const lines = [row('g.example', true), row('a.example', false), row('a.example', true)];
    await imports.run('company_technologies', toRows('company_technologies', lines));
    const before = await dumpCatalogue(pool);
    await imports.run('company_technologies', toRows('company_technologies', lines));
    expect(await dumpCatalogue(pool)).toEqual(before);
  });
});
