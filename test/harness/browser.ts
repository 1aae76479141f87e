import { afterAll, afterEach, beforeAll, describe, jest } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { findBrowser } from './browser/executable.ts';
import { launchBrowser } from './browser/launch.ts';
import { Problems } from './browser/problems.ts';

export interface OpenedContext {
  context: BrowserContext;
  problems: Problems;
}

const REQUIRED = process.env.REQUIRE_BROWSER === '1';
/** Milliseconds that a step of a page may take. Three browsers and three services share two cores in a complete run. */
const STEP_MS = 20_000;
/** Milliseconds that a test may take. */
const TEST_MS = 90_000;
/** Path of the browser, which was seen to start. Undefined: there is none, and tests in a browser are skipped. */
const path =
  process.env.TEST_BROWSER === undefined ? (await findBrowser()).path : process.env.TEST_BROWSER || undefined;
/** The browser of the test file that runs, from its first page on. A worker keeps this module for all of its files. */
let browser: Browser | undefined;
let opened: OpenedContext[] = [];
const services: { close(): Promise<void> }[] = [];

/**
 * Declares tests that need a browser. Where none starts they are skipped; with REQUIRE_BROWSER=1 they fail. After each
 * test its pages are closed, and it fails if they had problems that it did not expect. Groups of a file share a browser.
 */
export function describeInBrowser(name: string, tests: () => void): void {
  jest.setTimeout(TEST_MS);
  // Only after a crash of the browser: the environment of the tests sees to that.
  jest.retryTimes(1, { retryImmediately: true, logErrorsBeforeRetry: true });
  const declare = path === undefined && !REQUIRED ? describe.skip : describe;
  declare(name, () => {
    beforeAll(async () => {
      if (path === undefined) throw new Error(`no browser starts: ${process.env.TEST_BROWSER_FAULT}`);
      browser ??= await launchBrowser(path);
    });
    afterEach(closeAll);
    tests();
  });
  afterAll(async () => {
    await browser?.close();
    browser = undefined;
  });
}

/**
 * Opens a context, which shares no storage and no cache with others, until the test ends.
 *
 * @param origin the only origin that its pages may send requests to.
 */
export async function openContext(origin: string, options: BrowserContextOptions): Promise<OpenedContext> {
  if (!browser) throw new Error('pages are opened in tests of describeInBrowser');
  const context = await browser.newContext(options);
  context.setDefaultTimeout(STEP_MS);
  const problems = new Problems();
  const entry = { context, problems };
  opened.push(entry);
  await problems.watch(context, origin);
  return entry;
}

/** Opens a context until the test ends whose pages may fail, and may send requests to any origin. */
export async function openAnyOrigin(): Promise<BrowserContext> {
  if (!browser) throw new Error('pages are opened in tests of describeInBrowser');
  const context = await browser.newContext();
  context.setDefaultTimeout(STEP_MS);
  opened.push({ context, problems: new Problems() });
  return context;
}

/** Closes a service at the end of the test, after its pages: an open page would report that its service is gone. */
export function closeAfterPages(service: { close(): Promise<void> }): void {
  services.push(service);
}

async function closeAll(): Promise<void> {
  try {
    await closeContexts();
  } finally {
    for (const service of services.splice(0)) await service.close();
  }
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
