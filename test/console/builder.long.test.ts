import { expect, test } from '@jest/globals';
import type { FilterNode } from '../../console/src/filter/definition.ts';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { PHONE } from '../harness/browser/console-page.ts';
import { describeInBrowser } from '../harness/browser.ts';
import {
  draftOf,
  GERMANY,
  KUBERNETES,
  linkTo,
  rowOf,
  SOFTWARE,
  serveBuilder,
  tabTo,
  waitForRoot,
  waitForTotal,
} from './builder/service.ts';
import { condition } from './fixture.ts';

const BOTH = { and: [GERMANY, SOFTWARE] };

const app = serveBuilder();
const open = (root: FilterNode, options = {}) => app.openBuilder(`/app/build${linkTo(root)}`, options);

describeInBrowser('the tree of the builder', () => {
  test('undoes and redoes every edit by keys, and leaves keys in text fields to the field', async () => {
    const { page } = await open(BOTH);
    await rowOf(page, 'Germany').focus();
    await page.keyboard.press('!');
    await waitForRoot(page, { and: [{ not: GERMANY }, SOFTWARE] });
    await page.keyboard.press('Delete');
    await waitForRoot(page, { and: [SOFTWARE] });
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await waitForRoot(page, BOTH);
    await page.keyboard.press('Control+Shift+z');
    await waitForRoot(page, { and: [{ not: GERMANY }, SOFTWARE] });
    await tabTo(page, 'Add a condition');
    await page.keyboard.type('!');
    await page.keyboard.press('Delete');
    expect(await page.locator('[data-row]').count()).toBe(3);
    expect(draftOf(page)?.root).toEqual({ and: [{ not: GERMANY }, SOFTWARE] });
  });

  test('moves rows by keys, keeps the focus on them, and says where they are', async () => {
    const { page } = await open({ and: [GERMANY, SOFTWARE, { or: [KUBERNETES] }] });
    await rowOf(page, 'Germany').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await waitForRoot(page, { and: [SOFTWARE, GERMANY, { or: [KUBERNETES] }] });
    await page.getByText('Moved to place 2 of 3, level 2.').waitFor({ state: 'attached' });
    await page.keyboard.press('Alt+ArrowRight');
    await waitForRoot(page, { and: [SOFTWARE, { or: [GERMANY, KUBERNETES] }] });
    await page.keyboard.press('Alt+ArrowLeft');
    await waitForRoot(page, { and: [SOFTWARE, { or: [KUBERNETES] }, GERMANY] });
    await rowOf(page, 'Germany').and(page.locator(':focus')).waitFor();
  });

  test('moves rows that are dragged: above another, and into a group', async () => {
    const { page } = await open({ and: [GERMANY, SOFTWARE, { or: [KUBERNETES] }] });
    const handle = (words: string) => rowOf(page, words).getByTitle('Drag to move');
    await handle('Software').dragTo(rowOf(page, 'Germany'), { targetPosition: { x: 200, y: 3 } });
    await waitForRoot(page, { and: [SOFTWARE, GERMANY, { or: [KUBERNETES] }] });
    await handle('Germany').dragTo(page.locator('[data-row][aria-label="any of"]'), {
      targetPosition: { x: 200, y: 22 },
    });
    await waitForRoot(page, { and: [SOFTWARE, { or: [GERMANY, KUBERNETES] }] });
  });

  test('loads a filter that is pasted into the page, from which Back returns', async () => {
    const { page } = await open(BOTH);
    await page.evaluate((text) => navigator.clipboard.writeText(text), JSON.stringify(KUBERNETES));
    await rowOf(page, 'Germany').focus();
    await page.keyboard.press('Control+v');
    await waitForRoot(page, KUBERNETES);
    await page.goBack();
    await waitForRoot(page, BOTH);
    await rowOf(page, 'Software').waitFor();
    await page.goForward();
    await rowOf(page, 'Kubernetes').waitFor();
  });

  test('names the place of an error in pasted JSON, and keeps the text', async () => {
    const { page } = await open(BOTH);
    await page.getByRole('button', { name: 'Paste JSON' }).click();
    const area = page.getByRole('textbox', { name: 'Filter' });
    await area.fill('{"and": [\n  {"condition": }]}');
    await page.getByRole('button', { name: 'Load' }).click();
    await page.getByText(/line 2, column 17/).waitFor();
    await expectAccessible(page);
    await area.fill(JSON.stringify(KUBERNETES));
    await page.getByRole('button', { name: 'Load' }).click();
    await waitForRoot(page, KUBERNETES);
  });

  test('shows a fault at its node, with a button that mends it', async () => {
    const { page } = await open({ and: [GERMANY, condition('technology', 'any_of', 'kubernets')] });
    const row = rowOf(page, 'kubernets');
    await row.getByText(/Unknown technology/).waitFor();
    await row.getByRole('button', { name: /kubernetes/ }).click();
    await waitForRoot(page, { and: [GERMANY, KUBERNETES] });
    await row.waitFor({ state: 'detached' });
  });

  test('leaves unfinished conditions out of the count, and says so', async () => {
    const { page } = await open(GERMANY);
    await waitForTotal(page, 16);
    await page.getByRole('button', { name: 'Pick a field' }).click();
    await page.getByRole('menuitem', { name: 'Industry', exact: true }).click();
    await page.getByLabel('Search values of Industry').press('Escape');
    await rowOf(page, 'not finished, not counted').waitFor();
    await waitForTotal(page, 16);
  });

  test('says "and" and "or" between rows, and "not" in one way for rows, groups and operators', async () => {
    const notKubernetes = condition('technology', 'none_of', 'kubernetes');
    const { page } = await open({ and: [GERMANY, notKubernetes, { or: [SOFTWARE, KUBERNETES] }] });
    const words = () =>
      page
        .locator('[data-row]')
        .evaluateAll((rows) => rows.map((row) => row.querySelector('[class*=joint]')?.textContent ?? ''));
    expect(await words()).toEqual(['', '', 'and', 'and', '', 'or']);
    const notOf = (name: string) => rowOf(page, name).getByRole('button', { name: 'not', exact: true });
    const negated = rowOf(page, 'technology is not Kubernetes');
    expect(await negated.getByLabel('Operator').inputValue()).toBe('any_of');
    expect(await notOf('technology is not').getAttribute('aria-pressed')).toBe('true');
    await negated.focus();
    await page.keyboard.press('!');
    await page.getByText('“not” removed.').waitFor({ state: 'attached' });
    const group = page.locator('[data-row][aria-label="any of"]');
    await group.hover();
    await group.getByRole('button', { name: 'not', exact: true }).click();
    await waitForRoot(page, { and: [GERMANY, KUBERNETES, { not: { or: [SOFTWARE, KUBERNETES] } }] });
    await rowOf(page, 'Germany')
      .getByRole('button', { name: /More actions/ })
      .click();
    await page.getByRole('menuitem', { name: 'Add “not”' }).click();
    await waitForRoot(page, { and: [{ not: GERMANY }, KUBERNETES, { not: { or: [SOFTWARE, KUBERNETES] } }] });
  });

  test('has the number and Save in a bar on a phone, where everything is large enough for a finger', async () => {
    const nodes = [GERMANY, { or: [SOFTWARE, KUBERNETES] }];
    const { page } = await open({ and: nodes }, { viewport: PHONE });
    await page
      .locator('strong', { hasText: `${await app.countAll(nodes)} companies` })
      .last()
      .waitFor();
    const save = page.getByRole('button', { name: 'Save as a new list' });
    const place = await save.boundingBox();
    expect(place && place.y + place.height).toBeGreaterThan(PHONE.height - 20);
    const small = await page
      .locator('main :is(section, [role=treegrid]) :is(button, select)')
      .evaluateAll((found) =>
        found
          .filter((each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
          .filter((each) => each.getBoundingClientRect().height < 43.5)
          .map((each) => each.getAttribute('aria-label') ?? each.textContent),
      );
    expect(small).toEqual([]);
    await save.click();
    await page.getByRole('dialog', { name: 'Save as a new list' }).waitFor();
  });

  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 720, height: 740 },
  ])
    test(`is accessible at ${viewport.width} pixels, and at 200 % zoom`, async () => {
      const root = { and: [GERMANY, { not: { or: [SOFTWARE, KUBERNETES] } }] };
      const { page } = await open(root, { viewport });
      await waitForTotal(page, 6);
      await expectAccessible(page);
    });
});
