import { beforeAll, describe, expect, it } from '@jest/globals';
import { ReaderCache } from '../../../src/modules/facets/reader-cache.ts';
import { matchRows } from '../../../src/modules/match/match-rows.ts';
import { readRow } from '../../../src/modules/match/row.ts';
import { answer, invalid, refusal } from '../../harness/errors.ts';
import { recordStatements } from '../../harness/statements.ts';
import { useService } from '../../harness/use-service.ts';
import { Workspace } from '../import/support.ts';

const { service, tenant, rest, graphql } = useService('matchers', {
  seed: async (pool) => {
    const workspace = await Workspace.create();
    const run = (rows: readonly object[]) => workspace.import(pool, 'companies', rows);
    try {
      await run(COMPANIES);
      await run([
        {
          name: 'Neuland Energie AG',
          primary_domain: 'neuland.example',
          previous_primary_domain: 'altland.example',
        },
        { primary_domain: 'swallowed.example', merge_into: 'northwind.example' },
        { primary_domain: 'gone.example', deleted: true },
      ]);
    } finally {
      await workspace.remove();
    }
    const { rows } = await pool.query<{ slug: string; id: number }>('SELECT slug, id FROM company');
    return Object.fromEntries(rows.map(({ slug, id }) => [slug, id]));
  },
});

const company = (name: string, domain: string, country?: string, domains: string[] = []) => ({
  name,
  primary_domain: domain,
  domains: [domain, ...domains],
  ...(country && { country }),
});

const COMPANIES = [
  company('Kupferwald Software GmbH', 'kupferwald.example', 'DE', ['kupferwald.test']),
  company('Northwind Traders', 'northwind.example', 'US'),
  company('Swallowed Traders', 'swallowed.example', 'US'),
  company('Neuland Energie AG', 'altland.example', 'AT'),
  company('Gone Holdings', 'gone.example', 'US'),
  company('Apollo Optics', 'apollo-de.example', 'DE'),
  company('Apollo Optics', 'apollo-fr.example', 'FR'),
  company('Zinnober Werke', 'zinnober-plain.example', 'DE'),
  company('Zinnober Werke GmbH', 'zinnober-gmbh.example', 'DE'),
  company('Bücher Meyer', 'bücher.example', 'DE'),
  company('Googol Mail', 'gmail.com', 'US'),
  company('Face Book Ireland', 'face.example', 'IE'),
  company('International Business Machines', 'ibm.example', 'US'),
  company('Consulting Example', 'consulting.example', 'US'),
  ...Array.from({ length: 30 }, (_, n) =>
    company(`Filler ${'abcdefghij'[n % 10]}${n} Works`, `f${n}.example`),
  ),
  ...twoFrequentWords(),
];

/** Companies of which only one has both of two words that many have. */
function twoFrequentWords(): object[] {
  const others = Array.from({ length: 30 }, (_, n) =>
    ['abcdefghij'[n % 10], 'uvw'[Math.floor(n / 10)]].join('q'),
  );
  return [
    company('Silberbach Logistik', 'silberbach-logistik.example', 'DE'),
    company('Silberbach Logistik Ostfeld', 'silberbach-ostfeld.example', 'DE'),
    ...others.map((word) => company(`Silberbach ${word}`, `silberbach-${word}.example`)),
    ...others.map((word) => company(`${word} Logistik`, `${word}-logistik.example`)),
  ];
}

const SHORT = {
  kupferwald: {
    name: 'Kupferwald Software GmbH',
    slug: 'kupferwald-software-gmbh',
    primary_domain: 'kupferwald.example',
  },
  northwind: { name: 'Northwind Traders', slug: 'northwind-traders', primary_domain: 'northwind.example' },
} as const;

let ids: Record<string, number> = {};
beforeAll(async () => {
  const { rows } = await service.database.pool.query('SELECT primary_domain, id FROM company');
  ids = Object.fromEntries(rows.map((row) => [row.primary_domain, row.id]));
});

const reference = (key: keyof typeof SHORT) => ({
  company_id: ids[SHORT[key].primary_domain],
  ...SHORT[key],
  partnership_count: 0,
});

interface Shown {
  company: { primary_domain: string } | null;
  confidence: number;
  matched_by: string | null;
  conflict?: { company: { primary_domain: string }; confidence: number; matched_by: string }[];
  alternatives: { company: { primary_domain: string }; confidence: number; matched_by: string }[];
  evidence: { part: string; given: string | null; found: string | null; score: number }[];
}

async function match(...rows: object[]): Promise<Shown[]> {
  const response = await rest().post('/v1/match').send({ rows });
  expect(response.status).toBe(200);
  return response.body.results;
}

/** Matches one row. @returns domain of its company, confidence and identifier, as one text */
async function verdict(row: object): Promise<string> {
  const [result] = await match(row);
  return `${result?.company?.primary_domain ?? 'null'} ${result?.confidence} ${result?.matched_by ?? '-'}`;
}

/** Returns the alternatives of a row in the same form. */
const others = (result: Shown | undefined) =>
  result?.alternatives.map((each) => `${each.company.primary_domain} ${each.confidence} ${each.matched_by}`);

describe('POST /v1/match', () => {
  it('answers completely, in the order of the rows', async () => {
    const rows = [
      { ref: 'a', url: 'https://www.Kupferwald.example/impressum', name: 'KUPFERWALD-Software' },
      {},
      { ref: 'c', name: 'Norhtwind Traders', country: 'Germany' },
    ];
    const response = await rest().post('/v1/match').send({ rows });
    expect(answer(response)).toEqual({
      status: 200,
      body: {
        results: [
          {
            ref: 'a',
            index: 0,
            company: reference('kupferwald'),
            confidence: 1,
            matched_by: 'domain',
            evidence: [
              {
                part: 'url',
                given: 'https://www.Kupferwald.example/impressum',
                found: 'kupferwald.example',
                score: 1,
              },
              { part: 'name', given: 'KUPFERWALD-Software', found: 'Kupferwald Software GmbH', score: 0.98 },
            ],
            alternatives: [],
          },
          {
            ref: null,
            index: 1,
            company: null,
            confidence: 0,
            matched_by: null,
            evidence: [],
            alternatives: [],
          },
          {
            ref: 'c',
            index: 2,
            company: reference('northwind'),
            confidence: expect.closeTo(0.82, 2),
            matched_by: 'similar_name',
            evidence: [
              {
                part: 'name',
                given: 'Norhtwind Traders',
                found: 'Northwind Traders',
                score: expect.any(Number),
              },
              { part: 'spelling', given: 'norhtwind', found: 'northwind', score: expect.any(Number) },
              { part: 'word', given: 'traders', found: 'traders', score: 1 },
              { part: 'country', given: 'Germany', found: 'US', score: 0 },
            ],
            alternatives: [],
          },
        ],
      },
    });
  });

  it('gives the same over GraphQL', async () => {
    const rows = [
      { ref: 'a', email: 'jane@kupferwald.test', name: 'Northwind Traders', domain: 'n/a' },
      { name: 'Apollo Optics' },
    ];
    const response = await graphql(
      `query ($rows: [MatchRowInput!]!) { matchCompanies(rows: $rows) { results {
        ref index company { company_id: companyId name slug primary_domain: primaryDomain partnership_count: partnershipCount }
        confidence matched_by: matchedBy evidence { part given found score }
        conflict { company { primary_domain: primaryDomain } confidence matched_by: matchedBy }
        alternatives { company { primary_domain: primaryDomain } confidence matched_by: matchedBy } } } }`,
      { rows },
    );
    const overRest = await match(...rows);
    const lower = (text: string | null) => text?.toLowerCase() ?? null;
    const shown = response.body.data.matchCompanies.results.map((each: Shown) => ({
      ...each,
      matched_by: lower(each.matched_by),
      evidence: each.evidence.map((one) => ({ ...one, part: lower(one.part) })),
      conflict: each.conflict?.map((one) => ({ ...one, matched_by: lower(one.matched_by) })) ?? undefined,
      alternatives: each.alternatives.map((one) => ({ ...one, matched_by: lower(one.matched_by) })),
    }));
    const shortened = overRest.map((each) => ({
      ...each,
      conflict: each.conflict?.map((one) => ({
        ...one,
        company: { primary_domain: one.company.primary_domain },
      })),
      alternatives: each.alternatives.map((one) => ({
        ...one,
        company: { primary_domain: one.company.primary_domain },
      })),
    }));
    expect(shown).toEqual(shortened);
    expect(overRest[0]?.conflict).toHaveLength(2);
  });

  it.each([
    ['a primary domain', { domain: 'kupferwald.example' }, 'kupferwald.example 1 domain'],
    ['a secondary domain', { domain: ' WWW.Kupferwald.TEST. ' }, 'kupferwald.example 1 domain'],
    ['a URL as domain', { domain: 'https://kupferwald.example:8443/x?y#z' }, 'kupferwald.example 1 domain'],
    ['an internationalized domain', { url: 'http://BÜCHER.example/' }, 'xn--bcher-kva.example 1 domain'],
    ['a host below a domain', { url: 'https://shop.kupferwald.example' }, 'kupferwald.example 0.8 domain'],
    [
      'such a host with its name',
      { url: 'shop.kupferwald.example', name: 'Kupferwald Software' },
      'kupferwald.example 1 domain',
    ],
    ['a domain before a rename', { domain: 'altland.example' }, 'neuland.example 0.95 former_domain'],
    ['a domain of a merged company', { domain: 'swallowed.example' }, 'northwind.example 0.95 former_domain'],
    [
      'an e-mail address',
      { email: 'Jane Doe <jane@kupferwald.example>' },
      'kupferwald.example 0.92 email_domain',
    ],
    [
      'an address and its name',
      { email: 'j@kupferwald.example', name: 'Kupferwald Software AG & Co' },
      'kupferwald.example 0.97 email_domain',
    ],
    [
      'an address and another name',
      { email: 'j@kupferwald.example', name: 'Zebra Quux' },
      'kupferwald.example 0.83 email_domain',
    ],
    [
      'a domain and another name',
      { domain: 'kupferwald.example', name: 'Zebra Quux' },
      'kupferwald.example 0.99 domain',
    ],
    ['an equal name', { name: 'kupferwald  SOFTWARE' }, 'kupferwald.example 0.93 exact_name'],
    [
      'an equal name in its country',
      { name: 'Kupferwald Software', country: 'Deutschland' },
      'kupferwald.example 0.95 exact_name',
    ],
    [
      'a name with an equivalent form',
      { name: 'Kupferwald Software G.m.b.H.' },
      'kupferwald.example 0.93 exact_name',
    ],
    [
      'a name with a contrary form',
      { name: 'Kupferwald Software Inc' },
      'kupferwald.example 0.85 similar_name',
    ],
    ['a name that is written together', { name: 'Facebook Ireland' }, 'face.example 0.93 exact_name'],
    ['a public mailbox', { email: 'jane@gmail.com' }, 'null 0 -'],
    ['a public mailbox and its provider', { email: 'jane@gmail.com', domain: 'gmail.com' }, 'null 0 -'],
    ['the provider itself', { domain: 'gmail.com' }, 'gmail.com 1 domain'],
    [
      'the provider beside another name',
      { domain: 'gmail.com', name: 'Kupferwald Software' },
      'kupferwald.example 0.93 exact_name',
    ],
    ['a company that was removed', { domain: 'gone.example', name: 'Gone Holdings' }, 'null 0 -'],
    ['a page of a network', { url: 'https://www.linkedin.com/company/kupferwald' }, 'null 0 -'],
    ['an unknown domain', { domain: 'nobody.example' }, 'null 0 -'],
    [
      'no usable value',
      { domain: 'n/a', email: '-', name: '!!!', url: '10.0.0.1', country: 'Atlantis' },
      'null 0 -',
    ],
    ['blanks and nulls', { domain: ' ', email: null, name: '', ref: null }, 'null 0 -'],
  ])('matches %s', async (_, row, expected) => {
    expect(await verdict(row)).toBe(expected);
  });

  it('looks up few of the hosts above a long one', async () => {
    const domain = `${'a.'.repeat(110)}kupferwald.example`;
    expect(await verdict({ domain })).toBe('kupferwald.example 0.8 domain');
    const above = Array.from({ length: 8 }, (_, count) => `${'a.'.repeat(count)}kupferwald.example`);
    expect(readRow({ domain }).identifiers[0]?.hosts).toEqual([domain, ...above.toReversed()]);
  });

  it('says of each identifier how it agrees, also of one that cannot be used', async () => {
    const [result] = await match({
      domain: 'n/a',
      url: 'https://kupferwald.example',
      email: 'jane@gmail.com',
      country: 'Atlantis',
    });
    expect(result?.evidence).toEqual([
      { part: 'domain', given: 'n/a', found: null, score: 0 },
      { part: 'url', given: 'https://kupferwald.example', found: 'kupferwald.example', score: 1 },
      { part: 'email', given: 'jane@gmail.com', found: null, score: 0 },
      { part: 'country', given: 'Atlantis', found: 'DE', score: 0 },
    ]);
  });

  it('sends a long answer whole, uncompressed as well', async () => {
    const rows = Array.from({ length: 1000 }, (_, n) => ({ ref: String(n), domain: `nobody${n}.example` }));
    for (const coding of ['identity', 'gzip']) {
      const { body } = await rest().post('/v1/match').set('Accept-Encoding', coding).send({ rows });
      expect(body.results.map(({ ref }: { ref: string }) => ref)).toEqual(rows.map(({ ref }) => ref));
    }
  });

  it('prefers the equal name that has the given legal form', async () => {
    const [open, decided] = await match({ name: 'Zinnober Werke' }, { name: 'Zinnober Werke mbH' });
    expect(open).toMatchObject({ company: null, confidence: 0.93 });
    expect(decided).toMatchObject({ company: { primary_domain: 'zinnober-gmbh.example' }, confidence: 0.93 });
    expect(others(decided)).toEqual(['zinnober-plain.example 0.93 exact_name']);
  });

  it('leaves equal names to the reader, unless the country or an address decides', async () => {
    const [open, country, elsewhere, address] = await match(
      { name: 'Apollo Optics' },
      { name: 'Apollo Optics', country: 'FR' },
      { name: 'Apollo Optics', country: 'JP' },
      { name: 'Apollo Optics', email: 'info@apollo-de.example', country: 'FR' },
    );
    expect(open).toMatchObject({ company: null, confidence: 0.93, matched_by: null });
    expect(others(open)).toEqual(['apollo-de.example 0.93 exact_name', 'apollo-fr.example 0.93 exact_name']);
    expect(country).toMatchObject({ company: { primary_domain: 'apollo-fr.example' }, confidence: 0.95 });
    expect(others(country)).toEqual(['apollo-de.example 0.85 exact_name']);
    expect(elsewhere).toMatchObject({ company: null, confidence: 0.85 });
    expect(address).toMatchObject({
      company: { primary_domain: 'apollo-de.example' },
      confidence: 1,
      matched_by: 'email_domain',
    });
    expect(address?.conflict).toBeUndefined();
  });

  it('names the companies of a conflict, and keeps those of a domain or an address', async () => {
    const [domain, address, both, two] = await match(
      { domain: 'kupferwald.example', name: 'Northwind Traders' },
      { email: 'j@consulting.example', name: 'Northwind Traders' },
      { domain: 'kupferwald.example', email: 'j@northwind.example', name: 'Northwind Traders' },
      { domain: 'kupferwald.example', url: 'https://northwind.example' },
    );
    expect(domain).toMatchObject({
      company: { primary_domain: 'kupferwald.example' },
      confidence: 0.87,
      matched_by: 'domain',
    });
    expect(domain?.conflict).toEqual([
      { company: reference('kupferwald'), confidence: 1, matched_by: 'domain' },
      { company: reference('northwind'), confidence: 0.93, matched_by: 'exact_name' },
    ]);
    expect(others(domain)).toEqual(['northwind.example 0.75 exact_name']);
    expect(address).toMatchObject({
      company: { primary_domain: 'consulting.example' },
      confidence: 0.81,
      matched_by: 'email_domain',
    });
    expect(both).toMatchObject({ company: { primary_domain: 'kupferwald.example' }, confidence: 0.87 });
    expect(others(both)).toEqual(['northwind.example 0.81 email_domain']);
    expect(two).toMatchObject({ company: null, confidence: 0.87 });
    expect(others(two)).toEqual(['kupferwald.example 0.87 domain', 'northwind.example 0.87 domain']);
  });

  it('finds misspelled names, and abbreviations', async () => {
    const [typo, swapped, initials] = await match(
      { name: 'Kupferwld Software' },
      { name: 'Kupferwald Sofwtare' },
      { name: 'IBM' },
    );
    for (const each of [typo, swapped])
      expect(each).toMatchObject({
        company: { primary_domain: 'kupferwald.example' },
        matched_by: 'similar_name',
      });
    expect(others(initials) ?? []).toEqual(initials?.company ? [] : [expect.stringContaining('ibm.example')]);
  });

  it('finds names by words that many companies have, also if several rows share them', async () => {
    const names = [
      'Silberbch Logistik',
      'Silberbach Logstik',
      'Silberbach Logistik Ostfld',
      'Silberbach Unknown',
    ];
    const results = await match(...names.map((name) => ({ name })));
    const best = results.map(
      ({ company: found, alternatives: [first] }) => (found ?? first?.company)?.primary_domain ?? null,
    );
    const [pair, long] = ['silberbach-logistik.example', 'silberbach-ostfeld.example'];
    expect(best).toEqual([pair, pair, long, null]);
    const alone: Shown[] = [];
    for (const name of names) alone.push(...(await match({ name })));
    const withoutPlace = (all: readonly object[]) => all.map((each) => ({ ...each, index: 0 }));
    expect(withoutPlace(results)).toEqual(withoutPlace(alone));
  });

  it('finds a company by such words as soon as an import has it', async () => {
    const row = { name: 'Silberbch Works' };
    expect(await verdict(row)).toMatch(/^null /);
    const workspace = await Workspace.create();
    try {
      const { pool } = service.database;
      await workspace.import(pool, 'companies', [company('Silberbach Works', 'silberbach-works.example')]);
      expect(await verdict(row)).toMatch(/^silberbach-works\.example .* similar_name$/);
      await workspace.import(pool, 'companies', [
        { primary_domain: 'silberbach-works.example', deleted: true },
      ]);
      expect(await verdict(row)).toBe('null 0 -');
    } finally {
      await workspace.remove();
    }
  });

  it('takes any key, and costs no credits', async () => {
    const rows = [{ domain: 'kupferwald.example' }];
    const before = await service.database.pool.query('SELECT count(*) FROM credit_entry');
    const response = await service.rest(tenant.orgKey).post('/v1/match').send({ rows });
    expect([response.status, response.body.results[0].company]).toEqual([200, reference('kupferwald')]);
    expect((await service.rest().post('/v1/match').send({ rows })).status).toBe(401);
    const after = await service.database.pool.query('SELECT count(*) FROM credit_entry');
    expect(after.rows).toEqual(before.rows);
  });

  it.each([
    ['no rows', { rows: [] }, '/rows', 'must have 1 to 1000 entries'],
    [
      'too many rows',
      { rows: Array.from({ length: 1001 }, () => ({})) },
      '/rows',
      'must have 1 to 1000 entries',
    ],
    ['rows that are none', { rows: 'acme' }, '/rows', 'must be an array'],
    [
      'an unknown key',
      { rows: [{}, { website: 'a.example' }] },
      '/rows/1/website',
      'is not a known parameter',
    ],
    ['a number', { rows: [{ name: 7 }] }, '/rows/0/name', 'must be a string'],
    ['a long text', { rows: [{ url: 'a'.repeat(2001) }] }, '/rows/0/url', 'must be at most 2000 characters'],
  ])('refuses %s', async (_, body, pointer, message) => {
    expect(answer(await rest().post('/v1/match').send(body))).toEqual(invalid(pointer, message));
  });

  it('refuses long texts over GraphQL with the same pointer', async () => {
    const query = 'query ($rows: [MatchRowInput!]!) { matchCompanies(rows: $rows) { results { index } } }';
    const response = await graphql(query, { rows: [{}, { ref: 'a'.repeat(2001) }] });
    expect(refusal(response)).toMatchObject({
      status: 200,
      data: { matchCompanies: null },
      errors: [
        {
          extensions: {
            code: 'VALIDATION_ERROR',
            errors: [{ pointer: '/rows/1/ref', message: 'must be at most 2000 characters' }],
          },
        },
      ],
    });
  });

  it('sends as many statements for a thousand rows as for one', async () => {
    const row = (n: number) => ({
      domain: `f${n % 30}.example`,
      email: 'a@northwind.example',
      name: `Kupferwld ${n} Software`,
    });
    const counts: number[] = [];
    for (const size of [1, 1, 1000]) {
      const rows = Array.from({ length: size }, (_, n) => row(n));
      const { statements } = await recordStatements(() => match(...rows));
      counts.push(statements.length);
    }
    expect(counts[2]).toBe(counts[1]);
    expect(counts[1]).toBeLessThanOrEqual(7);
  });
});

describe('matchRows', () => {
  it('matches more rows than a request may have, and keeps their places', async () => {
    const rows = Array.from({ length: 2001 }, (_, n) => ({ ref: String(n), domain: `f${n % 30}.example` }));
    const results = await matchRows({ db: service.database.pool, cache: new ReaderCache(2 ** 20) }, rows);
    expect(results.map(({ index }) => index)).toEqual(rows.map((_, index) => index));
    expect(results.map(({ ref }) => ref)).toEqual(rows.map(({ ref }) => ref));
    expect(results.every(({ companyId }, n) => companyId === ids[`f${n % 30}.example`])).toBe(true);
  });
});
