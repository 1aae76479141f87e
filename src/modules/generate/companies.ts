import { EMPLOYEE_BANDS } from '../catalogue/company.ts';
import type { IndustrySlot } from './industries.ts';
import { type Country, companyName, countryOf, industrySlot } from './names.ts';
import { createZipf, hash, Random } from './random.ts';
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

/** Facts about a company on which all files agree. Each file computes them again, so that none has to remember them. */
export interface CompanyTraits {
  index: number;
  /** Index of the vendor that stands here, -1 for an invented company. */
  vendor: number;
  country: Country;
  slot: IndustrySlot;
  /** Index into EMPLOYEE_BANDS. */
  band: number;
  /** Years since the foundation. */
  age: number;
  investors: 'venture' | 'equity' | 'none';
}

const TRAITS_STREAM = 11;
const OLDEST_AGE = 240;
const MEAN_BAND = 1.7;
/** Years that a company takes, at least and on average, to grow to a band. */
const LEAST_AGES = [0, 0, 1, 2, 4, 6, 10, 14];
const MEAN_AGES = [8, 11, 15, 18, 22, 26, 30, 36];
/** Oldest age at which venture investors are still known, and the bands of companies that have them. */
const VENTURE_AGE = 12;
const VENTURE_BANDS = 6;
/** Share of other companies of the middle that belong to private equity. */
const EQUITY = 0.08;

/** Creates a function that returns the traits of a company by its index. */
export function createTraits(count: number, seed: number): (index: number) => CompanyTraits {
  const { vendorAt } = createVendorIndexes(count);
  const stream = hash(seed, TRAITS_STREAM);
  return (index) => {
    const slot = industrySlot(index);
    const { industry } = slot;
    const random = new Random(stream, index);
    const shifted = random.exponential(MEAN_BAND) + industry.size * random.unit();
    const band = Math.max(0, Math.min(EMPLOYEE_BANDS.length - 1, Math.floor(shifted)));
    const years = (LEAST_AGES[band] ?? 0) + random.exponential((MEAN_AGES[band] ?? 0) * industry.age);
    const age = Math.min(OLDEST_AGE, Math.floor(years));
    const isYoung = age <= VENTURE_AGE && band < VENTURE_BANDS;
    let investors: CompanyTraits['investors'] = 'none';
    if (isYoung && random.chance(industry.venture)) investors = 'venture';
    else if (band >= 2 && band <= 6 && industry.venture > 0 && random.chance(EQUITY)) investors = 'equity';
    return { index, vendor: vendorAt(index), country: countryOf(seed, index), slot, band, age, investors };
  };
}
