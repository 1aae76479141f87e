import { test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../harness/browser.ts';
import { ASKED, checkAnswer } from './builder/questions.ts';
import { serveBuilder, tabTo } from './builder/service.ts';

const app = serveBuilder();

/** Adds a condition by its words, once the first suggestion is marked. */
async function typeCondition(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.locator('[role=option][aria-selected=true]').first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('option').first().waitFor({ state: 'hidden' });
}

/** Adds a condition by its field, then chooses its operator by the first letters. */
async function pickByKeys(page: Page, field: string, operator: string): Promise<void> {
  await tabTo(page, 'Pick a field');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: field, exact: true }).waitFor();
  while ((await page.evaluate(() => document.activeElement?.textContent)) !== field)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByLabel(`Search values of ${field}`).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Tab');
  const isChosen = () =>
    page.evaluate(() =>
      document.activeElement instanceof HTMLSelectElement ? document.activeElement.value : '',
    );
  while ((await isChosen()) !== operator) await page.keyboard.press('ArrowDown');
}

describeInBrowser('ten questions in the builder, by keyboard alone', () => {
  for (const { asked, root, typed, keys = [] } of ASKED) {
    test(asked, async () => {
      const { page } = await app.openBuilder();
      for (const text of typed) {
        if (text.startsWith('@')) {
          await pickByKeys(page, text.slice(1), keys[0] ?? '');
          continue;
        }
        await tabTo(page, 'Add a condition');
        await typeCondition(page, text);
      }
      if (keys.length > 1) await page.keyboard.press('Escape');
      for (const key of keys.length > 1 ? keys : []) await page.keyboard.press(key);
      await checkAnswer(app, page, root);
    });
  }
});
