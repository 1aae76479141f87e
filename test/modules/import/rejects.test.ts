import { beforeEach, describe, expect, it } from '@jest/globals';
import { INVALID_DOMAIN } from '../../../src/lib/domain-name.ts';
import { useImports } from './fixture.ts';
import {
  dumpCatalogue,
  emptyCatalogue,
  readCompanies,
  readDetections,
  readPartnerships,
  summarize,
} from './support.ts';

const imports = useImports();
const badDomain = (text: string, reason: keyof typeof INVALID_DOMAIN) =>
  `is not a domain: ${JSON.stringify(text)}. ${INVALID_DOMAIN[reason]}`;
beforeEach(() => emptyCatalogue(imports.pool));

const acme = { name: 'Acme', primary_domain: 'acme.example', domains: ['acme.example', 'acme.test'] };
const bolt = { name: 'Bolt', primary_domain: 'bolt.example' };
const tech = { tech_key: 'grid', display_name: 'Grid' };
const detection = {
  domain: 'acme.example',
  tech_key: 'grid',
  detection_count: 3,
  first_seen: '2024-01-01',
  last_seen: '2024-02-01',
};
const partnership = {
  domain: 'acme.example',
  partner_domain: 'bolt.example',
  first_observed_at: '2024-01-01T10:00:00Z',
  last_observed_at: '2024-02-01T00:00:00+02:00',
  observation_count: 2,
};

/** What the rejects file says of wrong rows, which are the first ones of a file. */
const rejectionsOf = (wrong: readonly (readonly [row: object, field: string, reason: string])[]) =>
  wrong.map(([row, field, reason], index) => ({
    ...{ line: index + 1, level: 'rejected', field, reason },
    row: JSON.stringify(row).slice(0, 2000),
  }));

const IGNORED = 'is an unknown field and is ignored (reported once per file)';
const DECLARE = '; to keep it, declare it: company-data fields suggest -';
const IF_NOT = ' If not, declare it: company-data fields suggest -';

describe('a line that is not a row', () => {
  it('is rejected with its number and the reason, and does not stop the import', async () => {
    const { pool } = imports;
    const lines = [
      Buffer.from('{"name": "Acme", "primary_domain": "acme.example"\n'),
      Buffer.from('\n   \n[1]\nnull\n"text"\n7\n'),
      Buffer.concat([
        Buffer.from('{"name": "'),
        Buffer.from([0xc3, 0x28]),
        Buffer.from('", "primary_domain": "x.example"}\n'),
      ]),
      Buffer.from(`{"name": "${'x'.repeat(1024 * 1024)}", "primary_domain": "long.example"}\n`),
      Buffer.from('{"name": "a\0b", "primary_domain": "nul.example"}\n'),
      Buffer.from('{"name": "Last", "primary_domain": "last.example"}'),
    ];
    const { report, problems } = await imports.workspace.importBytes(pool, 'companies', lines);
    expect(report).toEqual({
      path: '-',
      kind: 'companies',
      rows: 9,
      accepted: 1,
      rejected: 8,
      warnings: 0,
      rejects_file: expect.any(String),
    });
    expect(problems.map(({ line }) => line)).toEqual([1, 4, 5, 6, 7, 8, 9, 10]);
    expect(problems.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^is not valid JSON: /),
      'must be a JSON object, not a list',
      'must be a JSON object, not null',
      'must be a JSON object, not "text"',
      'must be a JSON object, not 7',
      'is not valid UTF-8; save the file as "CSV UTF-8", or convert it: iconv -f WINDOWS-1252 -t UTF-8',
      'is longer than 1048576 bytes',
      expect.stringMatching(/^is not valid JSON: /),
    ]);
    expect(problems[7]?.row).toBe('{"name": "a\uFFFDb", "primary_domain": "nul.example"}');
    expect(problems[6]?.row).toHaveLength(2001);
    expect(Object.keys(await readCompanies(pool))).toEqual(['last.example']);
  });
});

describe('companies', () => {
  const WRONG = [
    [{ primary_domain: 'a.example' }, 'name', 'is missing'],
    [{ name: null, primary_domain: 'a.example' }, 'name', 'must be a string, not null'],
    [{ name: ' ', primary_domain: 'a.example' }, 'name', 'is empty'],
    [{ name: 'x'.repeat(501), primary_domain: 'a.example' }, 'name', 'is longer than 500 characters'],
    [
      { name: 'A\0', primary_domain: 'a.example' },
      'name',
      'contains a NUL or an unpaired surrogate, which cannot be stored',
    ],
    [
      { name: 'A\ud800', primary_domain: 'a.example' },
      'name',
      'contains a NUL or an unpaired surrogate, which cannot be stored',
    ],
    [{ name: 'A' }, 'primary_domain', 'is missing'],
    [{ name: 'A', primary_domain: 5 }, 'primary_domain', 'must be a string, not 5'],
  ] as const;

  it('are rejected for a name or a primary domain that cannot be stored', async () => {
    const { report, problems } = await imports.run('companies', [...WRONG.map(([row]) => row), bolt]);
    expect([report.accepted, report.rejected, report.warnings]).toEqual([1, WRONG.length, 0]);
    expect(problems).toEqual(rejectionsOf(WRONG));
    expect(Object.keys(await readCompanies(imports.pool))).toEqual(['bolt.example']);
  });

  it('lose only an invalid optional field, with a warning', async () => {
    const row = {
      ...acme,
      domains: ['acme.test', 'bad', 5, 'ACME.test', 'www.acme.example'],
      investors: ['Orvane Capital', '', 'Orvane Capital', null, 'Two'],
      industry: 7,
      employee_range: '201-1000',
      employee_count: -4,
      country: 'Atlantis',
      founded_year: 2010.5,
      slug: 'a.b',
      ['__proto__']: { polluted: true },
      shoe_size: 44,
    };
    const text = JSON.stringify(row).replace('"shoe_size"', '"__proto__":{"x":1},"shoe_size"');
    const { report, problems } = await imports.run('companies', [text, { ...bolt, shoe_size: 3 }]);
    expect([report.rows, report.accepted, report.rejected, report.warnings]).toEqual([2, 2, 0, 12]);
    expect(summarize(problems)).toEqual([
      `1 warning __proto__ ${IGNORED}${DECLARE}`,
      '1 warning country is neither a code of ISO 3166-1 nor the name of one country: "Atlantis"',
      `1 warning domains/1 ${badDomain('bad', 'noDot')}`,
      '1 warning domains/2 must be a string, not 5',
      '1 warning employee_count must be a whole number from 1, or a range within one band, not -4',
      '1 warning employee_range is none of 1-10, 11-50, 51-200, 201-500, 501-1000, 1001-5000, 5001-10000, 10001+: "201-1000"',
      '1 warning founded_year must be a whole number from 500 to 2100, not 2010.5',
      '1 warning industry must be a string, not 7',
      '1 warning investors/1 is empty',
      '1 warning investors/3 must be a string, not null',
      `1 warning shoe_size ${IGNORED}${DECLARE}`,
      '1 warning slug must be letters, digits and hyphens, not "a.b"',
    ]);
    expect(await readCompanies(imports.pool)).toEqual({
      'acme.example': {
        name: 'Acme',
        slug: 'acme',
        domains: ['acme.example', 'acme.test'],
        investors: ['Orvane Capital', 'Two'],
      },
      'bolt.example': { name: 'Bolt', slug: 'bolt', domains: ['bolt.example'], investors: [] },
    });
  });
});

describe('technologies', () => {
  it('say which field an unknown one was meant to be, in the file of problems and on the terminal', async () => {
    const notes: string[] = [];
    const row = { name: 'Acme', primary_domain: 'acme.example', contry: 'DE', Industry: 'Steel', note: 'x' };
    const { problems } = await imports.run('companies', [row], { onNote: (note) => notes.push(note) });
    expect(summarize(problems)).toEqual([
      `1 warning Industry ${IGNORED}; did you mean "industry"?${IF_NOT}`,
      `1 warning contry ${IGNORED}; did you mean "country"?${IF_NOT}`,
      `1 warning note ${IGNORED}${DECLARE}`,
    ]);
    expect(notes.map((note) => note.replace(/^.*: /, ''))).toEqual([
      'the field "contry" is unknown and ignored; did you mean "country"?',
      'the field "Industry" is unknown and ignored; did you mean "industry"?',
    ]);
  });

  it('are rejected without a name; only an invalid category is ignored', async () => {
    const { report, problems } = await imports.run('technologies', [
      tech,
      { display_name: 'No key' },
      { tech_key: 'nameless' },
      { tech_key: 'x'.repeat(201), display_name: 'Long' },
      { tech_key: 'odd', display_name: 'Odd', category: ['a'] },
    ]);
    expect([report.accepted, report.rejected, report.warnings]).toEqual([3, 2, 1]);
    expect(summarize(problems)).toEqual([
      '3 rejected display_name is missing',
      '4 rejected tech_key is longer than 200 characters',
      '5 warning category must be a string, not a list',
    ]);
    const { rows } = await imports.pool.query(
      'SELECT tech_key, display_name, category FROM technology ORDER BY id',
    );
    expect(rows).toEqual([
      { ...tech, category: null },
      { tech_key: 'no-key', display_name: 'No key', category: null },
      { tech_key: 'odd', display_name: 'Odd', category: null },
    ]);
  });
});

const badCount = (value: string) => `must be a whole number from 1 to 1000000000, not ${value}`;
const badTime = (value: string) => `is not a date or ISO 8601 timestamp: ${value}`;

describe('observations', () => {
  beforeEach(async () => {
    await imports.run('technologies', [tech]);
    await imports.run('companies', [acme, bolt]);
  });

  const WRONG_DETECTIONS = [
    [{ domain: undefined }, 'domain', 'is missing'],
    [{ domain: 'nobody.example' }, 'domain', 'no company has the domain "nobody.example"'],
    [{ domain: 'nodot' }, 'domain', badDomain('nodot', 'noDot')],
    [{ domain: '127.1' }, 'domain', badDomain('127.1', 'ip')],
    [{ tech_key: undefined }, 'tech_key', 'is missing'],
    [{ tech_key: 'none' }, 'tech_key', 'no technology has the key "none"'],
    [{ tech_key: 4 }, 'tech_key', 'must be a string, not 4'],
    [{ detection_count: 0 }, 'detection_count', badCount('0')],
    [{ detection_count: -1 }, 'detection_count', badCount('-1')],
    [{ detection_count: 1.5 }, 'detection_count', badCount('1.5')],
    [{ detection_count: '3' }, 'detection_count', badCount('"3"')],
    [{ detection_count: 1_000_000_001 }, 'detection_count', badCount('1000000001')],
    [{ first_seen: undefined }, 'first_seen', 'is missing'],
    [{ first_seen: '2023-02-30' }, 'first_seen', badTime('"2023-02-30"')],
    [{ last_seen: 20240101 }, 'last_seen', badTime('20240101')],
    [{ last_seen: '9999-12-31' }, 'last_seen', badTime('"9999-12-31"')],
    [{ first_seen: '2024-02-02' }, 'first_seen', 'is later than last_seen'],
  ] as const;

  it('are rejected if a detection has a wrong value', async () => {
    const wrong = WRONG_DETECTIONS.map(
      ([change, field, reason]) => [{ ...detection, ...change }, field, reason] as const,
    );
    const rows = [...wrong.map(([row]) => row), detection];
    const { report, problems } = await imports.run('company_technologies', rows);
    expect([report.accepted, report.rejected, report.warnings]).toEqual([1, wrong.length, 0]);
    expect(problems).toEqual(rejectionsOf(wrong));
    expect(await readDetections(imports.pool)).toEqual({
      'acme.example grid': { count: 3, first: '2024-01-01T00:00:00.000Z', last: '2024-02-01T00:00:00.000Z' },
    });
  });

  const WRONG_PARTNERSHIPS = [
    [{ partner_domain: undefined }, 'partner_domain', 'is missing'],
    [{ partner_domain: 'nobody.example' }, 'partner_domain', 'no company has the domain "nobody.example"'],
    [{ partner_domain: 'acme.test' }, 'partner_domain', 'belongs to the same company as domain'],
    [{ observation_count: 0 }, 'observation_count', badCount('0')],
    [{ first_observed_at: '2024-01-01T10' }, 'first_observed_at', badTime('"2024-01-01T10"')],
    [{ last_observed_at: '2024-01-01T09:59:59Z' }, 'first_observed_at', 'is later than last_observed_at'],
  ] as const;

  it('are rejected if a partnership has a wrong value', async () => {
    const wrong = WRONG_PARTNERSHIPS.map(
      ([change, field, reason]) => [{ ...partnership, ...change }, field, reason] as const,
    );
    const { problems } = await imports.run('partnerships', [...wrong.map(([row]) => row), partnership]);
    expect(problems).toEqual(rejectionsOf(wrong));
    const merged = { count: 2, first: '2024-01-01T10:00:00.000Z', last: '2024-01-31T22:00:00.000Z' };
    expect(await readPartnerships(imports.pool)).toEqual({
      'acme.example bolt.example': merged,
      'bolt.example acme.example': merged,
    });
  });

  it('do not change the catalogue when every row is rejected', async () => {
    const before = await dumpCatalogue(imports.pool);
    const { report } = await imports.run('partnerships', [{}, '{', { ...partnership, domain: 'x.example' }]);
    expect([report.accepted, report.rejected]).toEqual([0, 3]);
    expect(await dumpCatalogue(imports.pool)).toEqual(before);
  });
});
