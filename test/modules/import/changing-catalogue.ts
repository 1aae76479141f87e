import { beforeEach } from '@jest/globals';
import { type Imports, useImports } from './fixture.ts';
import { detection, emptyCatalogue, observation, summarize } from './support.ts';

/** Imports rows of companies. @returns what the report and the rejects file say */
async function importCompanies(imports: Imports, rows: readonly unknown[]) {
  const { report, problems } = await imports.run('companies', rows);
  const { accepted, rejected, warnings, renamed, merged, retired } = report;
  return { accepted, rejected, warnings, renamed, merged, retired, problems: summarize(problems) };
}
export const NOTHING = {
  rejected: 0,
  warnings: 0,
  renamed: undefined,
  merged: undefined,
  retired: undefined,
  problems: [],
};

/** Creates a database that has three companies with detections and partnerships before each test. */
export function useChangingCatalogue() {
  const imports = useImports();
  beforeEach(async () => {
    await emptyCatalogue(imports.pool);
    await imports.run('technologies', [
      { tech_key: 't1', display_name: 'T1', category: 'C' },
      { tech_key: 't2', display_name: 'T2', category: 'C' },
    ]);
    await imports.run('companies', [
      {
        name: 'Acme',
        primary_domain: 'acme.example',
        domains: ['acme.example', 'acme.test'],
        investors: ['I1'],
      },
      { name: 'Bolt', primary_domain: 'bolt.example', industry: 'Games' },
      { name: 'Core', primary_domain: 'core.example' },
    ]);
    await imports.run('company_technologies', [
      detection('acme.example', 't1', 5, '2024-01-01', '2024-03-01'),
      detection('bolt.example', 't1', 3, '2023-12-01', '2024-02-01'),
      detection('bolt.example', 't2', 1, '2024-01-01', '2024-01-02'),
    ]);
    await imports.run('partnerships', [
      observation('acme.example', 'bolt.example', 1, '2024-01-01', '2024-01-02'),
      observation('acme.example', 'core.example', 2, '2024-02-01', '2024-02-03'),
      observation('core.example', 'bolt.example', 4, '2024-01-01', '2024-05-01'),
    ]);
  });
  return {
    imports,
    companies: (...rows: unknown[]) => importCompanies(imports, rows),
    /** Reads slug, primary domain and survivor of the retired companies. */
    async retired(): Promise<unknown[]> {
      const { rows } = await imports.pool.query(
        'SELECT slug, primary_domain, merged_into FROM retired_company ORDER BY id',
      );
      return rows.map((row) => [row.slug, row.primary_domain, row.merged_into]);
    },
  };
}
