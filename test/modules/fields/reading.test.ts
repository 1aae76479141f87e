import { describe, expect, it } from '@jest/globals';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { answer } from '../../harness/errors.ts';
import { seedPlain } from '../../harness/seed.ts';
import { recordStatements } from '../../harness/statements.ts';
import { useService } from '../../harness/use-service.ts';

const { rest } = useService('reading-fields', {
  tenantPerTest: true,
  seed: async (pool) => {
    for (let n = 0; n < 6; n += 1) await seedPlain(pool, `plain${n}`);
    await rebuildIndex(pool);
    return {};
  },
});

const FIELDS = {
  'org.score': 'number',
  'org.since': 'date',
  'org.hot': 'boolean',
  'org.owner': 'category',
  'org.tags': 'category',
  'org.note': 'text',
};
const VALUES = {
  plain0: { 'org.score': -2.5, 'org.since': '2024-02-29', 'org.hot': true, 'org.owner': 'Grace' },
  plain1: { 'org.score': 12.25, 'org.tags': ['new', 'eu'], 'org.note': '=1+1' },
  plain2: { 'org.score': 12, 'org.since': '2025-01-01', 'org.hot': false, 'org.owner': 'Ada' },
};

async function declareAll() {
  for (const [key, type] of Object.entries(FIELDS)) {
    const more = key === 'org.tags' ? { multiple: true } : {};
    expect(await rest().post('/v1/fields', { key, label: key, type, ...more })).toMatchObject({
      status: 201,
    });
  }
  const values = Object.entries(VALUES).map(([identifier, fields]) => ({ identifier, fields }));
  expect((await rest().post('/v1/fields/values', { values })).body).toMatchObject({ set: 11, invalid: [] });
}

const EVERY = { or: [0, 1, 2, 3, 4, 5].map((n) => named(`plain${n}`)) };
function named(value: string) {
  return { condition: { field: 'domain', operator: 'contains', values: [value] } };
}
async function definition(root: object = EVERY) {
  const { body } = await rest().get('/v1/lists/filter-fields');
  return { registry_version: body.registry_version, root };
}
async function listOfAll(): Promise<string> {
  const { status, body } = await rest().post('/v1/lists', { name: 'all', definition: await definition() });
  expect({ status, body }).toMatchObject({ status: 201 });
  return `/v1/lists/${body.list_id}`;
}

describe('values of own fields of companies', () => {
  it('are shown with include=fields, and take no statement without it', async () => {
    await declareAll();
    const { body: plain } = await rest().get('/v1/companies/plain1');
    expect(plain).not.toHaveProperty('fields');
    expect(answer(await rest().get('/v1/companies/plain1?include=fields'))).toEqual({
      status: 200,
      body: { ...plain, fields: VALUES.plain1 },
    });
    const { body: bare } = await rest().get('/v1/companies/plain3');
    expect((await rest().get('/v1/companies/plain3?include=fields')).body).toEqual(bare);
    const read = (query: string) =>
      recordStatements(async () => rest().get(`/v1/companies/plain1${query}`)).then(({ statements }) =>
        statements.filter((text) => text.includes('own_field')),
      );
    expect(await read('')).toEqual([]);
    expect(await read('?include=firmographics')).toEqual([]);
    expect((await read('?include=fields')).length).toBeGreaterThan(0);
  });

  it('are shown of all members of a page by one statement', async () => {
    await declareAll();
    const list = await listOfAll();
    const { body: without } = await rest().get(`${list}/members`);
    const { result, statements } = await recordStatements(async () =>
      rest().get(`${list}/members?include=fields`),
    );
    expect(statements.filter((text) => text.includes('own_field_values v ON'))).toHaveLength(1);
    const values: Record<string, object> = VALUES;
    expect(result.body).toEqual({
      ...without,
      members: without.members.map((member: { slug: string }) =>
        member.slug in values ? { ...member, fields: values[member.slug] } : member,
      ),
    });
  });
});

describe('breakdowns by own fields', () => {
  it('are returned by key over REST, with ranges of numbers and dates', async () => {
    await declareAll();
    const breakdown = ['org.owner', 'org.hot', 'org.score', 'org.since', 'org.tags', 'country', 'org.owner'];
    const { status, body } = await rest().post('/v1/lists/preview', {
      definition: await definition(),
      breakdown,
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        count: 6,
        tier_counts: { total: 6, high: 6, medium: 0, exploratory: 0 },
        breakdowns: {
          'org.owner': expect.arrayContaining([
            { value: 'Ada', label: 'Ada', count: 1 },
            { value: 'Grace', label: 'Grace', count: 1 },
          ]),
          'org.hot': expect.arrayContaining([
            { value: 'true', label: 'true', count: 1 },
            { value: 'false', label: 'false', count: 1 },
          ]),
          'org.score': expect.any(Array),
          'org.since': expect.any(Array),
          'org.tags': expect.arrayContaining([
            { value: 'new', label: 'new', count: 1 },
            { value: 'eu', label: 'eu', count: 1 },
          ]),
          country: [],
        },
      },
    });
    expect(Object.keys(body.breakdowns)).toEqual([...new Set(breakdown)]);
    for (const key of ['org.score', 'org.since'] as const) {
      const ranges: { value: string; label: string; count: number; from: unknown; to: unknown }[] =
        body.breakdowns[key];
      for (const range of ranges)
        expect(range).toEqual({
          value: String(range.from),
          label: expect.any(String),
          count: expect.any(Number),
          from: range.from,
          to: range.to,
        });
      const known = Object.values<Record<string, unknown>>(VALUES).filter((values) => key in values);
      expect(ranges.reduce((sum, { count }) => sum + count, 0)).toBe(known.length);
    }
  });

  it('name the wrong field of several', async () => {
    await declareAll();
    const refused = async (breakdown: string[]) =>
      (await rest().post('/v1/lists/preview', { definition: await definition(), breakdown })).body.detail;
    expect((await refused(['org.hot', 'org.skore'])).errors).toEqual([
      {
        pointer: '/breakdown/1',
        message: expect.stringContaining('Unknown field "org.skore".'),
        did_you_mean: expect.arrayContaining(['org.score']),
      },
    ]);
    expect(await refused(['org.note'])).toMatchObject({
      error: 'validation_error',
      errors: [{ pointer: '/breakdown/0' }],
    });
  });
});

describe('exports with own fields', () => {
  it('have their columns after the built-in ones, and guarded cells', async () => {
    await declareAll();
    const list = await listOfAll();
    const keys = ['org.score', 'org.since', 'org.hot', 'org.owner', 'org.tags', 'org.note'];
    const { status, body } = await rest().post(`${list}/export`, { fields: keys });
    expect({ status, body }).toMatchObject({ status: 200 });
    expect(body.url).toBe(
      `${list}/export.csv?materialization=${body.materialization_id}&fields=${keys.join(',')}`,
    );
    const { text } = await rest().get(body.url);
    const plain = (await rest().get(`${list}/export.csv`)).text;
    const cells = [
      keys.join(','),
      '-2.5,2024-02-29,true,Grace,,',
      "12.25,,,,new;eu,'=1+1",
      '12,2025-01-01,false,Ada,,',
      ...Array.from({ length: 3 }, () => ',,,,,'),
      '',
    ];
    const rows = plain.split('\n').map((row: string, n: number) => (row ? `${row},${cells[n]}` : row));
    expect(text).toBe(rows.join('\n'));
    const { body: exported } = await rest().get('/v1/account/ledger');
    const wrong = [
      await rest().post(`${list}/export`, { fields: ['org.hot', 'org.skore'] }),
      await rest().get(`${list}/export.csv?fields=org.hot,org.skore`),
    ];
    for (const refused of wrong)
      expect(refused).toMatchObject({
        status: 422,
        body: {
          detail: {
            error: 'validation_error',
            errors: [{ pointer: '/fields/1', did_you_mean: expect.arrayContaining(['org.score']) }],
          },
        },
      });
    expect((await rest().get('/v1/account/ledger')).body).toEqual(exported);
  });
});

it('finds values of all fields: the text itself first, then what begins with it', async () => {
  await declareAll();
  const entries = [
    ['Redwood', 'Red'],
    ['Redwood', 'Bored'],
    ['bored', 'new'],
    ['Spain', 'Bored'],
  ];
  const values = entries.map((tags, n) => ({ identifier: `plain${n}`, fields: { 'org.tags': tags } }));
  await rest().post('/v1/fields/values', { values }).expect(200);
  const search = async (text: string, limit = 10) =>
    (await rest().get(`/v1/lists/filter-values?search=${text}&limit=${limit}`).expect(200)).body.values;
  const tag = (value: string, count: number) => ({
    field: 'org.tags',
    value,
    label: value,
    company_count: count,
  });
  expect(await search('RED')).toEqual([tag('Red', 1), tag('Redwood', 2), tag('Bored', 3)]);
  expect(await search('red', 1)).toEqual([tag('Red', 1)]);
});
