import { beforeEach, describe, expect, it } from '@jest/globals';
import { compareIndex } from '../../../src/modules/facets/compare-index.ts';
import { ensureIndex, readFacets, rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { useImports } from '../import/fixture.ts';
import { indexFaults } from '../import/index-faults.ts';
import { emptyCatalogue } from '../import/support.ts';

const imports = useImports();

const company = (name: string, domain: string, more: object = {}) => ({
  name,
  primary_domain: domain,
  ...more,
});
/** Companies beside which a changed one is no quarter of the catalogue. */
const OTHERS = Array.from({ length: 20 }, (_, n) => company(`Other Works ${n}`, `other${n}.example`));

beforeEach(async () => {
  await emptyCatalogue(imports.pool);
  await imports.pool.query('TRUNCATE company_name_terms, name_word');
  await imports.run('companies', [
    company('Kupferwald Software GmbH', 'kupferwald.example'),
    company('International Business Machines', 'ibm.example'),
    company('!!!', 'exclamation.example'),
    ...OTHERS,
  ]);
});

/** Reads the terms of companies by their domains. */
async function readTerms(...domains: string[]): Promise<Record<string, string[]>> {
  const { rows } = await imports.pool.query<{ domain: string; terms: string[] }>(
    `SELECT c.primary_domain AS domain, t.terms FROM company_name_terms t JOIN company c ON c.id = t.company_id
     WHERE c.primary_domain = ANY ($1)`,
    [domains],
  );
  return Object.fromEntries(rows.map(({ domain, terms }) => [domain, terms]));
}

async function countsOf(...words: string[]): Promise<Record<string, number>> {
  const { rows } = await imports.pool.query<{ word: string; companies: number }>(
    'SELECT word, company_count AS companies FROM name_word WHERE word = ANY ($1) ORDER BY word',
    [words],
  );
  return Object.fromEntries(rows.map(({ word, companies }) => [word, companies]));
}

async function readNamesState(): Promise<{ isCurrent: boolean; format: number }> {
  const { rows } = await imports.pool.query(
    'SELECT names_version = version AS "isCurrent", names_format AS format FROM facet_index',
  );
  return rows[0];
}

describe('the index of names', () => {
  it('has words, keys and initials of each name, and the number of companies that have a word', async () => {
    expect(await readTerms('kupferwald.example', 'ibm.example', 'exclamation.example')).toEqual({
      'kupferwald.example': ['kupferwald', 'software', '=kupferwaldsoftware'],
      'ibm.example': ['international', 'business', 'machines', '=internationalbusinessmachines', '~ibm'],
    });
    expect(await countsOf('kupferwald', 'works', 'gmbh')).toEqual({ kupferwald: 1, works: 20 });
  });

  it('follows renames, merges and removals, and is then as if it were built anew', async () => {
    await imports.run('companies', [company('Kupferberg Software', 'kupferwald.example')]);
    expect(await readTerms('kupferwald.example')).toEqual({
      'kupferwald.example': ['kupferberg', 'software', '=kupferbergsoftware'],
    });
    await imports.run('companies', [
      { primary_domain: 'other0.example', merge_into: 'ibm.example' },
      { primary_domain: 'other1.example', deleted: true },
    ]);
    expect(await countsOf('kupferwald', 'kupferberg', 'works')).toEqual({ kupferberg: 1, works: 18 });
    expect(await readTerms('other0.example', 'other1.example')).toEqual({});
    expect(await readNamesState()).toEqual({ isCurrent: true, format: 1 });
    expect(await indexFaults(imports.pool)).toEqual([]);
  });

  it('is built alone when a process starts on a database without it, and postings stay as they are', async () => {
    await imports.pool.query('TRUNCATE company_name_terms, name_word');
    await imports.pool.query('UPDATE facet_index SET names_version = NULL, names_format = NULL');
    const before = await imports.pool.query('SELECT version, refreshed_at FROM facet_index');
    expect(await ensureIndex(imports.pool)).toBe(true);
    expect(await readTerms('kupferwald.example')).toEqual({
      'kupferwald.example': ['kupferwald', 'software', '=kupferwaldsoftware'],
    });
    expect((await imports.pool.query('SELECT version, refreshed_at FROM facet_index')).rows).toEqual(
      before.rows,
    );
    expect(await readNamesState()).toEqual({ isCurrent: true, format: 1 });
    expect(await ensureIndex(imports.pool)).toBe(false);
  });

  it('catches up with the next import after the previous release has imported companies', async () => {
    // The previous release raises the version alone.
    await imports.pool.query(`UPDATE company SET name = 'Renamed Then', name_key = 'renamed then'
      WHERE primary_domain = 'ibm.example'`);
    await imports.pool.query('UPDATE facet_index SET version = version + 1, bands_version = version + 1');
    await imports.run('technologies', [{ tech_key: 'aws', display_name: 'AWS' }]);
    await imports.run('companies', [company('Later', 'later.example')]);
    expect(await readTerms('ibm.example', 'later.example')).toEqual({
      'ibm.example': ['renamed', 'then', '=renamedthen'],
      'later.example': ['later', '=later'],
    });
    expect(await readNamesState()).toEqual({ isCurrent: true, format: 1 });
  });

  it('is compared by doctor, and corrected by a rebuild', async () => {
    await imports.pool.query(`UPDATE company_name_terms SET terms = '{wrong}' WHERE terms @> '{kupferwald}'`);
    await imports.pool.query(`UPDATE name_word SET company_count = 7 WHERE word = 'works'`);
    const compare = async () => {
      const client = await imports.pool.connect();
      try {
        await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
        const { names } = await compareIndex(client, await readFacets(client), 100);
        return names;
      } finally {
        await client.query('ROLLBACK');
        client.release();
      }
    };
    expect(await compare()).toBe(1);
    await rebuildIndex(imports.pool);
    expect(await compare()).toBe(0);
    expect(await countsOf('works')).toEqual({ works: 20 });
  });

  it('takes names that are longer than an entry of an index of PostgreSQL', async () => {
    const name = Array.from({ length: 60 }, (_, n) => `Überlange${n}`)
      .join('')
      .slice(0, 500);
    await imports.run('companies', [company(name, 'long.example')]);
    const terms = (await readTerms('long.example'))['long.example'] ?? [];
    expect(terms.every(({ length }) => length <= 100)).toBe(true);
    expect(terms.length).toBeGreaterThan(1);
  });
});
