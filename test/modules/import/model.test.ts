import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { useImports } from './fixture.ts';
import { type CompanyInput, ModelCatalogue, type ObservationInput } from './model.ts';
import { dumpCatalogue, emptyCatalogue, readCompanies, readDetections, readPartnerships } from './support.ts';

const imports = useImports();

const TECHNOLOGIES = ['t1', 't2', 't3'];
const domain = fc.constantFrom(...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => `${name}.example`));
const day = fc.constantFrom('2024-01-01', '2024-02-03', '2024-03-05', '2025-01-01');

const companyRow: fc.Arbitrary<CompanyInput> = fc.record(
  {
    name: fc.constantFrom('Acme', 'acme', 'Acme 2', 'Acme 2 2', 'Acme 3', 'Bolt'),
    primary_domain: domain,
    domains: fc.option(fc.array(domain, { maxLength: 4 })),
    investors: fc.option(fc.uniqueArray(fc.constantFrom('I1', 'I2', 'I3'))),
    industry: fc.option(fc.constantFrom('Software', 'Games')),
    slug: fc.constantFrom('acme', 'acme-2', 'acme-4'),
  },
  { requiredKeys: ['name', 'primary_domain'] },
);
const observation = (object: fc.Arbitrary<string>): fc.Arbitrary<ObservationInput> =>
  fc
    .record({ subject: domain, object, count: fc.integer({ min: 1, max: 9 }), first: day, last: day })
    .map((row) => (row.first <= row.last ? row : { ...row, first: row.last, last: row.first }));

const file = fc.oneof(
  fc.record({
    kind: fc.constant('companies' as const),
    rows: fc.array(companyRow, { minLength: 1, maxLength: 10 }),
  }),
  fc.record({
    kind: fc.constant('company_technologies' as const),
    rows: fc.array(observation(fc.constantFrom(...TECHNOLOGIES, 'unknown')), { minLength: 1, maxLength: 12 }),
  }),
  fc.record({
    kind: fc.constant('partnerships' as const),
    rows: fc.array(observation(domain), { minLength: 1, maxLength: 12 }),
  }),
);
type File = typeof file extends fc.Arbitrary<infer T> ? T : never;

function toLines({ kind, rows }: File): unknown[] {
  if (kind === 'companies') return rows;
  return kind === 'partnerships'
    ? rows.map(({ subject, object, count, first, last }) => ({
        domain: subject,
        partner_domain: object,
        observation_count: count,
        first_observed_at: first,
        last_observed_at: last,
      }))
    : rows.map(({ subject, object, count, first, last }) => ({
        domain: subject,
        tech_key: object,
        detection_count: count,
        first_seen: first,
        last_seen: last,
      }));
}

function applyTo(model: ModelCatalogue, { kind, rows }: File): number {
  if (kind === 'companies') return model.importCompanies(rows);
  return kind === 'partnerships' ? model.importPartnerships(rows) : model.importDetections(rows);
}

describe('imports of any files in any order', () => {
  it('give the same catalogue as the model, and change nothing when repeated', async () => {
    const { pool } = imports;
    await fc.assert(
      fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 5 }), async (files) => {
        await emptyCatalogue(pool);
        await pool.query(
          'INSERT INTO technology (tech_key, display_name) SELECT key, key FROM unnest($1::text[]) key',
          [TECHNOLOGIES],
        );
        const model = new ModelCatalogue(TECHNOLOGIES);
        for (const one of files) {
          const { report } = await imports.workspace.import(pool, one.kind, toLines(one));
          expect([report.rows, report.accepted]).toEqual([one.rows.length, applyTo(model, one)]);
        }
        expect(await readCompanies(pool)).toEqual(model.viewCompanies());
        expect(await readDetections(pool)).toEqual(model.viewDetections());
        expect(await readPartnerships(pool)).toEqual(model.viewPartnerships());

        const last = files.at(-1);
        if (last === undefined) return;
        const before = await dumpCatalogue(pool);
        await imports.workspace.import(pool, last.kind, toLines(last));
        expect(await dumpCatalogue(pool)).toEqual(before);
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});
