import { beforeAll, describe, expect, it } from '@jest/globals';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { seedCompany, seedPartnership, seedTechnologies } from '../../harness/seed.ts';
import { useTenant, useTestService } from '../../harness/use-service.ts';
import { describeRefusals, mistake, type RefusedTree } from './refusals-support.ts';
import { AS_OF, daysBefore, definition } from './support.ts';

const service = useTestService();
const tenant = useTenant(service, 'timely');

const ids: Record<string, number> = {};
const KUBERNETES = { key: 'kubernetes', name: 'Kubernetes', category: 'Containers' };
const PODMAN = { key: 'podman', name: 'Podman', category: 'Containers' };

/** Days before the as-of time of the first and the last sighting, by company and technology. */
const SEEN = {
  fresh: [[KUBERNETES, 30, 0]],
  used: [[KUBERNETES, 200, 31]],
  dropped: [[KUBERNETES, 365, 181]],
  // The category was adopted with Podman, and is in use by Kubernetes.
  both: [
    [PODMAN, 400, 100],
    [KUBERNETES, 20, 10],
  ],
} as const;

const HUB_SEEN = { fresh: [29, 0], used: [181, 90], dropped: [1000, 366] } as const;

beforeAll(async () => {
  const { pool } = service.database;
  for (const [slug, technologies] of Object.entries(SEEN)) {
    ids[slug] = await seedCompany(pool, { name: slug, slug, domains: [`${slug}.example`], country: 'DE' });
    const rows = technologies.map(([technology, first, last]) => ({
      ...technology,
      first: daysBefore(first),
      last: daysBefore(last),
    }));
    await seedTechnologies(pool, ids[slug], rows);
  }
  const hub = await seedCompany(pool, { name: 'Hub', slug: 'hub', domains: ['hub.example'] });
  for (const [slug, [first, last]] of Object.entries(HUB_SEEN))
    await seedPartnership(pool, ids[slug] ?? 0, hub, { first: daysBefore(first), last: daysBefore(last) });
  await rebuildIndex(pool);
});

type Key = 'first_seen' | 'last_seen' | 'not_seen';
const aged = (field: string, values: string[], when: Partial<Record<Key, string>>, operator = 'any_of') => ({
  condition: { field, operator, values, when },
});

describe('the explanation of a condition with `when`', () => {
  it('has both times of the value that decides, and no window', async () => {
    const api = service.rest(tenant.userKey);
    const root = {
      or: [
        aged('technology_category', ['Containers'], { first_seen: '365d' }),
        aged('technology', ['kubernetes', 'podman'], { not_seen: '90d' }),
      ],
    };
    const { body: list } = await api.post('/v1/lists', { name: 'Why', definition: definition(root) });
    const { body } = await api.get(`/v1/lists/${list.list_id}/explain?company=both`);
    expect(body.conditions).toEqual([
      {
        pointer: '/root/or/0',
        condition: {
          field: 'technology_category',
          operator: 'any_of',
          values: ['Containers'],
          when: { first_seen: '365d' },
        },
        negated: false,
        met: false,
        first_seen: daysBefore(400),
        last_seen: daysBefore(10),
      },
      {
        pointer: '/root/or/1',
        condition: {
          field: 'technology',
          operator: 'any_of',
          values: ['kubernetes', 'podman'],
          when: { not_seen: '90d' },
        },
        negated: false,
        met: true,
        first_seen: daysBefore(400),
        last_seen: daysBefore(100),
      },
    ]);
  });
});

describe('the catalogue', () => {
  it('says which fields take `when`, over both APIs', async () => {
    const when = { keys: ['first_seen', 'last_seen', 'not_seen'], windows: ['30d', '90d', '180d', '365d'] };
    const { body } = await service.rest(tenant.userKey).get('/v1/lists/filter-fields');
    const fields: { key: string; when?: object }[] = body.fields;
    const dated = fields.filter((field) => field.when).map(({ key, when: choices }) => [key, choices]);
    expect(dated).toEqual(['technology', 'technology_category', 'partner'].map((key) => [key, when]));
    const query = '{ filterFields { fields { key when { keys windows } } } }';
    const { body: typed } = await service.graphql(tenant.userKey, query);
    expect(typed.data.filterFields.fields.slice(0, 4)).toEqual([
      { key: 'technology', when },
      { key: 'technology_category', when },
      { key: 'partner', when },
      { key: 'investor', when: null },
    ]);
  });
});

describe('technologies', () => {
  const ages = (...counts: number[]) => {
    const [days_30, days_90, days_180, days_365] = counts;
    return { days_30, days_90, days_180, days_365 };
  };
  const kubernetes = {
    tech_key: 'kubernetes',
    display_name: 'Kubernetes',
    category: 'Containers',
    company_count: 4,
    adopted: ages(2, 2, 2, 4),
    dropped: ages(2, 1, 1, 0),
    dropped_within: { days_90: 1, days_180: 1, days_365: 2 },
    net: { days_90: 1, days_180: 1, days_365: 2 },
  };
  const podman = {
    tech_key: 'podman',
    display_name: 'Podman',
    category: 'Containers',
    company_count: 1,
    adopted: ages(0, 0, 0, 0),
    dropped: ages(1, 1, 0, 0),
    dropped_within: { days_90: 0, days_180: 1, days_365: 1 },
    net: { days_90: 0, days_180: -1, days_365: -1 },
  };

  it.each([
    ['', [kubernetes, podman]],
    ['?sort=-companies', [kubernetes, podman]],
    ['?sort=companies', [podman, kubernetes]],
    ['?sort=-adopted_90', [kubernetes, podman]],
    ['?sort=adopted_90', [podman, kubernetes]],
    ['?sort=dropped_90', [kubernetes, podman]],
    ['?order_by=adopted_90', [kubernetes, podman]],
    ['?order_by=dropped_90', [kubernetes, podman]],
    ['?search=POD', [podman]],
    ['?search=ubernete&sort=-dropped_90', [kubernetes]],
    ['?search=%25', []],
    ['?limit=1&offset=1', [podman]],
  ])('are counted by the age of their evidence: GET /v1/technologies%s', async (query, technologies) => {
    const { status, body } = await service.rest(tenant.orgKey).get(`/v1/technologies${query}`);
    expect({ status, technologies: body.technologies }).toEqual({ status: 200, technologies });
  });

  it('refuse a text that cannot be stored, and an unknown order', async () => {
    const api = service.rest(tenant.orgKey);
    expect((await api.get('/v1/technologies?search=%00')).body.detail.errors).toEqual([
      { pointer: '/search', message: 'contains characters that cannot be stored' },
    ]);
    for (const query of [
      'sort=age',
      'order_by=age',
      'order_by=-companies',
      'sort=companies&order_by=companies',
    ])
      expect([query, (await api.get(`/v1/technologies?${query}`)).status]).toEqual([query, 422]);
  });

  it('are found one by one, over both APIs', async () => {
    const { body } = await service.rest(tenant.orgKey).get('/v1/technologies/kubernetes');
    expect(body).toEqual(kubernetes);
    const query =
      '{ technologies(search: "pod") { totalCount edges { node { techKey adopted { days365 } dropped { days90 days180 } } } } }';
    const { body: typed } = await service.graphql(tenant.orgKey, query);
    expect(typed.data.technologies).toEqual({
      totalCount: 1,
      edges: [{ node: { techKey: 'podman', adopted: { days365: 0 }, dropped: { days90: 1, days180: 0 } } }],
    });
  });
});

const KEYS = ['first_seen', 'last_seen', 'not_seen'];
const WINDOWS = ['30d', '90d', '180d', '365d'];
const at = '/root/condition/when';
const TREES: RefusedTree[] = [
  [
    '`when` on a field without dates',
    aged('country', ['DE'], { first_seen: '30d' }),
    mistake(
      at,
      'unknown_key',
      'country has no dated evidence; only technology, technology_category and partner take when',
      ['field', 'operator', 'values'],
    ),
  ],
  [
    'a text',
    aged('technology', ['kubernetes'], 'first_seen' as never),
    mistake(at, 'wrong_type', 'must be an object such as {"first_seen": "90d"}', KEYS),
  ],
  [
    'null',
    aged('technology', ['kubernetes'], null as never),
    mistake(at, 'wrong_type', 'must be an object such as {"first_seen": "90d"}', KEYS),
  ],
  [
    'no key',
    aged('technology', ['kubernetes'], {}),
    mistake(at, 'not_one_key', 'must have exactly one key, not 0', KEYS),
  ],
  [
    'two keys',
    aged('technology', ['kubernetes'], { first_seen: '30d', not_seen: '30d' }),
    mistake(at, 'not_one_key', 'must have exactly one key, not 2', KEYS),
  ],
  [
    'another key',
    aged('technology', ['kubernetes'], { seen: '30d' } as never),
    mistake(`${at}/seen`, 'unknown_key', 'is an unknown key; use first_seen, last_seen or not_seen', KEYS),
  ],
  [
    'another window',
    aged('technology', ['kubernetes'], { first_seen: '31d' }),
    mistake(`${at}/first_seen`, 'unknown_value', 'must be one of 30d, 90d, 180d, 365d', WINDOWS),
  ],
  [
    'a number',
    aged('technology', ['kubernetes'], { first_seen: 30 } as never),
    mistake(`${at}/first_seen`, 'wrong_type', 'must be one of 30d, 90d, 180d, 365d', WINDOWS),
  ],
  [
    'an unknown value beside it',
    aged('technology', ['kubernets'], { not_seen: '30d' }),
    mistake(
      '/root/condition/values/0',
      'unknown_value',
      'Unknown technology "kubernets". Did you mean "kubernetes"?',
      undefined,
      'kubernetes',
    ),
  ],
];
describeRefusals(TREES, () => ({ service, tenant }));

it('accepts `when` in a definition of the version before it', async () => {
  const body = { registry_version: '1', root: aged('technology', ['kubernetes'], { last_seen: '30d' }) };
  const { body: preview } = await service.rest(tenant.userKey).post('/v1/lists/preview-count', body);
  expect(preview).toEqual({ count: 2, capped: false });
  expect(AS_OF).toBe(daysBefore(0));
});
