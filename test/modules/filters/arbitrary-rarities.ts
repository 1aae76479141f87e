import fc from 'fast-check';
import { asOf, CATEGORIES, type CatalogueFile, PRIMARY } from './arbitraries.ts';

/**
 * Technologies that a company or two have, some in categories of their own. What happens to them touches a small part
 * of the catalogue, and so changes postings where a change of common ones would have the index built anew.
 */
export const RARE_TECHNOLOGIES = ['rare-a', 'rare-b', 'rare-c'];
export const RARE_CATEGORIES = ['Odd', 'Odder'];

/** Every catalogue has as many companies at least. */
const HAVE_RARE = 10;
const YEAR = 365 * 86_400_000;

const category = fc.option(fc.constantFrom(...RARE_CATEGORIES, ...CATEGORIES.slice(0, 2)));
const technology = fc.constantFrom(...RARE_TECHNOLOGIES);

const toTechnologies = (rows: readonly [string, string | null][]): CatalogueFile => ({
  kind: 'technologies',
  rows: rows.map(([tech_key, category]) => ({ tech_key, display_name: tech_key, category })),
});

/** Between a year before the first as-of time and itself, edges of windows among them: none moves it on. */
const seen = asOf.map((now) => new Date(now - YEAR).toISOString());

const detections = (rows: fc.ArrayConstraints): fc.Arbitrary<CatalogueFile> =>
  fc.array(fc.tuple(fc.nat(HAVE_RARE - 1), technology, seen), { minLength: 1, ...rows }).map((drawn) => ({
    kind: 'company_technologies',
    rows: drawn.map(([index, tech_key, last_seen]) => ({
      domain: PRIMARY[index],
      tech_key,
      detection_count: 1,
      first_seen: '2010-01-01',
      last_seen,
    })),
  }));

/** What comes on top of a catalogue. */
export const rarities: fc.Arbitrary<CatalogueFile[]> = fc
  .tuple(fc.tuple(...RARE_TECHNOLOGIES.map(() => category)), detections({ maxLength: 4 }))
  .map(([categories, detected]) => [
    toTechnologies(RARE_TECHNOLOGIES.map((tech_key, index) => [tech_key, categories[index] ?? null])),
    detected,
  ]);

/** One gets another category, or none, or is seen at another time. */
export const rareChange: fc.Arbitrary<CatalogueFile> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(technology, category).map((row) => toTechnologies([row])) },
  { weight: 1, arbitrary: detections({ maxLength: 1 }) },
);
