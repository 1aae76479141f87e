import fc from 'fast-check';
import type { ImportKind } from '../../../src/modules/import/kinds.ts';

/**
 * Random catalogues as import files. Fields have few values, so that conditions overlap. Dates are close to the edges
 * of the evidence windows.
 */
export interface CatalogueFile {
  kind: ImportKind;
  rows: Record<string, unknown>[];
}

const numbered = (prefix: string, count: number, suffix = '') =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}${suffix}`);

export const MAX_COMPANIES = 60;
export const PRIMARY = numbered('c', MAX_COMPANIES, '.example');
/** Number of companies that are partners of all others. */
export const HUBS = 6;
/** Secondary domains, which move between companies. */
export const SECONDARY = [
  'é.ünï.test',
  'шоп.test',
  'a_b.test',
  'axb.test',
  'c1.example.org',
  'c10.test',
  '日本.test',
  'z-z.io',
];
export const TECHNOLOGIES = ['k8s', 'k8', 'Postgres', 'ünïx', '100%', 'a_b', "o'reilly", 'unused'];
export const CATEGORIES = ['Data', 'data', 'Ops & "Co"', 'Wéb'];
export const INVESTORS = ['Ann', 'ann', 'Bob, Inc.', 'Žižka', 'a\\b'];
/** Investors with one or two companies each: more than a breakdown reads at a time. */
const FUNDS = numbered('Fund ', 100);
export const INDUSTRIES = ['Games', 'games', 'Tools, "Large"', 'Zoë', '\\'];
export const COUNTRIES = ['DE', 'AT', 'CH', 'US', 'FR'];
export const RANGES = ['1-10', '11-50', '51-200', '10001+'];
/** Years around powers of two, where bit slices carry, and around the ends of the range-encoded bounds. */
export const YEARS = [500, 1023, 1024, 1950, 1999, 2000, 2047, 2048, 2051, 2100];

const NAME_PARTS = [
  'Acme',
  'ACME',
  'acme',
  '100%',
  'a_b',
  'axb',
  'a\\b',
  '\\',
  'Élan',
  'élan',
  'ΟΔΟΣ',
  'İz',
  'straße',
  '日本',
  '🙂',
  ' ',
];

const DAY = 86_400_000;
const START = Date.parse('2024-03-31T01:30:00.000Z');
/** Shifts of the newest observation, by which the edges of evidence windows pass each other. */
const SHIFTS = [0, 1, 1000, DAY, 29 * DAY, 30 * DAY, 90 * DAY, 275 * DAY, 365 * DAY];
export const asOf: fc.Arbitrary<number> = fc.constantFrom(...SHIFTS.map((shift) => START + shift));

const AGES = [30, 90, 180, 365].flatMap((days) =>
  [0, 0, 0, 1, -1, 1000, -1000, DAY, -DAY].map((off) => days * DAY + off),
);
const ordinary = fc.constantFrom(10 * DAY, 50 * DAY, 200 * DAY, 300 * DAY, 700 * DAY);
const atEdges = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...AGES) },
  { weight: 3, arbitrary: ordinary },
);

/** Instants instead of days, to reach the edges of windows exactly. */
const at = (time: number) => new Date(time).toISOString();
const FIRST = at(START - 3000 * DAY);

/** Ages of first sightings, which are the last ones where they would be later. */
const earlier = fc.oneof(fc.constant(3000 * DAY), atEdges);

const companyIndex = fc.nat(MAX_COMPANIES - 1);

export const companyName = fc
  .tuple(fc.array(fc.constantFrom(...NAME_PARTS), { minLength: 1, maxLength: 3 }), fc.constantFrom('', ' '))
  .map(([parts, separator]) => parts.join(separator))
  .map((name) => (name.trim() === '' ? 'Blank' : name));

function company(index: number): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .record(
      {
        name: companyName,
        domains: fc.option(fc.uniqueArray(fc.constantFrom(...SECONDARY), { maxLength: 3 })),
        investors: fc.option(
          fc.oneof(
            fc.uniqueArray(fc.constantFrom(...INVESTORS), { maxLength: 3 }),
            fc.uniqueArray(fc.constantFrom(...INVESTORS, ...FUNDS), { maxLength: 9, size: 'max' }),
          ),
        ),
        industry: fc.option(fc.constantFrom(...INDUSTRIES)),
        employee_range: fc.option(fc.constantFrom(...RANGES)),
        country: fc.option(fc.constantFrom(...COUNTRIES)),
        founded_year: fc.option(fc.constantFrom(...YEARS)),
      },
      { requiredKeys: ['name'] },
    )
    .map((fields) => ({ primary_domain: `c${index}.example`, slug: `s${index}`, ...fields }));
}

const technologies: fc.Arbitrary<CatalogueFile> = fc
  .array(fc.tuple(fc.constantFrom(...TECHNOLOGIES), fc.option(fc.constantFrom(...CATEGORIES))), {
    minLength: 1,
    maxLength: 4,
  })
  .map((rows) => ({
    kind: 'technologies',
    rows: rows.map(([tech_key, category]) => ({ tech_key, display_name: tech_key, category })),
  }));

/** Number of observations and of their companies. */
interface Rows {
  companies: number;
  min: number;
  max: number;
}

const FEW: Rows = { companies: MAX_COMPANIES, min: 1, max: 8 };

const detections = (now: number, rows: Rows, age: fc.Arbitrary<number>): fc.Arbitrary<CatalogueFile> =>
  fc
    .array(
      fc.tuple(fc.nat(rows.companies - 1), fc.constantFrom(...TECHNOLOGIES.slice(0, -1)), age, earlier),
      {
        minLength: rows.min,
        maxLength: rows.max,
        size: 'max',
      },
    )
    .map((rows) => ({
      kind: 'company_technologies',
      rows: rows.map(([index, tech_key, before, first]) => ({
        domain: PRIMARY[index],
        tech_key,
        detection_count: 1,
        first_seen: at(now - Math.max(before, first)),
        last_seen: at(now - before),
      })),
    }));

const partnerships = (now: number, rows: Rows, age: fc.Arbitrary<number>): fc.Arbitrary<CatalogueFile> =>
  fc
    .array(fc.tuple(fc.nat(rows.companies - 1), fc.nat(HUBS - 1), age, earlier), {
      minLength: rows.min,
      maxLength: rows.max,
      size: 'max',
    })
    .map((rows) => ({
      kind: 'partnerships',
      // Observed from either side.
      rows: rows.map(([index, hub, before, first]) => {
        const pair = [PRIMARY[index], PRIMARY[hub]];
        return {
          domain: pair[before % 2],
          partner_domain: pair[1 - (before % 2)],
          observation_count: 1,
          first_observed_at: at(now - Math.max(before, first)),
          last_observed_at: at(now - before),
        };
      }),
    }));

/** An observation at the as-of time itself. Importing it again with another time can move the as-of time back. */
function newest(now: number): fc.Arbitrary<CatalogueFile> {
  const detected = {
    domain: 'c0.example',
    tech_key: 'k8s',
    detection_count: 1,
    first_seen: FIRST,
    last_seen: at(now),
  };
  const observed = {
    domain: 'c0.example',
    partner_domain: 'c1.example',
    observation_count: 1,
    first_observed_at: FIRST,
    last_observed_at: at(now),
  };
  return fc.constantFrom<CatalogueFile>(
    { kind: 'company_technologies', rows: [detected] },
    { kind: 'partnerships', rows: [observed] },
  );
}

const companies = (indexes: fc.Arbitrary<number[]>): fc.Arbitrary<CatalogueFile> =>
  indexes.chain((drawn) => fc.tuple(...drawn.map(company))).map((rows) => ({ kind: 'companies', rows }));

/** A complete catalogue: technologies, a random number of companies, and their observations up to `now`. */
const catalogueOf = (
  now: fc.Arbitrary<number>,
  count: fc.Arbitrary<number>,
  aging: fc.Arbitrary<number>,
): fc.Arbitrary<CatalogueFile[]> =>
  fc
    .record({ now, count })
    .chain(({ now, count }) =>
      fc.tuple(
        fc.array(fc.option(fc.constantFrom(...CATEGORIES)), {
          minLength: TECHNOLOGIES.length,
          maxLength: TECHNOLOGIES.length,
        }),
        companies(fc.constant(Array.from({ length: count }, (_, index) => index))),
        detections(now, { companies: count, min: 2 * count, max: 4 * count }, aging),
        partnerships(now, { companies: count, min: count, max: 2 * count }, aging),
        newest(now),
      ),
    )
    .map(([categories, ...files]) => [
      {
        kind: 'technologies',
        rows: TECHNOLOGIES.map((tech_key, index) => ({
          tech_key,
          display_name: tech_key,
          category: categories[index],
        })),
      },
      ...files,
    ]);

export const catalogue = catalogueOf(asOf, fc.integer({ min: 10, max: MAX_COMPANIES }), atEdges);

/**
 * A catalogue with so many companies, and so few of them at the edges of windows, that a small change refreshes the
 * index instead of rebuilding it. Its as-of time is the earliest one, so that changes can move it.
 */
export const calmCatalogue = catalogueOf(
  fc.constant(START),
  fc.integer({ min: 40, max: MAX_COMPANIES }),
  fc.oneof({ weight: 1, arbitrary: atEdges }, { weight: 12, arbitrary: ordinary }),
);

/** A file that changes a part of a catalogue: new rows, other values, older dates, another as-of time. */
export const change: fc.Arbitrary<CatalogueFile> = asOf.chain((now) =>
  fc.oneof(
    { weight: 1, arbitrary: technologies },
    { weight: 2, arbitrary: companies(fc.uniqueArray(companyIndex, { minLength: 1, maxLength: 6 })) },
    { weight: 2, arbitrary: detections(now, FEW, atEdges) },
    { weight: 2, arbitrary: partnerships(now, FEW, atEdges) },
    { weight: 4, arbitrary: newest(now) },
  ),
);
