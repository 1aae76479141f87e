import { describe, expect, it } from '@jest/globals';
import { createInvestors } from '../../../src/modules/generate/companies.ts';
import { INDUSTRIES, NETWORK_SLOT, SLOTS, WORD_LANGUAGES } from '../../../src/modules/generate/industries.ts';
import {
  BEGINNINGS,
  COUNTRY_TABLE,
  companyName,
  ENDINGS,
  NAME_PARTS,
} from '../../../src/modules/generate/names.ts';
import { createWeighted, Random } from '../../../src/modules/generate/random.ts';
import {
  CATEGORIES,
  createAffinities,
  createTechnologies,
  PROFILES,
} from '../../../src/modules/generate/technologies.ts';
import { createVendorIndexes, VENDOR_OF, VENDORS } from '../../../src/modules/generate/vendors.ts';

describe('the technologies', () => {
  const technologies = createTechnologies();

  it('are several hundred, each with a key, a name and a category of its own', () => {
    expect(technologies.length).toBeGreaterThan(300);
    for (const field of ['key', 'name'] as const)
      expect(new Set(technologies.map((technology) => technology[field])).size).toBe(technologies.length);
    for (const { key } of technologies) expect(key).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(technologies).toContainEqual({
      key: 'kubernetes',
      name: 'Kubernetes',
      category: 'Container Orchestration',
    });
  });

  it.each(CATEGORIES)('have complete numbers in $name', ({ limit, leastBand, weights, technologies }) => {
    expect(weights).toHaveLength(PROFILES.length);
    for (const weight of [limit, ...weights, ...technologies.map((technology) => technology.weight)])
      expect(weight).toBeGreaterThan(0);
    expect(leastBand).toBeGreaterThanOrEqual(0);
  });

  it('come with technologies that exist, and no technology brings itself', () => {
    const { companions, bringers } = createAffinities();
    expect(companions.flat().length).toBeGreaterThan(150);
    bringers.forEach((each, technology) => {
      expect(each).not.toContain(technology);
    });
  });
});

describe('the vendors', () => {
  it('each make technologies that the vocabulary holds', () => {
    expect(new Set(VENDOR_OF.filter((vendor) => vendor >= 0)).size).toBe(VENDORS.length);
  });

  it('have industries of the vocabulary', () => {
    for (const { industry } of VENDORS) expect(INDUSTRIES).toContain(industry);
  });

  it.each([1, 4, 239, 20_000])('stand at places of their own among %d companies', (count) => {
    const { vendorAt, indexOf } = createVendorIndexes(count);
    const found = VENDORS.map((_, vendor) => indexOf(vendor)).filter((index) => index >= 0);
    expect(found).toHaveLength(Math.min(VENDORS.length, Math.floor(count / 4)));
    expect(found.map(vendorAt)).toEqual(found.map((_, vendor) => vendor));
    expect(
      Array.from({ length: count }, (_, index) => vendorAt(index)).filter((vendor) => vendor >= 0),
    ).toEqual(found.map((_, vendor) => vendor));
  });
});

describe('the names', () => {
  it('have complete parts, and no first word in two locales', () => {
    const first = [...NAME_PARTS.values()].flatMap(({ language, beginnings, endings }) => {
      expect(WORD_LANGUAGES).toContain(language);
      expect([beginnings.length, endings.length]).toEqual([BEGINNINGS, ENDINGS]);
      return beginnings.flatMap((beginning) => endings.map((ending) => beginning + ending));
    });
    expect(new Set(first.map((word) => word.toLowerCase())).size).toBe(first.length);
    for (const { locale } of COUNTRY_TABLE) expect([...NAME_PARTS.keys()]).toContain(locale);
  });

  it('have 100 words of industries, in every language or the same in all', () => {
    expect(SLOTS).toHaveLength(100);
    for (const { words, industry } of SLOTS) {
      expect([1, WORD_LANGUAGES.length]).toContain(words.length);
      expect(industry.profile).toBeGreaterThanOrEqual(0);
    }
    expect(SLOTS[NETWORK_SLOT]?.words[0]).toBe('Consulting');
  });

  // 120,000 companies are a block, 1,080,000 a round: the names around both limits are of different forms.
  it.each([
    [0, 150_000],
    [1_060_000, 1_100_000],
  ])('and their domains are distinct from %d to %d, and distinct from those of others', (from, to) => {
    const stems = new Set<string>();
    for (let index = 0; index < 20_000; index += 1) stems.add(companyName(3, index).stem);
    for (let index = from; index < to; index += 1) stems.add(companyName(3, index).stem);
    expect(stems.size).toBe(from === 0 ? to : to - from + 20_000);
  });

  it('of investors are distinct', () => {
    expect(new Set(createInvestors()).size).toBe(300);
  });
});

describe('createWeighted', () => {
  it('draws in proportion to the weights', () => {
    const random = new Random(5, 5);
    const draw = createWeighted([6, 0, 3, 1]);
    const counts = [0, 0, 0, 0];
    for (let round = 0; round < 100_000; round += 1) {
      const index = draw(random);
      counts[index] = (counts[index] ?? 0) + 1;
    }
    expect(counts.map((count) => Math.round(count / 1000) / 10)).toEqual([
      expect.closeTo(6, 0),
      0,
      expect.closeTo(3, 0),
      expect.closeTo(1, 0),
    ]);
  });
});
