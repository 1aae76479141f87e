import { EMPLOYEE_BANDS } from '../catalogue/employee-ranges.ts';
import { type CompanyTraits, createTraits } from './company-traits.ts';
import { companyName } from './names.ts';
import { createZipf, Random } from './random.ts';
import { createVendorIndexes, VENDORS } from './vendors.ts';
import FUNDS from './vocabulary/investors.json' with { type: 'json' };

/** Employees of the largest company that can be generated. */
const MAX_EMPLOYEES = 300_000;
const STREAM = 12;
/** Bands of companies with the legal form of large ones. */
const LARGE_BAND = 5;

/** Creates a function that returns the primary domain of a company by its index. */
export function createDomains(count: number, seed: number): (index: number) => string {
  const { vendorAt } = createVendorIndexes(count);
  return (index) => VENDORS[vendorAt(index)]?.domain ?? companyName(seed, index).domain;
}

/** Generates the lines of companies.ndjson. Some fields are missing, as in real data. */
export function* companyLines(count: number, seed: number, newestYear: number): Generator<string> {
  const random = new Random(seed, STREAM);
  const traitsOf = createTraits(count, seed);
  const all = createInvestors();
  const funds = {
    venture: createFundDraw(all.filter((_, rank) => !isEquity(rank))),
    equity: createFundDraw(all.filter((_, rank) => isEquity(rank))),
    none: undefined,
  };
  for (let index = 0; index < count; index += 1) {
    const company = traitsOf(index);
    const vendor = VENDORS[company.vendor];
    if (vendor) {
      const { name, domain, industry, country } = vendor;
      yield JSON.stringify({ name, primary_domain: domain, domains: [domain], industry, country });
      continue;
    }
    const { brand, name, stem, domain } = companyName(seed, index);
    const domains = [domain, ...secondaryDomains(random, stem)];
    const drawFunds = funds[company.investors];
    yield JSON.stringify({
      name: fullName(random, company, brand, name),
      primary_domain: domain,
      domains: domains.length > 1 || random.chance(0.5) ? domains : undefined,
      investors: drawFunds?.(random),
      industry: random.chance(0.9) ? company.slot.industry.name : undefined,
      ...companySize(random, company.band),
      country: random.chance(0.9) ? company.country.code : undefined,
      founded_year: random.chance(0.72) ? newestYear - company.age : undefined,
    });
  }
}

/** Some companies go by the first word alone, so that a few share their name. */
function fullName(random: Random, { band, country }: CompanyTraits, brand: string, name: string): string {
  const short = random.chance(0.07) ? brand : name;
  if (!random.chance(0.3)) return short;
  return `${short} ${band >= LARGE_BAND ? country.legalForms.large : country.legalForms.small}`;
}

function secondaryDomains(random: Random, stem: string): string[] {
  if (!random.chance(0.09)) return [];
  const all = [`${stem}-online.example`, `get${stem}.test`, `shop.${stem}.invalid`];
  return all.slice(0, 1 + random.below(all.length));
}

function createFundDraw(names: readonly string[]): (random: Random) => string[] {
  const draw = createZipf(names.length, 0.9);
  return (random) => [
    ...new Set(
      Array.from({ length: 1 + Math.floor(random.exponential(1.2)) }, () => names[draw(random)] ?? ''),
    ),
  ];
}

function companySize(random: Random, band: number): { employee_range?: string; employee_count?: number } {
  const [range, least] = EMPLOYEE_BANDS[band] ?? EMPLOYEE_BANDS[0];
  const [, nextLeast] = EMPLOYEE_BANDS[band + 1] ?? ['', MAX_EMPLOYEES + 1];
  // Squared, because small companies of a band are more frequent.
  const count = least + Math.floor(random.unit() ** 2 * (nextLeast - least));
  const known = random.unit();
  if (known < 0.25) return {};
  if (known < 0.7) return { employee_range: range };
  return known < 0.85 ? { employee_range: range, employee_count: count } : { employee_count: count };
}

/** Parts of the names of invented funds. Any resemblance to a real one is a coincidence. */
const BEGINNINGS = FUNDS.beginnings.split(' ');
const ENDINGS = FUNDS.endings.split(' ');
const INVESTORS = 300;
/** Every third fund is one of private equity. */
const EQUITY_PERIOD = 3;

/** Returns the investors, the most frequent first; venture funds and private equity alternate. */
export function createInvestors(): string[] {
  const random = new Random(0, 2);
  const names = new Set<string>();
  while (names.size < INVESTORS) {
    const words = isEquity(names.size) ? FUNDS.equityWords : FUNDS.ventureWords;
    names.add(`${random.pick(BEGINNINGS)}${random.pick(ENDINGS)} ${random.pick(words)}`);
  }
  return [...names];
}

/** Tells whether the investor of this rank is one of private equity. */
function isEquity(rank: number): boolean {
  return rank % EQUITY_PERIOD === EQUITY_PERIOD - 1;
}
