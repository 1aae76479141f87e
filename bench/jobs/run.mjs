import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../lib/children.mjs';
import { generateAll, withGenerated } from '../lib/generated-service.mjs';
import { meteredServer } from '../lib/turns.mjs';
import { benchEnrich } from './enrich.mjs';
import { benchParquet } from './parquet.mjs';
import { benchUploads } from './uploads.mjs';

/** Measures jobs: results without a database, then files over HTTP. */
export async function benchJobs({ only, ...options }) {
  const isAsked = (section) => only === undefined || only === section;
  const isWritten = !isAsked('parquet') || (await benchParquet(options));
  const isEnriched = !isAsked('enrich') || (await benchFile(options));
  const isStored = !isAsked('uploads') || (await benchLargeFiles(options));
  return isWritten && isEnriched && isStored;
}

/** Uploads large files, whose rows nobody matches. */
function benchLargeFiles(options) {
  const work = (measured) => benchUploads(measured, options);
  return withGenerated('jobs', { ...options, companies: options.companies ?? 20_000 }, generateAll, work, {
    JOB_WORKERS: '0',
  });
}

/** Enriches a file over HTTP on a generated catalogue. */
function benchFile(options) {
  const turnsFile = join(tmpdir(), `company-data-bench-turns-${process.pid}.json`);
  const work = async ({ databaseUrl, ...measured }) => {
    const credits = ['--org', 'Benchmark', '--amount', '10000000'];
    await runCommand(options.root, databaseUrl, 'credits', 'grant', ...credits);
    return benchEnrich({ ...measured, turnsFile }, options);
  };
  return withGenerated('jobs', options, generateAll, work, meteredServer(turnsFile));
}
