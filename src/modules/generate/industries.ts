import { PROFILES } from './technologies.ts';
import TABLE from './vocabulary/industries.json' with { type: 'json' };

/** Languages of the words that stand in the names of companies. */
export const WORD_LANGUAGES: readonly string[] = ['en', 'de', 'fr', 'es', 'it', 'pt'];

/** Partner networks: every hundredth company is one, by its place in the table. */
export const NETWORK_SLOT = 50;

interface Industry {
  name: string;
  /** Index into PROFILES. */
  profile: number;
  /** Added to the band of employees: banks are larger than bars. */
  size: number;
  /** Factor of the age. */
  age: number;
  /** Share of young companies that have venture investors. */
  venture: number;
}

/**
 * One word that names the industry in a company's name, in each language or the same in all. There are 100 slots, so the
 * number of an industry's words is its share in per cent.
 */
export interface IndustrySlot {
  industry: Industry;
  words: readonly string[];
}

export const SLOTS: readonly IndustrySlot[] = placeNetworks(
  TABLE.flatMap(({ name, profile, size, age, venture, words }) => {
    const industry = { name, profile: PROFILES.indexOf(profile), size, age, venture };
    return words.map((forms) => ({ industry, words: forms }));
  }),
);

/** Names of the industries, the most frequent first. */
export const INDUSTRIES: readonly string[] = [...new Set(SLOTS.map(({ industry }) => industry.name))].sort(
  (a, b) => countSlots(b) - countSlots(a),
);

function countSlots(name: string): number {
  return SLOTS.filter(({ industry }) => industry.name === name).length;
}

/** Exchanges two slots, so that the consultants of IT stand in NETWORK_SLOT. */
function placeNetworks(slots: IndustrySlot[]): IndustrySlot[] {
  const at = slots.findIndex(({ words }) => words[0] === 'Consulting');
  return slots.map((slot, index) => {
    if (index === at) return slots[NETWORK_SLOT] ?? slot;
    return index === NETWORK_SLOT ? (slots[at] ?? slot) : slot;
  });
}
