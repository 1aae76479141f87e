import { describe, expect, it } from '@jest/globals';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { answer } from '../../harness/errors.ts';
import { seedCompany, seedPartnership, seedPlain, seedTechnologies } from '../../harness/seed.ts';
import { useService } from '../../harness/use-service.ts';
import { AS_OF, condition, definition } from '../filters/support.ts';

const COUNTRIES = { DE: 30, AT: 12, US: 57 };
const PARTNERS = 20;
const KUBERNETES = { key: 'kubernetes', name: 'Kubernetes', category: 'Containers', last: AS_OF };

/**
 * A hundred companies: c1 to c30 are German, c31 to c42 Austrian, the others American but for the hub. Kubernetes is at c1 to c9 and
 * in Austria. The first twenty are partners of the hub.
 */
const { service, tenant, ids, rest, graphql } = useService('guessers', {
  credits: 100,
  seed: async (pool) => {
    const found: Record<string, number> = { hub: await seedPlain(pool, 'hub') };
    const countries = Object.entries(COUNTRIES).flatMap(([country, count]) => Array(count).fill(country));
    for (const [index, country] of countries.entries()) {
      const slug = `c${index + 1}`;
      const id = await seedCompany(pool, {
        name: slug.toUpperCase(),
        slug,
        domains: [`${slug}.example`],
        country,
      });
      found[slug] = id;
      if (index < 9 || country === 'AT') await seedTechnologies(pool, id, [KUBERNETES]);
      if (index < PARTNERS) await seedPartnership(pool, id, found.hub ?? 0);
    }
    await rebuildIndex(pool);
    return found;
  },
});

const domainsOf = (count: number) => Array.from({ length: count }, (_, n) => `c${n + 1}.example`);
const suggest = (body: object, key = tenant.userKey) => service.rest(key).post('/v1/lists/suggest', body);

const refusalOf = ({ status, body }: Awaited<ReturnType<typeof suggest>>) => [status, body.detail.error];

const GERMAN = condition('country', 'any_of', ['DE']);
const WITH_KUBERNETES = condition('technology', 'any_of', ['kubernetes']);
/** Wilson's interval of all of eight begins at 8 / (8 + z²). */
const ALL_OF_EIGHT = 8 / (8 + 1.959963984540054 ** 2);

const shared = (field: string, value: string, label: string, everywhere: number) => ({
  field,
  value,
  label,
  count: 8,
  share: 1,
  catalogue_share: everywhere,
  lift: expect.closeTo(1 / everywhere, 12),
  lift_low: expect.closeTo(ALL_OF_EIGHT / everywhere, 12),
  lift_high: expect.closeTo(1 / everywhere, 12),
});
const company = (number: number) => ({
  company_id: ids[`c${number}`],
  name: `C${number}`,
  slug: `c${number}`,
  primary_domain: `c${number}.example`,
  partnership_count: number <= PARTNERS ? 1 : 0,
});

const TRAITS = [
  shared('technology', 'kubernetes', 'Kubernetes', 0.21),
  shared('country', 'DE', 'Germany', 0.3),
];

describe('the rule behind examples', () => {
  const asked = {
    domains: [...domainsOf(8), 'nobody.example', 'c1.example'],
    fields: ['country', 'technology'],
  };

  it('is complete over REST: what eight of nine have in common, and who else has it', async () => {
    expect(answer(await suggest(asked))).toEqual({
      status: 200,
      body: {
        examples: { tracked: 8, not_tracked: ['nobody.example'] },
        traits: TRAITS,
        suggestions: [
          {
            definition: definition({ and: [GERMAN, WITH_KUBERNETES] }),
            covered: 8,
            coverage: 1,
            count: 9,
            lift: expect.closeTo(100 / 9, 12),
            near_misses: [company(9)],
          },
          {
            definition: definition(WITH_KUBERNETES),
            covered: 8,
            coverage: 1,
            count: 21,
            lift: expect.closeTo(100 / 21, 12),
            near_misses: [9, 31, 32, 33, 34].map(company),
          },
        ],
      },
    });
  });

  it('is the same over GraphQL, whatever the order of the domains', async () => {
    const query = `query ($domains: [String!]) {
      suggestDefinitions(domains: $domains, fields: ["technology", COUNTRY], maxConditions: 1, strictness: STRICT) {
        examples { tracked notTracked }
        traits { field value label count share catalogueShare lift liftLow liftHigh }
        suggestions { definition covered coverage count lift nearMisses { companyId } }
      }
    }`;
    const { body } = await graphql(query, { domains: asked.domains.toReversed() });
    const toCamel = ({ catalogue_share, lift_low, lift_high, ...rest }: ReturnType<typeof shared>) => ({
      ...rest,
      catalogueShare: catalogue_share,
      liftLow: lift_low,
      liftHigh: lift_high,
    });
    expect(body).toEqual({
      extensions: { cost: expect.objectContaining({ requested: 75_000 }) },
      data: {
        suggestDefinitions: {
          examples: { tracked: 8, notTracked: ['nobody.example'] },
          traits: TRAITS.map(toCamel),
          suggestions: [
            {
              definition: definition(WITH_KUBERNETES),
              covered: 8,
              coverage: 1,
              count: 21,
              lift: expect.closeTo(100 / 21, 12),
              nearMisses: [9, 31, 32, 33, 34].map((number) => ({ companyId: ids[`c${number}`] })),
            },
          ],
        },
      },
    });
  });

  it('takes the members of a list, which nobody else can name who cannot see it', async () => {
    const { body: list } = await rest().post('/v1/lists', { name: 'Austria' });
    const { status } = await rest().post(`/v1/lists/${list.list_id}/domains`, { domains: domainsOf(5) });
    expect(status).toBe(200);
    const { body } = await suggest({ list_id: list.list_id, fields: ['country'] });
    expect([body.examples, body.suggestions[0]?.definition]).toEqual([
      { tracked: 5, not_tracked: [] },
      definition(GERMAN),
    ]);
    const { userKey, orgKey } = await service.createTenant('strangers');
    expect(refusalOf(await suggest({ list_id: list.list_id }, userKey))).toEqual([404, 'list_not_found']);
    expect(refusalOf(await suggest({ list_id: 999 }))).toEqual([404, 'list_not_found']);
    expect(refusalOf(await suggest(asked, orgKey))).toEqual([403, 'user_credential_required']);
  });

  it('finds nothing behind domains that are not tracked', async () => {
    const domains = ['a.invalid', 'b.invalid', 'no domain'];
    expect(answer(await suggest({ domains }))).toEqual({
      status: 200,
      body: { examples: { tracked: 0, not_tracked: domains }, traits: [], suggestions: [] },
    });
  });

  it('names partners only where a breakdown by partner may', async () => {
    const partnersOf = async (count: number) => {
      const { body } = await suggest({ domains: domainsOf(count), fields: ['partner'] });
      const definitions = body.suggestions.map(
        ({ definition: { root } }: { definition: { root: object } }) => root,
      );
      return [
        body.traits.map(({ value, label }: { value: string; label: string }) => [value, label]),
        definitions,
      ];
    };
    const shown = [[['hub.example', 'HUB']], [condition('partner', 'any_of', ['hub.example'])]];
    expect(await partnersOf(PARTNERS)).toEqual(shown);
    expect(await partnersOf(PARTNERS - 1)).toEqual([[], []]);
    await rest().post('/v1/enrich/partnerships', { domains: domainsOf(PARTNERS - 1) });
    expect(await partnersOf(PARTNERS - 1)).toEqual(shown);
  });

  it('refuses what is out of bounds, and fields that name companies', async () => {
    const domains = domainsOf(3);
    const tooMany = Array.from({ length: 10_001 }, (_, n) => `d${n}.example`);
    const cases: [object, string][] = [
      [{ domains: domainsOf(2) }, '/domains'],
      [{ domains: tooMany }, '/domains'],
      [{}, '/domains'],
      [{ domains, list_id: 1 }, '/domains'],
      [{ domains, fields: [] }, '/fields'],
      [{ domains, fields: Array(26).fill('country') }, '/fields'],
      [{ domains, fields: ['country', 'name'] }, '/fields/1'],
      [{ domains, fields: ['domain'] }, '/fields/0'],
      [{ domains, fields: ['list'] }, '/fields/0'],
      [{ domains, fields: ['org.unknown'] }, '/fields/0'],
      [{ domains, max_conditions: 0 }, '/max_conditions'],
      [{ domains, max_conditions: 7 }, '/max_conditions'],
      [{ domains, strictness: 'BALANCED' }, '/strictness'],
    ];
    for (const [body, pointer] of cases) {
      const { status, body: refused } = await suggest(body);
      expect([status, refused.detail.error, refused.detail.errors[0].pointer]).toEqual([
        422,
        'validation_error',
        pointer,
      ]);
    }
  });
});
