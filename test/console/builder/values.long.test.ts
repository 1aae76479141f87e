import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { findAccessibilityFaults } from '../../harness/browser/accessible.ts';
import { describeInBrowser } from '../../harness/browser.ts';
import { expectSoon } from '../../harness/soon.ts';
import { seedSmallCatalogue } from '../../modules/filters/support.ts';
import { condition } from '../fixture.ts';
import { addByTyping, chipsOf, clickOption, rowOf, serveBuilder, waitForAnnounced } from './service.ts';

const { openBuilder, countAll } = serveBuilder(({ database }) => seedSmallCatalogue(database.pool));

/** Waits until the chips of a field are these. */
const expectChips = (page: Page, field: string, labels: string[]) =>
  expectSoon(() => chipsOf(page, field), labels);

/** Puts a text on the clipboard and pastes it where the focus is. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('Control+V');
}

/** Texts of the first options of an open menu. */
const optionsOf = async (page: Page, count: number) =>
  (await page.locator('[role=option]').allInnerTexts())
    .slice(0, count)
    .map((text) => text.replace(/\s+/g, ' ').trim());

describeInBrowser('values of a condition', () => {
  test('are picked and removed with the keyboard alone', async () => {
    const { page } = await openBuilder();
    await addByTyping(page, 'germ');
    await waitForAnnounced(page, await countAll([condition('country', 'any_of', 'DE')]));
    await page.getByRole('button', { name: 'Add a value to Country' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('aus');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.keyboard.type('united st');
    await page.keyboard.press('Enter');
    await expectChips(page, 'Country', ['Germany', 'Austria', 'United States']);
    await waitForAnnounced(page, await countAll([condition('country', 'any_of', 'DE', 'AT', 'US')]));
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.waitForFunction(
      () => document.activeElement?.getAttribute('aria-label') === 'Add a value to Country',
    );
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Delete');
    await expectChips(page, 'Country', ['Austria']);
    await waitForAnnounced(page, await countAll([condition('country', 'any_of', 'AT')]));
  });

  test('are picked and removed with the mouse alone', async () => {
    const { page } = await openBuilder();
    await page.getByRole('button', { name: 'Pick a field' }).click();
    await page.getByRole('menuitem', { name: 'Technology', exact: true }).click();
    await clickOption(page, 'Kubernetes');
    await clickOption(page, 'PostgreSQL');
    await expectChips(page, 'Technology', ['Kubernetes', 'PostgreSQL']);
    await page.getByRole('button', { name: 'Remove Kubernetes' }).click();
    await waitForAnnounced(page, await countAll([condition('technology', 'any_of', 'postgresql')]));
    await page.getByRole('button', { name: 'Add a value to Technology' }).click();
    await page.getByRole('option', { name: /Kubernetes/ }).waitFor();
    // Rows of the tree share one stop of Tab, which follows the focus, so that a walk misses the others.
    const faults = await findAccessibilityFaults(page);
    expect(faults.filter((fault) => !fault.startsWith('tab-reach'))).toEqual([]);
  });

  test('of partners are searched at the service, by name and by domain', async () => {
    const { page } = await openBuilder();
    await page.getByRole('button', { name: 'Pick a field' }).click();
    await page.getByRole('menuitem', { name: 'Partner', exact: true }).click();
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('the hu');
    await page.getByRole('option', { name: /The Hub/ }).waitFor();
    await page.keyboard.press('Enter');
    await expectChips(page, 'Partner', ['The Hub']);
    await waitForAnnounced(page, await countAll([condition('partner', 'any_of', 'hub.example')]));
  });

  test('are pasted many at once; unknown ones stay, with what is probably meant', async () => {
    const { page } = await openBuilder();
    await addByTyping(page, 'germ');
    await page.getByRole('button', { name: 'Add a value to Country' }).click();
    await paste(page, 'austria; GBX\nUS, DE');
    await expectChips(page, 'Country', ['Germany', 'Austria', 'GBX', 'United States']);
    await page.getByRole('button', { name: 'Remove GBX: unknown' }).waitFor();
    await page.getByRole('button', { name: 'Use GB', exact: true }).click();
    await expectChips(page, 'Country', ['Germany', 'Austria', 'United Kingdom', 'United States']);
    await waitForAnnounced(page, await countAll([condition('country', 'any_of', 'DE', 'AT', 'GB', 'US')]));
  });

  test('up to 250 fold into a few chips, and more are refused in words', async () => {
    const { page } = await openBuilder();
    await addByTyping(page, 'name contains acme');
    await page.getByRole('button', { name: 'Add a value to Name' }).click();
    await paste(page, Array.from({ length: 260 }, (_, index) => `text ${index}`).join('\n'));
    await page.getByText('11 pasted values were left out: a condition takes at most 250.').waitFor({
      state: 'attached',
    });
    await expectSoon(async () => (await chipsOf(page, 'Name')).length, 12);
    await page.getByRole('button', { name: 'and 238 more' }).click();
    await expectSoon(async () => (await chipsOf(page, 'Name')).length, 250);
  });

  test('of numbers are counted once they are complete', async () => {
    const { page } = await openBuilder();
    await addByTyping(page, 'founded 2005-2015');
    const from = page.getByRole('textbox', { name: 'From: Value of Founded in' });
    await from.fill('20x');
    await page.getByText('Enter a whole number.').waitFor();
    await from.fill('1990');
    await waitForAnnounced(page, await countAll([condition('founded_year', 'between', 1990, 2015)]));
  });

  test('are counted among the companies that the other conditions leave', async () => {
    const { page } = await openBuilder();
    for (const typed of ['germ', 'kube']) await addByTyping(page, typed);
    await waitForAnnounced(page, 2);
    await page.getByRole('button', { name: 'Add a value to Country' }).click();
    await page.getByText('Numbers: among the 4 companies that the other conditions leave.').waitFor();
    await expectSoon(() => optionsOf(page, 3), ['✓ Germany DE 2', 'Austria AT 1', 'United States US 1']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await rowOf(page, 'Germany').focus();
    await page.keyboard.press('Delete');
    await waitForAnnounced(page, 4);
    await page.getByRole('button', { name: 'Add a value to Technology' }).click();
    await page.getByText('Numbers: companies in the whole catalogue.').waitFor();
    await expectSoon(() => optionsOf(page, 2), ['✓ Kubernetes kubernetes 4', 'PostgreSQL postgresql 1']);
  });

  test('stand in their order where they have one', async () => {
    const { page } = await openBuilder();
    await addByTyping(page, '10001+');
    await waitForAnnounced(page, 1);
    await page.getByRole('button', { name: 'Add a value to Employees' }).click();
    await page.locator('[role=option]').first().waitFor();
    expect((await optionsOf(page, 8)).map((option) => option.replace('✓ ', '').split(' ')[0])).toEqual([
      '1-10',
      '11-50',
      '51-200',
      '201-500',
      '501-1000',
      '1001-5000',
      '5001-10000',
      '10001+',
    ]);
  });

  test('of numbers are taken from their histogram', async () => {
    const { page } = await openBuilder();
    for (const typed of ['germ', 'after 2015']) await addByTyping(page, typed);
    await page.getByLabel('Value of Founded in').click();
    await page.getByText('Numbers: among the 2 companies that the other conditions leave.').waitFor();
    const bars = page.getByRole('treegrid').getByRole('group', { name: 'Matches by Founded in' });
    await bars.getByRole('button', { name: '2010: 1: add this condition' }).click();
    const nodes = [condition('country', 'any_of', 'DE'), condition('founded_year', 'gte', 2010)];
    await waitForAnnounced(page, await countAll(nodes));
    expect(await page.getByLabel('Value of Founded in').inputValue()).toBe('2010');
  });
});
