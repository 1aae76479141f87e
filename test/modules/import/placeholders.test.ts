import { beforeEach, describe, expect, it } from '@jest/globals';
import { useImports } from './fixture.ts';
import { emptyCatalogue, readCompanies } from './support.ts';

const imports = useImports();

beforeEach(() => emptyCatalogue(imports.pool));

describe('texts that stand for no value', () => {
  it('are left out where a field is optional, with a warning, and kept as a name', async () => {
    const texts = ['N/A', 'n/a', '#N/A', 'n.a.', 'NULL', 'NaN', '-', '--', '—', '?', '...'];
    const rows = texts.map((text, index) => `C${index},c${index}.example,${text},"${text};North Fund"`);
    const { report } = await imports.file(
      'companies.csv',
      [
        'name,primary_domain,industry,investors',
        ...rows,
        'None,n.example,None,Unknown',
        '-,d.example,,',
      ].join('\n'),
    );
    expect(report).toMatchObject({ rows: 13, accepted: 13, warnings: 23 });
    const companies = Object.values(await readCompanies(imports.pool));
    expect(companies.map(({ name, industry, investors }) => [name, industry, investors])).toEqual([
      ...texts.map((_, index) => [`C${index}`, undefined, ['North Fund']]),
      ['None', 'None', ['Unknown']],
      ['-', undefined, []],
    ]);
  });

  it('are told of with the value, and counted beyond the first twenty', async () => {
    const rows = Array.from({ length: 25 }, (_, index) => `C${index},c${index}.example,N/A`);
    const { report, problems } = await imports.file(
      'companies.csv',
      ['name,primary_domain,industry', ...rows, '-,d.example,Software'].join('\n'),
    );
    expect(report).toMatchObject({ rows: 26, accepted: 26, warnings: 22 });
    const reasons = problems.map(({ field, reason }) => `${field} ${reason}`);
    expect(reasons[0]).toBe('industry is "N/A", which stands for no value, and was left out');
    expect(reasons).toContain('industry 5 more values were read in the same way, up to this line');
    expect(reasons.at(-1)).toBe('name is "-", which stands for no value; it became the name of the company');
  });

  it('are no category of a technology', async () => {
    const { report } = await imports.file(
      'technologies.csv',
      ['display_name,category', 'Kubernetes,N/A', 'Apache Kafka,Messaging'].join('\n'),
    );
    expect(report).toMatchObject({ rows: 2, accepted: 2, warnings: 1 });
    const { rows } = await imports.pool.query(
      'SELECT display_name, category FROM technology ORDER BY display_name',
    );
    expect(rows).toEqual([
      { display_name: 'Apache Kafka', category: 'Messaging' },
      { display_name: 'Kubernetes', category: null },
    ]);
  });
});
