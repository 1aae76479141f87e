import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { openDuckDb } from '../../filters/duckdb.mjs';
import { build } from '../../filters/postgres.mjs';
import { copyBare } from '../../import/bare-copy.mjs';
import { importFolder } from '../../import/child.mjs';
import { copyPrepared, dumpTables } from '../../import/prepared-copy.mjs';
import { createBenchDatabase } from '../../lib/database.mjs';
import { startPrisma } from '../../lib/prisma.mjs';
import { chooseForm, openExport } from '../../lists/export.mjs';
import {
  assertSameMembers,
  createCases,
  insert,
  materialize,
  RANGES,
  SCHEMA,
} from '../../lists/materialize.mjs';

// Operations that take long enough to be timed one by one.

/** The naive resolver makes an object of each member. A quarter of more companies than this is beyond its heap. */
const MOST_FOR_NAIVE = 1_000_000;

const time = async (work) => {
  const start = performance.now();
  await work();
  return { seconds: (performance.now() - start) / 1000 };
};

export const materializing = {
  title: 'Materializing a list of about a quarter of all companies',
  isTimed: true,
  isCurve: true,
  async open({ root, url, pool, api, companies }) {
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
      const expect = (count, label) => {
        if (Number(count) !== members) throw new Error(`${label}: ${count} members, not ${members}`);
      };
      return {
        count: members,
        unit: 'members',
        ours: { run: () => time(() => materialize(api, column.listId)) },
        peers: {
          'INSERT … SELECT': async () => ({
            run: async () => ({ seconds: (await insert(client, column)).ms / 1000 }),
          }),
          'DuckDB, in process': () => openDuckPeer(root, pool, expect),
          ...(companies <= MOST_FOR_NAIVE && {
            'Pothos + Prisma': () => openNaive(root, url, client, column.listId, expect),
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

/** DuckDB writes into memory; the others commit to a disk. */
async function openDuckPeer(root, pool, expect) {
  const duckdb = await openDuckDb(root, pool);
  const ranges = RANGES.map((range) => `'${range}'`).join();
  const run = async () => {
    await duckdb.execute('CREATE OR REPLACE TABLE member (company_id INTEGER, tier VARCHAR)');
    const text = `INSERT INTO member SELECT id, 'high' FROM company WHERE employee_range IN (${ranges})`;
    const result = await time(() => duckdb.execute(text));
    const [{ count }] = await duckdb.lookUp('SELECT count(*) AS count FROM member');
    expect(count, 'DuckDB');
    return result;
  };
  return { run, stop: () => duckdb.close() };
}

async function openNaive(root, url, client, listId, expect) {
  const server = await startPrisma(root, url);
  const query =
    'mutation M($listId: Int!, $ranges: [String!]!) { materialize(listId: $listId, employeeRanges: $ranges) }';
  const run = async () => {
    await client.query('TRUNCATE lists_peer.member');
    let answer;
    const result = await time(async () => {
      const response = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ query, variables: { listId, ranges: RANGES } }),
      });
      answer = await response.json();
    });
    if (answer.errors) throw new Error(JSON.stringify(answer.errors).slice(0, 300));
    expect(answer.data.materialize, 'Pothos + Prisma');
    return result;
  };
  return { ...server, run };
}

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
