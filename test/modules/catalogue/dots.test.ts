import { beforeAll, describe, expect, it } from '@jest/globals';
import { seedCompany } from '../../harness/seed.ts';
import { useService } from '../../harness/use-service.ts';
import { condition, definition, seedSmallCatalogue } from '../filters/support.ts';
import { createList } from '../lists/operations.ts';

const { service, tenant, rest } = useService('dotted', {
  credits: 50,
  seed: async (pool) => {
    const ids = await seedSmallCatalogue(pool);
    return {
      ...ids,
      books: await seedCompany(pool, { name: 'Bücher', slug: 'books', domains: ['xn--bcher-kva.example'] }),
    };
  },
});
let listId: number;
beforeAll(async () => {
  listId = await createList(service, tenant.userKey, 'Dotted');
});

const count = async (field: string, operator: string, value: string) => {
  const root = condition(field, operator, [value]);
  const { body } = await rest().post('/v1/lists/preview-count', definition(root));
  return body.count;
};

describe.each([
  // The others are those of test/lib/domain-name.test.ts.
  ['ideographic', '\u3002'],
])('an %s full stop is the dot of a domain', (_, dot) => {
  it.each([
    [`acme${dot}example`, 'acme.example', 'acme'],
    [` WWW${dot}ACME${dot}IO`, 'acme.example', 'acme'],
    [`www.Hub${dot}Example${dot}`, 'hub.example', 'hub'],
    [`BÜCHER${dot}example`, 'xn--bcher-kva.example', 'books'],
    [`xn--bcher-kva${dot}example`, 'xn--bcher-kva.example', 'books'],
  ])('in a look-up: %j', async (sent, domain, slug) => {
    const { status, body } = await rest().get(`/v1/companies/${encodeURIComponent(sent)}`);
    expect([status, body.primary_domain, body.slug]).toEqual([200, domain, slug]);
  });

  it('in an enrichment, whose result has dots of ASCII, and in its estimate', async () => {
    const domains = [`acme${dot}example`, 'acme.example', `BÜCHER${dot}example`, `no${dot}example`];
    const estimate = await rest().post('/v1/enrich/partnerships/estimate', { domains });
    expect(estimate.body).toMatchObject({ total_domains_requested: 3, domains_found: 2 });
    const { body } = await rest().post('/v1/enrich/partnerships?include=inputs', { domains });
    expect(
      body.results.map(({ domain, status, inputs }: Record<string, unknown>) => [domain, status, inputs]),
    ).toEqual([
      ['acme.example', 'found', [`acme${dot}example`, 'acme.example']],
      ['bücher.example', 'no_partnerships', [`BÜCHER${dot}example`]],
      ['no.example', 'not_tracked', [`no${dot}example`]],
    ]);
    expect(body.dropped).toEqual([]);
  });

  it('in the filters of domains and partners, and in a search', async () => {
    expect([
      await count('domain', 'equals', `WWW${dot}Acme${dot}example`),
      await count('domain', 'equals', `Bücher${dot}example`),
      await count('domain', 'contains', `cme${dot}EX`),
      await count('domain', 'ends_with', `${dot}io`),
      await count('domain', 'contains', `bücher${dot}`),
      await count('partner', 'any_of', `hub${dot}example`),
    ]).toEqual([1, 1, 1, 1, 1, 2]);
    const search = encodeURIComponent(`acme${dot}ex`);
    expect((await rest().get(`/v1/companies?q=${search}`)).body.companies).toMatchObject([{ slug: 'acme' }]);
    const values = await rest().get(`/v1/lists/filter-fields/partner/values?search=${search}`);
    expect(values.body.values).toMatchObject([{ value: 'acme.example' }]);
  });

  it('in the suggestions for an unknown partner', async () => {
    const root = condition('partner', 'any_of', [`hubb${dot}example`]);
    const { body } = await rest().post('/v1/lists/preview-count', definition(root));
    expect(body.detail.errors[0]).toMatchObject({ did_you_mean: expect.arrayContaining(['hub.example']) });
  });

  it('in the domains of a list, which are added, excluded and removed, and in an explanation', async () => {
    const path = `/v1/lists/${listId}`;
    const added = await rest().post(`${path}/domains`, { domains: [`https://Beta${dot}example/x`] });
    expect(added.body).toMatchObject({ added: ['beta.example'], not_tracked: [], invalid: [] });
    const company = encodeURIComponent(`beta${dot}example`);
    const explained = await rest().get(`${path}/explain?company=${company}`);
    expect([explained.status, explained.body.company?.slug]).toEqual([200, 'beta']);
    const excluded = await rest().post(`${path}/excluded-domains`, { domains: [`beta${dot}example`] });
    expect(excluded.body).toMatchObject({ added: ['beta.example'] });
    expect((await rest().delete(`${path}/excluded-domains/${company}`)).status).toBe(204);
  });
});
