import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { rebuildIndex } from '../../src/modules/filters/facet-index.ts';
import { PHONE } from '../harness/browser/console-page.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { seedCompany, seedTechnologies } from '../harness/seed.ts';
import type { TestService } from '../harness/service.ts';
import {
  addByTyping,
  GERMANY,
  KUBERNETES,
  linkTo,
  rowOf,
  SOFTWARE,
  serveBuilder,
  waitForRoot,
  waitForTotal,
} from './builder/service.ts';
import { condition } from './fixture.ts';

/** Inserts companies of three countries, and a category of technologies that no company has. */
async function seed({ database: { pool } }: TestService): Promise<void> {
  for (const [index, country] of ['DE', 'AT', 'US', 'US'].entries()) {
    const slug = `company-${index}`;
    const id = await seedCompany(pool, { name: slug, slug, domains: [`${slug}.example`], country });
    await seedTechnologies(pool, id, [{ key: 'kubernetes', name: 'Kubernetes', category: 'Containers' }]);
  }
  await pool.query(
    `INSERT INTO technology (tech_key, display_name, category) VALUES ('kubectl', 'kubectl', 'Kubernetes')`,
  );
  await rebuildIndex(pool);
}

const app = serveBuilder(seed);
const field = (page: Page) => page.getByRole('combobox', { name: 'Add a condition' });

describeInBrowser('+ condition', () => {
  test('shows counts of positive conditions alone', async () => {
    const { page } = await app.openBuilder();
    await field(page).fill('germany');
    const option = page.getByRole('option', { name: /Germany/ });
    await option.waitFor();
    expect(await option.innerText()).toMatch(/1$/);
    await field(page).fill('not germany');
    const negative = page.getByRole('option', { name: /Country\s*is not\s*Germany/ });
    await negative.waitFor();
    expect(await negative.innerText()).not.toMatch(/\d/);
    // Escape closes the suggestions and leaves the text.
    await field(page).press('Escape');
    await negative.waitFor({ state: 'hidden' });
    await field(page).press('Escape');
    expect(await field(page).inputValue()).toBe('not germany');
  });

  test('adds a second country to the first one, and undo takes it away', async () => {
    const { page } = await app.openBuilder();
    await addByTyping(page, 'germany');
    await addByTyping(page, 'austria');
    await waitForRoot(page, condition('country', 'any_of', 'DE', 'AT'));
    await waitForTotal(page, 2);
    await page.getByText('Added to the condition on the same field.').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitForRoot(page, GERMANY);
    await addByTyping(page, 'not austria');
    await addByTyping(page, 'not switzerland');
    await waitForRoot(page, { and: [GERMANY, condition('country', 'none_of', 'AT', 'CH')] });
  });

  test('adds the technology that companies have, and not the category of the same name', async () => {
    const { page } = await app.openBuilder();
    // Categories are searched in the page, technologies at the service: once they are loaded, the category is found first.
    await field(page).fill('kubern');
    await page.getByRole('option', { name: /category is Kubernetes/ }).waitFor();
    await field(page).fill('');
    await addByTyping(page, 'kubernetes');
    await waitForRoot(page, KUBERNETES);
    await field(page).fill('kubernetes');
    await page.getByRole('option', { name: /Name contains/ }).waitFor();
    const options = await page.getByRole('listbox').getByRole('option').allInnerTexts();
    expect(options.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      'Technology is Kubernetes 4',
      'Technology category is Kubernetes 0',
      'Name contains kubernetes',
      'Domain contains kubernetes',
    ]);
  });
});

describeInBrowser('the options of a condition', () => {
  for (const viewport of [{ width: 1280, height: 800 }, PHONE])
    test(`cover no other control at ${viewport.width} pixels`, async () => {
      const root = { and: [KUBERNETES, GERMANY, SOFTWARE] };
      const { page } = await app.openBuilder(`/app/build${linkTo(root)}`, { viewport });
      await page.getByRole('button', { name: 'Add a value to Country' }).click();
      await page.getByRole('option', { name: 'Germany' }).waitFor();
      const { bottom } = await boxOf(page, '[role=listbox]');
      expect((await boxOf(page, '[data-row][aria-label*=Software]')).top).toBeGreaterThanOrEqual(bottom);
      // A click reaches the next row while the options are open.
      await rowOf(page, 'Software').getByRole('button', { name: 'Add a value to Industry' }).click();
      await page.getByLabel('Search values of Industry').waitFor();
    });
});

/** Edges of an element in the page, in CSS pixels. */
const boxOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return { top, bottom };
    });
