import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { StartupError } from '../../lib/fault.ts';
import { createDirectories } from '../../lib/files.ts';
import { companyLines } from './companies.ts';
import { MAX_COMPANIES } from './names.ts';
import { detectionLines, HISTORY_DAYS, partnershipLines } from './observations.ts';
import { createTechnologies } from './technologies.ts';

export interface GenerateOptions {
  /** Number of companies, from which the sizes of the other files follow. */
  companies: number;
  /** Equal seed, companies and day give equal bytes. */
  seed: number;
  /** Newest day of the observations, YYYY-MM-DD; default 2026-06-30. */
  asOf?: string | undefined;
  gzip?: boolean | undefined;
  /** Detections as a share of the usual number, about 19 a company; 1 by default. Less makes huge catalogues fit a disk. */
  detectionShare?: number | undefined;
  /** Aborts it. The file in progress is removed. */
  signal?: AbortSignal | undefined;
}

interface GenerateReport {
  files: { path: string; rows: number }[];
}

const DAY_MS = 86_400_000;
/** Default newest day. It is fixed, so that the files are always the same. */
const DEFAULT_AS_OF = '2026-06-30';
const CHUNK_CHARACTERS = 256 * 1024;
const MAX_SEED = 2 ** 32 - 1;

/**
 * Generates a catalogue and writes it as the four files that import reads, in constant memory. Each file of an earlier
 * run is replaced when the new one is complete.
 *
 * @throws StartupError for an invalid option.
 */
export async function generateTo(folder: string, options: GenerateOptions): Promise<GenerateReport> {
  const { companies, seed, asOf = DEFAULT_AS_OF, gzip = false, detectionShare = 1, signal } = options;
  requireWhole('--companies', companies, 1, MAX_COMPANIES);
  requireWhole('--seed', seed, 0, MAX_SEED);
  const days = listDays(asOf);
  const technologies = createTechnologies();
  const contents = {
    technologies: technologies.map(({ key, name, category }) =>
      JSON.stringify({ tech_key: key, display_name: name, category }),
    ),
    companies: companyLines(companies, seed, Number(asOf.slice(0, 4))),
    company_technologies: detectionLines(companies, seed, technologies, days, detectionShare),
    partnerships: partnershipLines(companies, seed, days, detectionShare),
  };
  await createDirectories(folder).catch((error: Error) => {
    throw new StartupError(`cannot create ${folder}: ${error.message}`, { cause: error });
  });
  const files: GenerateReport['files'] = [];
  for (const [kind, lines] of Object.entries(contents)) {
    const plain = join(folder, `${kind}.ndjson`);
    const zipped = `${plain}.gz`;
    const path = gzip ? zipped : plain;
    files.push({ path, rows: await writeLines(path, lines, gzip, signal) });
    // Import would read both the plain and the gzip file.
    await rm(gzip ? plain : zipped, { force: true });
  }
  return { files };
}

/**
 * Lists the days of the three years up to `asOf`, the newest first, as `YYYY-MM-DD`.
 *
 * @throws StartupError when `asOf` is not a valid day.
 */
function listDays(asOf: string): string[] {
  const newest = /^(19|20)\d\d-\d\d-\d\d$/.test(asOf) ? Date.parse(asOf) : Number.NaN;
  if (Number.isNaN(newest) || new Date(newest).toISOString().slice(0, 10) !== asOf) {
    throw new StartupError(`--as-of must be a day as YYYY-MM-DD, not "${asOf}"`);
  }
  return Array.from({ length: HISTORY_DAYS }, (_, age) =>
    new Date(newest - age * DAY_MS).toISOString().slice(0, 10),
  );
}

async function writeLines(
  path: string,
  lines: Iterable<string>,
  gzip: boolean,
  signal: AbortSignal | undefined,
): Promise<number> {
  const partial = `${path}.partial`;
  const counter = { rows: 0 };
  const source = Readable.from(joinLines(lines, counter), { objectMode: true, highWaterMark: 2 });
  const target = createWriteStream(partial);
  try {
    if (gzip) await pipeline(source, createGzip({ level: 6 }), target, { signal });
    else await pipeline(source, target, { signal });
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  return counter.rows;
}

/** Joins lines to chunks, each of which is one write. */
function* joinLines(lines: Iterable<string>, counter: { rows: number }): Generator<string> {
  let chunk = '';
  for (const line of lines) {
    chunk += `${line}\n`;
    counter.rows += 1;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

function requireWhole(option: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new StartupError(`${option} must be a whole number from ${least} to ${most}`);
  }
}
