import { describe, expect, it } from '@jest/globals';
import { toParquet } from './files-of-formats.ts';
import { useImports } from './fixture.ts';
import { type Outcome, summarize } from './support.ts';

/** Fields of the catalogue that each test has, with one of an organization. */
const FIELDS = [
  ['custom.revenue', 'number', ['Umsatz'], { number_format: '1.200,50' }],
  ['custom.city', 'category', ['Ort', 'STADT']],
  ['custom.tags', 'category', [], { multiple: true }],
  ['custom.since', 'date', []],
  ['custom.hiring', 'boolean', []],
  ['custom.page', 'url', []],
] as const;

const imports = useImports(async ({ pool }) => {
  for (const [index, [key, type, columns, more = {}]] of FIELDS.entries())
    await pool.query(
      `INSERT INTO own_field (scope_id, key, label, type, columns, position, declared_at, created_at, multiple, number_format)
       VALUES (0, $1, $1, $2, $3, $4, 1, now(), $5, $6)`,
      [key, type, columns, index, 'multiple' in more, 'number_format' in more ? more.number_format : null],
    );
});

const companies = (rows: readonly unknown[], options = {}) => imports.run('companies', rows, options);
const row = (name: string, more: object = {}) => ({
  name,
  primary_domain: `${name.toLowerCase()}.example`,
  ...more,
});

/** The values of each company that has some, by the keys of fields. */
async function readOwn(): Promise<Record<string, unknown>> {
  const { rows } = await imports.pool.query<{ domain: string; fields: object }>(
    `SELECT c.primary_domain AS domain, jsonb_object_agg(f.key, e.value) AS fields
     FROM own_field_values v JOIN company c ON c.id = v.company_id
     CROSS JOIN LATERAL jsonb_each(v."values") e JOIN own_field f ON f.id = e.key::int
     WHERE v.scope_id = 0 GROUP BY c.primary_domain`,
  );
  return Object.fromEntries(rows.map(({ domain, fields }) => [domain, fields]));
}

/** Numbers of companies of each posting of own fields with a value, in the index. */
async function readPostings(): Promise<string[]> {
  const { rows } = await imports.pool.query<{ posting: string }>(
    `SELECT f.key || ' ' || p.value || ' ' || p.cardinality AS posting FROM facet_posting p
     JOIN own_field f ON p.field = 'custom:' || f.id
     WHERE p.cardinality > 0 AND (p.value = '' OR f.type IN ('category', 'boolean'))`,
  );
  return rows.map(({ posting }) => posting).sort();
}
const readVersion = async () =>
  (await imports.pool.query<{ version: number }>('SELECT version FROM facet_index')).rows[0]?.version;
const counts = ({ report }: Outcome) => [report.accepted, report.rejected, report.warnings];

describe('own fields of the catalogue', () => {
  it('leave out texts that stand for no value, and come in columns that have the name of another one', async () => {
    await imports.pool.query(
      `INSERT INTO own_field (scope_id, key, label, type, columns, position, declared_at, created_at)
       VALUES (0, 'custom.status', 'Status', 'category', '{Status}', 7, 2, now()),
         (0, 'custom.status_2', 'Status', 'category', '{Status#2}', 8, 3, now())`,
    );
    const text = [
      'name,primary_domain,Stadt,Status,Status',
      'Acme,acme.example,N/A,open,won',
      'Bolt,bolt.example,Berlin,-,lost',
    ].join('\n');
    const outcome = await imports.file('companies.csv', text);
    expect(counts(outcome)).toEqual([2, 0, 2]);
    expect(outcome.problems.map(({ field, reason }) => `${field} ${reason}`).sort()).toEqual([
      'custom.city is "N/A", which stands for no value',
      'custom.status is "-", which stands for no value',
    ]);
    expect(await readOwn()).toEqual({
      'acme.example': { 'custom.status': 'open', 'custom.status_2': 'won' },
      'bolt.example': { 'custom.city': 'Berlin', 'custom.status_2': 'lost' },
    });
  });

  it('come in columns named by their keys, with or without prefix, or by the columns that they name', async () => {
    const text = [
      'name,primary_domain,UMSATZ,Stadt,custom.tags,since,Hiring,page',
      'Acme,acme.example,"1.200,50",Berlin,new;eu,2024-02-29,yes,https://acme.example/a',
      'Bolt,bolt.example,-3,BERLIN,,,,',
      'Cord,cord.example,,,,,,',
    ].join('\n');
    const outcome = await imports.file('companies.csv', text);
    expect(counts(outcome)).toEqual([3, 0, 0]);
    expect(await readOwn()).toEqual({
      'acme.example': {
        'custom.revenue': 1200.5,
        'custom.city': 'Berlin',
        'custom.tags': ['new', 'eu'],
        'custom.since': '2024-02-29',
        'custom.hiring': true,
        'custom.page': 'https://acme.example/a',
      },
      'bolt.example': { 'custom.revenue': -3, 'custom.city': 'BERLIN' },
    });
    expect(await readPostings()).toEqual([
      'custom.city  2',
      'custom.city BERLIN 1',
      'custom.city Berlin 1',
      'custom.hiring  1',
      'custom.hiring true 1',
      'custom.page  1',
      'custom.revenue  2',
      'custom.since  1',
      'custom.tags  1',
      'custom.tags eu 1',
      'custom.tags new 1',
    ]);
  });

  it('come in columns of Parquet', async () => {
    const column = (name: string, type: 'STRING' | 'DOUBLE' | 'BOOLEAN', data: unknown[]) => ({
      name,
      type,
      data,
    });
    const content = toParquet([
      column('name', 'STRING', ['Acme', 'Bolt']),
      column('primary_domain', 'STRING', ['acme.example', 'bolt.example']),
      column('Umsatz', 'DOUBLE', [1.5, null]),
      column('HIRING', 'BOOLEAN', [false, null]),
      column('since', 'STRING', ['2024-02-29', null]),
    ]);
    expect(counts(await imports.file('companies.parquet', content))).toEqual([2, 0, 0]);
    expect(await readOwn()).toEqual({
      'acme.example': { 'custom.revenue': 1.5, 'custom.hiring': false, 'custom.since': '2024-02-29' },
    });
  });

  it('keep what a row leaves out or blank, and lose what is null', async () => {
    const first = { revenue: 5, 'custom.city': 'Bonn', tags: ['a', 'b'] };
    await companies([row('Acme', first), row('Bolt', { Ort: 'Bonn' }), row('Cord')]);
    await companies([
      row('Acme', { 'custom.revenue': null, city: '', tags: ['b'] }),
      row('Bolt', { city: '\\N' }),
      row('Cord', { revenue: 0 }),
    ]);
    expect(await readOwn()).toEqual({
      'acme.example': { 'custom.city': 'Bonn', 'custom.tags': ['b'] },
      'cord.example': { 'custom.revenue': 0 },
    });
    const { rows } = await imports.pool.query('SELECT count(*)::int AS rows FROM own_field_values');
    expect(rows).toEqual([{ rows: 2 }]);
    expect(await readPostings()).toEqual([
      'custom.city  1',
      'custom.city Bonn 1',
      'custom.revenue  1',
      'custom.tags  1',
      'custom.tags b 1',
    ]);
  });

  it('take the last value that the rows of a company state', async () => {
    await companies([
      row('Acme', { revenue: 1, city: 'Bonn' }),
      row('Acme', { revenue: 2, tags: ['a'] }),
      row('Acme', { revenue: null, hiring: false }),
    ]);
    expect(await readOwn()).toEqual({
      'acme.example': { 'custom.city': 'Bonn', 'custom.tags': ['a'], 'custom.hiring': false },
    });
  });

  it('skip a value that does not fit with a warning, and keep the row and the stored value', async () => {
    await companies([row('Acme', { revenue: 5, since: '2024-01-01' })]);
    const wrong = { Umsatz: 'many', since: '2024-13-01', tags: { a: 1 }, city: 'Bonn', country: 'DE' };
    const outcome = await companies([row('Acme', wrong)]);
    expect(counts(outcome)).toEqual([1, 0, 3]);
    expect(outcome.problems.map(({ line, level, field }) => [line, level, field])).toEqual([
      [1, 'warning', 'custom.revenue'],
      [1, 'warning', 'custom.since'],
      [1, 'warning', 'custom.tags'],
    ]);
    expect(await readOwn()).toEqual({
      'acme.example': { 'custom.revenue': 5, 'custom.since': '2024-01-01', 'custom.city': 'Bonn' },
    });
  });

  it('tell of columns that no field has, once, with the command that declares them', async () => {
    const { problems } = await imports.file(
      'companies.csv',
      'name,primary_domain,Score,org.owner\nAcme,acme.example,3,Ada\nBolt,bolt.example,4,Ada\n',
    );
    expect(summarize(problems).map((line) => line.replace(`${imports.workspace.folder}/`, ''))).toEqual([
      '1 warning Score is an unknown field and is ignored (reported once per file); to keep it, declare it: company-data fields suggest companies.csv',
      '1 warning org.owner is a field of an organization, which sets its own values by POST /v1/fields/values, or with files by jobs of the kind set_fields; it is ignored (reported once per file)',
    ]);
  });

  it('are written and indexed only where they change', async () => {
    const rows = [row('Acme', { revenue: 5, city: 'Bonn' }), row('Bolt', { tags: ['a'] })];
    await companies(rows);
    const before = await imports.pool.query('SELECT xmin::text, * FROM own_field_values');
    const version = await readVersion();
    await companies(rows);
    expect((await imports.pool.query('SELECT xmin::text, * FROM own_field_values')).rows).toEqual(
      before.rows,
    );
    expect(await readVersion()).toBe(version);
    await companies([row('Bolt', { tags: ['a', 'b'] })]);
    expect(await readVersion()).toBe((version ?? 0) + 1);
  });

  it('are named by --map and --set', async () => {
    await imports.file('companies.csv', 'name,primary_domain,Erlös\nAcme,acme.example,"1.000,5"\n', {
      map: ['Erlös=revenue'],
      set: ['custom.city=Köln', 'companies:hiring=no'],
    });
    expect(await readOwn()).toEqual({
      'acme.example': { 'custom.revenue': 1000.5, 'custom.city': 'Köln', 'custom.hiring': false },
    });
    const file = ['companies.csv', 'name,primary_domain,x\nAcme,acme.example,1\n'] as const;
    expect(await imports.refusal(...file, { map: ['x=custom.none'] })).toBe(
      '--map: the catalogue has no field "custom.none"; declare it with: company-data fields add custom.none',
    );
    expect(await imports.refusal(...file, { set: ['org.owner=Ada'] })).toBe(
      '--set: org.owner is a field of an organization, which sets its own values by POST /v1/fields/values, or with files by jobs of the kind set_fields',
    );
    expect(await imports.refusal(...file, { set: ['since=tomorrow'] })).toMatch(
      /^--set custom\.since must be/,
    );
    expect(
      await imports.refusal('companies.csv', 'name,primary_domain,Umsatz,revenue\nAcme,acme.example,1,2\n'),
    ).toBe('companies.csv: the columns "Umsatz" and "revenue" both are the field custom.revenue');
  });

  it('reject a row of JSON that gives one twice', async () => {
    const { problems } = await companies([row('Acme', { Umsatz: 1, revenue: 2 }), row('Bolt')]);
    expect(summarize(problems)).toEqual(['1 rejected custom.revenue is given twice, once as another column']);
  });

  it('change nothing in a dry run', async () => {
    await companies([row('Acme', { city: 'Bonn' })]);
    const outcome = await companies([row('Acme', { city: 'Köln', revenue: 'x' })], { dryRun: true });
    expect(counts(outcome)).toEqual([1, 0, 1]);
    expect(await readOwn()).toEqual({ 'acme.example': { 'custom.city': 'Bonn' } });
  });

  it('follow companies that are renamed, merged, deleted and retired by a snapshot', async () => {
    await companies([
      row('Acme', { city: 'Bonn', revenue: 1 }),
      row('Bolt', { city: 'Köln', tags: ['a'] }),
      row('Cord', { hiring: true }),
      row('Dune', { city: 'Ulm' }),
      row('Echo', { city: 'Trier' }),
    ]);
    await companies([
      { name: 'Acme', primary_domain: 'apex.example', previous_primary_domain: 'acme.example', revenue: 2 },
      { primary_domain: 'bolt.example', merge_into: 'cord.example' },
      { primary_domain: 'dune.example', deleted: true },
    ]);
    const kept = {
      'apex.example': { 'custom.city': 'Bonn', 'custom.revenue': 2 },
      'cord.example': { 'custom.city': 'Köln', 'custom.tags': ['a'], 'custom.hiring': true },
    };
    expect(await readOwn()).toEqual({ ...kept, 'echo.example': { 'custom.city': 'Trier' } });
    await companies([{ ...row('Acme'), primary_domain: 'apex.example' }, row('Cord', { city: 'Hof' })], {
      snapshot: 'companies',
      maxDeletes: '90%',
    });
    kept['cord.example']['custom.city'] = 'Hof';
    expect(await readOwn()).toEqual(kept);
    const { rows } = await imports.pool.query('SELECT count(*)::int AS rows FROM own_field_values');
    expect(rows).toEqual([{ rows: 2 }]);
    expect(await readPostings()).toEqual([
      'custom.city  2',
      'custom.city Bonn 1',
      'custom.city Hof 1',
      'custom.hiring  1',
      'custom.hiring true 1',
      'custom.revenue  1',
      'custom.tags  1',
      'custom.tags a 1',
    ]);
  });

  it('give a survivor what it lacks, from the first of several merges', async () => {
    await companies([
      row('Acme', { city: 'Bonn' }),
      row('Bolt', { city: 'Köln', revenue: 2 }),
      row('Cord', { revenue: 3, hiring: true }),
    ]);
    await companies([
      { primary_domain: 'bolt.example', merge_into: 'acme.example' },
      { primary_domain: 'cord.example', merge_into: 'acme.example' },
    ]);
    expect(await readOwn()).toEqual({
      'acme.example': { 'custom.city': 'Bonn', 'custom.revenue': 2, 'custom.hiring': true },
    });
  });

  it('refuse values beyond 100,000 of a category with a warning, and keep the rows', async () => {
    const tags = (n: number) => Array.from({ length: 100 }, (_, m) => `tag ${n * 100 + m}`);
    const rows = Array.from({ length: 1001 }, (_, n) => row(`Full${n}`, { tags: tags(n) }));
    const full = await companies(rows);
    expect(counts(full)).toEqual([1001, 0, 1]);
    const refused = 'warning custom.tags would be a new value; a category has at most 100000';
    expect(summarize(full.problems)).toEqual([`1001 ${refused}`]);
    const { problems } = await companies([
      row('Acme', { tags: ['TAG 7'] }),
      row('Bolt', { tags: ['another'] }),
    ]);
    expect(summarize(problems)).toEqual([`2 ${refused}`]);
    const stored = await readOwn();
    expect([stored['acme.example'], stored['bolt.example'], Object.keys(stored).length]).toEqual([
      { 'custom.tags': ['TAG 7'] },
      undefined,
      1001,
    ]);
  });
});
