import { expect, test } from '@jest/globals';
import { describeInBrowser } from '../harness/browser.ts';
import { addByTyping, rowOf, serveBuilder } from './builder/service.ts';
import { dialogOf } from './fixture.ts';

const app = serveBuilder();

const BROKE = 'This page broke';

describeInBrowser('code that cannot be loaded while the service is away', () => {
  test('opens the dialog of Save once the service is back, and keeps the draft', async () => {
    const { page, problems } = await app.openBuilder();
    problems.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    await addByTyping(page, 'germany');
    await rowOf(page, 'Germany').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Save as a new list' }).click();
    await page.getByText('The service cannot be reached.').first().waitFor();
    await page.context().setOffline(false);
    await dialogOf(page).waitFor();
    expect(await page.getByText(BROKE).count()).toBe(0);
    expect(await rowOf(page, 'Germany').count()).toBe(1);
  });

  test('opens a page that was asked for while offline, with the files that several pages share', async () => {
    const { page, problems } = await app.openBuilder();
    problems.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Companies', exact: true }).first().click();
    await page.getByText('The service cannot be reached.').first().waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Companies', level: 1 }).waitFor();
    expect(await page.getByText(BROKE).count()).toBe(0);
  });
});
