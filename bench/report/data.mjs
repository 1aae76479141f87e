import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { say } from '../filters/report.mjs';
import { importFolder } from '../import/child.mjs';
import { createFilledDatabase } from '../lib/database.mjs';

const SEED = 1;
/** More companies than this have fewer detections, so that their files and their database fit 60 GB of disk. */
const MOST_IN_FULL = 1_000_000;
const SHARE_BEYOND = 0.2;

/** Share of the usual number of detections that a catalogue of this size has. */
export const detectionShareOf = (companies) => (companies > MOST_IN_FULL ? SHARE_BEYOND : 1);

/** Generates a catalogue into a folder, or keeps the files that the same generator left there. */
export async function generateOnce(root, modules, data, companies) {
  const folder = join(data, `${companies}`);
  const mark = join(data, `${companies}.json`);
  const generator = await hashGenerator(root);
  const known = await readFile(mark, 'utf8').then(JSON.parse, () => undefined);
  if (known?.generator === generator) {
    say(`  the files in ${folder} are used again`);
    return { folder, files: known.files };
  }
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const { files } = await modules.generateTo(folder, {
    companies,
    seed: SEED,
    detectionShare: detectionShareOf(companies),
  });
  // Written last, so that files of an interrupted run are not used.
  await writeFile(mark, JSON.stringify({ generator, seed: SEED, files }));
  return { folder, files };
}

async function hashGenerator(root) {
  const folder = join(root, 'dist/modules/generate');
  const hash = createHash('sha256');
  for (const name of (await readdir(folder)).filter((each) => each.endsWith('.js')).sort())
    hash.update(await readFile(join(folder, name)));
  return hash.digest('hex');
}

/** Imports the files into a new database. @returns {url, pool, companies, postgres, databaseMb, folder, files, importSeconds, drop} */
export async function openCatalogue(root, modules, { folder, files }) {
  return createFilledDatabase(root, modules.openDatabase, async ({ url, pool }) => {
    const { seconds } = await importFolder(root, url, folder);
    await pool.query('VACUUM (ANALYZE)');
    await pool.query('CHECKPOINT');
    const { rows } = await pool.query(
      `SELECT count(*)::int AS companies, current_setting('server_version') AS postgres,
         pg_database_size(current_database())::float8 / 1048576 AS "databaseMb" FROM company`,
    );
    const [{ companies, postgres, databaseMb }] = rows;
    const total = files.reduce((sum, file) => sum + file.rows, 0);
    say(`  ${companies} companies, ${total} rows, imported in ${seconds.toFixed(0)} s`);
    return { companies, postgres, databaseMb, folder, files, importSeconds: seconds };
  });
}
