import { beforeAll, describe, expect, it } from '@jest/globals';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { answer, codes, invalid, problem, withoutCost } from '../../harness/errors.ts';
import { seedTechnologies } from '../../harness/seed.ts';
import type { Tenant } from '../../harness/service.ts';
import { useService, useTenant } from '../../harness/use-service.ts';
import { AS_OF, condition, daysBefore, definition, seedSmallCatalogue } from '../filters/support.ts';
import { createList, GERMAN, KUBERNETES } from '../lists/operations.ts';

/** Kubernetes is at all five companies. Gamma and hub have dropped it for Nomad, 91 and 60 days ago. */
const { service, tenant, ids, rest, graphql } = useService('analysts', {
  seed: async (pool) => {
    const seeded = await seedSmallCatalogue(pool);
    const nomad = { key: 'nomad', name: 'Nomad', category: 'Containers', last: AS_OF };
    await seedTechnologies(pool, seeded.gamma ?? 0, [{ ...nomad, first: daysBefore(100) }]);
    await seedTechnologies(pool, seeded.hub ?? 0, [
      { ...nomad, first: daysBefore(30) },
      { key: 'kubernetes', name: 'Kubernetes', category: 'Containers', last: daysBefore(60) },
    ]);
    await rebuildIndex(pool);
    return seeded;
  },
});
const others: Tenant = useTenant(service, 'others');

const NAMES = {
  beta: 'Beta 100% Öl_Works',
  delta: 'Delta',
  gamma: 'Gamma',
  hub: 'The Hub',
  acme: 'Acme Cloud',
};
const reference = (slug: keyof typeof NAMES, partnerships = 0) => ({
  company_id: ids[slug],
  name: NAMES[slug],
  slug,
  primary_domain: `${slug}.example`,
  partnership_count: partnerships,
});

describe('POST /v1/lists/overlap', () => {
  let listId: number;
  beforeAll(async () => {
    listId = await createList(service, tenant.userKey, 'Germans and Delta', GERMAN);
    await rest().post(`/v1/lists/${listId}/domains`, { domains: ['delta.example'] });
    await rest().post(`/v1/lists/${listId}/excluded-domains`, { domains: ['acme.example'] });
  });
  const software = definition(condition('industry', 'any_of', ['software']));

  it('counts what every two lists and drafts have in common, over both APIs', async () => {
    const sets = [
      { list_id: listId },
      { name: ' Software ', definition: software },
      { name: 'Kubernetes', definition: KUBERNETES },
    ];
    const expected = {
      sets: [
        { name: 'Germans and Delta', count: 2 },
        { name: 'Software', count: 2 },
        { name: 'Kubernetes', count: 5 },
      ],
      pairs: [
        [2, 1, 2],
        [1, 2, 2],
        [2, 2, 5],
      ],
    };
    expect(answer(await rest().post('/v1/lists/overlap', { sets }))).toEqual({ status: 200, body: expected });
    const response = await graphql(
      `query ($sets: [OverlapSetInput!]!) { listOverlap(sets: $sets) { sets { name count } pairs } }`,
      {
        sets: [
          { listId: String(listId) },
          { name: 'Software', definitionJson: software },
          {
            name: 'Kubernetes',
            definition: {
              registryVersion: '2',
              root: { condition: { field: 'technology', operator: 'ANY_OF', values: ['kubernetes'] } },
            },
          },
        ],
      },
    );
    expect(withoutCost(response)).toEqual({ data: { listOverlap: expected } });
  });

  it('takes an empty list, and the same list twice', async () => {
    const empty = await createList(service, tenant.userKey, 'Empty');
    const sets = [{ list_id: listId }, { list_id: empty }, { list_id: listId }];
    expect((await rest().post('/v1/lists/overlap', { sets })).body.pairs).toEqual([
      [2, 0, 2],
      [0, 0, 0],
      [2, 0, 2],
    ]);
  });

  it('hides lists of other organizations, and those that do not exist', async () => {
    const hidden = problem(404, 'list_not_found', 'List not found, or it is not shared with you.');
    const draft = { name: 'draft', definition: KUBERNETES };
    const sets = [{ list_id: listId }, draft];
    expect(answer(await service.rest(others.userKey).post('/v1/lists/overlap', { sets }))).toEqual(hidden);
    const missing = [{ list_id: 2_147_483_647 }, draft];
    expect(answer(await rest().post('/v1/lists/overlap', { sets: missing }))).toEqual(hidden);
    const named = [draft, { name: 'x', definition: definition(condition('list', 'any_of', [listId])) }];
    const refused = await service.rest(others.userKey).post('/v1/lists/overlap', { sets: named });
    expect(refused.body.detail.errors).toEqual([
      expect.objectContaining({
        pointer: '/sets/1/definition/root/condition/values/0',
        code: 'unknown_value',
      }),
    ]);
  });

  it('needs a personal key', async () => {
    const response = await service.rest(tenant.orgKey).post('/v1/lists/overlap', { sets: [] });
    expect([response.status, response.body.detail.error]).toEqual([403, 'user_credential_required']);
  });

  const draft = { name: 'draft', definition: KUBERNETES };
  const EITHER = 'must either name a list, or have a name and a definition';
  it.each([
    ['one set', [draft], '/sets', 'must have 2 to 20 entries'],
    ['21 sets', Array.from({ length: 21 }, () => draft), '/sets', 'must have 2 to 20 entries'],
    ['a set of nothing', [draft, {}], '/sets/1', EITHER],
    ['a list with a name', [draft, { list_id: 1, name: 'x' }], '/sets/1', EITHER],
    ['a definition without a name', [draft, { definition: KUBERNETES }], '/sets/1', EITHER],
    ['a name alone', [{ name: 'x' }, draft], '/sets/0', EITHER],
    ['a blank name', [{ ...draft, name: ' ' }, draft], '/sets/0/name', 'must be 1 to 200 characters'],
    ['an unknown key', [draft, { ...draft, tier: 'high' }], '/sets/1/tier', 'is not a known field'],
  ])('refuses %s', async (_title, sets, pointer, message) => {
    const response = await rest().post('/v1/lists/overlap', { sets });
    const { errors } = response.body.detail;
    expect([response.status, errors[0].pointer]).toEqual([422, pointer]);
    if (message !== 'is not a known field') expect(answer(response)).toEqual(invalid(pointer, message));
  });

  it('refuses a draft that matches nothing certain, at its pointer', async () => {
    const negative = definition(condition('country', 'none_of', ['DE']));
    const sets = [draft, { name: 'x', definition: negative }, draft];
    const response = await rest().post('/v1/lists/overlap', { sets });
    const { error, errors } = response.body.detail;
    expect([response.status, error]).toEqual([422, 'invalid_definition']);
    expect(errors).toEqual([
      {
        pointer: '/sets/1/definition/root',
        code: 'unbounded_definition',
        message: 'must narrow the catalogue; combine it with a positive condition, using "and"',
      },
    ]);
  });
});

describe('GET /v1/companies/:identifier/similar', () => {
  const half = Math.log(5 / 2);
  const total = 2 * half + 2 * Math.log(5);
  const kubernetes = { field: 'technology', value: 'kubernetes', label: 'Kubernetes', weight: 0 };
  const germany = { field: 'country', value: 'DE', label: 'Germany', weight: half };
  const software = { field: 'industry', value: 'Software', label: 'Software', weight: half };

  it('orders companies by what they share, and shows it, over both APIs', async () => {
    const expected = [
      { ...reference('beta', 1), score: expect.closeTo(half / total, 12), shared: [germany, kubernetes] },
      { ...reference('delta'), score: expect.closeTo(half / total, 12), shared: [software, kubernetes] },
    ];
    const response = await rest().get('/v1/companies/acme.io/similar');
    expect(answer(response)).toEqual({ status: 200, body: { companies: expected } });
    const one = await graphql(
      `{ company(identifier: "acme") { similar(first: 1) {
        company { companyId } score shared { field value label weight } } } }`,
    );
    expect(withoutCost(one)).toEqual({
      data: {
        company: {
          similar: [
            {
              company: { companyId: ids.beta },
              score: expect.closeTo(half / total, 12),
              shared: [germany, kubernetes],
            },
          ],
        },
      },
    });
  });

  it('finds none for a company without values that tell companies apart', async () => {
    await service.database.pool.query('UPDATE company SET country = NULL WHERE id = $1', [ids.gamma]);
    await service.database.pool.query('DELETE FROM company_technology WHERE company_id = $1', [ids.gamma]);
    const { pool } = service.database;
    await rebuildIndex(pool);
    const response = await rest().get('/v1/companies/gamma/similar');
    await pool.query(`UPDATE company SET country = 'AT' WHERE id = $1`, [ids.gamma]);
    await seedTechnologies(pool, ids.gamma ?? 0, [
      { key: 'kubernetes', name: 'Kubernetes', last: daysBefore(91) },
      { key: 'nomad', name: 'Nomad', first: daysBefore(100), last: AS_OF },
    ]);
    await rebuildIndex(pool);
    expect(answer(response)).toEqual({ status: 200, body: { companies: [] } });
  });

  it('compares own categories of the catalogue and of the organization alone', async () => {
    const key = 'org.segment';
    await rest().post('/v1/fields', { key, label: 'Segment', type: 'category', multiple: true });
    await rest().post('/v1/fields', { key: 'org.score', label: 'Score', type: 'number' });
    const written = await rest().post('/v1/fields/values', {
      values: [
        { identifier: 'acme', fields: { [key]: ['Gold', 'Key'], 'org.score': 5 } },
        { identifier: 'hub', fields: { [key]: ['gold'], 'org.score': 5 } },
      ],
    });
    expect(written.body).toEqual({ set: 4, cleared: 0, unchanged: 0, not_tracked: [], invalid: [] });
    const segments = total + half + Math.log(5);
    const found = await rest().get('/v1/companies/acme/similar');
    expect(found.body.companies).toEqual([
      { ...reference('beta', 1), score: expect.closeTo(half / segments, 12), shared: [germany, kubernetes] },
      { ...reference('delta'), score: expect.closeTo(half / segments, 12), shared: [software, kubernetes] },
      {
        ...reference('hub', 2),
        score: expect.closeTo(half / segments, 12),
        shared: [{ field: key, value: 'Gold', label: 'Gold', weight: half }, kubernetes],
      },
    ]);
    const elsewhere = await service.rest(others.orgKey).get('/v1/companies/acme/similar?limit=100');
    expect(elsewhere.body.companies.map(({ slug, score }: Record<string, unknown>) => [slug, score])).toEqual(
      [
        ['beta', expect.closeTo(half / total, 12)],
        ['delta', expect.closeTo(half / total, 12)],
      ],
    );
  });

  it.each([
    ['limit=0', invalid('/limit', 'must be a whole number from 1 to 100')],
    ['limit=101', invalid('/limit', 'must be a whole number from 1 to 100')],
  ])('refuses %s', async (query, expected) => {
    expect(answer(await rest().get(`/v1/companies/acme/similar?${query}`))).toEqual(expected);
  });

  it('refuses an unknown company, and over GraphQL a number of companies', async () => {
    const missing = await rest().get('/v1/companies/nobody.example/similar');
    expect([missing.status, missing.body.detail.error]).toEqual([404, 'company_not_found']);
    const many = await graphql('{ company(identifier: "acme") { similar(first: 101) { score } } }');
    expect(codes(many)).toEqual(['VALIDATION_ERROR']);
  });
});

describe('GET /v1/technology-moves', () => {
  const moved = (window: string) => ({
    registry_version: '2',
    root: {
      and: [
        {
          condition: {
            field: 'technology',
            operator: 'any_of',
            values: ['kubernetes'],
            when: { last_seen: window },
          },
        },
        {
          condition: {
            field: 'technology',
            operator: 'any_of',
            values: ['kubernetes'],
            when: { not_seen: '30d' },
          },
        },
        {
          condition: {
            field: 'technology',
            operator: 'any_of',
            values: ['nomad'],
            when: { first_seen: window },
          },
        },
      ],
    },
  });
  const move = (window: string, count: number) => ({
    from: 'kubernetes',
    to: 'nomad',
    window,
    count,
    definition: moved(window),
  });

  it('counts a move and shows companies of it, whose definition a list can have', async () => {
    const response = await rest().get('/v1/technology-moves?from=kubernetes&to=nomad');
    expect(answer(response)).toEqual({
      status: 200,
      body: { ...move('90d', 1), sample: [reference('hub', 2)] },
    });
    const longer = await service
      .rest(tenant.orgKey)
      .get('/v1/technology-moves?from=kubernetes&to=nomad&window=180d');
    expect(longer.body).toEqual({ ...move('180d', 2), sample: [reference('gamma'), reference('hub', 2)] });
    const listed = await createList(service, tenant.userKey, 'Moved', longer.body.definition);
    const members = await rest().get(`/v1/lists/${listed}/members`);
    expect(members.body.members.map(({ slug }: { slug: string }) => slug)).toEqual(['gamma', 'hub']);
  });

  it('shows the largest moves of a category, in any case, over both APIs', async () => {
    const response = await rest().get('/v1/technology-moves?category=containers&window=365d');
    expect(answer(response)).toEqual({ status: 200, body: { pairs: [move('365d', 2)] } });
    const database = await rest().get('/v1/technology-moves?category=Database');
    expect(answer(database)).toEqual({ status: 200, body: { pairs: [] } });
    const both = await graphql(`{
      technologyMoves(category: "Containers") { from { displayName } to { displayName } window count sample { slug } }
      technologyMove(from: "nomad", to: "kubernetes", window: DAYS_365) { count definition sample { slug } }
    }`);
    expect(withoutCost(both)).toEqual({
      data: {
        technologyMoves: [
          {
            from: { displayName: 'Kubernetes' },
            to: { displayName: 'Nomad' },
            window: 'DAYS_90',
            count: 1,
            sample: [{ slug: 'hub' }],
          },
        ],
        technologyMove: { count: 0, definition: expect.anything(), sample: [] },
      },
    });
  });

  it.each([
    ['from=kubernetes', '/to', 'is required unless `category` is sent'],
    ['from=kubernetes&to=kubernetes', '/to', 'must be another technology than `from`'],
    ['from=a&to=b&category=c', '/category', 'cannot be combined with `from` and `to`'],
    ['from=a&to=b&window=30d', '/window', 'must be one of 90d, 180d, 365d'],
    [
      'category=Nothing',
      '/category',
      'is not a category of technologies; search the values of the field "technology_category"',
    ],
  ])('refuses %s', async (query, pointer, message) => {
    expect(answer(await rest().get(`/v1/technology-moves?${query}`))).toEqual(invalid(pointer, message));
  });

  it('refuses a technology that does not exist', async () => {
    const { status, body } = await rest().get('/v1/technology-moves?from=kubernetes&to=k9s');
    expect([status, body.detail.error, body.detail.tech_key]).toEqual([404, 'technology_not_found', 'k9s']);
  });
});

describe('the momentum of technologies', () => {
  const none = { days_90: 0, days_180: 0, days_365: 0 };
  const rows = [
    ['kubernetes', { days_90: 2, days_180: 3, days_365: 3 }, { days_90: -2, days_180: -3, days_365: -3 }],
    ['nomad', none, { days_90: 1, days_180: 2, days_365: 2 }],
    ['postgresql', none, none],
  ] as const;

  it('is what was adopted less what was dropped within a period', async () => {
    const { body } = await rest().get('/v1/technologies');
    const shown = body.technologies.map((each: Record<string, unknown>) => [
      each.tech_key,
      each.dropped_within,
      each.net,
    ]);
    expect(shown).toEqual(rows);
  });

  it.each([
    ['sort=-net_90', ['nomad', 'postgresql', 'kubernetes']],
    ['order_by=net_180', ['nomad', 'postgresql', 'kubernetes']],
    ['sort=net_365', ['kubernetes', 'postgresql', 'nomad']],
  ])('orders technologies, page by page: %s', async (query, expected) => {
    const found: string[] = [];
    let path = `/v1/technologies?${query}&limit=1`;
    for (let page = 0; page < expected.length; page += 1) {
      const { body } = await rest().get(path);
      found.push(body.technologies[0].tech_key);
      path = `/v1/technologies?${query}&limit=1&cursor=${body.next_cursor}`;
    }
    expect(found).toEqual(expected);
  });
});
