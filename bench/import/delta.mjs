import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAdministration } from '../fairness/setup.mjs';
import { lookUpEvenly } from '../fairness/victim.mjs';
import { startService, stopAll } from '../lib/children.mjs';

const LOOK_UPS_A_SECOND = 100;
const IDENTIFIERS = 2_000;
const QUIET_MS = 10_000;
/** One changed company in this many is renamed, one merged, one deleted. */
const ACTION_EVERY = 50;

/**
 * Writes the rows of `changed` companies, changed, with their detections and partnerships.
 *
 * @param files the files of a generated catalogue
 */
export async function writeDelta(files, folder, companies, changed) {
  await mkdir(folder);
  const every = Math.floor(companies / changed);
  const domains = new Set();
  let rows = 0;
  const copy = async (kind, change) => {
    const { path } = files.find((file) => basename(file.path) === `${kind}.ndjson`);
    const output = createWriteStream(join(folder, `${kind}.ndjson`));
    let index = 0;
    for await (const line of createInterface({ input: createReadStream(path) })) {
      const row = change(JSON.parse(line), index++);
      if (row === undefined) continue;
      rows += 1;
      if (!output.write(`${JSON.stringify(row)}\n`))
        await new Promise((resolve) => output.once('drain', resolve));
    }
    await new Promise((resolve) => output.end(resolve));
  };
  await copy('companies', (row, index) => {
    if (index % every !== 0 || domains.size >= changed) return undefined;
    const { primary_domain: domain } = row;
    const number = domains.size;
    domains.add(domain);
    if (number % ACTION_EVERY === 1) return { primary_domain: domain, deleted: true };
    if (number % ACTION_EVERY === 2) return { primary_domain: domain, merge_into: [...domains][0] };
    if (number % ACTION_EVERY === 3)
      return { primary_domain: `renamed-${domain}`, previous_primary_domain: domain };
    return { ...row, name: `${row.name} New`, founded_year: 1999 };
  });
  const ofChanged = (count) => (row) =>
    domains.has(row.domain) ? { ...row, [count]: row[count] + 1 } : undefined;
  await copy('company_technologies', ofChanged('detection_count'));
  await copy('partnerships', ofChanged('observation_count'));
  return rows;
}

/**
 * Starts the service and looks up companies evenly, first alone, then during `work`.
 *
 * @returns both results of the look-ups, and the result of `work`
 */
export async function lookUpMeanwhile(root, { url: databaseUrl, pool }, work) {
  const administration = await openAdministration(root, databaseUrl);
  const { userKeys } = await administration.createOrganization('bench', 1);
  await administration.close();
  const { rows } = await pool.query(
    `SELECT slug FROM company WHERE id % greatest(1, (SELECT max(id) FROM company) / $1) = 0 ORDER BY id LIMIT $1`,
    [IDENTIFIERS],
  );
  const service = await startService(root, databaseUrl);
  try {
    const victim = {
      url: service.url,
      keys: userKeys,
      identifiers: rows.map(({ slug }) => slug),
      rate: LOOK_UPS_A_SECOND,
    };
    const during = async (some) => {
      let isOver = false;
      const looking = lookUpEvenly(victim, () => isOver);
      const result = await some().finally(() => {
        isOver = true;
      });
      return { result, looks: await looking };
    };
    await during(() => sleep(QUIET_MS / 2));
    const quiet = await during(() => sleep(QUIET_MS));
    const busy = await during(work);
    return { quiet: quiet.looks, busy: busy.looks, result: busy.result };
  } finally {
    await stopAll();
  }
}
