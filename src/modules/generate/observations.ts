import { primaryDomain } from './companies.ts';
import { createZipf, hash, Random } from './random.ts';
import type { Technology } from './vocabulary.ts';

/** Days that observations go back, from the newest. */
export const HISTORY_DAYS = 3 * 365;
const MOST_TECHNOLOGIES = 120;
const MEAN_TECHNOLOGIES = 19;
const MAX_COUNT = 500;
const DETECTION_STREAM = 21;
const PARTNERSHIP_STREAM = 31;
const MUTUAL_STREAM = 41;

/** Draws the age of the latest evidence in days: mostly recent, sometimes years. */
function lastAge(random: Random): number {
  const draw = random.unit();
  if (draw < 0.55) return random.below(60);
  if (draw < 0.75) return random.below(180);
  return random.below(HISTORY_DAYS);
}

function firstAge(random: Random, last: number): number {
  return last + random.below(HISTORY_DAYS - last);
}

function drawCount(random: Random): number {
  return 1 + Math.min(MAX_COUNT - 1, Math.floor(random.exponential(25)));
}

/** Generates the lines of company_technologies.ndjson in the order of companies, about 19 each. */
export function* detectionLines(
  count: number,
  seed: number,
  technologies: readonly Technology[],
  days: readonly string[],
): Generator<string> {
  const random = new Random(seed, DETECTION_STREAM);
  const drawRank = createZipf(technologies.length, 0.95);
  const keys = technologies.map((technology) => JSON.stringify(technology.key));
  const takenBy = new Int32Array(technologies.length).fill(-1);
  for (let index = 0; index < count; index += 1) {
    const domain = primaryDomain(seed, index);
    const wanted = Math.min(
      MOST_TECHNOLOGIES,
      technologies.length,
      Math.floor(random.exponential(MEAN_TECHNOLOGIES + 0.5)),
    );
    for (let found = 0; found < wanted; ) {
      const rank = drawRank(random);
      if (takenBy[rank] === index) continue;
      takenBy[rank] = index;
      found += 1;
      const last = lastAge(random);
      const first = firstAge(random, last);
      yield `{"domain":"${domain}","tech_key":${keys[rank]},"detection_count":${drawCount(random)},"first_seen":"${days[first]}","last_seen":"${days[last]}"}`;
    }
  }
}

/**
 * Generates the lines of partnerships.ndjson. Most companies have a few partners, every hundredth has about a hundred.
 * A few hubs have very many, in proportion to the number of companies.
 */
export function* partnershipLines(count: number, seed: number, days: readonly string[]): Generator<string> {
  const random = new Random(seed, PARTNERSHIP_STREAM);
  for (let index = 0; index < count; index += 1) {
    const domain = primaryDomain(seed, index);
    for (const partner of drawPartners(random, index, count, seed)) {
      const last = lastAge(random);
      const first = firstAge(random, last);
      const hours = [random.below(24), random.below(24)];
      const [from, to] = hours.map((hour) => String(hour).padStart(2, '0')).sort();
      yield `{"domain":"${domain}","partner_domain":"${primaryDomain(seed, partner)}","first_observed_at":"${days[first]}T${from}:00:00Z","last_observed_at":"${days[last]}T${to}:00:00Z","observation_count":${drawCount(random)}}`;
    }
  }
}

function drawPartners(random: Random, index: number, count: number, seed: number): Set<number> {
  const partners = new Set<number>();
  const wanted = index % 100 === 50 ? 85 + random.below(30) : Math.floor(random.exponential(1.6));
  const possible = Math.min(wanted, Math.floor(count / 4));
  for (let tries = 0; partners.size < possible && tries < wanted * 4; tries += 1) {
    partners.add(random.chance(0.45) ? drawHub(random, count) : random.below(count));
  }
  // Some neighbours observe each other, which gives pairs observed from both sides.
  if (index + 1 < count && isMutual(seed, index)) partners.add(index + 1);
  if (index > 0 && isMutual(seed, index - 1)) partners.add(index - 1);
  partners.delete(index);
  return partners;
}

/** Draws a hub by a power law, which cubing a uniform draw gives. Hubs are spread over the catalogue. */
function drawHub(random: Random, count: number): number {
  const rank = Math.floor(random.unit() ** 3 * count);
  return (rank * 613 + 17) % count;
}

function isMutual(seed: number, index: number): boolean {
  return hash(hash(seed, MUTUAL_STREAM), index) % 10 === 0;
}
