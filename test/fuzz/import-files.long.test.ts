import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { StartupError } from '../../src/lib/fault.ts';
import { DECODER_BUDGET } from '../../src/modules/import/decoder/start-decoder.ts';
import { readRows } from '../../src/modules/import/formats/read-rows.ts';
import { COMPRESSED, toFile, toParquet, toZstd } from '../modules/import/files-of-formats.ts';
import { frame, repeated, skippable, stored } from '../modules/import/hostile-files.ts';
import { type Mutant, mutate, placesOfParquet, type Sample } from './mutations.ts';
import { createRandom } from './random.ts';

/** FORMAT_MUTANTS and FUZZ_SEED: `npm run test:long` sets many mutants, and another seed each time. */
const MUTANTS = Number(process.env.FORMAT_MUTANTS ?? 40);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_124);
/**
 * Only the long form measures, one file at a time: processor time and growth of this process. Its budget bounds the time and
 * the memory of a decoder's process.
 */
const MEASURES = process.env.FORMAT_MUTANTS !== undefined;
const MAX_MS = 2000;
const MAX_GROWTH_MIB = 300;
/** Memory of a decoder that has decoded nothing. */
const DECODER_MIB = 80;
const IDLE_MS = 1500;
const PARALLEL = MEASURES ? 1 : 2;
const SHOWN = 20;
/** Of twenty mutants: Parquet, CSV, NDJSON, zstd, gzip. Parquet and zstd start a process each. */
const SHARES = [3, 5, 5, 2, 5];
const TURNS = SHARES.flatMap((count, format) => Array.from({ length: count }, () => format));

const ROWS = Array.from({ length: 300 }, (_, row) => ({
  name: row % 7 === 0 ? `Größe, "${row}" GmbH` : `Company ${row}`,
  primary_domain: `c${row}.example`,
  country: ['DE', 'FR', 'US'][row % 3],
  founded_year: 1950 + (row % 70),
}));
const CSV = toFile(ROWS, 'tsv');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-fuzz-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function samples(): Sample[][] {
  const every = (bytes: Buffer) =>
    Array.from({ length: 16 }, (_, index) => Math.floor((bytes.length * index) / 16));
  const text = (name: string, bytes: Buffer) => ({ name, bytes, places: every(bytes) });
  const parquet = (codec: 'UNCOMPRESSED' | 'SNAPPY', rowGroupSize: number) => {
    const columns = ['name', 'primary_domain', 'country'] as const;
    const bytes = toParquet(
      [
        ...columns.map((name) => ({
          name,
          data: ROWS.map((row, index) => (index % 11 === 5 && name === 'name' ? null : (row[name] ?? null))),
          type: 'STRING' as const,
        })),
        { name: 'founded_year', data: ROWS.map((row) => row.founded_year), type: 'INT32' },
      ],
      { codec, rowGroupSize },
    );
    return { name: `companies-${codec}.parquet`, bytes, places: placesOfParquet(bytes) };
  };
  const head = frame(17, stored('name,primary_domain\n'));
  const zstd = Buffer.concat([
    head,
    COMPRESSED,
    skippable(9),
    toZstd(CSV),
    frame(20, repeated(4096, 10, true)),
  ]);
  const starts = [0, head.length, head.length + COMPRESSED.length, head.length + COMPRESSED.length + 17];
  const gzip = Buffer.concat([gzipSync(CSV), gzipSync(CSV)]);
  return [
    [parquet('UNCOMPRESSED', 1000), parquet('SNAPPY', 120)],
    [text('companies.csv', toFile(ROWS, 'tsv'))],
    [text('companies.ndjson', toFile(ROWS, 'ndjson'))],
    [{ name: 'companies.csv.zst', bytes: zstd, places: starts }],
    [
      {
        name: 'companies.tsv.gz',
        bytes: gzip,
        places: [0, gzip.length / 2 - 8, gzip.length / 2, gzip.length - 8],
      },
    ],
  ];
}

/** Reads a file. @returns the number of its rows, accepted and refused, or the reason why it is refused */
async function outcomeOf(
  name: string,
  bytes: Buffer,
  index: number,
  budget = DECODER_BUDGET,
): Promise<number | string> {
  const path = join(folder, `${index}-${name}`);
  await writeFile(path, bytes);
  const source = {
    path,
    kind: 'companies' as const,
    size: bytes.length,
    format: undefined,
    renames: [],
    constants: [],
  };
  let rows = 0;
  const count = () => {
    rows += 1;
  };
  try {
    const { signal } = new AbortController();
    const input = {
      stdin: Readable.from([]),
      signal,
      keyFields: ['primary_domain'],
      onBytes: () => undefined,
    };
    const sink = { add: count, reject: count, warnUnknown: () => undefined };
    const reading = readRows(source, { ...input, budget, sink });
    while (!(await reading.next()).done);
    return rows;
  } catch (error) {
    if (!(error instanceof StartupError) || error.message.includes('\n')) throw error;
    return error.message;
  } finally {
    await rm(path);
  }
}

/** Reads a mutant. @returns what is wrong with it; undefined for nothing */
async function faultOf(
  name: string,
  { bytes }: Mutant,
  index: number,
  cleanMs: number,
): Promise<string | undefined> {
  const before = process.memoryUsage.rss();
  const start = process.cpuUsage();
  try {
    // A busy machine takes its time to start a decoder.
    const budget = { memoryMiB: DECODER_MIB + MAX_GROWTH_MIB, idleMs: IDLE_MS + cleanMs };
    const outcome = await outcomeOf(name, bytes, index, budget);
    if (typeof outcome === 'string' && /ended with code/.test(outcome)) return outcome;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  const { user, system } = process.cpuUsage(start);
  const ms = (user + system) / 1000;
  const growth = (process.memoryUsage.rss() - before) / 2 ** 20;
  if (MEASURES && ms > MAX_MS) return `took ${Math.round(ms)} ms`;
  if (MEASURES && growth > MAX_GROWTH_MIB) return `grew by ${Math.round(growth)} MiB`;
  return undefined;
}

async function measureClean({ name, bytes }: Sample): Promise<number> {
  const start = performance.now();
  expect(await outcomeOf(name, bytes, -1)).toBeGreaterThanOrEqual(ROWS.length);
  return performance.now() - start;
}

it.each([2_000_120, 1_002_382])('knows a fault that the reader of Parquet throws apart: %d', async (seed) => {
  const random = createRandom(seed);
  const sample = random.pick(samples()[0] ?? []);
  expect(await outcomeOf(sample.name, mutate(sample, random).bytes, seed)).toMatch(
    /companies-SNAPPY\.parquet: cannot be read as Parquet: (?!the process)/,
  );
});

it(
  'has an outcome for every damaged file',
  async () => {
    const formats = samples();
    const cleanMs: number[] = [];
    for (const [sample] of formats) cleanMs.push(sample ? await measureClean(sample) : 0);
    const failures: string[] = [];
    let next = 0;
    const work = async () => {
      while (next < MUTANTS && failures.length < SHOWN) {
        const index = next;
        next += 1;
        const random = createRandom(SEED + index);
        const format = TURNS[index % TURNS.length] ?? 0;
        const sample = random.pick(formats[format] ?? []);
        const mutant = mutate(sample, random);
        const fault = await faultOf(sample.name, mutant, index, cleanMs[format] ?? 0);
        if (fault === undefined) continue;
        failures.push(`FUZZ_SEED=${SEED} mutant ${index} of ${sample.name} (${mutant.mutation}): ${fault}`);
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
    expect(failures.join('\n')).toBe('');
  },
  (1 + MUTANTS / 100) * 60_000,
);
