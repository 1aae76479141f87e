import fc from 'fast-check';
import { asOf, CATEGORIES, type CatalogueFile, PRIMARY } from './arbitraries.ts';

/**
 * Technologies of one or two companies, some with a category of their own. A change of them affects a small part of the
 * catalogue, so that it refreshes postings. A change of frequent technologies would rebuild the index.
 */
export const RARE_TECHNOLOGIES = ['rare-a', 'rare-b', 'rare-c'];
export const RARE_CATEGORIES = ['Odd', 'Odder'];

/** Minimum number of companies in a catalogue. */
const HAVE_RARE = 10;
const YEAR = 365 * 86_400_000;

const category = fc.option(fc.constantFrom(...RARE_CATEGORIES, ...CATEGORIES.slice(0, 2)));
const technology = fc.constantFrom(...RARE_TECHNOLOGIES);

const toTechnologies = (rows: readonly [string, string | null][]): CatalogueFile => ({
  kind: 'technologies',
  rows: rows.map(([tech_key, category]) => ({ tech_key, display_name: tech_key, category })),
});

/** Times up to a year before the as-of time, including edges of windows. None is newer than the as-of time. */
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

/** Files with rare technologies, imported after a catalogue. */
export const rarities: fc.Arbitrary<CatalogueFile[]> = fc
  .tuple(fc.tuple(...RARE_TECHNOLOGIES.map(() => category)), detections({ maxLength: 4 }))
  .map(([categories, detected]) => [
    toTechnologies(RARE_TECHNOLOGIES.map((tech_key, index) => [tech_key, categories[index] ?? null])),
    detected,
  ]);

/** A file that changes the category of a rare technology, or the time of a detection. */
export const rareChange: fc.Arbitrary<CatalogueFile> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(technology, category).map((row) => toTechnologies([row])) },
  { weight: 1, arbitrary: detections({ maxLength: 1 }) },
);
