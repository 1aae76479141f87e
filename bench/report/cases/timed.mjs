import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { build } from '../../filters/postgres.mjs';
import { copyBare } from '../../import/bare-copy.mjs';
import { importFolder } from '../../import/child.mjs';
import { copyPrepared, dumpTables } from '../../import/prepared-copy.mjs';
import { createBenchDatabase } from '../../lib/database.mjs';
import { chooseForm, openExport } from '../../lists/export.mjs';
import { assertSameMembers, createCases, insert, materialize, SCHEMA } from '../../lists/materialize.mjs';

// Operations that take long enough to be timed one by one.

const time = async (work) => {
  const start = performance.now();
  await work();
  return { seconds: (performance.now() - start) / 1000 };
};

export const materializing = {
  title: 'Materializing a list of about a quarter of all companies',
  isTimed: true,
  isCurve: true,
  async open({ url, pool, api }) {
    await build(url, SCHEMA);
    const client = new pg.Client({ connectionString: url, options: '-c TimeZone=UTC' });
    await client.connect();
    const close = async () => {
      await client.query('DROP SCHEMA IF EXISTS lists_peer CASCADE');
      await client.end();
    };
    try {
      const [column] = await createCases(api, pool);
      const members = await assertSameMembers(client, pool, api, column);
      return {
        count: members,
        unit: 'members',
        ours: { run: () => time(() => materialize(api, column.listId)) },
        peers: {
          'INSERT … SELECT': async () => ({
            run: async () => ({ seconds: (await insert(client, column)).ms / 1000 }),
          }),
        },
        close,
      };
    } catch (error) {
      await close();
      throw error;
    }
  },
};

export const exporting = {
  title: 'CSV export of all companies',
  isTimed: true,
  isCurve: true,
  async open({ root, url, api, companies, signal }) {
    const listId = await api.createList('Export', 'technology_count', 'gte', 0);
    const { copy, download, end } = await openExport(root, api, listId, url, signal);
    try {
      // The first download is charged. Its bytes are compared with those of COPY.
      const form = await chooseForm(copy, await download(true));
      return {
        count: companies,
        unit: 'rows',
        ours: { run: async () => ({ seconds: (await download(false)).seconds }) },
        peers: {
          'bare COPY': async () => ({ run: async () => ({ seconds: (await copy(form, false)).seconds }) }),
        },
        close: end,
      };
    } catch (error) {
      await end();
      throw error;
    }
  },
};

export const importing = {
  title: 'First import of the catalogue',
  isTimed: true,
  // Each import starts from nothing, and one of a million companies takes minutes.
  isCold: true,
  maxRounds: 1,
  async open({ root, url, files, folder }) {
    const rows = files.reduce((sum, file) => sum + file.rows, 0);
    const dumped = await mkdtemp(join(tmpdir(), 'company-data-bench-rows-'));
    const prepared = join(dumped, 'prepared');
    await dumpTables(root, url, prepared);
    const onEmptyDatabase = async (measure) => {
      const database = await createBenchDatabase(root);
      try {
        return await measure(database.url);
      } finally {
        await database.drop();
      }
    };
    const run = async (empty) => {
      const { seconds, rssMb, report } = await importFolder(root, empty, folder);
      for (const { path, accepted } of report.files) {
        const { rows: sent } = files.find((file) => basename(file.path) === basename(path));
        if (accepted !== sent) throw new Error(`${basename(path)}: ${accepted} of ${sent} rows accepted`);
      }
      return { seconds, rssMb };
    };
    return {
      count: rows,
      unit: 'rows',
      ours: { run: () => onEmptyDatabase(run) },
      peers: {
        // Into the same tables, with their indexes and constraints, from files that need no reading, checking or merging.
        'COPY of prepared rows': async () => ({
          run: () =>
            onEmptyDatabase(async (empty) => ({
              seconds: (await copyPrepared(root, empty, prepared)).seconds,
            })),
        }),
        'bare COPY into jsonb': async () => ({
          run: () =>
            onEmptyDatabase(async (empty) => ({
              seconds: (await copyBare(root, empty, files, 'jsonb')).seconds,
            })),
        }),
      },
      close: () => rm(dumped, { recursive: true, force: true }),
    };
  },
};
