import { createZipf, Random } from './random.ts';

function split(list: string): readonly string[] {
  return list.split(',').map((word) => word.trim());
}

/** Letters of generated names. Any resemblance to a real product, investor or company is a coincidence. */
const CONSONANTS = 'bdfghjklmnprstvwxzcq';
const VOWELS = 'aeiou';
const SYLLABLES = CONSONANTS.length * VOWELS.length;
const STEM_SYLLABLES = 4;

/** Number of distinct company stems: four syllables out of 100. */
export const MAX_COMPANIES = SYLLABLES ** STEM_SYLLABLES;

/** Coprime to MAX_COMPANIES: its multiples give every stem once, and neighbours differ. */
const STRIDE = 38_196_601;

const CATEGORIES = split(`
  Analytics, Advertising, Tag Management, Content Delivery, Content Management, Commerce Platform,
  Payments, Customer Support, Email Delivery, Marketing Automation, Customer Data, A/B Testing,
  Consent Management, Session Replay, Error Tracking, Monitoring, Hosting, Container Platform, Database,
  Search, Message Queue, Frontend Framework, Web Server, Authentication, Video, Maps`);

export const INDUSTRIES = split(`
  Software, Financial Services, Biotechnology, Retail, Logistics, Manufacturing, Education, Health Care,
  Media, Real Estate, Energy, Telecommunications, Agriculture, Construction, Hospitality, Insurance,
  Automotive, Aerospace, Chemicals, Consulting, Food and Beverage, Games, Legal Services, Mining,
  Non-profit, Public Sector, Security, Textiles, Transportation, Utilities`);

export const COUNTRIES = split(`
  US, GB, DE, FR, IN, CA, NL, AU, JP, SE, BR, ES, IT, CH, SG, IL, IE, PL, DK, NO, FI, AT, BE, PT, KR, MX,
  ZA, NZ, CZ, EE, UA, TR, AR, CL, CO, KE, NG, EG, AE, ID, MY, TH, VN, PH, TW, HK, RO, BG, GR, HU`);

export const COMPANY_WORDS = split(
  'Labs, Systems, Group, Software, Industries, Works, Digital, Health, Logistics, Energy',
);
const PRODUCT_WORDS = split('Stack, Flow, Desk, Grid, Kit, Hub, Cast, Lens, Forge, Pulse');
const FUND_WORDS = split('Capital, Ventures, Partners, Growth, Equity');
const TECHNOLOGIES = 420;
const INVESTORS = 300;
/** Fixed seed of the vocabulary, so that all catalogues share it. */
const VOCABULARY_SEED = 20_260_101;

export interface Technology {
  key: string;
  name: string;
  category: string;
}

/** Generates the technologies, the most frequent first. */
export function createTechnologies(): Technology[] {
  const random = new Random(VOCABULARY_SEED, 1);
  const drawCategory = createZipf(CATEGORIES.length, 0.6);
  return createNames(random, TECHNOLOGIES, PRODUCT_WORDS).map((name) => ({
    key: name.toLowerCase().replaceAll(' ', '-'),
    name,
    category: CATEGORIES[drawCategory(random)] ?? 'Other',
  }));
}

export function createInvestors(): string[] {
  return createNames(new Random(VOCABULARY_SEED, 2), INVESTORS, FUND_WORDS);
}

function createNames(random: Random, count: number, words: readonly string[]): string[] {
  const names = new Set<string>();
  while (names.size < count)
    names.add(`${capitalize(stem(random.below(MAX_COMPANIES)).slice(0, 6))} ${random.pick(words)}`);
  return [...names];
}

/** Returns the stem of the name of company `index`, which is unique. */
export function companyStem(seed: number, index: number): string {
  // Two steps keep the product exact in a double.
  const high = Math.floor(index / 10_000);
  const scattered = ((high * STRIDE) % MAX_COMPANIES) * 10_000 + (index % 10_000) * STRIDE;
  return stem((scattered + seed * 7919) % MAX_COMPANIES);
}

export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function stem(number: number): string {
  let word = '';
  for (let rest = number, place = 0; place < STEM_SYLLABLES; place += 1) {
    const syllable = rest % SYLLABLES;
    word += CONSONANTS.charAt(Math.floor(syllable / VOWELS.length)) + VOWELS.charAt(syllable % VOWELS.length);
    rest = Math.floor(rest / SYLLABLES);
  }
  return word;
}
