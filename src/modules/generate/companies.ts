import { EMPLOYEE_BANDS } from '../catalogue/employee-ranges.ts';
import { createZipf, Random } from './random.ts';
import {
  COMPANY_WORDS,
  COUNTRIES,
  capitalize,
  companyStem,
  createInvestors,
  INDUSTRIES,
} from './vocabulary.ts';

/** Reserved top-level domains (RFC 2606): no generated domain can exist. */
const TOP_LEVEL_DOMAINS = ['example', 'example', 'example', 'test', 'invalid'] as const;
/** Employees of the largest company that can be generated. */
const MAX_EMPLOYEES = 300_000;
const SHARED_NAMES = 50;
const OLDEST_AGE = 120;
const STREAM = 11;

export function primaryDomain(seed: number, index: number): string {
  const topLevel = TOP_LEVEL_DOMAINS[(index * 7 + seed) % TOP_LEVEL_DOMAINS.length] ?? 'example';
  return `${companyStem(seed, index)}.${topLevel}`;
}

/** Generates the lines of companies.ndjson. Some fields are missing, as in real data. */
export function* companyLines(count: number, seed: number, newestYear: number): Generator<string> {
  const random = new Random(seed, STREAM);
  const investors = createInvestors();
  const drawInvestor = createZipf(investors.length, 0.9);
  const drawIndustry = createZipf(INDUSTRIES.length, 0.7);
  const drawCountry = createZipf(COUNTRIES.length, 1.1);
  for (let index = 0; index < count; index += 1) {
    const stem = companyStem(seed, index);
    const domain = primaryDomain(seed, index);
    const domains = [domain, ...secondaryDomains(random, stem)];
    yield JSON.stringify({
      name: companyName(random, stem, seed),
      primary_domain: domain,
      domains: domains.length > 1 || random.chance(0.5) ? domains : undefined,
      investors: random.chance(0.12)
        ? drawSome(random, () => investors[drawInvestor(random)] ?? '')
        : undefined,
      industry: random.chance(0.85) ? INDUSTRIES[drawIndustry(random)] : undefined,
      ...companySize(random),
      country: random.chance(0.88) ? COUNTRIES[drawCountry(random)] : undefined,
      founded_year: random.chance(0.72)
        ? newestYear - Math.min(OLDEST_AGE, Math.floor(random.exponential(16)))
        : undefined,
    });
  }
}

function companyName(random: Random, stem: string, seed: number): string {
  // A few companies share their name with others, as in real data.
  const word = random.chance(0.03) ? companyStem(seed, random.below(SHARED_NAMES)) : stem;
  return random.chance(0.85) ? `${capitalize(word)} ${random.pick(COMPANY_WORDS)}` : capitalize(word);
}

function secondaryDomains(random: Random, stem: string): string[] {
  if (!random.chance(0.09)) return [];
  const all = [`${stem}-group.example`, `get${stem}.test`, `${stem}.shop.invalid`];
  return all.slice(0, 1 + random.below(all.length));
}

function drawSome(random: Random, draw: () => string): string[] {
  return [...new Set(Array.from({ length: 1 + Math.floor(random.exponential(1.2)) }, draw))];
}

function companySize(random: Random): { employee_range?: string; employee_count?: number } {
  const rank = Math.min(EMPLOYEE_BANDS.length - 1, Math.floor(random.exponential(1.7)));
  const [range, least] = EMPLOYEE_BANDS[rank] ?? EMPLOYEE_BANDS[0];
  const [, nextLeast] = EMPLOYEE_BANDS[rank + 1] ?? ['', MAX_EMPLOYEES + 1];
  const count = least + random.below(nextLeast - least);
  const known = random.unit();
  if (known < 0.25) return {};
  if (known < 0.7) return { employee_range: range };
  return known < 0.85 ? { employee_range: range, employee_count: count } : { employee_count: count };
}
