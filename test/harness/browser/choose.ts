import { join } from 'node:path';
import { findBrowser } from './executable.ts';

/** Part of jest's configuration of a run. */
export interface Run {
  rootDir: string;
  testPathPatterns: {
    patterns: string[];
    toExecutor(options: { rootDir: string }): { isMatch(path: string): boolean };
  };
}

/** A file of browser tests that stands for all of them. */
const EXAMPLE = 'test/console/browser.test.ts';

/**
 * Finds the browser for the workers of a run: its path is in TEST_BROWSER. Where there is none, that is empty,
 * TEST_BROWSER_FAULT says why, and one line is printed. Does nothing in a run whose file names leave out the browser tests;
 * a file that runs nevertheless finds the browser itself.
 */
export async function chooseBrowser({ testPathPatterns, rootDir }: Run): Promise<void> {
  const wanted = testPathPatterns.toExecutor({ rootDir });
  const named = testPathPatterns.patterns.some((pattern) => pattern.includes('console'));
  if (!named && !wanted.isMatch(join(rootDir, EXAMPLE))) return;
  const found = await findBrowser();
  process.env.TEST_BROWSER = found.path ?? '';
  if (found.path !== undefined) return;
  process.env.TEST_BROWSER_FAULT = found.reason;
  if (process.env.REQUIRE_BROWSER !== '1') reportMissing(found.reason);
}

/** Says in one line that browser tests are skipped, and why. */
export function reportMissing(reason: string): void {
  process.stderr.write(`browser tests are skipped, as no browser starts: ${reason}\n`);
}
