import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createCatalogue } from '../filters/data.mjs';
import { say } from '../filters/report.mjs';
import { createBenchDatabase } from '../lib/database.mjs';

const FILES = [
  'companies.ndjson',
  'technologies.ndjson',
  'company_technologies.ndjson',
  'partnerships.ndjson',
];
const [MILLION, QUICK] = [1_000_000, 20_000];

/**
 * The catalogues of the attacks, by name. Each `create` imports one into a new database.
 *
 * @param folder of a real catalogue; by default ../shared/data beside the root, if it exists
 */
export function createCatalogues(root, service, { quick, folder }) {
  return {
    real: {
      create: () => {
        const from = folder ?? resolve(root, '../shared/data');
        if (!existsSync(join(from, 'companies.ndjson'))) {
          say(`fairness: no real catalogue in ${from}; name its folder with --catalogue`);
          return undefined;
        }
        return importFolder(root, service, from);
      },
    },
    million: { create: () => createCatalogue(root, service, quick ? QUICK : MILLION) },
  };
}

/** Imports the existing files. The import skips invalid rows, and reports them. */
async function importFolder(root, service, folder) {
  const database = await createBenchDatabase(root);
  const { pool, close } = service.openDatabase({ url: database.url, poolSize: 4 });
  const rejectsDir = await mkdtemp(join(tmpdir(), 'company-data-bench-rejects-'));
  const drop = async () => {
    await rm(rejectsDir, { recursive: true, force: true });
    await close();
    await database.drop();
  };
  try {
    const paths = FILES.map((name) => join(folder, name)).filter(existsSync);
    await service.importPaths(pool, paths, { rejectsDir: join(rejectsDir, 'rejects') });
    await pool.query('VACUUM (ANALYZE)');
    const { rows } = await pool.query('SELECT count(*)::int AS companies FROM company');
    const [{ companies }] = rows;
    say(`fairness: ${companies.toLocaleString('en-US')} companies of ${folder}`);
    return { url: database.url, pool, companies, drop };
  } catch (error) {
    await drop();
    throw error;
  }
}
