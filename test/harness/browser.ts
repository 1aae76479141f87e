import { afterAll, afterEach, beforeAll, describe } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { reportMissing } from './browser/choose.ts';
import { findBrowser } from './browser/executable.ts';
import { launchBrowser } from './browser/launch.ts';
import { Problems } from './browser/problems.ts';

export interface OpenedContext {
  context: BrowserContext;
  problems: Problems;
}

const REQUIRED = process.env.REQUIRE_BROWSER === '1';
/** The browser of this test file. It starts at import, so that tests can be skipped where none does. */
const started = await start();
let opened: OpenedContext[] = [];

async function start(): Promise<Browser | string> {
  const chosen = process.env.TEST_BROWSER;
  const found = chosen === undefined ? await findBrowser() : { path: chosen };
  if (!found.path) return 'reason' in found ? found.reason : (process.env.TEST_BROWSER_FAULT ?? '');
  try {
    return await launchBrowser(found.path);
  } catch (error) {
    const reason = String(error).split('\n', 1)[0] ?? '';
    if (!REQUIRED) reportMissing(reason);
    return reason;
  }
}

/**
 * Declares tests that need a browser. Where none starts they are skipped; with REQUIRE_BROWSER=1 they fail. After each
 * test its pages are closed, and it fails if they had problems that it did not expect. Once in a file, around all tests.
 */
export function describeInBrowser(name: string, tests: () => void): void {
  const declare = typeof started === 'string' && !REQUIRED ? describe.skip : describe;
  declare(name, () => {
    beforeAll(() => void startedBrowser());
    afterEach(closeContexts);
    afterAll(async () => {
      if (typeof started !== 'string') await started.close();
    });
    tests();
  });
}

function startedBrowser(): Browser {
  if (typeof started === 'string') throw new Error(`no browser starts: ${started}`);
  return started;
}

/**
 * Opens a context, which shares no storage and no cache with others, until the test ends.
 *
 * @param origin the only origin that its pages may send requests to.
 */
export async function openContext(origin: string, options: BrowserContextOptions): Promise<OpenedContext> {
  const context = await startedBrowser().newContext(options);
  const problems = new Problems();
  const entry = { context, problems };
  opened.push(entry);
  await problems.watch(context, origin);
  return entry;
}

async function closeContexts(): Promise<void> {
  const closing = opened;
  opened = [];
  const found = await Promise.all(
    closing.map(async ({ context, problems }) => {
      const unexpected = await problems.settle(context);
      await context.close();
      return unexpected;
    }),
  );
  const texts = found.flat();
  if (texts.length > 0) throw new Error(`problems on the page:\n${texts.join('\n')}`);
}
