import { createWeighted, type Random } from './random.ts';
import COMPANIONS from './vocabulary/companions.json' with { type: 'json' };
import HOMES from './vocabulary/homes.json' with { type: 'json' };
import TABLE from './vocabulary/technologies.json' with { type: 'json' };

/** Kinds of companies that use technologies alike, in the order of the numbers of a category. */
export const PROFILES: readonly string[] = [
  'digital',
  'commerce',
  'finance',
  'industry',
  'media',
  'services',
  'public',
];

/** Share of the draws of a technology that remains when others bring it. */
const BROUGHT = 0.15;

export interface Technology {
  key: string;
  name: string;
  category: string;
}

interface Category {
  name: string;
  /** Technologies of this category that a company uses as a rule. */
  limit: number;
  /** Smallest band of employees (0 to 7) of companies that use the category. */
  leastBand: number;
  /** Relative frequency for each of PROFILES. */
  weights: readonly number[];
  technologies: readonly { key: string; name: string; weight: number }[];
}

/** Categories with their technologies. */
export const CATEGORIES: readonly Category[] = TABLE.map((category) => ({
  ...category,
  technologies: category.technologies.map((technology) => ({ ...technology, key: toKey(technology.name) })),
}));

interface Ranked extends Technology {
  categoryIndex: number;
  frequency: number;
}

const RANKED: readonly Ranked[] = CATEGORIES.flatMap((category, categoryIndex) => {
  const total = category.technologies.reduce((sum, { weight }) => sum + weight, 0);
  const share = category.weights.reduce((sum, weight) => sum + weight, 0) / total;
  return category.technologies.map(({ key, name, weight }) => ({
    key,
    name,
    category: category.name,
    categoryIndex,
    frequency: weight * share,
  }));
}).sort((a, b) => b.frequency - a.frequency || (a.key < b.key ? -1 : 1));

/** Index of the category of each technology. */
export const CATEGORY_OF: readonly number[] = RANKED.map(({ categoryIndex }) => categoryIndex);

const INDEX_OF_NAME = new Map(RANKED.map(({ name }, index) => [name, index]));

/** Returns all technologies, roughly the most frequent first. Their indexes stand for them in the generator. */
export function createTechnologies(): Technology[] {
  return RANKED.map(({ key, name, category }) => ({ key, name, category }));
}

/** @throws Error for a name that the vocabulary does not hold. */
function technologyIndex(name: string): number {
  const index = INDEX_OF_NAME.get(name);
  if (index === undefined) throw new Error(`the vocabulary has no technology "${name}"`);
  return index;
}

interface Companion {
  technology: number;
  chance: number;
}

interface Affinities {
  /** Companions of each technology. */
  companions: readonly (readonly Companion[])[];
  /** The technologies that bring each technology. Empty for those that occur alone. */
  bringers: readonly (readonly number[])[];
  /** Countries in which each technology is at home; undefined for technologies of the whole world. */
  homes: readonly (ReadonlySet<string> | undefined)[];
}

/**
 * Reads two tables. Everything in them becomes the index of a technology.
 *
 * - companions.json: the chance in per cent that a company which uses a technology also uses a companion. A tied one hardly
 *   occurs without a technology that brings it.
 * - homes.json: technologies that are at home in some countries, and rare in others.
 */
export function createAffinities(): Affinities {
  const count = RANKED.length;
  const companions = Array.from({ length: count }, (): Companion[] => []);
  const bringers = Array.from({ length: count }, (): number[] => []);
  const homes = Array.from({ length: count }, (): Set<string> | undefined => undefined);
  for (const { technology: head, companions: entries } of COMPANIONS) {
    const bringer = technologyIndex(head);
    for (const { name, percent, tied } of entries) {
      const technology = technologyIndex(name);
      companions[bringer]?.push({ technology, chance: percent / 100 });
      if (tied) bringers[technology]?.push(bringer);
    }
  }
  for (const { countries, technologies } of HOMES) {
    for (const name of technologies) homes[technologyIndex(name)] = new Set(countries);
  }
  return { companions, bringers, homes };
}

/**
 * Returns a function for each category that draws a technology, popular ones more often.
 *
 * @param bringers technologies that bring each technology. What others bring is seldom drawn by itself.
 */
export function createDraws(bringers: readonly (readonly number[])[]): ((random: Random) => number)[] {
  return CATEGORIES.map(({ technologies }) => {
    const indexes = technologies.map(({ name }) => technologyIndex(name));
    const draw = createWeighted(
      technologies.map(({ weight }, place) => {
        const isBrought = (bringers[indexes[place] ?? 0] ?? []).length > 0;
        return isBrought ? weight * BROUGHT : weight;
      }),
    );
    return (random) => indexes[draw(random)] ?? 0;
  });
}

/** Makes a key of a display name: `C#` becomes `c-sharp`, `.NET` becomes `dotnet`. */
function toKey(name: string): string {
  return name
    .toLowerCase()
    .replace('.net', 'dotnet')
    .replaceAll('++', '-plus-plus')
    .replaceAll('#', '-sharp')
    .replaceAll('&', 'and')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
