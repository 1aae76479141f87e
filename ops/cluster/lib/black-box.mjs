// The tests of this repository through the public APIs, on databases of the cluster.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { URLS } from './database.mjs';
import { run } from './processes.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const TESTS = ['test/rest', 'test/graphql'];

/**
 * Runs the tests. Their services reach the primary through HAProxy, or through PgBouncer as well.
 *
 * @returns how many passed, and the names of those that failed.
 */
export async function runTests(folder, throughPgBouncer) {
  const file = join(folder, 'tests.json');
  const jest = ['--no-warnings', 'node_modules/jest/bin/jest.js', '--json', '--outputFile', file, ...TESTS];
  const env = { ...process.env, TEST_DATABASE_URL: URLS.primary };
  if (throughPgBouncer) env.TEST_POOLER_URL = URLS.pgbouncer;
  // Jest fails if a test does. The file says which.
  const failure = await run(process.execPath, jest, { cwd: ROOT, env }).then(
    () => undefined,
    (error) => error,
  );
  const { numPassedTests, testResults } = readResults(file, failure);
  const failed = testResults.flatMap(({ name, message, assertionResults }) => {
    const names = assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => fullName);
    return names.length === 0 && message ? [`${name}: ${message.slice(0, 200)}`] : names;
  });
  return { passed: numPassedTests, failed };
}

function readResults(file, failure) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw failure ?? new Error(`Jest wrote no ${file}`);
  }
}
