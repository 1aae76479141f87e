import type { Page } from 'playwright-core';
import { SESSION_KEY } from '../../harness/browser/console-page.ts';
import { type ConsoleOptions, type ConsolePage, openConsole } from '../../harness/browser/open-console.ts';

/** A name that breaks pages which do not expect it: markup, a control that turns text around, an emoji, 200 characters. */
export const HOSTILE = `<script>alert(1)</script>\u202e😀${'x'.repeat(172)}`;
/** The name as pages show it. */
export const SHOWN = HOSTILE.replace('\u202e', '\u2426');

/** Size of a window in which pages must not scroll to the side. */
export const SMALL = { width: 360, height: 740 };

/** Opens the console so that a missing element is reported with its locator, before the test's own time is over. */
export async function open(at: { url: string }, options: ConsoleOptions = {}): Promise<ConsolePage> {
  const opened = await openConsole(at, options);
  return opened;
}

export const keyField = (page: Page) => page.getByLabel('API key', { exact: true });
export const menuOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `${name}: account menu` });
export const readKey = (page: Page) => page.evaluate((name) => sessionStorage.getItem(name), SESSION_KEY);
/** Owners of the keys in the table of keys. */
export const ownersIn = (page: Page) => page.getByRole('row').locator('td:nth-child(2)').allInnerTexts();

export async function submitKey(page: Page, key: string): Promise<void> {
  await keyField(page).fill(key);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
