import { beforeEach, describe, expect, it } from '@jest/globals';
import { rebuildIndex } from '../../../../src/modules/filters/facet-index.ts';
import { answer } from '../../../harness/errors.ts';
import { seedPlain } from '../../../harness/seed.ts';
import { START } from '../../../harness/service.ts';
import { useService } from '../../../harness/use-service.ts';
import { seedSmallCatalogue } from '../../filters/support.ts';
import { createList, GERMAN, KUBERNETES } from '../operations.ts';

const { service, tenant, ids, rest } = useService('listers', { seed: seedSmallCatalogue });
let listId: number;

beforeEach(async () => {
  listId = await createList(service, tenant.userKey, 'Members', KUBERNETES);
});

const members = (query = '') => rest().get(`/v1/lists/${listId}/members${query}`);
const slugs = (body: { members: { slug: string }[] }) => body.members.map(({ slug }) => slug);

async function graphql(fields: string) {
  const query = `query ($id: ID!) { list(listId: $id) { ${fields} } }`;
  return (await service.graphql(tenant.userKey, query, { id: listId })).body;
}

describe('the members of a list', () => {
  it('are sorted by tier, then by company, with all their fields', async () => {
    const member = (slug: string, name: string, tier: string, partners: number) => ({
      company_id: ids[slug],
      name,
      slug,
      primary_domain: `${slug}.example`,
      partnership_count: partners,
      tier,
      source: 'definition',
    });
    expect(answer(await members())).toEqual({
      status: 200,
      body: {
        members: [
          member('acme', 'Acme Cloud', 'high', 1),
          member('beta', 'Beta 100% Öl_Works', 'high', 1),
          member('gamma', 'Gamma', 'medium', 0),
          member('delta', 'Delta', 'exploratory', 0),
        ],
        total: 4,
        limit: 100,
        offset: 0,
        next_cursor: null,
        materialization_id: expect.any(Number),
        definition_version: 1,
        revision: 1,
        materialized_at: START,
        stale: false,
      },
    });
  });

  it.each([
    ['?limit=2', ['acme', 'beta'], 4],
    ['?limit=2&offset=1', ['beta', 'gamma'], 4],
    ['?limit=2&offset=3', ['delta'], 4],
    ['?offset=4', [], 4],
    ['?tier=high', ['acme', 'beta'], 2],
    ['?tier=medium&limit=1', ['gamma'], 1],
    ['?tier=exploratory&offset=1', [], 1],
    ['?search_name_or_domain=ACME.IO', ['acme'], 1],
    ['?search_name_or_domain=a', ['acme', 'beta', 'gamma', 'delta'], 4],
    ['?search_name_or_domain=ÖL_W', ['beta'], 1],
    ['?search_name_or_domain=%25', ['beta'], 1],
    ['?search_name_or_domain=hub', [], 0],
    ['?search_name_or_domain=example&tier=high&limit=1&offset=1', ['beta'], 2],
  ])('are paged and filtered by %s', async (query, expected, total) => {
    const { body } = await members(query);
    expect([slugs(body), body.total]).toEqual([expected, total]);
  });

  it.each([
    ['?limit=0', '/limit'],
    ['?limit=1001', '/limit'],
    ['?offset=-1', '/offset'],
    ['?tier=low', '/tier'],
    ['?force_refresh=yes', '/force_refresh'],
    ['?search_name_or_domain=%20', '/search_name_or_domain'],
    [`?search_name_or_domain=${'x'.repeat(101)}`, '/search_name_or_domain'],
    ['?sort=slug', '/sort'],
    ['?sort=--name', '/sort'],
    ['?sort=nme', '/sort'],
    ['?include=partners', '/include'],
    ['?order=name', '/order'],
  ])('are refused for %s', async (query, pointer) => {
    const { status, body } = await members(query);
    expect([status, body.detail.errors.map((error: { pointer: string }) => error.pointer)]).toEqual([
      422,
      [pointer],
    ]);
  });

  it('are counted by POST materialize', async () => {
    expect(answer(await rest().post(`/v1/lists/${listId}/materialize`))).toEqual({
      status: 200,
      body: { total_count: 4, high_count: 2, medium_count: 1, exploratory_count: 1 },
    });
  });
});

describe('the cached members of a list', () => {
  const computed = async () => (await rows()).length;
  const rows = async () =>
    (
      await service.database.pool.query(
        `SELECT id, revision FROM list_materialization WHERE list_id = $1 AND kept
         UNION SELECT id, revision FROM list_materialization_repeat WHERE list_id = $1 ORDER BY id`,
        [listId],
      )
    ).rows.map(({ revision }) => revision);

  it('are kept until the revision changes, or a refresh is forced', async () => {
    await members();
    await members('?limit=1');
    expect(await rows()).toEqual([1]);
    await members('?force_refresh=true');
    expect(await rows()).toEqual([1, 1]);
    await rest().put(`/v1/lists/${listId}/definition`, GERMAN);
    expect(await rows()).toEqual([1, 1]);
    expect(slugs((await members()).body)).toEqual(['acme', 'beta']);
    await rest().patch(`/v1/lists/${listId}`, { name: 'Members still' });
    await members();
    expect(await rows()).toEqual([1, 1, 2]);
    await rest().post(`/v1/lists/${listId}/domains`, { domains: ['hub.example'] });
    await members();
    expect(await rows()).toEqual([1, 1, 2, 3]);
    await rest().post(`/v1/lists/${listId}/materialize`);
    expect(await rows()).toEqual([1, 1, 2, 3, 3]);
  });

  it('are kept for the last 30 materializations', async () => {
    for (let time = 0; time < 33; time += 1) await rest().post(`/v1/lists/${listId}/materialize`);
    expect(await computed()).toBe(30);
  });

  it('are kept, and shown as stale, when the catalogue changes', async () => {
    await members();
    const fields = 'members { totalCount materialization { stale } }';
    expect((await graphql(fields)).data.list.members).toEqual({
      totalCount: 4,
      materialization: { stale: false },
    });
    await rebuildIndex(service.database.pool);
    expect((await graphql(fields)).data.list.members).toEqual({
      totalCount: 4,
      materialization: { stale: true },
    });
    const refreshed = await graphql('members(forceRefresh: true) { materialization { stale } }');
    expect(refreshed.data.list.members.materialization.stale).toBe(false);
  });
});

describe('domains that are added or excluded manually', () => {
  const post = (kind: string, domains: unknown) => rest().post(`/v1/lists/${listId}/${kind}`, { domains });

  it('are cleaned and reported by kind, and make their companies members of tier high', async () => {
    const given = [' WWW.Hub.example', 'hub.example', 'delta.example', 'later.example', 'nothing', 'a\0.b'];
    expect(answer(await post('domains', given))).toEqual({
      status: 200,
      body: {
        added: ['hub.example', 'delta.example', 'later.example'],
        already_present: [],
        not_tracked: ['later.example'],
        invalid: [
          { input: 'nothing', reason: 'A domain needs a dot, as in "acme.com".' },
          { input: 'a\0.b', reason: 'This is not a valid host name.' },
        ],
      },
    });
    expect((await post('domains', ['hub.example'])).body).toEqual({
      added: [],
      already_present: ['hub.example'],
      not_tracked: [],
      invalid: [],
    });
    const { body } = await members('?tier=high');
    expect(body.members.map(({ slug, source }: Record<string, string>) => [slug, source])).toEqual([
      ['acme', 'definition'],
      ['beta', 'definition'],
      ['delta', 'added'],
      ['hub', 'added'],
    ]);
    expect((await members('?tier=exploratory')).body.total).toBe(0);
  });

  it('become members once the catalogue has their companies', async () => {
    await post('domains', ['newcomer.example']);
    expect((await members()).body.total).toBe(4);
    await seedPlain(service.database.pool, 'newcomer');
    await rebuildIndex(service.database.pool);
    expect((await members()).body.total).toBe(4);
    expect(slugs((await members('?force_refresh=true')).body)).toContain('newcomer');
    await service.database.pool.query(`DELETE FROM company WHERE slug = 'newcomer'`);
    await rebuildIndex(service.database.pool);
  });

  it('are excluded from any source of members, until they are added again', async () => {
    await post('excluded-domains', ['acme.io', 'hub.example']);
    expect(slugs((await members()).body)).toEqual(['beta', 'gamma', 'delta']);
    await post('domains', ['acme.example']);
    expect(slugs((await members()).body)).not.toContain('acme');
    await post('domains', ['acme.io']);
    expect(slugs((await members()).body)).toContain('acme');
    const excluded = (await rest().get(`/v1/lists/${listId}/excluded-domains`)).body;
    expect(excluded.domains.map(({ domain }: { domain: string }) => domain)).toEqual(['hub.example']);
    await post('excluded-domains', ['acme.io']);
    expect((await rest().get(`/v1/lists/${listId}/domains`)).body.domains).toEqual([
      {
        domain: 'acme.example',
        company_id: ids.acme,
        added_by: { user_id: tenant.userId, name: 'Ada' },
        added_at: START,
      },
    ]);
  });

  it('are removed one by one', async () => {
    await post('domains', ['hub.example', 'unknown.example']);
    const listed = (await rest().get(`/v1/lists/${listId}/domains`)).body;
    expect(listed).toMatchObject({ total: 2, limit: 100, offset: 0 });
    expect(listed.domains[1]).not.toHaveProperty('company_id');
    expect((await rest().delete(`/v1/lists/${listId}/domains/WWW.hub.example`)).status).toBe(204);
    const again = await rest().delete(`/v1/lists/${listId}/domains/hub.example`);
    expect([again.status, again.body.detail.error]).toEqual([404, 'domain_not_found']);
    const wrongKind = await rest().delete(`/v1/lists/${listId}/excluded-domains/unknown.example`);
    expect([wrongKind.status, wrongKind.body.detail.error]).toEqual([404, 'domain_not_found']);
  });

  it.each([
    ['none', [], '/domains'],
    ['too many', Array.from({ length: 1001 }, (_, index) => `d${index}.example`), '/domains'],
    ['a number', [1], '/domains/0'],
  ])('are refused when the input is %s', async (_, domains, pointer) => {
    const { status, body } = await post('domains', domains);
    expect([status, body.detail.errors[0].pointer]).toEqual([422, pointer]);
  });
});
