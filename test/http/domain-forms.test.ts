import { beforeAll, describe, expect, it } from '@jest/globals';
import { rebuildIndex } from '../../src/modules/filters/facet-index.ts';
import { answer } from '../harness/errors.ts';
import { readBooks } from '../harness/ledger.ts';
import { seedCompany, seedPartnership, seedPlain } from '../harness/seed.ts';
import { useTenant, useTestService } from '../harness/use-service.ts';
import { condition, definition } from '../modules/filters/support.ts';
import { createList } from '../modules/lists/operations.ts';

const FORMS = [
  'bücher.example',
  ' WWW.BÜCHER.Example ',
  'bu\u0308cher.example.',
  'xn--bcher-kva.example',
  'XN--BCHER-KVA.example',
];

let books: number;

const service = useTestService();
const tenant = useTenant(service, 'readers', 10);
beforeAll(async () => {
  const { pool } = service.database;
  books = await seedCompany(pool, {
    name: 'Leseladen',
    slug: 'leseladen',
    domains: ['xn--bcher-kva.example', 'xn--c1ajbfp.xn--p1ai'],
  });
  // bücherei.example, schulbücher.example and büšcher.example
  await seedCompany(pool, { name: 'Ausleihe', slug: 'ausleihe', domains: ['xn--bcherei-n2a.example'] });
  await seedCompany(pool, { name: 'Schule', slug: 'schule', domains: ['xn--schulbcher-feb.example'] });
  await seedCompany(pool, { name: 'Akzent', slug: 'akzent', domains: ['xn--bcher-kva12e.example'] });
  await seedCompany(pool, { name: 'Router', slug: 'router', domains: ['192.168.1.1'] });
  const plain = await seedPlain(pool, 'plain');
  await seedPartnership(pool, books, plain);
  await rebuildIndex(pool);
});

const rest = () => service.rest(tenant.userKey);
const graphql = (query: string, variables: object) => service.graphql(tenant.userKey, query, variables);

/** Slugs of the companies that match a condition. */
async function matches(field: string, operator: string, values: unknown[]): Promise<string[]> {
  const body = { definition: definition(condition(field, operator, values)), sample: 25 };
  const response = await rest().post('/v1/lists/preview', body);
  expect([response.status, response.body.detail]).toEqual([200, undefined]);
  return response.body.sample.map(({ slug }: { slug: string }) => slug).sort();
}

async function found(text: string): Promise<string[]> {
  const { body } = await rest().get(`/v1/lists/company-search?q=${encodeURIComponent(text)}`);
  const { body: other } = await graphql(
    'query ($s: String!) { companies(search: $s) { edges { node { slug } } } }',
    {
      s: text,
    },
  );
  const slugs = body.companies.map(({ slug }: { slug: string }) => slug);
  expect(other.data.companies.edges.map(({ node }: { node: { slug: string } }) => node.slug)).toEqual(slugs);
  return slugs;
}

describe('each form of a domain', () => {
  it.each(FORMS)('finds the company over both APIs: %j', async (form) => {
    expect(answer(await rest().get(`/v1/companies/${encodeURIComponent(form)}`))).toEqual({
      status: 200,
      body: {
        company_id: books,
        name: 'Leseladen',
        slug: 'leseladen',
        primary_domain: 'xn--bcher-kva.example',
        domains: ['xn--bcher-kva.example', 'xn--c1ajbfp.xn--p1ai'],
        partnership_count: 1,
      },
    });
    const { body } = await graphql('query ($i: String!) { company(identifier: $i) { companyId } }', {
      i: form,
    });
    expect(body.data).toEqual({ company: { companyId: books } });
    const flag = await rest().post(`/v1/companies/${encodeURIComponent(form)}/flags`, {});
    expect(flag.body).toMatchObject({ company_id: books });
  });

  it.each(FORMS)('is the same value of a filter: %j', async (form) => {
    expect(await matches('domain', 'equals', [form])).toEqual(['leseladen']);
    expect(await matches('partner', 'any_of', [form])).toEqual(['plain']);
    expect(await matches('partner', 'all_of', [...FORMS, 'leseladen'])).toEqual(['plain']);
  });

  it('names the same domain of a list', async () => {
    const listId = await createList(service, tenant.userKey, 'Forms');
    const added = await rest().post(`/v1/lists/${listId}/domains`, { domains: FORMS });
    expect(answer(added)).toEqual({
      status: 200,
      body: { added: ['xn--bcher-kva.example'], already_present: [], not_tracked: [], invalid: [] },
    });
    for (const search of ['bücher', 'bücher.ex', 'книги.рф', 'xn--bcher']) {
      const { body } = await rest().get(
        `/v1/lists/${listId}/members?search_name_or_domain=${encodeURIComponent(search)}`,
      );
      expect([search, body.members.map(({ slug }: { slug: string }) => slug)]).toEqual([
        search,
        ['leseladen'],
      ]);
    }
    const { body } = await rest().get(
      `/v1/lists/${listId}/explain?company=${encodeURIComponent('книги.рф')}`,
    );
    expect(body).toMatchObject({ member: true, source: 'added' });
  });
});

describe('an enrichment', () => {
  const RESULT = {
    status: 'found',
    company_id: expect.any(Number),
    company_name: 'Leseladen',
    slug: 'leseladen',
    partnership_count: 1,
  };

  it('gives two forms of a domain a result each, and charges once', async () => {
    const payer = await service.createTenant('payers', 5);
    const domains = ['Bücher.Example', 'xn--bcher-kva.example', 'www.bücher.example', '192.168.1.1', '127.1'];
    const response = await service.rest(payer.orgKey).post('/v1/enrich/partnerships', { domains });
    const { partnerships } = response.body.results[0];
    expect(partnerships).toHaveLength(1);
    expect(answer(response)).toEqual({
      status: 200,
      body: {
        results: [
          { domain: 'bücher.example', ...RESULT, partnerships },
          { domain: 'xn--bcher-kva.example', ...RESULT, partnerships },
          { ...EMPTY, domain: '192.168.1.1', status: 'no_partnerships', company_name: 'Router', ...ROUTER },
          { ...EMPTY, domain: '127.1', status: 'not_tracked' },
        ],
        total_domains_requested: 4,
        domains_found: 3,
        domains_with_partnerships: 2,
      },
    });
    expect(response.headers).toMatchObject({ 'x-credits-charged': '2', 'x-credits-remaining': '3' });
    expect(await readBooks(service.database.pool, payer.organizationId)).toMatchObject({
      balance: 3,
      ledger: 3,
    });
  });
});

const EMPTY = { company_id: null, company_name: null, slug: null, partnerships: [], partnership_count: 0 };
const ROUTER = { company_id: expect.any(Number), slug: 'router' };

describe('part of a domain', () => {
  it.each([
    ['contains', 'bücher', ['leseladen']],
    ['contains', 'BÜCHER', ['leseladen']],
    ['contains', 'bücher.ex', ['leseladen']],
    ['contains', 'bücherei.', ['ausleihe']],
    ['contains', 'книги.рф', ['leseladen']],
    ['contains', '.рф', ['leseladen']],
    ['contains', 'bü', []],
    ['contains', 'bü & cher', []],
    ['contains', 'xn--bcher', ['akzent', 'ausleihe', 'leseladen']],
    ['ends_with', '.рф', ['leseladen']],
    ['ends_with', 'рф', ['leseladen']],
    ['ends_with', 'книги.рф', ['leseladen']],
    ['ends_with', '.bücher.example', []],
    ['ends_with', 'schulbücher.example', ['schule']],
    ['ends_with', 'bücher.example', ['leseladen']],
  ])('is compared by complete labels if it is not ASCII: %s %j', async (operator, text, slugs) => {
    expect(await matches('domain', operator, [text])).toEqual(slugs);
    expect(await matches('domain', operator, [text, 'n.example'])).toEqual(
      [...slugs, ...(await matches('domain', operator, ['n.example']))].sort(),
    );
  });

  it.each([
    ['bücher', ['leseladen', 'akzent']],
    ['Bücher.Example', ['leseladen']],
    ['bücherei.ex', ['ausleihe']],
    ['книги.рф', ['leseladen']],
    ['xn--schulb', ['schule']],
    ['bü & cher', []],
  ])('is searched in either form: %j', async (text, slugs) => {
    expect(await found(text)).toEqual(slugs);
  });
});

describe('a domain that nobody has', () => {
  it('is refused by a filter with similar domains, in the form in which they are stored', async () => {
    const body = definition(condition('partner', 'any_of', ['bücher.invalid']));
    const { status, body: refused } = await rest().post('/v1/lists/preview-count', body);
    expect([status, refused.detail.errors[0].did_you_mean[0]]).toEqual([422, 'xn--bcher-kva.example']);
  });

  it('is not found, even if it cannot be a host name', async () => {
    for (const text of ['bücher.invalid', 'xn--a.example', '127.1', 'a..b', 'x\u0000.example', '[::1].x']) {
      const { status, body } = await rest().get(`/v1/companies/${encodeURIComponent(text)}`);
      expect([status, body.detail.error, body.detail.identifier]).toEqual([404, 'company_not_found', text]);
    }
  });

  it('but was stored by an early build is still found', async () => {
    const { status, body } = await rest().get('/v1/companies/192.168.1.1');
    expect([status, body.slug]).toEqual([200, 'router']);
    expect(await matches('domain', 'equals', ['192.168.1.1'])).toEqual(['router']);
  });
});
