import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { withClient } from './bare-copy.mjs';

/** Tables that an import fills, but those of the facet index, in an order in which foreign keys hold. */
const TABLES = [
  'technology',
  'company',
  'company_domain',
  'investor',
  'company_investor',
  'company_technology',
  'partnership_observation',
  'partnership',
];
const READ_BYTES = 1024 * 1024;

/** Writes each table of an imported catalogue to a file, in the binary format of COPY: the peer has no rows to prepare. */
export async function dumpTables(root, url, folder) {
  const { to } = createRequire(join(root, 'package.json'))('pg-copy-streams');
  await mkdir(folder);
  await withClient(root, url, async (client) => {
    for (const table of TABLES) {
      const source = client.query(to(`COPY ${table} TO STDOUT (FORMAT binary)`));
      await pipeline(source, createWriteStream(fileOf(folder, table)));
    }
  });
}

/**
 * Loads the files of `dumpTables` as a hand-written bulk loader does: into the same tables without indexes and constraints,
 * which are then built, with ANALYZE. It parses, checks, resolves and merges nothing.
 */
export async function copyPrepared(root, url, folder) {
  const { from } = createRequire(join(root, 'package.json'))('pg-copy-streams');
  const { dropIndexes } = await import(pathToFileURL(join(root, 'dist/database/bulk-load.js')).href);
  return withClient(root, url, async (client) => {
    const parts = [];
    let start = performance.now();
    const end = (kind) => {
      const now = performance.now();
      parts.push({ kind, seconds: (now - start) / 1000 });
      start = now;
    };
    await client.query('BEGIN');
    const buildIndexes = await dropIndexes(client, TABLES);
    await client.query(`TRUNCATE ${TABLES.join(', ')} CASCADE`);
    for (const table of TABLES) {
      const target = client.query(from(`COPY ${table} FROM STDIN (FORMAT binary, FREEZE)`));
      await pipeline(createReadStream(fileOf(folder, table), { highWaterMark: READ_BYTES }), target);
      end(table);
    }
    await buildIndexes();
    end('indexes');
    await client.query('COMMIT');
    end('COMMIT');
    await client.query(`ANALYZE ${TABLES.join(', ')}`);
    end('ANALYZE');
    return { seconds: parts.reduce((sum, part) => sum + part.seconds, 0), files: parts };
  });
}

const fileOf = (folder, table) => join(folder, `${table}.copy`);
