import { afterAll, describe, expect, it } from '@jest/globals';
import { answer } from '../harness/errors.ts';
import { startTestService } from '../harness/service.ts';
import { condition, definition, seedSmallCatalogue } from '../modules/filters/support.ts';

const service = await startTestService();
await seedSmallCatalogue(service.database.pool);
const tenant = await service.createTenant('previewers');
afterAll(() => service.close());

const KUBERNETES = condition('technology', 'any_of', ['kubernetes']);
const GERMAN = condition('country', 'any_of', ['DE']);
const preview = (body: object) => service.rest(tenant.userKey).post('/v1/lists/preview', body);

describe('POST /v1/lists/preview', () => {
  it('counts matches and their tiers', async () => {
    expect(answer(await preview({ definition: definition(KUBERNETES) }))).toEqual({
      status: 200,
      body: { count: 4, tier_counts: { total: 4, high: 2, medium: 1, exploratory: 1 } },
    });
  });

  it('adds the funnel and the breakdowns that are asked for', async () => {
    const root = { and: [KUBERNETES, GERMAN] };
    const asked = {
      definition: definition(root),
      funnel: true,
      breakdown: ['country', 'country', 'investor'],
    };
    expect(answer(await preview(asked))).toEqual({
      status: 200,
      body: {
        count: expect.any(Number),
        tier_counts: expect.any(Object),
        funnel: [
          { pointer: '/root', count: expect.any(Number) },
          { pointer: '/root/and/0', count: 4, remaining_count: 4 },
          { pointer: '/root/and/1', count: 2, remaining_count: 2 },
        ],
        breakdowns: {
          country: [{ value: 'DE', label: 'Germany', count: expect.any(Number) }],
          investor: expect.any(Array),
        },
      },
    });
  });

  it('says whether partners are shown when a breakdown is by partner', async () => {
    const asked = { definition: definition(KUBERNETES), breakdown: ['partner'] };
    const { body } = await preview(asked);
    expect(body).toEqual({
      count: 4,
      tier_counts: expect.any(Object),
      breakdowns: { partner: [] },
      partner_access: 'locked',
    });
    const domains = ['acme', 'beta', 'gamma', 'delta'].map((name) => `${name}.example`);
    await service.rest(tenant.userKey).post('/v1/enrich/partnerships', { domains });
    expect((await preview(asked)).body).toMatchObject({
      breakdowns: { partner: [{ value: 'hub.example', label: 'The Hub', count: 2 }] },
      partner_access: 'open',
    });
  });

  it('returns as many values as asked for, for every field that has values', async () => {
    const catalogue = (await service.rest(tenant.userKey).get('/v1/lists/filter-fields')).body;
    const fields = catalogue.fields
      .filter(({ type }: { type: string }) => type !== 'text' && type !== 'list')
      .map(({ key }: { key: string }) => key);
    const asked = { definition: definition(KUBERNETES), breakdown: fields, breakdown_limit: 1 };
    const { breakdowns } = (await preview(asked)).body;
    expect(Object.keys(breakdowns)).toEqual(fields);
    const lengths = Object.values<unknown[]>(breakdowns).map(({ length }) => length);
    expect(Math.max(...lengths)).toBe(1);
  });

  it('shows a sample of the matches if asked to', async () => {
    const sampleOf = async (sample: number) =>
      (await preview({ definition: definition(KUBERNETES), sample })).body.sample;
    expect(await sampleOf(0)).toBeUndefined();
    expect(await sampleOf(1)).toEqual([
      {
        company_id: expect.any(Number),
        name: 'Acme Cloud',
        slug: 'acme',
        primary_domain: 'acme.example',
        partnership_count: 1,
      },
    ]);
    const slugs = (await sampleOf(25)).map(({ slug }: { slug: string }) => slug);
    expect(slugs).toEqual(['acme', 'beta', 'gamma', 'delta']);
  });

  it.each<[string, object, string[]]>([
    ['no definition', {}, ['/definition']],
    ['a field without a breakdown', { breakdown: ['country', 'name'] }, ['/breakdown/1']],
    ['too many fields', { breakdown: Array.from({ length: 11 }, () => 'country') }, ['/breakdown']],
    ['a text instead of a switch', { funnel: 'yes' }, ['/funnel']],
    ['too many values', { breakdown_limit: 251 }, ['/breakdown_limit']],
    ['a sample that is too large', { sample: 26 }, ['/sample']],
    ['an unknown key', { limit: 3 }, ['/limit']],
  ])('refuses %s', async (_, more, pointers) => {
    const given = Object.keys(more).length > 0 ? { definition: definition(KUBERNETES), ...more } : {};
    const { status, body } = await preview(given);
    expect([status, body.detail.error]).toEqual([422, 'validation_error']);
    expect(body.detail.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers);
  });

  it('refuses a breakdown by an unknown field, with similar ones', async () => {
    const { body } = await preview({
      definition: definition(KUBERNETES),
      breakdown: ['country', 'industri'],
    });
    const message = 'Unknown field "industri". Did you mean "industry"?';
    expect(body.detail.errors).toEqual([{ pointer: '/breakdown/1', message, did_you_mean: ['industry'] }]);
  });

  it('refuses the definitions that preview-count refuses, in the same words', async () => {
    const roots = [null, { not: KUBERNETES }, condition('technology', 'any_of', ['kubernets']), { and: [] }];
    for (const root of roots) {
      const counted = await service.rest(tenant.userKey).post('/v1/lists/preview-count', definition(root));
      expect(counted.status).toBe(422);
      expect(answer(await preview({ definition: definition(root), funnel: true }))).toEqual(answer(counted));
    }
  });
});
