import { afterEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { addByTyping, GERMANY, rowOf, SOFTWARE, serveBuilder } from './builder/service.ts';
import { countryIs, dialogOf } from './fixture.ts';

const app = serveBuilder();

const BROKE = 'This page broke';
const AWAY = 'The service cannot be reached.';
/** What a browser says of a service that it cannot reach. */
const LOST = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_|Failed to fetch/;
/** What a browser says of the files that a test withholds. */
const WITHHELD = /ERR_FAILED|404|could not be loaded/;
const NOT_LOADED = 'A part of this page could not be loaded.';

/** Marks the page, to see later that it was not loaded again. */
const mark = (page: Page) => page.evaluate(() => Reflect.set(window, 'isMarked', true));
const isMarked = (page: Page) => page.evaluate(() => Reflect.get(window, 'isMarked') === true);
const changesOf = (page: Page) => page.getByRole('link', { name: 'What changed', exact: true });
const again = (page: Page) => page.getByRole('button', { name: 'Load again' });

/** Expects the page as it was, without a reload and without a page of an error. */
async function expectKept(page: Page): Promise<void> {
  expect(await isMarked(page)).toBe(true);
  expect(await page.getByText(BROKE).count()).toBe(0);
  expect(await page.getByText(NOT_LOADED).count()).toBe(0);
}

/** Opens the builder with one condition. */
async function openDraft() {
  const opened = await app.openBuilder();
  await addByTyping(opened.page, 'germany');
  await rowOf(opened.page, 'Germany').waitFor();
  await mark(opened.page);
  return opened;
}

/** Creates a list that was materialized twice, so that its changes have a chart. */
async function createListWithChart(): Promise<number> {
  const listId = await app.createList(countryIs('DE'));
  await app.rest().post(`/v1/lists/${listId}/materialize`).expect(200);
  await app.rest().put(`/v1/lists/${listId}/definition`, countryIs('DE', 'AT')).expect(200);
  await app.rest().post(`/v1/lists/${listId}/materialize`).expect(200);
  return listId;
}

/** Names of all lists with the roots of their definitions. */
async function storedLists() {
  const { body } = await app.rest().get('/v1/lists').expect(200);
  return Promise.all(
    body.lists.map(async ({ list_id: listId, name }: { list_id: number; name: string }) => {
      const { body: definition } = await app.rest().get(`/v1/lists/${listId}/definition`).expect(200);
      return { name, root: definition.root };
    }),
  );
}

describeInBrowser('code that cannot be loaded while the service is away', () => {
  // A test that fails leaves no stopped service to the next one.
  let isStopped = false;
  const stop = async () => {
    isStopped = true;
    await app.service.stopListening();
  };
  const start = async () => {
    if (isStopped) await app.service.listenAgain();
    isStopped = false;
  };
  afterEach(start);

  test('stores one list when the service stopped before Save and during it', async () => {
    const { page, problems } = await openDraft();
    problems.expect(LOST);
    await stop();
    await addByTyping(page, 'software');
    await rowOf(page, 'Software').waitFor();
    await page.getByRole('button', { name: 'Save as a new list' }).click();
    await page.getByText(AWAY).first().waitFor();
    await start();
    await dialogOf(page).waitFor();
    await dialogOf(page).getByRole('textbox').first().fill('After the outage');
    await stop();
    const save = dialogOf(page).getByRole('button', { name: /Save|Create/ });
    await save.click();
    await dialogOf(page).getByRole('alert').waitFor();
    await start();
    await save.click();
    await page.getByRole('heading', { name: 'After the outage', level: 1 }).waitFor();
    expect(await storedLists()).toEqual([{ name: 'After the outage', root: { and: [GERMANY, SOFTWARE] } }]);
    await expectKept(page);
  });

  test('opens the dialog of Save once the browser is online again, and keeps the draft', async () => {
    const { page, problems } = await openDraft();
    problems.expect(LOST);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Save as a new list' }).click();
    await page.getByText(AWAY).first().waitFor();
    await page.context().setOffline(false);
    await dialogOf(page).waitFor();
    expect(await rowOf(page, 'Germany').count()).toBe(1);
    await expectKept(page);
  });

  test('opens a page that was asked for while offline, with the files that several pages share', async () => {
    const { page, problems } = await openDraft();
    problems.expect(LOST);
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Companies', exact: true }).first().click();
    await page.getByText(AWAY).first().waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Companies', level: 1 }).waitFor();
    await expectKept(page);
  });

  test('draws a chart whose file was asked for while the service was stopped', async () => {
    const listId = await createListWithChart();
    const { page, problems } = await app.open(`/app/lists/${listId}`);
    problems.expect(LOST);
    await changesOf(page).waitFor();
    await mark(page);
    await stop();
    await changesOf(page).click();
    await page.getByText(AWAY).first().waitFor();
    await start();
    await page.locator('.uplot canvas').first().waitFor();
    await expectKept(page);
  });
});

describeInBrowser('code that stays missing although the service can be reached', () => {
  /** Withholds files until it is called. */
  async function withhold(page: Page, files: string, status?: number): Promise<() => Promise<void>> {
    await page.route(files, (route) => (status ? route.fulfill({ status }) : route.abort()));
    return () => page.unroute(files);
  }

  test('loads a dialog again in place, with the draft as it was', async () => {
    const { page, problems } = await openDraft();
    problems.expect(WITHHELD);
    const give = await withhold(page, '**/assets/saving-dialogs-*.js');
    await page.getByRole('button', { name: 'Save as a new list' }).click();
    await page.getByText(NOT_LOADED).waitFor();
    await expectAccessible(page);
    // In vain.
    await again(page).click();
    await page.getByText(NOT_LOADED).waitFor();
    expect(await rowOf(page, 'Germany').count()).toBe(1);
    await give();
    await again(page).click();
    await dialogOf(page).waitFor();
    expect(await rowOf(page, 'Germany').count()).toBe(1);
    await expectKept(page);
  });

  test('loads a chart again in place', async () => {
    const listId = await createListWithChart();
    const { page, problems } = await app.open(`/app/lists/${listId}`);
    problems.expect(WITHHELD);
    await mark(page);
    const give = await withhold(page, '**/assets/time-chart-*.js');
    await changesOf(page).click();
    await page.getByText(NOT_LOADED).waitFor();
    await give();
    await again(page).click();
    await page.locator('.uplot canvas').first().waitFor();
    await expectKept(page);
  });

  test('loads a page again, and lets another one be opened meanwhile', async () => {
    const { page, problems } = await openDraft();
    problems.expect(WITHHELD);
    const give = await withhold(page, '**/assets/companies-page-*.js');
    const companies = page.getByRole('link', { name: 'Companies', exact: true }).first();
    await companies.click();
    await page.getByText(NOT_LOADED).waitFor();
    await page.goBack();
    await rowOf(page, 'Germany').waitFor();
    await give();
    await again(page).click();
    await companies.click();
    await page.getByRole('heading', { name: 'Companies', level: 1 }).waitFor();
    await expectKept(page);
  });

  test('says that the service was updated when it no longer has the file', async () => {
    const { page, problems } = await openDraft();
    problems.expect(WITHHELD);
    const give = await withhold(page, '**/assets/saving-dialogs-*.js', 404);
    await page.getByRole('button', { name: 'Save as a new list' }).click();
    const bar = page.getByRole('alert').filter({ hasText: 'The service was updated.' });
    await bar.waitFor();
    await give();
    await bar.getByRole('button', { name: 'Reload' }).click();
    await page.waitForFunction(() => Reflect.get(window, 'isMarked') === undefined);
    await rowOf(page, 'Germany').waitFor();
  });
});
