import { createWeighted, type Random } from './random.ts';
import { OPERATIONS_CATEGORIES } from './technologies-operations.ts';
import { WEB_CATEGORIES } from './technologies-web.ts';

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

export interface Category {
  name: string;
  /** Technologies of this category that a company uses as a rule. */
  limit: number;
  /** Smallest band of employees (0 to 7) of companies that use the category. */
  leastBand: number;
  /** Relative frequency for each profile. */
  weights: readonly number[];
  technologies: readonly { key: string; name: string; weight: number }[];
}

/** Categories with their technologies, parsed from the two vocabularies. */
export const CATEGORIES: readonly Category[] = `${WEB_CATEGORIES}\n${OPERATIONS_CATEGORIES}`
  .split('\n= ')
  .map((block) => block.trim())
  .filter((block) => block !== '')
  .map(parseCategory);

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
export function technologyIndex(name: string): number {
  const index = INDEX_OF_NAME.get(name);
  if (index === undefined) throw new Error(`the vocabulary has no technology "${name}"`);
  return index;
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

/** Parses `CMS | limit 1 | band 0 | 4 5 3 3 7 5 4` and lines of `WordPress 45, Drupal 7`. */
function parseCategory(block: string): Category {
  const [head = '', ...lines] = block.split('\n');
  const [name = '', limit = '', band = '', weights = ''] = head
    .replace(/^= /, '')
    .split('|')
    .map((part) => part.trim());
  return {
    name,
    limit: Number(limit.replace('limit ', '')),
    leastBand: Number(band.replace('band ', '')),
    weights: weights.split(' ').map(Number),
    technologies: lines
      .join(' ')
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
      .map((entry) => {
        const space = entry.lastIndexOf(' ');
        const display = entry.slice(0, space);
        return { key: toKey(display), name: display, weight: Number(entry.slice(space + 1)) };
      }),
  };
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
