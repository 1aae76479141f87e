import type { CompanyTraits } from './companies.ts';
import { createWeighted, hash, Random } from './random.ts';
import { CATEGORIES, CATEGORY_OF, createAffinities, createDraws, PROFILES } from './technologies.ts';

const MOST_TECHNOLOGIES = 120;
/** Mean number of technologies for each band of employees. */
const MEANS = [12, 18, 24, 31, 38, 46, 54, 60];
/** Draws for each technology that is wanted: some draws do not fit what the company has. */
const TRIES = 4;
/** Chances of what is rare: a second CMS, a technology without what brings it, one far from its home. */
const BEYOND_LIMIT = 0.02;
const ALONE = 0.15;
const FAR_FROM_HOME = 0.02;
const STREAM = 51;

/** Draws the technologies of companies, so that they fit each other, the industry, the size and the country. */
export class StackDrawer {
  readonly #affinities = createAffinities();
  readonly #draws = createDraws(this.#affinities.bringers);
  readonly #drawCategory = PROFILES.map((_, profile) =>
    createWeighted(CATEGORIES.map(({ weights }) => weights[profile] ?? 0)),
  );
  readonly #limits = Uint8Array.from(CATEGORIES, ({ limit }) => limit);
  readonly #leastBands = Uint8Array.from(CATEGORIES, ({ leastBand }) => leastBand);
  readonly #seed: number;
  readonly #share: number;
  readonly #stack: number[] = [];
  readonly #used: Uint8Array = new Uint8Array(CATEGORIES.length);
  readonly #has: Uint8Array = new Uint8Array(CATEGORY_OF.length);

  /** @param share technologies as a share of the usual number */
  constructor(seed: number, share: number) {
    this.#seed = hash(seed, STREAM);
    this.#share = share;
  }

  /**
   * Returns the technologies of a company as their indexes: always the same for the same company. The array is reused by
   * the next call.
   */
  draw(company: CompanyTraits): readonly number[] {
    for (const technology of this.#stack) this.#has[technology] = 0;
    this.#stack.length = 0;
    if (company.vendor >= 0) return this.#stack;
    this.#used.fill(0);
    const random = new Random(this.#seed, company.index);
    const mean = (MEANS[company.band] ?? 0) * this.#share;
    const wanted = Math.min(MOST_TECHNOLOGIES, Math.floor(random.exponential(mean)));
    const drawCategory = this.#drawCategory[company.slot.industry.profile];
    for (let tries = wanted * TRIES; tries > 0 && this.#stack.length < wanted; tries -= 1) {
      const category = drawCategory?.(random) ?? 0;
      if (company.band < (this.#leastBands[category] ?? 0)) continue;
      const technology = this.#draws[category]?.(random) ?? 0;
      if (this.#fits(random, company, technology)) this.#add(random, company, technology, wanted);
    }
    return this.#stack;
  }

  #hasAny(technologies: readonly number[]): boolean {
    for (const technology of technologies) if (this.#has[technology] === 1) return true;
    return false;
  }

  #fits(random: Random, { country }: CompanyTraits, technology: number): boolean {
    if (this.#has[technology] === 1 || !this.#isWithinLimit(random, technology)) return false;
    const bringers = this.#affinities.bringers[technology];
    if (bringers && bringers.length > 0 && !this.#hasAny(bringers) && !random.chance(ALONE)) return false;
    const home = this.#affinities.homes[technology];
    return home === undefined || home.has(country.code) || random.chance(FAR_FROM_HOME);
  }

  #isWithinLimit(random: Random, technology: number): boolean {
    const category = CATEGORY_OF[technology] ?? 0;
    return (this.#used[category] ?? 0) < (this.#limits[category] ?? 0) || random.chance(BEYOND_LIMIT);
  }

  /** Adds a technology and some of what comes with it. What always comes with it comes beyond any limit. */
  #add(random: Random, company: CompanyTraits, technology: number, wanted: number): void {
    const category = CATEGORY_OF[technology] ?? 0;
    this.#has[technology] = 1;
    this.#used[category] = (this.#used[category] ?? 0) + 1;
    this.#stack.push(technology);
    for (const companion of this.#affinities.companions[technology] ?? []) {
      const isCertain = companion.chance === 1;
      if (this.#has[companion.technology] === 1 || (!isCertain && this.#stack.length >= wanted)) continue;
      if (!isCertain) {
        if (!random.chance(companion.chance) || !this.#isWithinLimit(random, companion.technology)) continue;
        if (company.band < (this.#leastBands[CATEGORY_OF[companion.technology] ?? 0] ?? 0)) continue;
      }
      this.#add(random, company, companion.technology, wanted);
    }
  }
}
