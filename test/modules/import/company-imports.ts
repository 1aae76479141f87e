import { beforeEach, expect } from '@jest/globals';
import { useImports } from './fixture.ts';
import { dumpCatalogue, emptyCatalogue, type Outcome, readCompanies } from './support.ts';

/** Imports of companies into a catalogue that is empty before each test. */
export interface CompanyImports {
  load(...rows: unknown[]): Promise<Outcome>;
  /** Reads the companies as callers see them, by primary domain. */
  read(): ReturnType<typeof readCompanies>;
  /** Imports the rows again and expects no change of the catalogue or of the report. */
  expectRepeatable(rows: unknown[], first: Outcome): Promise<void>;
}

export function useCompanyImports(): CompanyImports {
  const imports = useImports();
  beforeEach(() => emptyCatalogue(imports.pool));
  const load = (...rows: unknown[]) => imports.run('companies', rows);
  return {
    load,
    read: () => readCompanies(imports.pool),
    async expectRepeatable(rows, first) {
      const before = await dumpCatalogue(imports.pool);
      const again = await load(...rows);
      expect(await dumpCatalogue(imports.pool)).toEqual(before);
      expect({ ...again.report, rejects_file: undefined }).toEqual({
        ...first.report,
        rejects_file: undefined,
      });
    },
  };
}
