import { beforeAll, describe, expect, it } from '@jest/globals';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { rangeKeys } from '../../../src/modules/filters/number-comparison.ts';
import type { OperatorKey } from '../../../src/modules/filters/operators.ts';
import { BUILT_IN_BY_KEY } from '../../../src/modules/filters/registry.ts';
import { createFiltersService } from '../../../src/modules/filters/service.ts';
import { useImports } from '../import/fixture.ts';
import { condition, definition } from './support.ts';

const FIELDS = ['founded_year', 'technology_count', 'partnership_count'] as const;
type Field = (typeof FIELDS)[number];

/** At the ends of the range-encoded bounds, beyond them, and where bits carry. */
const COUNTS = [0, 1, 2, 31, 32, 33, 63, 64, 65, 66, 127, 128];
const YEARS = [500, 1023, 1024, 1949, 1950, 1951, 2047, 2048, 2049, 2050, 2051, 2052];
const BOUNDS: Record<Field, number[]> = {
  founded_year: [-1, 0, 1, ...YEARS, 4095, 4096, 2 ** 31 - 1],
  technology_count: [-1, ...COUNTS, 129, 2 ** 24 - 1, 2 ** 24, 2 ** 31 - 1],
  partnership_count: [-1, ...COUNTS, 129, 2 ** 24],
};

const imports = useImports();

const domain = (n: number) => `c${n}.example`;
const SEEN = '2026-03-01T00:00:00.000Z';
const COMPANIES = 130;

const company = (n: number, year: number | undefined) => ({
  name: `C${n}`,
  primary_domain: domain(n),
  ...(year === undefined ? {} : { founded_year: year }),
});
const detections = (n: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    domain: domain(n),
    tech_key: `t${index}`,
    detection_count: 1,
    first_seen: SEEN,
    last_seen: SEEN,
  }));
/** Partnerships have two sides. Partners are taken from the last companies, so that the first have the given counts. */
const partnerships = (n: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    company_domain: domain(n),
    partner_domain: domain(COMPANIES - 1 - index),
    partnership_types: ['technology'],
    observation_count: 1,
    first_observed_at: SEEN,
    last_observed_at: SEEN,
  }));

beforeAll(async () => {
  await imports.run(
    'technologies',
    Array.from({ length: 130 }, (_, index) => ({ tech_key: `t${index}`, display_name: `T${index}` })),
  );
  await imports.run(
    'companies',
    Array.from({ length: COMPANIES }, (_, n) => company(n, n % 13 === 12 ? undefined : YEARS[n % 13])),
  );
  await imports.run(
    'company_technologies',
    COUNTS.flatMap((count, n) => detections(n, count)),
  );
  await imports.run(
    'partnerships',
    COUNTS.slice(0, 10).flatMap((count, n) => partnerships(n, count)),
  );
});

interface Row {
  id: number;
  number: number | null;
}

const MEETS: Record<string, (number: number, first: number, last: number) => boolean> = {
  eq: (number, first) => number === first,
  gte: (number, first) => number >= first,
  lte: (number, first) => number <= first,
  between: (number, first, last) => number >= first && number <= last,
};

/** Finds the companies of every comparison with every bound, and of every range, by the index and by SQL. */
async function compareAll(field: Field): Promise<{ found: object; expected: object }> {
  const filters = createFiltersService(imports.pool, { cacheBytes: 1024 * 1024 });
  const { rows } = await imports.pool.query<Row>(`SELECT id, ${field} AS number FROM company ORDER BY id`);
  const bounds = BOUNDS[field];
  const pairs = bounds.flatMap((first, at) => bounds.slice(at).map((last) => [first, last]));
  const comparisons = [
    ...bounds.flatMap((bound) => ['eq', 'gte', 'lte'].map((operator) => ({ operator, values: [bound] }))),
    ...pairs.map((values) => ({ operator: 'between', values })),
  ];
  const found: Record<string, number[]> = {};
  const expected: Record<string, number[]> = {};
  for (const { operator, values } of comparisons) {
    const name = `${operator} ${values.join(' ')}`;
    const { high } = await filters.select(definition(condition(field, operator, values)));
    found[name] = high.toArray();
    const [first = 0, last = first] = values;
    expected[name] = rows
      .filter(({ number }) => number !== null && MEETS[operator]?.(number, first, last))
      .map(({ id }) => id);
  }
  return { found, expected };
}

describe.each(FIELDS)('%s, every comparison', (field) => {
  it('finds the same companies as SQL', async () => {
    const { found, expected } = await compareAll(field);
    expect(found).toEqual(expected);
  });
});

describe('numbers that change', () => {
  it('are found at their new values, as after a rebuild', async () => {
    await imports.run('companies', [company(0, 2051), company(3, 1950), company(9, 1023), company(12, 2050)]);
    await imports.run('company_technologies', [
      ...detections(7, 65),
      ...detections(2, 130),
      ...detections(0, 1),
    ]);
    await imports.run('partnerships', [...partnerships(0, 3), ...partnerships(7, 65)]);
    const moved = [];
    for (const field of FIELDS) moved.push(await compareAll(field));
    for (const { found, expected } of moved) expect(found).toEqual(expected);
    await rebuildIndex(imports.pool);
    for (const [at, field] of FIELDS.entries())
      expect((await compareAll(field)).found).toEqual(moved[at]?.found);
  });
});

describe('the postings that a comparison reads', () => {
  const values = (key: string, operator: OperatorKey, ...numbers: number[]) => {
    const field = BUILT_IN_BY_KEY.get(key);
    if (field?.type !== 'integer') throw new Error(`${key} is no integer`);
    const node = { kind: 'condition', pointer: '', field, operator, values: numbers } as const;
    return rangeKeys(field, node).map(({ value }) => value);
  };
  const slices = ['', ...Array.from({ length: 24 }, (_, bit) => String(bit))];

  it.each<[string, OperatorKey, number[], string[]]>([
    ['founded_year', 'between', [1995, 2015], ['>=1995', '>=2016']],
    ['founded_year', 'gte', [1950], ['>=1950']],
    ['founded_year', 'lte', [2049], ['', '>=2050']],
    ['founded_year', 'gte', [1949], slices],
    ['founded_year', 'eq', [2050], ['>=2050', ...slices]],
    ['technology_count', 'eq', [0], ['', '>=1']],
    ['technology_count', 'gte', [0], ['']],
    ['partnership_count', 'gte', [64], ['>=64']],
    ['partnership_count', 'gte', [65], slices],
  ])('are only the necessary ones for %s %s %j', (field, operator, numbers, read) => {
    expect(values(field, operator, ...numbers)).toEqual(read);
  });
});
