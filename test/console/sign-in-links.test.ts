import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { openConsole } from '../harness/browser/open-console.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { linkTo } from './builder/service.ts';
import { condition, keyField, menuOf, readKey, serveConsole, submitKey } from './fixture.ts';

const app = serveConsole();
const { startDemo } = app;

describeInBrowser('a link of the demo in a tab where the console is open already', () => {
  const question = (page: Page) => page.getByRole('heading', { name: 'Sign in as Ada?' });

  test('asks on the sign-in page, and leaves no code in the address and the history', async () => {
    const { demo, code, link } = await startDemo();
    const { page } = await openConsole(demo, { path: '/app/settings/keys' });
    await keyField(page).waitFor();
    await page.goto(`${demo.url}/app/settings/keys${link.slice(1)}`);
    await question(page).waitFor();
    expect(page.url()).toBe(`${demo.url}/app/settings/keys`);
    await page.getByRole('button', { name: 'Sign in as Ada' }).click();
    await page.getByText('this tab').waitFor();
    await page.goBack();
    expect(page.url()).toBe(`${demo.url}/app/settings/keys`);
    await page.goForward();
    expect([page.url().includes(code), await readKey(page)]).toEqual([false, app.tenant.userKey]);
  });

  test('says who is signed in, and keeps the draft of the page when it is declined', async () => {
    const { demo, link } = await startDemo();
    const draft = linkTo(condition('country', 'any_of', 'DE'));
    const { page } = await openConsole(demo, { key: app.grace.userKey, path: `/app/build${draft}` });
    await page.locator('[data-row]').nth(1).waitFor();
    const before = page.url();
    await page.evaluate((fragment) => window.location.assign(fragment), link.slice(1));
    await page.getByText('You are signed in as Grace. Signing in again').waitFor();
    await expectAccessible(page);
    expect(page.url()).toBe(before);
    await page.getByRole('button', { name: 'No, thanks' }).click();
    await page.locator('[data-row]').nth(1).waitFor();
    expect([page.url(), await readKey(page)]).toEqual([before, app.grace.userKey]);
    await page.evaluate((fragment) => window.location.assign(fragment), link.slice(1));
    await page.getByRole('button', { name: 'Sign in as Ada' }).click();
    await menuOf(page, 'Ada').waitFor();
    expect(await readKey(page)).toBe(app.tenant.userKey);
  });
});

describeInBrowser('what can be pasted into the sign-in page', () => {
  /** Pastes like a person: with the focus where it is. */
  const paste = (page: Page, text: string) =>
    page.evaluate((data) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', data);
      const target = document.activeElement ?? document.body;
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);

  test.each([
    ['the link', (url: string, _: string, link: string) => url + link, 'Sign in as Ada'],
    [
      'the link on two lines',
      (url: string, _: string, link: string) => `${url}${link.slice(0, 9)}\n${link.slice(9)}\n`,
      'Sign in as Ada',
    ],
    ['the code', (_: string, code: string) => ` ${code}\n`, 'Sign in'],
    ['the code with its name', (_: string, code: string) => `code=${code}`, 'Sign in'],
  ])('%s, with the focus in the field or not, or typed', async (_, textOf, button) => {
    const { demo, code, link } = await startDemo();
    const text = textOf(demo.url, code, link);
    const { page } = await openConsole(demo, {});
    await keyField(page).waitFor();
    await paste(page, text);
    await page.getByRole('button', { name: 'No, thanks' }).click();
    await keyField(page).focus();
    await paste(page, text);
    await page.getByRole('button', { name: 'No, thanks' }).click();
    await submitKey(page, text);
    await page.getByRole('heading', { level: 1, name: /^Sign in (as Ada|with the demo’s link)/ }).waitFor();
    await page.getByRole('button', { name: button, exact: true }).click();
    await menuOf(page, 'Ada').waitFor();
    expect(await readKey(page)).toBe(app.tenant.userKey);
  });

  test('a key, without the focus in the field; and says what to do with another text or a used code', async () => {
    const { demo } = await startDemo();
    const { page, problems } = await openConsole(demo, {});
    await submitKey(page, 'https://demo.example/app');
    await page.getByText('The link that the demo prints can be pasted here as well').waitFor();
    await expectAccessible(page);
    problems.expect(/sign-in-code/);
    await submitKey(page, 'x'.repeat(22));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Restart the demo for a new link, or sign in with a key').waitFor();
    await page.getByRole('button', { name: 'Sign in with a key' }).click();
    await keyField(page).waitFor();
    await paste(page, app.grace.userKey);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await menuOf(page, 'Grace').waitFor();
  });
});
