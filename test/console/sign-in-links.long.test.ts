import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { linkTo } from './builder/service.ts';
import { condition, menuOf, pasteField, SMALL, serveConsole, submit } from './fixture.ts';

const app = serveConsole();
const { open, openSignedOut, makeLink, whoIsIn } = app;

const question = (page: Page) => page.getByRole('heading', { name: 'Sign in with this link?' });
const accept = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true }).click();

describeInBrowser('a link', () => {
  test('asks, signs in once, and is gone from the address before any request', async () => {
    const { link, code } = await makeLink();
    const first = await openSignedOut('/');
    await first.opened.context.addInitScript(() => {
      const addresses: string[] = [];
      Reflect.set(window, 'addresses', addresses);
      const send = window.fetch;
      window.fetch = (...args) => {
        addresses.push(window.location.href);
        return send(...args);
      };
    });
    const { page } = await openSignedOut(link, { beside: first });
    await question(page).waitFor();
    expect([page.url(), await whoIsIn(page)]).toEqual([`${app.service.url}/`, undefined]);
    await expectAccessible(page);
    await accept(page);
    await menuOf(page, 'Ada').waitFor();
    await page.getByText('You are signed in as Ada.').waitFor();
    expect(await whoIsIn(page)).toBe('Ada');
    const addresses = await page.evaluate(() => Reflect.get(window, 'addresses') as string[]);
    expect(addresses.length).toBeGreaterThan(0);
    expect(addresses.filter((address) => address.includes(code))).toEqual([]);
    await page.goBack().catch(() => undefined);
    expect(page.url()).not.toContain(code);
  });

  test('that was used says so, and leads to the other ways', async () => {
    const { link } = await makeLink();
    const { page } = await openSignedOut(link, { viewport: SMALL });
    await app.service.prisma.signInLink.updateMany({ data: { usedAt: app.service.clock.now() } });
    await accept(page);
    await page.getByText('it is wrong, was used before, or has expired').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign in another way' }).click();
    await submit(page, app.grace.userKey);
    await menuOf(page, 'Grace').waitFor();
  });

  test('never replaces a session without a question, and declining keeps the session', async () => {
    const { link } = await makeLink();
    const { page, problems } = await open(link, { key: app.grace.userKey });
    await page.getByText('You are signed in as Grace. Signing in again replaces this in all tabs.').waitFor();
    expect(await whoIsIn(page)).toBe('Grace');
    await page.getByRole('button', { name: 'No, thanks' }).click();
    await menuOf(page, 'Grace').waitFor();
    expect(await whoIsIn(page)).toBe('Grace');
    await app.service.prisma.signInLink.updateMany({ data: { usedAt: app.service.clock.now() } });
    problems.expect(/401/);
    await page.goto(app.service.url + link);
    await accept(page);
    await page.getByRole('button', { name: 'Go on as before' }).click();
    await menuOf(page, 'Grace').waitFor();
    expect(await whoIsIn(page)).toBe('Grace');
  });

  test('can be tried again after a lost connection', async () => {
    const { link } = await makeLink();
    const { page, problems } = await openSignedOut(link);
    problems.expect(/ERR_/);
    await page.route('**/v1/session', (route) => route.abort('connectionfailed'), { times: 1 });
    await accept(page);
    await page.getByText('No complete response arrived').waitFor();
    await accept(page);
    await menuOf(page, 'Ada').waitFor();
  });
});

describeInBrowser('a link in a tab where the console is open already', () => {
  test('asks on the sign-in page, and leaves no code in the address and the history', async () => {
    const { code, link } = await makeLink();
    const { page } = await openSignedOut('/app/settings/keys');
    await pasteField(page).waitFor();
    await page.goto(`${app.service.url}/app/settings/keys${link.slice(1)}`);
    await question(page).waitFor();
    expect(page.url()).toBe(`${app.service.url}/app/settings/keys`);
    await accept(page);
    await page.getByRole('row', { name: /Ada/ }).waitFor();
    await page.goBack();
    expect(page.url()).toBe(`${app.service.url}/app/settings/keys`);
    await page.goForward();
    expect([page.url().includes(code), await whoIsIn(page)]).toEqual([false, 'Ada']);
  });

  test('keeps the draft of the page when it is declined, and for the same person', async () => {
    const draft = linkTo(condition('country', 'any_of', 'DE'));
    const { page } = await open(`/app/build${draft}`, { key: app.grace.userKey });
    const follow = async (link: string) => {
      await page.evaluate((fragment) => window.location.assign(fragment), link.slice(1));
      await page.getByText('You are signed in as Grace. Signing in again').waitFor();
    };
    await page.locator('[data-row]').nth(1).waitFor();
    const before = page.url();
    await follow((await makeLink()).link);
    await expectAccessible(page);
    expect(page.url()).toBe(before);
    await page.getByRole('button', { name: 'No, thanks' }).click();
    await page.locator('[data-row]').nth(1).waitFor();
    expect([page.url(), await whoIsIn(page)]).toEqual([before, 'Grace']);
    await follow((await makeLink(app.grace.userId)).link);
    await accept(page);
    await page.locator('[data-row]').nth(1).waitFor();
    expect([page.url(), await whoIsIn(page)]).toEqual([before, 'Grace']);
    await follow((await makeLink()).link);
    await accept(page);
    await menuOf(page, 'Ada').waitFor();
    await page.waitForURL('**/app');
    expect(await whoIsIn(page)).toBe('Ada');
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
    ['the link', (url: string, _: string, link: string) => url + link],
    [
      'the link on two lines',
      (url: string, _: string, link: string) => `${url}${link.slice(0, 9)}\n${link.slice(9)}\n`,
    ],
    ['the code', (_: string, code: string) => ` ${code}\n`],
    ['the code with its name', (_: string, code: string) => `code=${code}`],
  ])('%s, with the focus in the field or not, or typed', async (_, textOf) => {
    const { code, link } = await makeLink();
    const text = textOf(app.service.url, code, link);
    const { page } = await openSignedOut('/');
    await pasteField(page).waitFor();
    await paste(page, text);
    await page.getByRole('button', { name: 'No, thanks' }).click();
    await pasteField(page).focus();
    await paste(page, text);
    await page.getByRole('button', { name: 'No, thanks' }).click();
    await submit(page, text);
    await question(page).waitFor();
    await accept(page);
    await menuOf(page, 'Ada').waitFor();
    expect(await whoIsIn(page)).toBe('Ada');
  });

  test('a key, without the focus in the field; and says what to do with another text or a wrong code', async () => {
    const { page } = await openSignedOut('/');
    await submit(page, 'https://data.example/app');
    await page.getByText('This is neither a link with #code= in it, nor a key').waitFor();
    await expectAccessible(page);
    await submit(page, 'x'.repeat(43));
    await accept(page);
    await page.getByText('it is wrong, was used before, or has expired').waitFor();
    await page.getByRole('button', { name: 'Sign in another way' }).click();
    await pasteField(page).waitFor();
    await paste(page, app.grace.userKey);
    await accept(page);
    await menuOf(page, 'Grace').waitFor();
  });
});
