import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** CSV with a delimiter and a quote that JSON text never contains: each line is one value. */
const AS_LINES = String.raw`FROM STDIN (FORMAT csv, DELIMITER E'\x02', QUOTE E'\x01')`;
const READ_BYTES = 1024 * 1024;

/** Copies each file into an unlogged table with one column and no index, and checks that all rows arrived. */
export async function copyBare(root, url, files, type) {
  const { from } = createRequire(join(root, 'package.json'))('pg-copy-streams');
  return withClient(root, url, async (client) => {
    const parts = [];
    for (const { path, rows } of files) {
      const kind = basename(path, '.ndjson');
      await client.query(`CREATE UNLOGGED TABLE bare_${kind} (line ${type})`);
      const start = performance.now();
      const target = client.query(from(`COPY bare_${kind} ${AS_LINES}`));
      await pipeline(createReadStream(path, { highWaterMark: READ_BYTES }), target);
      parts.push({ kind, seconds: (performance.now() - start) / 1000 });
      if (target.rowCount !== rows) throw new Error(`${path}: ${target.rowCount} of ${rows} rows copied`);
    }
    return { seconds: parts.reduce((sum, part) => sum + part.seconds, 0), files: parts };
  });
}

/** Returns the number of rows in each table. */
export function countRows(root, url, tables) {
  return withClient(root, url, async (client) => {
    const counts = [];
    for (const table of tables) {
      const { rows } = await client.query(`SELECT count(*)::integer AS count FROM ${table}`);
      counts.push(rows[0].count);
    }
    return counts;
  });
}

export async function withClient(root, url, work) {
  const pg = createRequire(join(root, 'package.json'))('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
