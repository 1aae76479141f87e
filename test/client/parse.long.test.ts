import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type * as clientPackage from '../../clients/typescript/src/client.ts';
import type * as parsePackage from '../../clients/typescript/src/parse.ts';
import type { Pool } from '../../src/database/client.ts';
import { rebuildIndex } from '../../src/modules/filters/facet-index.ts';
import TECHNOLOGIES from '../../src/modules/generate/vocabulary/technologies.json' with { type: 'json' };
import { EXAMPLES, LISTED, SEARCHED } from '../console/filter/grammar/catalogue.ts';
import { readable, readableSentence } from '../console/filter/grammar/readable.ts';
import { useService } from '../harness/use-service.ts';
import { CLIENT } from './projects.ts';

const COMPANIES = 700;
/** Part of the examples that is parsed with the service: each tenth. */
const STEP = 10;
const FIRST_LIST = 7;

/**
 * Stores companies with the values of the examples. Of technologies, investors and partners the first is the most
 * frequent: the value number i has 700 - i companies.
 */
async function seedValues(pool: Pool): Promise<Record<string, number>> {
  const of = (field: string) => SEARCHED[field] ?? LISTED[field] ?? [];
  const valuesOf = (field: string) => of(field).map(({ value }) => value);
  const labelsOf = (field: string) => of(field).map(({ label }) => label);
  const categories = TECHNOLOGIES.flatMap(({ name, technologies }) => technologies.map(() => name));
  await pool.query(
    `INSERT INTO company (id, name, slug, primary_domain, industry, country, employee_range, domain_count)
     SELECT n, 'Zz' || n, 'zz' || n, 'zz' || n || '.example', ($2::text[])[1 + n % cardinality($2)],
       ($3::text[])[1 + n % cardinality($3)], ($4::text[])[1 + n % cardinality($4)], 1
     FROM generate_series(1, $1::int) AS n`,
    [COMPANIES, valuesOf('industry'), valuesOf('country'), valuesOf('employee_range')],
  );
  await pool.query(
    `INSERT INTO company (id, name, slug, primary_domain, partnership_count, domain_count)
     SELECT $1 + n, label, 'partner' || n, value, $1 - n, 1
     FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS p(value, label, n)`,
    [COMPANIES, valuesOf('partner'), labelsOf('partner')],
  );
  await pool.query(
    `INSERT INTO company_domain (domain, company_id, is_primary, position)
     SELECT primary_domain, id, true, 0 FROM company`,
  );
  await pool.query(
    `INSERT INTO partnership (company_id, partner_id, first_observed_at, last_observed_at, observation_count)
     SELECT a, b, '2026-01-01', '2026-02-01', 1 FROM company AS p,
       generate_series(1, p.partnership_count) AS n, LATERAL (VALUES (p.id, n), (n, p.id)) AS pair(a, b)
     WHERE p.id > $1`,
    [COMPANIES],
  );
  await pool.query(
    `WITH added AS (
       INSERT INTO technology (id, tech_key, display_name, category)
       SELECT n, value, label, category
       FROM unnest($2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS t(value, label, category, n) RETURNING id
     ) INSERT INTO company_technology SELECT n, id, 1, '2026-01-01', '2026-02-01' FROM added, generate_series(1, $1 - id) AS n`,
    [COMPANIES, valuesOf('technology'), labelsOf('technology'), categories],
  );
  await pool.query(
    `WITH added AS (
       INSERT INTO investor (id, name) SELECT n, name FROM unnest($2::text[]) WITH ORDINALITY AS i(name, n) RETURNING id
     ) INSERT INTO company_investor (company_id, investor_id, position)
       SELECT n, id, id FROM added, generate_series(1, $1 - id) AS n`,
    [COMPANIES, valuesOf('investor')],
  );
  await pool.query(`SELECT setval('list_id_seq', $1, false)`, [FIRST_LIST]);
  await rebuildIndex(pool);
  return {};
}

const { service, tenant, rest } = useService('readers', { seed: seedValues });
let clientModule: typeof clientPackage;
let client: clientPackage.Client;
let parse: typeof parsePackage;

beforeAll(async () => {
  // The build that the package has: package.long.test.ts packs and installs it.
  const load = (file: string) => import(pathToFileURL(join(CLIENT, 'dist', file)).href);
  clientModule = await load('client.js');
  client = clientModule.createClient({ baseUrl: service.url, apiKey: tenant.userKey });
  parse = await load('parse.js');
  for (const { label } of SEARCHED.list ?? []) await rest().post('/v1/lists', { name: label }).expect(201);
});

const CONTEXT = { field: 'technology', operator: 'any_of', negated: false };

describe('the built client', () => {
  it('reads the examples of the grammar with a service', async () => {
    const catalogue = await parse.loadCatalogue(client);
    const sample = EXAMPLES.filter((_, index) => index % STEP === 1);
    const found = [];
    for (const [text] of sample) {
      const { definition, pieces, searches } = await parse.parseWith(client, text, { catalogue });
      expect(searches).toEqual([]);
      found.push([text, readableSentence({ text, pieces, searches, root: definition?.root ?? null })]);
    }
    expect(found).toEqual(sample);
  });

  it('returns a definition that the service takes, and leaves open what may mean several things', async () => {
    const { definition, conditions, unresolved, pieces } = await parse.parseWith(
      client,
      'zoftware, software in germany using kubernetes, not aws',
    );
    const is = (field: string, ...values: string[]) => ({
      condition: { field, operator: 'any_of', values },
    });
    const root = { and: [is('industry', 'Software'), is('country', 'DE'), is('technology', 'kubernetes')] };
    expect(definition).toEqual({ registry_version: '2', root });
    expect(conditions.map(({ pointer, labels }) => [pointer, labels])).toEqual([
      ['/root/and/0', ['Software']],
      ['/root/and/1', ['Germany']],
      ['/root/and/2', ['Kubernetes']],
    ]);
    expect(unresolved.map(({ kind, choices }) => [kind, choices.map(({ text }) => text)])).toEqual([
      ['unknown', ['industry Software', 'name contains zoftware']],
      ['ambiguous', ['not partner of Amazon Web Services', 'not using Amazon Web Services']],
    ]);
    const open = unresolved.map(({ suggestions: _, ...piece }) => piece);
    expect(pieces).toEqual(expect.arrayContaining([...conditions, ...open]));
    if (!definition) throw new Error('no definition');
    expect((await client.filters.count(definition)).status).toBe(200);
  });

  it('reads a choice in the place of words that were open', async () => {
    const before = await parse.parseWith(client, 'software, not aws');
    const [open] = before.unresolved;
    const chosen = open?.choices[0]?.text;
    if (!open || chosen === undefined) throw new Error('nothing to choose');
    const text = parse.replacePiece(before.text, open, chosen);
    const after = await parse.parseWith(client, text);
    expect([text, after.unresolved]).toEqual(['software, not partner of Amazon Web Services', []]);
    expect(readable(after.definition?.root ?? null)).toBe('industry=Software & partner!=aws.example');
    const [, partner] = after.conditions;
    if (!partner) throw new Error('no condition');
    expect(parse.removePiece(text, after.pieces, partner)).toBe('software');
  });

  it('tells which searches it needs, and goes on with their answers alone', async () => {
    const catalogue = await parse.loadCatalogue(client);
    const first = parse.parseFilter('using kubernetes', catalogue);
    expect(first).toMatchObject({ definition: null, conditions: [], unresolved: [{ isPending: true }] });
    expect(first.searches).toEqual([{ field: 'technology', phrase: 'kubernetes' }]);
    const answers = await Promise.all(first.searches.map((search) => parse.runSearch(client, search)));
    const second = parse.parseFilter('using kubernetes', catalogue, answers);
    expect(second).toMatchObject({ searches: [], unresolved: [], conditions: [CONTEXT] });
  });

  it('has no definition for words without a meaning, and none for a text of nothing', async () => {
    const { definition, unresolved } = await parse.parseWith(client, 'qqqq');
    expect([definition, unresolved.length]).toEqual([null, 1]);
    expect(await parse.parseWith(client, '  ')).toMatchObject({
      definition: null,
      pieces: [],
      unresolved: [],
    });
  });

  it('stops after eight rounds of searches, and says which words wait for one', async () => {
    const words = Array.from({ length: 120 }, (_, index) => `w${index}`).join(' ');
    let sent = 0;
    const counted = {
      ...client,
      filters: {
        ...client.filters,
        values: Object.assign(
          async () => {
            sent += 1;
            return {
              status: 200,
              headers: new Headers(),
              requestId: undefined,
              data: { total: 0, values: [] },
            };
          },
          { pages: client.filters.values.pages },
        ),
      },
    } as unknown as typeof client;
    const { searches, unresolved } = await parse.parseWith(counted, words);
    expect(sent).toBe(8 * 24);
    expect(searches).toHaveLength(24);
    expect(unresolved.some((piece) => piece.kind === 'unknown' && piece.isPending)).toBe(true);
  });

  it('reports what the service refuses, and ends with its signal', async () => {
    const { createClient } = clientModule;
    const stranger = createClient({ baseUrl: service.url, apiKey: 'cds_user_none' });
    await expect(parse.parseWith(stranger, 'germany')).rejects.toMatchObject({ status: 401 });
    const organization = createClient({ baseUrl: service.url, apiKey: tenant.orgKey });
    await expect(parse.parseWith(organization, 'germany')).rejects.toMatchObject({ status: 403 });
    const signal = AbortSignal.abort(new Error('left'));
    await expect(parse.parseWith(client, 'germany', { signal })).rejects.toThrow('left');
  });
});
