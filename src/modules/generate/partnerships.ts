import { createDomains } from './companies.ts';
import { createTraits } from './company-traits.ts';
import { createHistory, drawEvidence } from './evidence.ts';
import { PartnerDrawer } from './partners.ts';
import { Random } from './random.ts';

const STREAM = 31;
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/**
 * Generates the lines of partnerships.ndjson in the order of companies. Most companies have a few partners, every
 * hundredth has about a hundred, and vendors have very many, in proportion to the number of companies.
 */
export function* partnershipLines(count: number, seed: number, days: readonly string[]): Generator<string> {
  const random = new Random(seed, STREAM);
  const traitsOf = createTraits(count, seed);
  const domainOf = createDomains(count, seed);
  const historyOf = createHistory(days);
  const partners = new PartnerDrawer(count, seed, traitsOf);
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
