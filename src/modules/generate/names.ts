import { type IndustrySlot, SLOTS, WORD_LANGUAGES } from './industries.ts';
import { createShuffled } from './random.ts';
import TABLE from './vocabulary/countries.json' with { type: 'json' };
import LOCALES from './vocabulary/names.json' with { type: 'json' };

export interface Country {
  code: string;
  /** Share of the companies, in thousandths. */
  share: number;
  /** Names the parts of companies' names (vocabulary/names.json). */
  locale: string;
  /** Legal forms of small and of large companies. */
  legalForms: { small: string; large: string };
}

/** Countries, the most frequent first. */
export const COUNTRY_TABLE: readonly Country[] = TABLE;

/** Number of companies for which names are distinct. */
export const MAX_COMPANIES = 100_000_000;

/**
 * Companies whose indexes differ by a multiple of this have the same country. It is a prime, so that country and
 * industry do not depend on each other.
 */
export const COUNTRY_PERIOD = 997;

/** Parts of the first words of companies' names in a locale. Any resemblance to a real company is a coincidence. */
interface NameParts {
  /** Language of the word that names the industry. */
  language: string;
  beginnings: readonly string[];
  endings: readonly string[];
}

export const BEGINNINGS = 40;
export const ENDINGS = 30;

/** Parts of names by locale. No first word occurs in two locales. */
export const NAME_PARTS: ReadonlyMap<string, NameParts> = new Map(
  LOCALES.map(({ locale, language, beginnings, endings }) => [
    locale,
    { language, beginnings: beginnings.split(' '), endings: endings.split(' ') },
  ]),
);

const FIRST_WORDS = BEGINNINGS * ENDINGS;
const BLOCK = FIRST_WORDS * SLOTS.length;
/** Last words. All names of a block of companies have the same one. Names beyond the last block are numbered. */
const LAST_WORDS = [
  '',
  'Group',
  'International',
  'Partners',
  'Services',
  'Holding',
  'Global',
  'Ventures',
  'Alliance',
];
/** Both are coprime to FIRST_WORDS and SLOTS.length, so that neighbours differ and every combination occurs once. */
const FIRST_WORD_STRIDE = 467;
const SLOT_STRIDE = 37;
const SLOT_SHIFT = 389;
const SEED_SHIFT = 7919;
/** Reserved top-level domains (RFC 2606): no generated domain can exist. */
const TOP_LEVEL_DOMAINS = ['example', 'example', 'example', 'test', 'invalid'] as const;
/** Domains of these languages put a hyphen between the words. */
const HYPHENATED: ReadonlySet<string> = new Set(['de', 'fr', 'it']);

const COUNTRY_OF_RESIDUE = spreadCountries();

/** Returns the industry of company `index` and the word for it. Every company of a slot differs in its other words. */
export function industrySlot(index: number): IndustrySlot {
  return at(SLOTS, ((index % SLOTS.length) * SLOT_STRIDE) % SLOTS.length);
}

export function countryOf(seed: number, index: number): Country {
  return at(COUNTRY_TABLE, COUNTRY_OF_RESIDUE[(index + seed) % COUNTRY_PERIOD] ?? 0);
}

interface CompanyName {
  /** First word of the name, such as "Falkenstein". */
  brand: string;
  /** Name without a legal form, such as "Falkenstein Logistik". */
  name: string;
  /** Primary domain without its top-level domain, such as "falkenstein-logistik". Two companies never have the same. */
  stem: string;
  domain: string;
}

/** Returns the name of company `index`, in the language of its country. */
export function companyName(seed: number, index: number): CompanyName {
  const { locale } = countryOf(seed, index);
  const parts = NAME_PARTS.get(locale) ?? at([...NAME_PARTS.values()], 0);
  const block = Math.floor(index / BLOCK);
  const brand = firstWord(parts, seed, index % BLOCK);
  const { words } = industrySlot(index);
  const word = words[WORD_LANGUAGES.indexOf(parts.language)] ?? at(words, 0);
  const last = at(LAST_WORDS, block % LAST_WORDS.length);
  const round = Math.floor(block / LAST_WORDS.length);
  const number = round > 0 ? ` ${round + 1}` : '';
  const hyphen = HYPHENATED.has(parts.language) ? '-' : '';
  const end = block > 0 ? `-${last}${number}`.replace(' ', '') : '';
  const stem = `${brand}${hyphen}${word}${end}`.toLowerCase();
  const topLevel = at(TOP_LEVEL_DOMAINS, (index * 7 + seed) % TOP_LEVEL_DOMAINS.length);
  const name = `${brand} ${word}${last === '' ? '' : ` ${last}`}${number}`;
  return { brand, name, stem, domain: `${stem}.${topLevel}` };
}

function firstWord({ beginnings, endings }: NameParts, seed: number, indexInBlock: number): string {
  const place = indexInBlock % SLOTS.length;
  const row = Math.floor(indexInBlock / SLOTS.length);
  const code = (row * FIRST_WORD_STRIDE + place * SLOT_SHIFT + seed * SEED_SHIFT) % FIRST_WORDS;
  return at(beginnings, code % BEGINNINGS) + at(endings, Math.floor(code / BEGINNINGS));
}

/** Gives every country its share of the residues of COUNTRY_PERIOD, in no order. */
function spreadCountries(): Uint8Array {
  const total = COUNTRY_TABLE.reduce((sum, { share }) => sum + share, 0);
  const spread = new Uint8Array(COUNTRY_PERIOD);
  let cumulated = 0;
  COUNTRY_TABLE.forEach(({ share }, country) => {
    const from = Math.round((cumulated / total) * COUNTRY_PERIOD);
    cumulated += share;
    spread.fill(country, from, Math.round((cumulated / total) * COUNTRY_PERIOD));
  });
  return createShuffled(spread);
}

function at<T>(values: readonly T[], index: number): T {
  const value = values[index];
  if (value === undefined) throw new RangeError(`no value ${index} of ${values.length}`);
  return value;
}
