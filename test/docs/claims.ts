import { readFileSync } from 'node:fs';

/** What the test reads of a recorded report, bench/results/…/results.json. */
export interface Results {
  startedAt: string;
  cases: Record<string, Case | undefined>;
  sizes: Record<string, Size | undefined>;
  process: { start?: { idleMb: number } };
}

interface Case {
  count?: number;
  contestants?: Record<string, Contestant | undefined>;
}

type Numbers = Record<string, { median: number; greatest: number } | undefined>;

interface Contestant {
  alone?: Numbers;
  capacity?: Numbers;
  timed?: Numbers;
  memoryMb?: number;
}

interface Size {
  idleMb?: number;
  loadedMb?: number;
  databaseMb?: number;
}

interface Quantity {
  /** Finds it in a report; undefined or NaN if the report did not measure it. */
  of(report: Results): number | undefined;
  /** Rounds it as the page shows it. */
  as(value: number): string;
  /** Chooses among the values of all reports, newest first; the newest by default. */
  among?(values: readonly number[]): number;
}

export interface Claim {
  pages: readonly string[];
  /** The words on the page, with the names of numbers in braces. */
  says: string;
  numbers: Record<string, Quantity>;
}

/** Three digits, as reports have them. */
const three = (value: number) =>
  value >= 1000 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));
const whole = (value: number) => Math.round(value).toLocaleString('en-US');
const tenths = (value: number) => value.toFixed(1);

type Phase = 'alone' | 'capacity' | 'timed';

const medianOf = (report: Results, name: string, who: string, phase: Phase, what: string) =>
  report.cases[name]?.contestants?.[who]?.[phase]?.[what]?.median;

/** The median of the service, or of a peer. */
const median = (name: string, phase: Phase, what: string, who = 'ours'): Quantity => ({
  of: (report) => medianOf(report, name, who, phase, what),
  as: three,
});

/** The service's median divided by that of a peer. */
const ratio = (name: string, peer: string, phase: Phase, what: string): Quantity => ({
  of: (report) =>
    (medianOf(report, name, 'ours', phase, what) ?? Number.NaN) /
    (medianOf(report, name, peer, phase, what) ?? Number.NaN),
  as: three,
});

const MILLION = '1000000';

const ofSize = (what: keyof Size, as: Quantity['as']): Quantity => ({
  of: (report) => report.sizes[MILLION]?.[what],
  as,
});

const idleMemory: Quantity = { of: ({ process }) => process.start?.idleMb, as: whole };

/** The most memory that the import of a million companies had. */
const importMemory: Quantity = {
  of: ({ cases }) => cases.import?.contestants?.ours?.timed?.rssMb?.greatest,
  as: whole,
};

/** The most memory that the service had after any case of a report of all cases. */
const mostMemory: Quantity = {
  of: ({ cases }) =>
    cases['members-page'] &&
    Math.max(...Object.values(cases).map((each) => each?.contestants?.ours?.memoryMb ?? 0)),
  as: whole,
};

const millions = (value: number) => `${Math.round(value / 1e6)} million`;
const toGigabytes = (mib: number) => tenths((mib * 2 ** 20) / 1e9);

const PEER = 'fastify + pg';
const LOOK_UP = 'lookup-as-started';

/** The highest ratio of all reports, where several measured it. */
const highest = (quantity: Quantity): Quantity => ({ ...quantity, among: (values) => Math.max(...values) });

/** A row of the table of speeds in docs/comparison.md. */
const speed = (what: string, peer: string, number: Quantity): Claim => ({
  pages: ['docs/comparison.md'],
  says: `| ${what} | ${peer} | {ratio} |`,
  numbers: { ratio: number },
});

export const CLAIMS: readonly Claim[] = [
  {
    pages: ['README.md', 'site/index.md'],
    says: 'Two dozen filters took {ours} ms at the median, and {sql} ms with EXISTS in SQL.',
    numbers: {
      ours: median('preview-count', 'alone', 'p50'),
      sql: median('preview-count', 'alone', 'p50', PEER),
    },
  },
  {
    pages: ['README.md', 'site/index.md'],
    says: 'A look-up with 20 technologies has {ratio} times the capacity of PostGraphile 5, both without limits.',
    numbers: { ratio: ratio('graphql-lookup', 'PostGraphile 5', 'capacity', 'throughput') },
  },
  {
    pages: ['README.md', 'site/index.md'],
    says: 'a look-up over REST has {ratio} times the capacity of a hand-written fastify and pg without them.',
    numbers: { ratio: ratio(LOOK_UP, PEER, 'capacity', 'throughput') },
  },
  {
    pages: ['README.md'],
    says: 'the newest of three runs, all on a busy machine, which range up to {most}.',
    numbers: { most: highest(ratio(LOOK_UP, PEER, 'capacity', 'throughput')) },
  },
  speed(
    'look-up over REST, with keys, limits and a log, on a busy machine: capacity',
    'fastify and pg, written by us, with keys alone',
    ratio(LOOK_UP, PEER, 'capacity', 'throughput'),
  ),
  speed('the same: p50 of one caller', 'the same', ratio(LOOK_UP, PEER, 'alone', 'p50')),
  speed(
    'look-up over REST, with keys alone: capacity',
    'fastify and pg with keys alone',
    ratio('lookup', PEER, 'capacity', 'throughput'),
  ),
  speed('the same: p50 of one caller', 'the same', ratio('lookup', PEER, 'alone', 'p50')),
  speed(
    'the same with technologies and firmographics: processor time',
    'the same',
    ratio('lookup-all', PEER, 'capacity', 'processor'),
  ),
  speed(
    'look-up over GraphQL: capacity',
    'PostGraphile 5',
    ratio('graphql-lookup', 'PostGraphile 5', 'capacity', 'throughput'),
  ),
  speed(
    'nested page of members: p50',
    'PostGraphile 5',
    ratio('nested-page', 'PostGraphile 5', 'alone', 'p50'),
  ),
  speed(
    'count of a filter, the median of two dozen: p50',
    'EXISTS in SQL',
    ratio('preview-count', PEER, 'alone', 'p50'),
  ),
  speed('export: time', 'a bare COPY', ratio('export', 'bare COPY', 'timed', 'seconds')),
  speed(
    'first import: time',
    'a bare COPY into jsonb',
    ratio('import', 'bare COPY into jsonb', 'timed', 'seconds'),
  ),
  {
    pages: ['docs/operate/operations.md'],
    says: '| memory of a process | {idle} MiB at its start, up to {most} MiB under load with a million companies',
    numbers: { idle: idleMemory, most: mostMemory },
  },
  {
    pages: ['docs/operate/operations.md'],
    says: '| memory of an import | up to {import} MiB for a million companies',
    numbers: { import: importMemory },
  },
  {
    pages: ['docs/operate/operations.md'],
    says: '| disk | {disk} GB for a million companies with {rows} rows',
    numbers: {
      disk: ofSize('databaseMb', toGigabytes),
      rows: { of: ({ cases }) => cases.import?.count, as: millions },
    },
  },
  {
    pages: ['docs/operate/operations.md'],
    says: 'An import of a million companies took {seconds} s on two processors.',
    numbers: { seconds: median('import', 'timed', 'seconds') },
  },
];

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/**
 * Phrases with numbers that look measured and are not: versions, limits, and what is planned for.
 */
export const NOT_MEASURED: readonly string[] = [
  `Version ${version}`,
  'plan two processors, 4 GB of memory and 10 GB of disk',
  '22 (from 22.13 on) or 20 (from 20.19 on)',
  'never charge twice',
  'CRM export in ten minutes',
  'After a minute it says',
  'fastify 5.12 and pg 8.23',
  'PostGraphile 5.1.5',
  'Hasura GraphQL Engine 2.51.3',
  `version ${version} (MIT license, Node.js 20.19 or newer)`,
  'Until 1.0, a minor version',
  'The quick start takes a minute',
];
