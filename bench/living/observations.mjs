import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One company in so many has new observations. */
const EVERY = 100;

/** Writes detections of 1 % of the companies, others in each round: half of them are seen again, and half are gone. */
export async function writeObservations(pool, folder, round) {
  const { rows } = await pool.query(
    `SELECT jsonb_build_object('domain', c.primary_domain, 'tech_key', t.tech_key) || CASE
        WHEN d.technology_id % 2 = 0 THEN jsonb_build_object('deleted', true)
        ELSE jsonb_build_object('detection_count', d.detection_count + 1, 'first_seen', d.first_seen,
          'last_seen', (SELECT as_of FROM facet_index)) END AS row
     FROM company_technology d JOIN company c ON c.id = d.company_id JOIN technology t ON t.id = d.technology_id
     WHERE c.id % $1 = $2 ORDER BY c.id, t.id`,
    [EVERY, round],
  );
  await mkdir(folder);
  const lines = rows.map(({ row }) => `${JSON.stringify(row)}\n`).join('');
  await writeFile(join(folder, 'company_technologies.ndjson'), lines);
  return rows.length;
}
