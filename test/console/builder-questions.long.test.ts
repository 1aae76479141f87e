import { test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../harness/browser.ts';
import { ASKED, checkAnswer, type Question } from './builder/questions.ts';
import { clickOption, rowOf, serveBuilder, tabTo } from './builder/service.ts';

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

async function pickByMouse(page: Page, picked: Question['picked'][number], group: boolean): Promise<void> {
  const [field, operator, ...values] = picked;
  const place = group ? page.locator('[data-end]').first() : page.locator('[data-end]').last();
  // The input of a group stays open for the next condition.
  const closed = place.getByLabel('Add a condition to this group');
  if (group && (await closed.isVisible())) await closed.click();
  await place.getByRole('button', { name: 'Pick a field' }).click();
  await page.getByRole('menuitem', { name: field, exact: true }).click();
  const row = page
    .locator('[data-row][data-type=condition]')
    .filter({ has: page.locator('[data-part=values]') })
    .nth(await newIndex(page));
  await row.getByLabel('Operator').selectOption(operator);
  for (const [index, value] of values.entries()) await pickValue(page, row, value, index);
  await page.locator('h1').click();
}

/** Index of the row that is not finished: the one that was added last. */
async function newIndex(page: Page): Promise<number> {
  await page.locator('[data-row][data-unfinished][data-type=condition]').waitFor();
  return page
    .locator('[data-row][data-type=condition]')
    .evaluateAll((rows) => rows.findIndex((row) => row.hasAttribute('data-unfinished')));
}

type Row = ReturnType<typeof rowOf>;

async function pickValue(page: Page, row: Row, value: string, index: number): Promise<void> {
  const numbers = row.locator('[data-part=values] input[inputmode=numeric]');
  if ((await numbers.count()) > 0) return numbers.nth(index).fill(value);
  const add = row.getByRole('button', { name: /^Add a value/ });
  if ((await add.count()) > 0) await add.click();
  const input = row.locator('[data-part=values] input');
  await input.fill(value);
  if ((await input.getAttribute('role')) === 'combobox') await clickOption(page, value);
  else await input.press('Enter');
}

describeInBrowser('ten questions in the builder, by mouse', () => {
  for (const { asked, root, picked } of ASKED) {
    test(asked, async () => {
      const { page } = await app.openBuilder();
      let group = false;
      for (const each of picked) {
        const [first, second] = each;
        if (first === '+')
          await page.locator('[data-end]').last().getByLabel('Add a group to this group').click();
        else if (first === 'not') {
          await rowOf(page, second).hover();
          await rowOf(page, second).getByRole('button', { name: 'not', exact: true }).click();
        } else await pickByMouse(page, each, group && ['Country', 'Founded in'].includes(first));
        group ||= first === '+';
      }
      await checkAnswer(app, page, root);
    });
  }
});
