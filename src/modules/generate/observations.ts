import { type CompanyTraits, createDomains, createTraits } from './companies.ts';
import { PartnerDrawer } from './partners.ts';
import { Random } from './random.ts';
import { StackDrawer } from './stack.ts';
import type { Technology } from './technologies.ts';

const DETECTIONS_STREAM = 21;
const PARTNERSHIPS_STREAM = 31;
/** Days that observations go back, from the newest. */
export const HISTORY_DAYS = 3 * 365;
const YEAR_DAYS = 365;
const MAX_COUNT = 500;
/** Mean of the count for evidence of a single day, and of the count that each day between the first and last adds. */
const LEAST_MEAN_COUNT = 5;
const COUNT_A_DAY = 0.045;

/** First and last age in days before the newest day, and how often something was seen. */
interface Evidence {
  first: number;
  last: number;
  count: number;
}

/** Draws evidence of the last `history` days: mostly recent, and seen more often the longer it lasts. */
function drawEvidence(random: Random, history: number): Evidence {
  const last = Math.min(drawLast(random), history - 1);
  const first = last + random.below(history - last);
  const mean = LEAST_MEAN_COUNT + (first - last) * COUNT_A_DAY;
  return { first, last, count: 1 + Math.min(MAX_COUNT - 1, Math.floor(random.exponential(mean))) };
}

function drawLast(random: Random): number {
  const draw = random.unit();
  if (draw < 0.55) return random.below(60);
  if (draw < 0.75) return random.below(180);
  return random.below(HISTORY_DAYS);
}

/**
 * Creates a function that returns the number of days for which a company can have been observed: none before the year of
 * its foundation.
 *
 * @param days the days of the history as `YYYY-MM-DD`, the newest first
 */
function createHistory(days: readonly string[]): (company: CompanyTraits) => number {
  const year = days[0]?.slice(0, 4) ?? '';
  const daysOfYear = days.filter((day) => day.startsWith(year)).length;
  return ({ age, vendor }) =>
    vendor >= 0 ? HISTORY_DAYS : Math.min(HISTORY_DAYS, daysOfYear + age * YEAR_DAYS);
}

/**
 * Generates the lines of company_technologies.ndjson in the order of companies, about 19 each.
 *
 * @param share detections as a share of that
 */
export function* detectionLines(
  count: number,
  seed: number,
  technologies: readonly Technology[],
  days: readonly string[],
  share: number,
): Generator<string> {
  const random = new Random(seed, DETECTIONS_STREAM);
  const traitsOf = createTraits(count, seed);
  const domainOf = createDomains(count, seed);
  const historyOf = createHistory(days);
  const stacks = new StackDrawer(seed, share);
  // Constant pieces are joined once: fewer pieces for each of so many lines.
  const keys = technologies.map(({ key }) => `","tech_key":${JSON.stringify(key)},"detection_count":`);
  const firsts = days.map((day) => `,"first_seen":"${day}`);
  const lasts = days.map((day) => `","last_seen":"${day}"}`);
  for (let index = 0; index < count; index += 1) {
    const company = traitsOf(index);
    const start = `{"domain":"${domainOf(index)}`;
    const history = historyOf(company);
    for (const technology of stacks.draw(company)) {
      const { first, last, count: seen } = drawEvidence(random, history);
      yield `${start}${keys[technology]}${seen}${firsts[first]}${lasts[last]}`;
    }
  }
}

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/**
 * Generates the lines of partnerships.ndjson in the order of companies. Most companies have a few partners, every
 * hundredth has about a hundred, and vendors have very many, in proportion to the number of companies.
 *
 * @param share detections as a share of the usual number: fewer technologies bring fewer partners
 */
export function* partnershipLines(
  count: number,
  seed: number,
  days: readonly string[],
  share: number,
): Generator<string> {
  const random = new Random(seed, PARTNERSHIPS_STREAM);
  const traitsOf = createTraits(count, seed);
  const domainOf = createDomains(count, seed);
  const historyOf = createHistory(days);
  const partners = new PartnerDrawer(count, traitsOf, { seed, share });
  const firsts = days.map((day) => `","first_observed_at":"${day}T`);
  const lasts = days.map((day) => `:00:00Z","last_observed_at":"${day}T`);
  for (let index = 0; index < count; index += 1) {
    const company = traitsOf(index);
    const start = `{"domain":"${domainOf(index)}","partner_domain":"`;
    for (const partner of partners.draw(random, company)) {
      const history = Math.min(historyOf(company), historyOf(traitsOf(partner)));
      const { first, last, count: seen } = drawEvidence(random, history);
      const one = random.below(24);
      const other = random.below(24);
      const from = HOURS[Math.min(one, other)];
      const to = HOURS[Math.max(one, other)];
      yield `${start}${domainOf(partner)}${firsts[first]}${from}${lasts[last]}${to}:00:00Z","observation_count":${seen}}`;
    }
  }
}
