import pg from 'pg';
import { chooseSystemUser, findBinaries } from '../../src/database/embedded/binaries.ts';
import { migrate } from '../../src/database/migrate.ts';
import { chooseBrowser, type Run } from './browser/choose.ts';
import { keepFilesInMemory } from './files-in-memory.ts';
import { startTestServer, type TestServer } from './server.ts';

declare global {
  // The teardown runs in the same process, but with another module registry.
  var companyDataTestServer: TestServer | undefined;
}

/** Starts one PostgreSQL for the run, or uses TEST_DATABASE_URL, and migrates the database that tests clone. Finds a browser beside it. */
export default async function globalSetup(run: Run): Promise<void> {
  await keepFilesInMemory();
  const browser = chooseBrowser(run);
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { url: given, stop: async () => undefined } : await start();
  globalThis.companyDataTestServer = server;
  const template = `company_data_template_${process.pid}`;
  process.env.TEST_SERVER_URL = server.url;
  process.env.TEST_TEMPLATE = template;
  const admin = new pg.Client(server.url);
  await admin.connect();
  await admin.query(`CREATE DATABASE "${template}" TEMPLATE template0`);
  await admin.end();
  const url = new URL(server.url);
  url.pathname = `/${template}`;
  await migrate(url.href);
  await browser;
}

async function start(): Promise<TestServer> {
  const user = await chooseSystemUser(undefined);
  const { bin } = await findBinaries(user);
  return startTestServer(bin, user);
}
