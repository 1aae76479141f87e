import { readFileSync } from 'node:fs';

/** A recorded report, bench/results/…/report.md, of which cells are read as they stand. */
export class Report {
  readonly startedAt: string;
  readonly #lines: readonly string[];

  constructor(text: string) {
    this.startedAt = /^Commit \S+, (\S+)\. /m.exec(text)?.[1] ?? '';
    this.#lines = text.split('\n');
  }

  /** Returns the number that stands first in a cell; undefined without such a table, row or column. */
  number(heading: string, row: string, column: string): number | undefined {
    const rows = this.#rows(heading);
    const at = rows[0]?.indexOf(column) ?? -1;
    return toNumber(rows.find(([first]) => first === row)?.[at]);
  }

  /** Returns the numbers of a row and a column below all headings. */
  all(row: string, column: string): number[] {
    const headings = this.#lines.filter((line) => line.startsWith('#'));
    return headings.flatMap((each) => this.number(each.replace(/^#+ /, ''), row, column) ?? []);
  }

  /** Returns the number in the first group of a pattern, which finds a sentence of the report. */
  phrase(pattern: RegExp): number | undefined {
    return toNumber(pattern.exec(this.#lines.join('\n'))?.[1]);
  }

  /** Cells of the first table below a heading. Columns of the same name get the name of the column before them. */
  #rows(heading: string): string[][] {
    const start = this.#lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading);
    if (start < 0) return [];
    const first = this.#lines.findIndex((line, index) => index > start && line.startsWith('|'));
    const next = this.#lines.findIndex((line, index) => index > start && line.startsWith('#'));
    if (first < 0 || (next >= 0 && next < first)) return [];
    const end = this.#lines.findIndex((line, index) => index > first && !line.startsWith('|'));
    const rows = this.#lines.slice(first, end).map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
    const head = (rows[0] ?? []).map((name, index, names) =>
      name === 'ours to it' ? `${name}: ${names[index - 1]}` : name,
    );
    return [head, ...rows.slice(2)];
  }
}

const toNumber = (cell = '') => {
  const value = Number.parseFloat(cell.replaceAll(',', ''));
  return Number.isFinite(value) ? value : undefined;
};

interface Quantity {
  /** Finds it in a report; undefined if the report did not measure it. */
  of(report: Report): number | undefined;
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

/** Titles of the cases. */
const LOOK_UP = 'REST look-up with keys, limits and a log, as `npm start` has them';
const PLAIN = 'REST look-up of a company, by slug and by domain';
const GRAPHQL = 'GraphQL look-up of a company with 20 technologies';
const NESTED = 'GraphQL page of 100 members with 10 partners and 20 technologies each';
const COUNT = 'REST preview-count, two dozen filters in rotation';
const IMPORT = 'First import of the catalogue';
const EXPORT = 'CSV export of all companies';

const P50 = 'p50 of one connection, ms';

const cell = (heading: string, row: string, column: string, as = three): Quantity => ({
  of: (report) => report.number(heading, row, column),
  as,
});

/** The service's p50 divided by that of a peer. */
const p50To = (heading: string, peer: string) => cell(heading, peer, `ours to it: ${P50}`);
/** The service's capacity divided by that of a peer. */
const capacityTo = (heading: string, peer: string, connections = 50) =>
  cell(heading, peer, `ours to it: requests a second, ${connections} connections`);

const idleMemory: Quantity = { of: (report) => report.phrase(/Idle memory: (\S+) MiB/), as: whole };

/** The most memory that the service had after any case of a report of all cases. */
const mostMemory: Quantity = {
  of: (report) => report.phrase(/Idle memory: (\S+) MiB/) && Math.max(...report.all('ours', 'memory, MiB')),
  as: whole,
};

const millions = (value: number) => `${Math.round(value / 1e6)} million`;
const toGigabytes = (mib: number) => tenths((mib * 2 ** 20) / 1e9);

const PEER = 'fastify + pg';

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
      ours: cell(COUNT, 'ours', P50),
      sql: cell(COUNT, PEER, P50),
    },
  },
  {
    pages: ['README.md', 'site/index.md'],
    says: 'A look-up with 20 technologies has {ratio} times the capacity of PostGraphile 5, both without limits.',
    numbers: { ratio: capacityTo(GRAPHQL, 'PostGraphile 5') },
  },
  {
    pages: ['README.md', 'site/index.md'],
    says: 'a look-up over REST has {ratio} times the capacity of a hand-written fastify and pg without them.',
    numbers: { ratio: capacityTo(LOOK_UP, PEER) },
  },
  {
    pages: ['README.md'],
    says: 'the newest of three runs, all on a busy machine, which range up to {most}.',
    numbers: { most: highest(capacityTo(LOOK_UP, PEER)) },
  },
  speed(
    'look-up over REST, with keys, limits and a log, on a busy machine: capacity',
    'fastify and pg, written by us, with keys alone',
    capacityTo(LOOK_UP, PEER),
  ),
  speed('the same: p50 of one caller', 'the same', p50To(LOOK_UP, PEER)),
  speed(
    'look-up over REST, with keys alone: capacity',
    'fastify and pg with keys alone',
    capacityTo(PLAIN, PEER),
  ),
  speed('the same: p50 of one caller', 'the same', p50To(PLAIN, PEER)),
  speed(
    'the same with technologies and firmographics: processor time',
    'the same',
    cell('Targets', 'lookup-all: processor time a request against fastify + pg', 'measured'),
  ),
  speed('look-up over GraphQL: capacity', 'PostGraphile 5', capacityTo(GRAPHQL, 'PostGraphile 5')),
  speed('nested page of members: p50', 'PostGraphile 5', p50To(NESTED, 'PostGraphile 5')),
  speed('count of a filter, the median of two dozen: p50', 'EXISTS in SQL', p50To(COUNT, PEER)),
  speed('export: time', 'a bare COPY', cell(EXPORT, 'bare COPY', 'our time to it')),
  speed(
    'first import: time',
    'a bare COPY into jsonb',
    cell(IMPORT, 'bare COPY into jsonb', 'our time to it'),
  ),
  {
    pages: ['docs/operate/operations.md'],
    says: '| memory of a process | {idle} MiB at its start, up to {most} MiB under load with a million companies',
    numbers: { idle: idleMemory, most: mostMemory },
  },
  {
    pages: ['docs/operate/operations.md'],
    says: '| memory of an import | up to {import} MiB for a million companies',
    numbers: { import: cell(IMPORT, 'ours', 'most memory, MiB', whole) },
  },
  {
    pages: ['docs/operate/operations.md'],
    says: '| disk | {disk} GB for a million companies with {rows} rows',
    numbers: {
      disk: cell('Size of the database after the import', 'database', '1,000,000', toGigabytes),
      rows: {
        of: (report) => report.phrase(/^(\S+) rows\.\n\n.*\n.*\n.*\n\| COPY of prepared/m),
        as: millions,
      },
    },
  },
  {
    pages: ['docs/operate/operations.md'],
    says: 'An import of a million companies took {seconds} s on two processors.',
    numbers: { seconds: cell(IMPORT, 'ours', 'seconds') },
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
  'After a minute it says',
  'fastify 5.12 and pg 8.23',
  'PostGraphile 5.1.5',
  'Hasura GraphQL Engine 2.51.3',
  `version ${version} (MIT license, Node.js 20.19 or newer)`,
  'Until 1.0, a minor version',
  'The quick start takes a minute',
];
