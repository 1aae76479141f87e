import { EMPLOYEE_BANDS } from '../catalogue/employee-ranges.ts';
import type { IndustrySlot } from './industries.ts';
import { type Country, countryOf, industrySlot } from './names.ts';
import { hash, Random } from './random.ts';
import { createVendorIndexes } from './vendors.ts';

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

const STREAM = 11;
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
  const stream = hash(seed, STREAM);
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
