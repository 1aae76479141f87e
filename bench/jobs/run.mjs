import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../lib/children.mjs';
import { generateAll, withGenerated } from '../lib/generated-service.mjs';
import { meteredServer } from '../lib/turns.mjs';
import { benchEnrich } from './enrich.mjs';
import { benchParquet } from './parquet.mjs';

/** Measures jobs: results without a database, then a file over HTTP. */
export async function benchJobs({ only, ...options }) {
  const isWritten = only === 'enrich' || (await benchParquet(options));
  const isEnriched = only === 'parquet' || (await benchFile(options));
  return isWritten && isEnriched;
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
