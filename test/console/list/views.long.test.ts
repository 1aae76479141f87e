import { beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../../harness/browser/accessible.ts';
import { PHONE } from '../../harness/browser/console-page.ts';
import { describeInBrowser } from '../../harness/browser.ts';
import { expectSoon } from '../../harness/soon.ts';
import { definitionOf, dialogOf, HOSTILE, SHOWN, serveConsole, widthOf } from '../fixture.ts';
import { KUBERNETES, seedMembers } from './member-data.ts';

const app = serveConsole({ seed: ({ database }) => seedMembers(database.pool, 12) });
const { rest } = app;
let listId: number;

beforeEach(async () => {
  listId = await app.createList(definitionOf(KUBERNETES), 'Kubernetes users');
  await share('viewer');
});

const share = (access_level: string) =>
  rest().post(`/v1/lists/${listId}/permissions`, { user_id: app.grace.userId, access_level });
const put = (name: string, view: object, query = '') =>
  rest()
    .put(`/v1/lists/${listId}/views/${encodeURIComponent(name)}${query}`, view)
    .expect(200);

async function open(search = '', key?: string): Promise<Page> {
  const page = await app.openPage(`/app/lists/${listId}${search}`, key === undefined ? {} : { key });
  await page.locator('tbody a').first().waitFor();
  return page;
}

const menu = (page: Page) => page.getByRole('button', { name: /^View/ });
const choose = async (page: Page, name: string) => {
  await menu(page).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};
const chooseView = async (page: Page, name: string) => {
  await menu(page).click();
  await page.getByRole('menuitemradio', { name }).click();
};
/** Names of the columns between the checkbox and the menu. */
const headings = async (page: Page) => (await page.getByRole('columnheader').allTextContents()).slice(1, -1);
/** Views as the API has them for somebody. */
const readViews = async (key?: string) => {
  const { body } = await rest(key).get(`/v1/lists/${listId}/views`).expect(200);
  return body.views.map(({ name, own, columns, sort, tier, breakdowns }: Record<string, unknown>) => ({
    ...{ name, own, columns, sort, tier, breakdowns },
  }));
};

describeInBrowser('views of a list', () => {
  test('keep columns, their order, sort, tier and breakdowns, for everybody or for one person', async () => {
    const page = await open();
    await page.evaluate(() => localStorage.setItem('company-data.breakdowns', '["country"]'));
    await page.reload();
    await page.getByRole('button', { name: 'Columns' }).click();
    for (const name of ['Evidence', 'Partners', 'Technologies', 'Country', 'Employees', 'Industry'])
      await page.getByRole('menuitemcheckbox', { name }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Founded' }).click();
    await page.keyboard.press('Alt+ArrowUp');
    await expectSoon(() => headings(page), ['Name', 'Domain', 'Founded', 'Tier']);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Founded', exact: true }).click();
    await page.getByText(/^High \d/).click();
    await menu(page).filter({ hasText: '(changed)' }).waitFor();
    await choose(page, 'Save as…');
    await page.getByRole('textbox', { name: 'Name' }).fill(HOSTILE.slice(0, 100));
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await dialogOf(page).waitFor({ state: 'hidden' });
    const content = {
      columns: ['name', 'primary_domain', 'founded_year', 'tier'],
      sort: '-founded_year',
      tier: 'high',
      breakdowns: ['country'],
    };
    expect(await readViews()).toEqual([{ name: HOSTILE.slice(0, 100), own: false, ...content }]);
    await menu(page)
      .filter({ hasText: SHOWN.slice(0, 40) })
      .filter({ hasNotText: '(changed)' })
      .waitFor();
    // Grace sees it, and keeps one of her own, which Ada does not see.
    const hers = await open('', app.grace.userKey);
    await chooseView(hers, SHOWN.slice(0, 40));
    await expectSoon(() => headings(hers), ['Name', 'Domain', 'Founded', 'Tier']);
    await menu(hers).click();
    expect(await hers.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0);
    await hers.getByRole('menuitem', { name: 'Save as…' }).click();
    await hers.getByText('Nobody else sees it', { exact: false }).waitFor();
    await hers.getByRole('textbox', { name: 'Name' }).fill('Mine');
    await hers.keyboard.press('Enter');
    await dialogOf(hers).waitFor({ state: 'hidden' });
    expect(
      (await readViews(app.grace.userKey)).map(({ name, own }: Record<string, unknown>) => [name, own]),
    ).toEqual([
      [HOSTILE.slice(0, 100), false],
      ['Mine', true],
    ]);
    expect(await readViews()).toHaveLength(1);
  });

  test('are changed, renamed, discarded and deleted; Undo brings one back', async () => {
    const view = { columns: ['name', 'country'], sort: 'name' };
    await put('By name', view);
    const page = await open();
    await chooseView(page, 'By name');
    await expectSoon(() => headings(page), ['Name', 'Country']);
    await page.locator('th[aria-sort=ascending]').filter({ hasText: 'Name' }).waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Country' }).click();
    await page.keyboard.press('Escape');
    await choose(page, 'Discard the changes');
    await expectSoon(() => headings(page), ['Name', 'Country']);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Tier' }).click();
    await page.keyboard.press('Escape');
    await choose(page, 'Save “By name”');
    const kept = {
      own: false,
      columns: ['name', 'country', 'tier'],
      sort: 'name',
      breakdowns: [],
    };
    await expectSoon(readViews, [{ name: 'By name', ...kept }]);
    await choose(page, 'Rename…');
    await page.getByRole('textbox', { name: 'Name' }).fill('Names');
    await page.keyboard.press('Enter');
    await expectSoon(readViews, [{ name: 'Names', ...kept }]);
    await menu(page).filter({ hasText: 'Names' }).waitFor();
    await choose(page, 'Delete');
    await page.getByRole('button', { name: 'View', exact: true }).waitFor();
    expect(await readViews()).toEqual([]);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expectSoon(readViews, [{ name: 'Names', ...kept }]);
  });

  test('open a list with the one that is called Default; the own one comes first', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await choose(page, 'Make this the default');
    await expectSoon(async () => (await readViews()).map(({ name }: { name: string }) => name), ['Default']);
    await page.goto(`${app.service.url}/app/lists/${listId}`);
    await page.locator('th[aria-sort=ascending]').filter({ hasText: 'Name' }).waitFor();
    await put('default', { columns: ['name', 'tier'], tier: 'medium' }, '?own=true');
    await page.reload();
    await expectSoon(() => headings(page), ['Name', 'Tier']);
    const tiers = async () => [...new Set(await page.locator('tbody [data-column=tier]').allInnerTexts())];
    await expectSoon(tiers, ['Medium']);
    // All tiers stay so, although the view has one.
    await page.getByText(/^All \d/).click();
    await page.getByText('12 members', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('12 members', { exact: true }).waitFor();
  });

  test('keep the rest when a field is deleted, and fit on a phone in the dark', async () => {
    await rest().post('/v1/fields', { key: 'org.score', label: 'Score', type: 'number' }).expect(201);
    await put('Scores', { columns: ['name', 'org.score', 'tier'], sort: '-org.score' });
    await rest().delete('/v1/fields/org.score').expect(204);
    const { page } = await app.open(`/app/lists/${listId}`, { viewport: PHONE, colorScheme: 'dark' });
    await page.locator('tbody a').first().waitFor();
    await chooseView(page, 'Scores');
    await expectSoon(() => page.locator('tbody tr').first().locator('td[data-card]').count(), 2);
    expect(await widthOf(page)).toBe(PHONE.width);
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await expectAccessible(page);
  });
});

describeInBrowser('columns of the table', () => {
  test('are resized at their edges, and reset by a double click; the browser keeps widths', async () => {
    const page = await open();
    const domain = page.getByRole('columnheader', { name: 'Domain' });
    const widthNow = async () => (await domain.boundingBox())?.width ?? 0;
    const before = await widthNow();
    const box = await domain.boundingBox();
    if (!box) throw new Error('the column has no place');
    const [x, y] = [box.x + box.width - 4, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 80, y, { steps: 4 });
    await page.mouse.up();
    const wide = await widthNow();
    expect(wide).toBeGreaterThan(before + 60);
    await page.reload();
    await expectSoon(widthNow, wide);
    await page.mouse.dblclick(x + 80, y);
    await expectSoon(widthNow, before);
  });

  test('move by dragging their names', async () => {
    const page = await open();
    await page
      .getByRole('columnheader', { name: 'Country' })
      .dragTo(page.getByRole('columnheader', { name: 'Domain' }));
    await expectSoon(async () => (await headings(page)).slice(0, 3), ['Name', 'Country', 'Domain']);
  });
});
