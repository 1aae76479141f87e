import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../../harness/browser/accessible.ts';
import { describeInBrowser } from '../../harness/browser.ts';
import { expectSoon } from '../../harness/soon.ts';
import { condition, definitionOf, dialogOf, sendFor } from '../fixture.ts';
import { addByTyping, GERMANY, KUBERNETES, rowOf, SOFTWARE, serveBuilder, waitForRoot } from './service.ts';

const app = serveBuilder();
const { openBuilder: open, rest } = app;

interface ShownDraft {
  name?: string;
  list_id?: number;
  version: number;
  definition: { root: object };
}

/** Drafts of the caller, the latest saved first. */
async function readDrafts(): Promise<ShownDraft[]> {
  return (await rest().get('/v1/drafts').expect(200)).body.drafts;
}

/** Waits until the service keeps drafts with these roots, the latest saved first, and no others. */
async function untilKept(...roots: object[]): Promise<void> {
  const read = async () => JSON.stringify((await readDrafts()).map(({ definition }) => definition.root));
  await expectSoon(read, JSON.stringify(roots));
}

/** Waits until the page knows that the service keeps its draft. */
const untilPlaced = (page: Page) =>
  expectSoon(() => page.evaluate(() => window.history.state?.draft?.version), 1);

/** Lets the service save drafts, but loses its responses until that is stopped. */
async function loseSaves(page: Page) {
  let isOver = false;
  const lost = {
    count: 0,
    stop: () => {
      // Without the route, a save that is on its way would be sent by the browser as well.
      isOver = true;
    },
  };
  await page.route('**/graphql', async (route) => {
    const isSave = route.request().postDataJSON()?.variables?.input?.definition !== undefined;
    if (isOver || !isSave) return route.continue();
    lost.count += 1;
    await sendFor(route);
    await route.abort();
  });
  return lost;
}

/** Opens the builder and adds a condition. The service saves the draft, but its response is lost. */
async function loseFirstSave() {
  const { page, problems } = await open();
  problems.expect(/ERR_FAILED/);
  const lost = await loseSaves(page);
  await addByTyping(page, 'germany');
  await page
    .getByText(/cannot be reached/)
    .first()
    .waitFor();
  return { page, lost };
}

/** Runs in the page: keys of the drafts and jobs that the browser keeps. */
function keptKeys(): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('company-data');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      // The store is made with the first entry.
      if (!opening.result.objectStoreNames.contains('work')) return resolve([]);
      const reading = opening.result.transaction('work').objectStore('work').getAllKeys();
      reading.onsuccess = () => resolve(reading.result);
    };
  });
}

describeInBrowser('a draft in the builder', () => {
  test('is back after leaving the builder, until it is discarded', async () => {
    const { page } = await open();
    await addByTyping(page, 'germany');
    await page.getByLabel('Name of the list').fill('Half a thought');
    await page.getByRole('link', { name: 'Companies', exact: true }).click();
    // Saved by leaving, before the pause is over.
    await untilKept(GERMANY);
    await page.goto(`${app.service.url}/app/build`);
    await page.getByText(/This is your unsaved draft, which you left/).waitFor();
    await rowOf(page, 'Germany').waitFor();
    expect(await page.getByLabel('Name of the list').inputValue()).toBe('Half a thought');
    await waitForRoot(page, GERMANY);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Discard the draft' }).click();
    await expectSoon(() => page.locator('[data-row]').count(), 1);
    expect(await page.getByLabel('Name of the list').inputValue()).toBe('');
    await page.goto(`${app.service.url}/app/build`);
    await page.locator('[data-row]').waitFor();
    expect(await page.getByText(/unsaved draft/).count()).toBe(0);
    await untilKept();
  });

  test('of a list is back at that list alone, and ends with a save', async () => {
    const listId = await app.createList(definitionOf({ and: [GERMANY, SOFTWARE] }));
    const other = await app.createList(definitionOf(KUBERNETES));
    const { page } = await open(`/app/lists/${listId}/edit`);
    await rowOf(page, 'Software').focus();
    await page.keyboard.press('Delete');
    await page.getByText('draft · differs from version 1').waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Companies' }).click();
    await page.waitForURL('**/app/companies');
    await untilKept({ and: [GERMANY] });
    expect(await readDrafts()).toMatchObject([{ list_id: listId, definition_version: 1 }]);
    await page.goto(`${app.service.url}/app/lists/${other}/edit`);
    await page.getByText('version 1, no changes').waitFor();
    await page.goto(`${app.service.url}/app/lists/${listId}/edit`);
    await page.getByText(/This is your unsaved draft/).waitFor();
    await page.getByText('draft · differs from version 1').waitFor();
    await page.getByRole('button', { name: 'Review and save' }).click();
    await page.getByRole('button', { name: 'Save as version 2' }).click();
    await page.waitForURL(`**/app/lists/${listId}`);
    await page.goto(`${app.service.url}/app/lists/${listId}/edit`);
    await page.getByText('version 2, no changes').waitFor();
    await untilKept();
  });

  test('that was left leaves nothing in the browser, and is back after signing in again', async () => {
    const { page } = await open();
    await addByTyping(page, 'germany');
    await untilKept(GERMANY);
    await page.getByRole('button', { name: 'Ada: account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Link or personal key', { exact: true }).waitFor();
    expect(await page.evaluate(keptKeys).catch(() => [])).toEqual([]);
    await untilKept(GERMANY);
  });

  test('of more than 8 kB has an address for its owner alone, which the page says', async () => {
    const values = Array.from(
      { length: 250 },
      (_, index) => `a long name of a company ${index} ${'é'.repeat(6)}`,
    );
    const root = condition('name', 'equals', ...values);
    const { page } = await open('/app/build');
    await page.getByRole('button', { name: 'Paste JSON' }).click();
    await page.getByRole('textbox', { name: 'Filter' }).fill(JSON.stringify(root));
    await page.getByRole('button', { name: 'Load' }).click();
    await page.getByText(/the address opens it for you alone/).waitFor();
    await page.waitForURL(/#i1=\d+$/);
    await page.reload();
    await page.getByText('a long name of a company 0', { exact: false }).first().waitFor();
    await page.goBack();
    await expectSoon(() => new URL(page.url()).hash, '');
    await expectSoon(() => page.locator('[data-row]').count(), 1);
  });

  test('is one row on the service, however often it changes and is loaded again', async () => {
    const { page } = await open();
    await addByTyping(page, 'germany');
    await untilKept(GERMANY);
    await untilPlaced(page);
    await page.reload();
    await rowOf(page, 'Germany').focus();
    await page.keyboard.press('!');
    await untilKept({ not: GERMANY });
    await page.keyboard.press('!');
    await untilKept(GERMANY);
    expect((await readDrafts()).map(({ version }) => version)).toEqual([3]);
  });

  test('is one row on the service, although the page is loaded again before its first save', async () => {
    const { page } = await open();
    await addByTyping(page, 'germany');
    await page.reload();
    await rowOf(page, 'Germany').waitFor();
    await untilKept(GERMANY);
    await rowOf(page, 'Germany').focus();
    await page.keyboard.press('!');
    // The save of this edit is sent by leaving as well.
    await page.reload();
    await rowOf(page, 'not country is Germany').waitFor();
    await addByTyping(page, 'software');
    await untilKept({ and: [{ not: GERMANY }, SOFTWARE] });
    expect((await readDrafts()).map(({ version }) => version)).toEqual([3]);
  });

  test('is one row on the service, although the response to its first save does not arrive', async () => {
    const { page, lost } = await loseFirstSave();
    await untilKept(GERMANY);
    lost.stop();
    await page.clock.runFor(6_000);
    await rowOf(page, 'Germany').focus();
    await page.keyboard.press('!');
    await untilKept({ not: GERMANY });
    expect(lost.count).toBeGreaterThan(0);
  });

  test('is one row on the service, although the page is loaded again while a save is on its way', async () => {
    const { page, lost } = await loseFirstSave();
    await addByTyping(page, 'software');
    await waitForRoot(page, { and: [GERMANY, SOFTWARE] });
    await untilKept(GERMANY);
    lost.stop();
    await page.reload();
    await rowOf(page, 'Software').waitFor();
    await untilKept({ and: [GERMANY, SOFTWARE] });
  });

  test('is what its address says after loading again, also when an edit was taken back while its save is on its way', async () => {
    const { page, problems } = await open();
    problems.expect(/ERR_FAILED/);
    await addByTyping(page, 'germany');
    await untilKept(GERMANY);
    await untilPlaced(page);
    const lost = await loseSaves(page);
    await rowOf(page, 'Germany').focus();
    await page.keyboard.press('!');
    await untilKept({ not: GERMANY });
    await page.keyboard.press('!');
    await waitForRoot(page, GERMANY);
    lost.stop();
    await page.reload();
    await page.locator('[data-row]').first().waitFor();
    await waitForRoot(page, GERMANY);
    await untilKept(GERMANY);
    expect(await rowOf(page, 'not country is Germany').count()).toBe(0);
  });

  test('that becomes a list while the response to its first save is lost leaves nothing', async () => {
    const { page, lost } = await loseFirstSave();
    lost.stop();
    await untilKept(GERMANY);
    await page.getByRole('button', { name: 'Save as a new list' }).click();
    await dialogOf(page).getByRole('button', { name: 'Create the list' }).click();
    await page.waitForURL(/\/app\/lists\/\d+$/);
    await untilKept();
    await page.goto(`${app.service.url}/app/build`);
    await page.locator('[data-row]').waitFor();
    await untilKept();
  });

  test('of two pages is two drafts once both have changed it', async () => {
    const first = await open();
    const { page } = first;
    await addByTyping(page, 'germany');
    await untilKept(GERMANY);
    const { body } = await rest().get('/v1/drafts');
    const path = `/app/build#i1=${body.drafts[0].draft_id}`;
    const { page: other } = await open(path, { beside: first });
    await rowOf(other, 'Germany').focus();
    await other.keyboard.press('!');
    await untilKept({ not: GERMANY });
    await addByTyping(page, 'software');
    await untilKept({ and: [GERMANY, SOFTWARE] }, { not: GERMANY });
  });

  test('can be kept for later, while another list is begun', async () => {
    const { page } = await open();
    await addByTyping(page, 'germany');
    await untilKept(GERMANY);
    await untilPlaced(page);
    await page.goto(`${app.service.url}/app/build`);
    await page.getByRole('button', { name: 'Keep it, and start a new list' }).click();
    await expectSoon(() => new URL(page.url()).hash, '');
    await addByTyping(page, 'software');
    await untilKept(SOFTWARE, GERMANY);
  });

  test('that cannot be kept says why, and is kept with the next change', async () => {
    await app.service.database.pool.query(
      `INSERT INTO draft (user_id, definition, created_at, updated_at)
       SELECT $1, '{}', '2020-01-01', '2020-01-01' FROM generate_series(1, 200)`,
      [app.tenant.userId],
    );
    const { page } = await open();
    await addByTyping(page, 'germany');
    await page.getByText(/You have 200 drafts; the limit is 200/).waitFor();
    await expectAccessible(page);
    await app.service.database.pool.query('DELETE FROM draft WHERE user_id = $1', [app.tenant.userId]);
    await rowOf(page, 'Germany').focus();
    await page.keyboard.press('!');
    await untilKept({ not: GERMANY });
    await page.getByText(/You have 200 drafts/).waitFor({ state: 'detached' });
  });
});
