import pg from 'pg';

/** Stops the server of the run. On a given server, removes the databases that the run created. */
export default async function globalTeardown(): Promise<void> {
  const { TEST_DATABASE_URL: given, TEST_TEMPLATE: template } = process.env;
  if (given && template) {
    const admin = new pg.Client(given);
    await admin.connect();
    await admin.query(`DROP DATABASE IF EXISTS "${template}" WITH (FORCE)`);
    await admin.end();
  }
  await globalThis.companyDataTestServer?.stop();
}
