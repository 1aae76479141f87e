import { createTechnologies } from './technologies.ts';
import TABLE from './vocabulary/vendors.json' with { type: 'json' };

/** A well-known maker of technologies. Name, industry and country are facts; its partnerships are invented. */
interface Vendor {
  domain: string;
  name: string;
  industry: string;
  country: string;
}

export const VENDORS: readonly Vendor[] = TABLE.map(({ label, name, industry, country }) => ({
  domain: `${label}.example`,
  name,
  industry,
  country,
}));

/** Index of the vendor of each technology, -1 for those of others. */
export const VENDOR_OF: readonly number[] = createTechnologies().map(({ name }) =>
  TABLE.findIndex(({ makes }) => makes.some((start) => name.startsWith(start))),
);

/** Fewest companies for each vendor: a catalogue of 50 companies has the first 12 vendors. */
const COMPANIES_FOR_EACH = 4;

/** Places the vendors at equal distances in a catalogue of `count` companies. */
export function createVendorIndexes(count: number): {
  /** Returns the vendor that stands at an index of the catalogue, -1 for an invented company. */
  vendorAt(index: number): number;
  /** Returns the index at which a vendor stands, -1 if the catalogue is too small to have it. */
  indexOf(vendor: number): number;
} {
  const vendors = Math.min(VENDORS.length, Math.floor(count / COMPANIES_FOR_EACH));
  const distance = vendors === 0 ? count : Math.floor(count / vendors);
  return {
    vendorAt: (index) => (index % distance === 0 && index / distance < vendors ? index / distance : -1),
    indexOf: (vendor) => (vendor < vendors ? vendor * distance : -1),
  };
}
