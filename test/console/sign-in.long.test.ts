import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { openSession } from '../harness/browser/console-page.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { HOSTILE, menuOf, pasteField, SHOWN, SMALL, serveConsole, submit } from './fixture.ts';

const app = serveConsole({ credits: 1234 });
const { open, openSignedOut, makeLink, whoIsIn } = app;

/** Everything that scripts of the page can read: storage, databases, the document and its address. */
async function readableIn(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const stored: unknown[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const opening = indexedDB.open(name);
      await new Promise((resolve) => {
        opening.onsuccess = resolve;
      });
      const { result: database } = opening;
      for (const store of database.objectStoreNames) {
        const { result } = await new Promise<IDBRequest<unknown[]>>((resolve) => {
          const reading = database.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => resolve(reading);
        });
        stored.push(...result);
      }
      database.close();
    }
    const inputs = Array.from(document.querySelectorAll('input, textarea'), (each) =>
      Reflect.get(each, 'value'),
    );
    const { outerHTML } = document.documentElement;
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      stored,
      inputs,
      outerHTML,
      document.cookie,
      location.href,
      history.state,
    ]);
  });
}

describeInBrowser('signing in with a personal key', () => {
  test('shows who is signed in, of which organization, and the balance, where the address leads', async () => {
    const { page } = await openSignedOut('/app/settings/people');
    await pasteField(page).waitFor();
    await expectAccessible(page);
    expect(await page.title()).toBe('Sign in · Company data');
    await submit(page, `  ${app.tenant.userKey}\n`);
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
    await page.getByRole('link', { name: '1,234 credits: open the ledger' }).waitFor();
    await menuOf(page, 'Ada').click();
    await page.getByRole('menu').getByText(app.tenant.name, { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/app/settings/people');
    await page.reload();
    await menuOf(page, 'Ada').waitFor();
    expect(await whoIsIn(page)).toBe('Ada');
  });

  test('leaves neither the key nor the token of the session where a script can read it', async () => {
    const { page } = await openSignedOut('/app/lists');
    await submit(page, app.tenant.userKey);
    await menuOf(page, 'Ada').waitFor();
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ name: 'session', httpOnly: true, sameSite: 'Lax', path: '/' });
    const readable = await readableIn(page);
    expect(readable).toContain('Ada');
    expect(readable).not.toContain('cds_');
    expect(readable).not.toContain(cookie?.value);
  });

  test('says why a key is not taken, and signs nobody in', async () => {
    const { page, problems } = await openSignedOut('/', { colorScheme: 'dark', viewport: SMALL });
    await pasteField(page).waitFor();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await submit(page, ' ');
    await page.getByText('Paste a link or a key first.').waitFor();
    await submit(page, 'secret');
    await page.getByText('This is neither a link with #code= in it, nor a key').waitFor();
    expect(requests).toEqual([]);
    await submit(page, 'cds_user_wrong');
    await page.getByText('The service does not accept this key').waitFor();
    const described = await pasteField(page).evaluate(
      (input) =>
        document.getElementById(input.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent,
    );
    expect([await pasteField(page).getAttribute('aria-invalid'), described]).toEqual([
      'true',
      expect.stringContaining('does not accept this key'),
    ]);
    await expectAccessible(page);
    problems.expect(/403/);
    await submit(page, app.tenant.orgKey);
    await page.getByText('This key belongs to an organization, which cannot sign in.').waitFor();
    expect(await page.context().cookies()).toEqual([]);
  });

  test('waits for a service that cannot be reached, and says what it refuses', async () => {
    const { page, problems } = await open('/app/settings/people');
    await menuOf(page, 'Ada').waitFor();
    problems.expect(/ERR_|500/);
    await page.route('**/readyz', (route) => route.abort('connectionfailed'));
    await page.route('**/graphql', (route) => route.abort('connectionfailed'));
    await page.reload();
    await page.getByText('The service cannot be reached.').waitFor();
    await page.unroute('**/graphql');
    await page.unroute('**/readyz');
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
    const body = JSON.stringify({
      errors: [{ message: 'It broke.', extensions: { code: 'INTERNAL_ERROR' } }],
    });
    const broken = { status: 500, contentType: 'application/json', body };
    await page.route('**/graphql', (route) => route.fulfill(broken));
    await page.reload();
    await page.getByText('It broke.').waitFor();
    await expectAccessible(page);
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
  });
});

describeInBrowser('signing out', () => {
  /** Puts a job into the browser's store at the first call. @returns the number of entries. */
  const countWork = (page: Page) =>
    page.evaluate(async () => {
      const opened = indexedDB.open('company-data');
      const database = await new Promise<IDBDatabase>((resolve) => {
        opened.onupgradeneeded = () => opened.result.createObjectStore('work');
        opened.onsuccess = () => resolve(opened.result);
      });
      const store = database.transaction('work', 'readwrite').objectStore('work');
      if (sessionStorage.getItem('filled') === null) store.put({ domains: ['acme.example'] }, 'job:1:head:a');
      sessionStorage.setItem('filled', 'yes');
      const counted = store.count();
      await new Promise((resolve) => {
        counted.onsuccess = resolve;
      });
      database.close();
      return counted.result;
    });

  test('ends the session, and forgets the address, but no work of the browser', async () => {
    const { page, problems } = await open('/app/settings/keys');
    problems.expect(/401/);
    expect(await countWork(page)).toBe(1);
    const [cookie] = await page.context().cookies();
    await menuOf(page, 'Ada').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await pasteField(page).waitFor();
    await page.getByText('You are signed out.').waitFor();
    expect([await countWork(page), page.url()]).toEqual([1, `${app.service.url}/`]);
    expect(await page.context().cookies()).toEqual([]);
    // The token is worth nothing any more, not only gone.
    await page.context().addCookies(cookie ? [cookie] : []);
    expect(await whoIsIn(page)).toBe(undefined);
    await page.reload();
    await pasteField(page).waitFor();
    await submit(page, app.grace.userKey);
    await menuOf(page, 'Grace').waitFor();
    await page.waitForURL('**/app');
  });

  test('is not claimed while the service cannot be reached', async () => {
    const { page, problems } = await open('/app/settings/people');
    problems.expect(/ERR_/);
    await page.route('**/v1/session', (route) => route.abort('connectionfailed'), { times: 1 });
    await menuOf(page, 'Ada').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('You are still signed in. No complete response arrived').waitFor();
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
    expect(await whoIsIn(page)).toBe('Ada');
  });

  test('closes the pages of all tabs, and signing in opens them again', async () => {
    const first = await open('/app/settings/people');
    const second = await open('/app/settings/limits', { beside: first });
    await menuOf(first.page, 'Ada').waitFor();
    await menuOf(second.page, 'Ada').waitFor();
    await menuOf(first.page, 'Ada').click();
    await first.page.getByRole('menuitem', { name: 'Sign out' }).click();
    for (const { page } of [first, second]) {
      await pasteField(page).waitFor();
      expect(page.url()).toBe(`${app.service.url}/`);
    }
    await submit(second.page, app.grace.userKey);
    for (const { page } of [first, second]) {
      await menuOf(page, 'Grace').waitFor();
      await page.waitForURL('**/app');
      expect(await page.getByText(/\bAda\b/).count()).toBe(0);
    }
  });
});

describeInBrowser('another person who signs in', () => {
  test('in another tab takes the place of the first in all of them, without what that one read', async () => {
    const ada = await open('/app/settings/keys');
    await ada.page.getByRole('row', { name: /Organization/ }).waitFor();
    const { link } = await makeLink(app.grace.userId);
    const other = await open(link, { beside: ada });
    await other.page.getByText('You are signed in as Ada. Signing in again replaces this').waitFor();
    await other.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    for (const { page } of [other, ada]) {
      await menuOf(page, 'Grace').waitFor();
      await page.waitForURL('**/app');
      expect(await page.getByText(/\bAda\b/).count()).toBe(0);
    }
    await ada.page.goto(`${app.service.url}/app/settings/keys`);
    await ada.page.getByRole('row', { name: /Grace/ }).waitFor();
    expect(await ada.page.getByRole('row', { name: /Organization|Ada/ }).count()).toBe(0);
  });

  test('is noticed by a tab that heard nothing of it', async () => {
    const { page } = await open('/app/settings/people');
    await menuOf(page, 'Ada').waitFor();
    await page.context().addCookies([await openSession(app.service.url, app.grace.userKey)]);
    // Answers are shown for five seconds without asking again.
    await page.clock.runFor(6_000);
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await menuOf(page, 'Grace').waitFor();
    await page.waitForURL('**/app');
  });

  test('can have a hostile name', async () => {
    await app.service.prisma.user.update({ where: { id: app.grace.userId }, data: { name: HOSTILE } });
    const { page } = await open((await makeLink()).link, { key: app.grace.userKey, viewport: SMALL });
    await page.getByText(`You are signed in as ${SHOWN}. Signing in again`).waitFor();
    await expectAccessible(page);
  });
});
