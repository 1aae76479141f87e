import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';

/**
 * Creates a migrated database for one benchmark: on the server of DATABASE_URL, else on an embedded PostgreSQL in a
 * temporary folder.
 *
 * @param root folder of the service with its `dist/`
 */
export async function createBenchDatabase(root) {
  const load = (path) => import(pathToFileURL(join(root, 'dist', path)).href);
  const { migrate } = await load('database/migrate.js');
  const server = process.env.DATABASE_URL
    ? { url: process.env.DATABASE_URL, close: async () => undefined }
    : await openTemporaryServer(load);
  const name = `bench_${process.pid}_${randomBytes(4).toString('hex')}`;
  const drop = async () => {
    await run(server.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).catch(warn);
    await server.close();
  };
  try {
    await run(server.url, `CREATE DATABASE ${name}`);
    const url = urlWithDatabase(server.url, name);
    await migrate(url);
    return { url, drop };
  } catch (error) {
    await drop();
    throw error;
  }
}

/**
 * Creates a database like `createBenchDatabase`, with a pool of connections that the service opens, and fills it.
 *
 * @param openDatabase function of the service
 * @param fill gets `{url, pool}`. @returns {url, pool, drop} and the properties that `fill` returns
 */
export async function createFilledDatabase(root, openDatabase, fill) {
  const database = await createBenchDatabase(root);
  const { url } = database;
  const { pool, close } = openDatabase({ url, poolSize: 4 });
  const drop = async () => {
    await close();
    await database.drop();
  };
  try {
    return { url, pool, drop, ...(await fill({ url, pool })) };
  } catch (error) {
    await drop();
    throw error;
  }
}

async function openTemporaryServer(load) {
  const { acquireDatabase } = await load('database/acquire.js');
  const { readConfig } = await load('config.js');
  const dataDir = await mkdtemp(join(tmpdir(), 'company-data-bench-'));
  const removeFiles = () => rm(dataDir, { recursive: true, force: true });
  try {
    // If root starts it, PostgreSQL runs as another user, who needs access to the folder.
    await chmod(dataDir, 0o755);
    const acquired = await acquireDatabase(readConfig({ ...process.env, DATA_DIR: dataDir }), 'command');
    const close = async () => {
      await acquired.close();
      await removeFiles();
    };
    return { url: acquired.url, close };
  } catch (error) {
    await removeFiles();
    throw error;
  }
}

function urlWithDatabase(serverUrl, name) {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function run(url, sql) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function warn(error) {
  process.stderr.write(`bench: the benchmark's database could not be dropped: ${error.message}\n`);
}
