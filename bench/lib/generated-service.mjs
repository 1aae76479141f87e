import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadService, settle } from '../filters/data.mjs';
import { say } from '../filters/report.mjs';
import { createPersonalKey, startService } from '../filters/server.mjs';
import { importFolder } from '../import/child.mjs';
import { createBenchDatabase } from './database.mjs';

/**
 * Runs a benchmark on a service with a generated catalogue, a million companies unless it is quick or told otherwise.
 *
 * @param name of the benchmark
 * @param generate writes the catalogue into a folder; returns the folder to import
 * @param work gets the server, a personal key of the organization "Benchmark", the pool, a folder, and the number of companies
 * @param settings of the server
 * @returns whether all targets were met
 */
export async function withGenerated(name, options, generate, work, settings = {}) {
  const { root, quick, signal, companies: stated } = options;
  const companies = Number(stated ?? (quick ? 20_000 : 1_000_000));
  const service = await loadService(root);
  const folder = await mkdtemp(join(tmpdir(), `company-data-bench-${name}-`));
  const database = await createBenchDatabase(root);
  const { pool, close } = service.openDatabase({ url: database.url, poolSize: 4 });
  try {
    say(`${name}: ${companies.toLocaleString('en-US')} companies, generated with seed 1`);
    await importFolder(root, database.url, await generate(service, folder, companies));
    await settle(pool);
    const key = await createPersonalKey(root, database.url);
    const server = await startService(root, database.url, signal, { RATE_LIMIT: 'off', ...settings });
    try {
      return await work({ server, key, pool, folder, companies, databaseUrl: database.url });
    } finally {
      await server.stop();
    }
  } finally {
    await close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Generates a whole catalogue. @returns its folder */
export async function generateAll(service, folder, companies) {
  const files = join(folder, 'files');
  await service.generateTo(files, { companies, seed: 1 });
  return files;
}
