import { createDomains } from './companies.ts';
import { createTraits } from './company-traits.ts';
import { createHistory, drawEvidence } from './evidence.ts';
import { Random } from './random.ts';
import { StackDrawer } from './stack.ts';
import type { Technology } from './technologies.ts';

const STREAM = 21;

/** Generates the lines of company_technologies.ndjson in the order of companies, about 19 each. */
export function* detectionLines(
  count: number,
  seed: number,
  technologies: readonly Technology[],
  days: readonly string[],
): Generator<string> {
  const random = new Random(seed, STREAM);
  const traitsOf = createTraits(count, seed);
  const domainOf = createDomains(count, seed);
  const historyOf = createHistory(days);
  const stacks = new StackDrawer(seed);
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
