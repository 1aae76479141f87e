import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { checkIndex } from '../../../src/modules/doctor/data.ts';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { useService } from '../../harness/use-service.ts';
import { condition, definition } from '../filters/support.ts';
import { Workspace } from '../import/support.ts';

const nfd = (text: string) => text.normalize('NFD');

const COMPANIES = [
  { name: 'Crème Société', primary_domain: 'nfc.example', investors: ['Crédit Étoile'], industry: 'Énergie' },
  {
    name: nfd('Brûlé Société'),
    primary_domain: 'nfd.example',
    investors: [nfd('Crédit Étoile')],
    industry: nfd('Énergie'),
  },
  { name: 'İPEK YOLU Lojistik', primary_domain: 'tr.example', industry: 'software' },
  { name: 'ΚΟΣΜΟΣ ΑΕ', primary_domain: 'gr.example', industry: 'SOFTWARE' },
  { name: 'Straße Söhne', primary_domain: 'de.example', industry: 'Software' },
  {
    name: 'Plain',
    primary_domain: 'plain.example',
    industry: 'Software',
    investors: ['acme ventures', 'ACME Ventures'],
  },
  { name: 'Other', primary_domain: 'other.example', investors: ['ACME Ventures', nfd('crédit étoile')] },
];
const TECHNOLOGIES = [
  { tech_key: 'one', display_name: 'Énergie Suite', category: 'Zahlung' },
  { tech_key: 'two', display_name: nfd('Énergie Pro'), category: 'ZAHLUNG' },
  { tech_key: 'three', display_name: 'Three', category: 'zahlung' },
];
const DETECTIONS = ['one', 'two', 'three'].flatMap((tech_key) => {
  const seen = { detection_count: 1, first_seen: '2026-01-01', last_seen: '2026-01-02' };
  return ['nfc.example', ...(tech_key === 'two' ? ['nfd.example', 'tr.example'] : [])].map((domain) => ({
    domain,
    tech_key,
    ...seen,
  }));
});

const { service, rest, graphql } = useService('spellers');
const pool = () => service.database.pool;
beforeAll(async () => {
  const workspace = await Workspace.create();
  await workspace.import(pool(), 'technologies', TECHNOLOGIES);
  await workspace.import(pool(), 'companies', COMPANIES);
  await workspace.import(pool(), 'company_technologies', DETECTIONS);
  await workspace.remove();
});

async function count(field: string, operator: string, ...values: string[]): Promise<unknown> {
  const { body } = await rest().post('/v1/lists/preview', {
    definition: definition(condition(field, operator, values)),
  });
  return body.count ?? body;
}

async function find(text: string): Promise<string> {
  const { body } = await rest().get(`/v1/companies?q=${encodeURIComponent(text)}`);
  return body.companies.map((each: { primary_domain: string }) => each.primary_domain).join(' ');
}

describe('a company is found by its name', () => {
  it.each([
    ['Brûlé Société', 'nfd.example'],
    [nfd('Crème Société'), 'nfc.example'],
    ['CRÈME société', 'nfc.example'],
    ['İPEK YOLU Lojistik', 'tr.example'],
    ['ipek yolu', 'tr.example'],
    ['İPEK YOLU'.toLowerCase(), 'tr.example'],
    ['ΚΟΣΜΟΣ ΑΕ', 'gr.example'],
    ['κοσμος αε', 'gr.example'],
    ['κοσμοσ', 'gr.example'],
    ['SÖHNE', 'de.example'],
    [nfd('söhne'), 'de.example'],
  ])('in a search for %s', async (text, domain) => {
    expect(await find(text)).toBe(domain);
  });

  it.each([
    ['equals', ['κοσμος αε'], 1],
    ['equals', ['brûlé société', nfd('CRÈME SOCIÉTÉ')], 2],
    ['contains', ['ΚΟΣΜΟΣ ΑΕ'], 1],
    ['contains', ['κόσμος'], 0],
    ['contains', [nfd('société')], 2],
    ['contains', ['pek'], 1],
    ['starts_with', ['ipek', 'Κοσμος'], 2],
    ['starts_with', [nfd('brû')], 1],
  ])('in a filter: name %s %j', async (operator, values, expected) => {
    expect(await count('name', operator, ...values)).toBe(expected);
  });

  it('among the members of a list, which are sorted by the keys of their names', async () => {
    const created = await rest().post('/v1/lists', {
      name: 'all',
      definition: definition(condition('domain', 'ends_with', ['.example'])),
    });
    const path = `/v1/lists/${created.body.list_id}/members`;
    const domains = async (query: string) =>
      (await rest().get(`${path}?${query}`)).body.members.map(
        (each: { primary_domain: string }) => each.primary_domain,
      );
    expect(await domains(`search_name_or_domain=${encodeURIComponent(nfd('SOCIÉTÉ'))}`)).toEqual([
      'nfc.example',
      'nfd.example',
    ]);
    expect(await domains('sort=name')).toEqual([
      'nfd.example',
      'nfc.example',
      'tr.example',
      'other.example',
      'plain.example',
      'de.example',
      'gr.example',
    ]);
  });
});

describe('all spellings of a value are one', () => {
  it.each([
    ['industry', 'any_of', ['software'], 4],
    ['industry', 'any_of', ['SoftWare', 'software'], 4],
    ['industry', 'none_of', ['SOFTWARE'], 0],
    ['industry', 'any_of', [nfd('énergie')], 2],
    ['investor', 'any_of', ['Crédit Étoile'], 3],
    ['investor', 'all_of', ['acme ventures', 'CRÉDIT ÉTOILE'], 1],
    ['investor', 'any_of', ['Acme Ventures'], 2],
    ['technology_category', 'any_of', ['ZahlunG'], 3],
  ])('in a filter: %s %s %j', async (field, operator, values, expected) => {
    if (operator !== 'none_of') return expect(await count(field, operator, ...values)).toBe(expected);
    const all = condition('domain', 'ends_with', ['.example']);
    const { body } = await rest().post('/v1/lists/preview', {
      definition: definition({
        and: [all, condition(field, operator, values), condition(field, 'any_of', values)],
      }),
    });
    expect(body.count).toBe(expected);
  });

  it.each([
    [
      'industry',
      [
        ['Software', 4],
        ['Énergie', 2],
      ],
    ],
    [
      'investor',
      [
        ['Crédit Étoile', 3],
        ['ACME Ventures', 2],
      ],
    ],
    ['technology_category', [['ZAHLUNG', 3]]],
  ])('in the values of %s, by the commonest spelling', async (field, expected) => {
    const { body } = await rest().get(`/v1/lists/filter-fields/${field}/values`);
    expect(body.values).toEqual(
      expected.map(([value, company_count]) => ({ value, label: value, company_count })),
    );
    expect(body.total).toBe(expected.length);
  });

  it('in a search among values', async () => {
    const search = async (field: string, text: string) =>
      (await rest().get(`/v1/lists/filter-fields/${field}/values?search=${encodeURIComponent(text)}`)).body
        .values;
    expect(await search('investor', nfd('CRÉDIT'))).toEqual([
      { value: 'Crédit Étoile', label: 'Crédit Étoile', company_count: 3 },
    ]);
    expect(await search('technology', nfd('énergie'))).toEqual([
      { value: 'two', label: 'Énergie Pro', company_count: 3 },
      { value: 'one', label: 'Énergie Suite', company_count: 1 },
    ]);
  });

  it('in breakdowns', async () => {
    const { body } = await rest().post('/v1/lists/preview', {
      definition: definition(condition('domain', 'ends_with', ['.example'])),
      breakdown: ['industry', 'investor', 'technology_category'],
    });
    expect(body.breakdowns).toEqual({
      industry: [
        { value: 'Software', label: 'Software', count: 4 },
        { value: 'Énergie', label: 'Énergie', count: 2 },
      ],
      investor: [
        { value: 'Crédit Étoile', label: 'Crédit Étoile', count: 3 },
        { value: 'ACME Ventures', label: 'ACME Ventures', count: 2 },
      ],
      technology_category: [{ value: 'ZAHLUNG', label: 'ZAHLUNG', count: 3 }],
    });
  });

  it('in the evidence of a match', async () => {
    const created = await rest().post('/v1/lists', {
      name: 'payment',
      definition: definition(condition('technology_category', 'any_of', ['zAHLUNG'])),
    });
    const path = `/v1/lists/${created.body.list_id}/explain?company=tr.example`;
    const { status, body } = await rest().get(path);
    expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining('2026-01-02')]);
  });

  it('but each company keeps its own', async () => {
    const { body } = await rest().get('/v1/companies/gr.example?include=firmographics');
    expect(body.firmographics).toMatchObject({ industry: 'SOFTWARE' });
    const { rows } = await pool().query(`SELECT name, investor_count FROM company
      WHERE primary_domain IN ('nfd.example', 'plain.example') ORDER BY id`);
    expect(rows).toEqual([
      { name: 'Brûlé Société', investor_count: 1 },
      { name: 'Plain', investor_count: 1 },
    ]);
  });
});

describe('a list', () => {
  it('is found by its name and tag in any spelling, and has each tag once', async () => {
    const created = await rest().post('/v1/lists', {
      name: nfd('Élan Σχέδιος'),
      tags: ['Île', nfd('île'), 'ΤΕΛΟΣ', 'τελος'],
      definition: definition(condition('domain', 'ends_with', ['.example'])),
    });
    expect(created.body).toMatchObject({ name: 'Élan Σχέδιος', tags: ['Île', 'ΤΕΛΟΣ'] });
    const names = async (query: object) =>
      (await rest().get(`/v1/lists?${new URLSearchParams({ ...query })}`)).body.lists.map(
        (each: { name: string }) => each.name,
      );
    for (const query of [
      { search: 'ÉLAN' },
      { search: nfd('élan') },
      { search: 'σχέδιοσ' },
      { tag: nfd('ÎLE') },
      { tag: 'τέλος' },
    ])
      expect([query, await names(query)]).toEqual([query, query.tag === 'τέλος' ? [] : ['Élan Σχέδιος']]);
    expect(await names({ tag: 'τελοσ' })).toEqual(['Élan Σχέδιος']);
    await rest().patch(`/v1/lists/${created.body.list_id}`, { name: nfd('Ösen'), tags: [nfd('Ü')] });
    expect(await names({ search: 'öSEN', tag: 'ü' })).toEqual(['Ösen']);
    const { rows } = await pool().query('SELECT name, name_key, tags, tag_keys FROM list WHERE id = $1', [
      created.body.list_id,
    ]);
    expect(rows).toEqual([{ name: 'Ösen', name_key: 'ösen', tags: ['Ü'], tag_keys: ['ü'] }]);
  });
});

describe('a text of many combining marks', () => {
  // Normalizing it takes the square of its length: 120,000 marks take seconds.
  const marks = `a${'\u0301\u0323'.repeat(60_000)}`;

  it('is refused or found to match nothing, and is never normalized', async () => {
    const normalize = jest.spyOn(String.prototype, 'normalize');
    const definitions = definition(condition('name', 'contains', [marks]));
    const refusals = [
      await rest().post('/v1/lists', { name: marks, definition: definitions }),
      await rest().post('/v1/lists/preview', { definition: definitions }),
      await rest().get('/v1/lists/filter-fields/investor/values?search=x').expect(200),
    ];
    const long = normalize.mock.contexts.filter((text) => String(text).length > 5_000);
    normalize.mockRestore();
    expect([refusals.map(({ status }) => status), long.length]).toEqual([[422, 422, 200], 0]);
  });
});

describe('technologies', () => {
  it('are searched by the keys of their names', async () => {
    const { body } = await graphql(
      'query($text: String!) { technologies(search: $text, first: 5) { edges { node { techKey } } } }',
      { text: nfd('énergie PRO') },
    );
    expect(body.data).toEqual({ technologies: { edges: [{ node: { techKey: 'two' } }] } });
  });
});

/** What the previous release stores: no keys, and texts in the form in which they came. */
const FORMER = [
  `UPDATE company SET name = normalize(name, NFD), industry = normalize(industry, NFD), name_key = NULL`,
  `UPDATE technology SET display_name_key = NULL, category_key = NULL`,
  `INSERT INTO investor (name) SELECT normalize(name, NFD) FROM investor WHERE name IS NFC NORMALIZED AND name <> normalize(name, NFD)`,
  `INSERT INTO company_investor (company_id, investor_id, position)
   SELECT c.id, i.id, 7 FROM company c, investor i WHERE c.primary_domain = 'other.example' AND i.name_key IS NULL`,
  `UPDATE investor SET name_key = NULL`,
  `UPDATE list SET name = normalize(name, NFD), tags = ARRAY(SELECT normalize(t, NFD) FROM unnest(tags) t), name_key = NULL, tag_keys = NULL`,
  `UPDATE facet_posting SET value_key = NULL`,
  `UPDATE facet_band SET value_key = NULL`,
];

describe('what an earlier release stored', () => {
  const state = async () => {
    const { rows } = await pool().query(`
      SELECT (SELECT json_agg(c ORDER BY id) FROM (SELECT id, name, name_key, industry FROM company) c) AS companies,
        (SELECT json_agg(t ORDER BY id) FROM (SELECT id, display_name_key, category_key FROM technology) t) AS technologies,
        (SELECT json_agg(i ORDER BY id) FROM (SELECT id, name, name_key FROM investor) i) AS investors,
        (SELECT json_agg(l ORDER BY id) FROM (SELECT id, name, name_key, tags, tag_keys FROM list) l) AS lists`);
    return rows;
  };
  const check = async (size: number) => {
    const client = await pool().connect();
    try {
      return await checkIndex(client, size);
    } finally {
      client.release();
    }
  };

  it('is answered without keys, and gets them when the index is rebuilt', async () => {
    const before = await state();
    for (const statement of FORMER) await pool().query(statement);
    expect(await find('plain')).toBe('plain.example');
    expect(await count('industry', 'any_of', 'software')).toBe(4);
    expect(await count('name', 'equals', 'plain')).toBe(1);
    expect(await check(0)).toEqual({
      state: 'warning',
      message: expect.stringMatching(/^\d+ texts stored by an earlier release, without a key/),
      remedy: expect.stringContaining('index rebuild'),
    });
    await rebuildIndex(pool());
    expect(await state()).toEqual(before);
    expect(await check(100)).toMatchObject({ state: 'ok' });
    expect(await find(nfd('BRÛLÉ'))).toBe('nfd.example');
    expect(await count('investor', 'any_of', 'crédit étoile')).toBe(3);
    const { rows } =
      await pool().query(`SELECT count(*)::int FROM facet_stored s JOIN facet_posting p USING (field, value, window_days)
      WHERE field IN ('industry', 'investor', 'technology_category') AND value <> '' AND p.value_key IS NULL`);
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('keeps the key that a change of this release has written, whatever PostgreSQL would make of it', async () => {
    await pool().query(`UPDATE company SET name = 'ẞ', name_key = 'own' WHERE primary_domain = 'gr.example'`);
    await pool().query(`UPDATE company SET name = 'ß', name_key = 'own' WHERE primary_domain = 'gr.example'`);
    await pool().query(
      `UPDATE list SET tags = '{A}', tag_keys = '{own}', name = 'N', name_key = 'own' WHERE name = 'Ösen'`,
    );
    await pool().query(
      `UPDATE list SET tags = '{B}', tag_keys = '{own}', name = 'Ösen', name_key = 'own' WHERE name = 'N'`,
    );
    const { rows } = await pool().query(`
      SELECT (SELECT name_key FROM company WHERE primary_domain = 'gr.example') AS company, name_key, tag_keys FROM list WHERE name = 'Ösen'`);
    expect(rows).toEqual([{ company: 'own', name_key: 'own', tag_keys: ['own'] }]);
  });

  it('loses the key of a text that the earlier release changes', async () => {
    await pool().query(`UPDATE company SET name = 'Ünsal' WHERE primary_domain = 'plain.example'`);
    await pool().query(`UPDATE technology SET category = 'Öl' WHERE tech_key = 'one'`);
    await pool().query(`UPDATE list SET tags = '{neu}', name = 'Neu' WHERE name = 'Ösen'`);
    const { rows } = await pool().query(`
      SELECT (SELECT name_key FROM company WHERE primary_domain = 'plain.example') AS company,
        (SELECT category_key FROM technology WHERE tech_key = 'one') AS category,
        (SELECT display_name_key FROM technology WHERE tech_key = 'one') AS technology,
        (SELECT name_key FROM list WHERE name = 'Neu') AS list, (SELECT tag_keys FROM list WHERE name = 'Neu') AS tags`);
    expect(rows).toEqual([
      { company: null, category: null, technology: 'énergie suite', list: null, tags: null },
    ]);
    expect(await find('Ünsal')).toBe('plain.example');
  });
});
