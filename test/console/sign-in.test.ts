import { expect, test } from '@jest/globals';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { openConsole } from '../harness/browser/open-console.ts';
import { describeInBrowser } from '../harness/browser.ts';
import {
  HOSTILE,
  keyField,
  menuOf,
  ownersIn,
  readKey,
  SHOWN,
  SMALL,
  serveConsole,
  submitKey,
} from './fixture.ts';

const app = serveConsole({ credits: 1234 });
const { open, startDemo } = app;

describeInBrowser('signing in with a key', () => {
  test('shows who is signed in, of which organization, and the balance, where the address leads', async () => {
    const { page } = await openConsole(app.service, { path: '/app/settings/people' });
    await expectAccessible(page);
    expect(await page.title()).toBe('Sign in · Company data');
    await submitKey(page, `  ${app.tenant.userKey}\n`);
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
    await page.getByRole('link', { name: '1,234 credits: open the ledger' }).waitFor();
    await menuOf(page, 'Ada').click();
    await page.getByRole('menu').getByText(app.tenant.name, { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/app/settings/people');
    expect(await readKey(page)).toBe(app.tenant.userKey);
  });

  test('says why a key is not taken, and keeps none', async () => {
    const { page, problems } = await openConsole(app.service, { colorScheme: 'dark', viewport: SMALL });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await submitKey(page, ' ');
    await page.getByText('Paste a key first.').waitFor();
    await submitKey(page, 'secret');
    await page.getByText('A key begins with cds_user_ or cds_org_.').waitFor();
    expect(requests).toEqual([]);
    problems.expect(/401/);
    await submitKey(page, 'cds_user_wrong');
    await page.getByText('The service does not accept this key').waitFor();
    const described = await keyField(page).evaluate(
      (input) =>
        document.getElementById(input.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent,
    );
    expect([await keyField(page).getAttribute('aria-invalid'), described]).toEqual([
      'true',
      expect.stringContaining('does not accept this key'),
    ]);
    await expectAccessible(page);
    expect(await readKey(page)).toBeNull();
  });
});

describeInBrowser('the link of the demo', () => {
  test('asks, exchanges its code once, and is gone from the address before any request', async () => {
    const { demo, code, link } = await startDemo();
    const first = await openConsole(demo, {});
    await first.opened.context.addInitScript(() => {
      const addresses: string[] = [];
      Reflect.set(window, 'addresses', addresses);
      const send = window.fetch;
      window.fetch = (...args) => {
        addresses.push(window.location.href);
        return send(...args);
      };
    });
    const { page, problems } = await openConsole(demo, { beside: first, path: link });
    await page.getByRole('heading', { name: 'Sign in as Ada?' }).waitFor();
    expect([page.url(), await readKey(page)]).toEqual([`${demo.url}/`, null]);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign in as Ada' }).click();
    await menuOf(page, 'Ada').waitFor();
    expect(await readKey(page)).toBe(app.tenant.userKey);
    const addresses = await page.evaluate(() => Reflect.get(window, 'addresses') as string[]);
    expect(addresses.length).toBeGreaterThan(0);
    expect(addresses.filter((address) => address.includes(code))).toEqual([]);
    await page.goBack().catch(() => undefined);
    expect(page.url()).not.toContain(code);

    const again = await openConsole(demo, { beside: first, path: link });
    problems.expect(/sign-in-code/);
    await again.page.getByRole('button', { name: 'Sign in as Ada' }).click();
    await again.page.getByText('Restart the demo for a new link, or sign in with a key').waitFor();
    await expectAccessible(again.page);
    await again.page.getByRole('button', { name: 'Sign in with a key' }).click();
    await submitKey(again.page, app.grace.userKey);
    await menuOf(again.page, 'Grace').waitFor();
  });

  test('never replaces a session without a question, and declining keeps the session', async () => {
    const { demo, link } = await startDemo();
    const { page } = await openConsole(demo, { key: app.grace.userKey, path: link });
    await page.getByText('You are signed in as Grace. Signing in again replaces this in this tab.').waitFor();
    expect(await readKey(page)).toBe(app.grace.userKey);
    await page.getByRole('button', { name: 'No, thanks' }).click();
    await menuOf(page, 'Grace').waitFor();
    expect(await readKey(page)).toBe(app.grace.userKey);
    const other = await openConsole(demo, { key: app.tenant.orgKey, path: link });
    await other.page.getByText(`You are signed in as ${app.tenant.name}. Signing in again`).waitFor();
    await other.page.getByRole('button', { name: 'Sign in as Ada' }).click();
    await menuOf(other.page, 'Ada').waitFor();
    expect(await readKey(other.page)).toBe(app.tenant.userKey);
  });

  test('can be tried again after a lost connection, and holds a hostile name', async () => {
    const { demo, link } = await startDemo(HOSTILE);
    const { page, problems } = await openConsole(demo, { path: link, viewport: SMALL });
    const heading = page.getByRole('heading', { level: 1 });
    expect(await heading.innerText()).toBe(`Sign in as ${SHOWN}?`);
    await expectAccessible(page);
    problems.expect(/sign-in-code/);
    await page.route('**/app/sign-in-code', (route) => route.abort('connectionfailed'), { times: 1 });
    await page.getByRole('button', { name: /^Sign in as/ }).click();
    await page.getByText('No complete response arrived').waitFor();
    await page.getByRole('button', { name: /^Sign in as/ }).click();
    await menuOf(page, 'Ada').waitFor();
  });
});

describeInBrowser('signing out', () => {
  test('forgets the key, drafts and jobs of the browser, and the address', async () => {
    const { page } = await open('/app/settings/keys');
    const countWork = () =>
      page.evaluate(async () => {
        const opened = indexedDB.open('company-data');
        const database = await new Promise<IDBDatabase>((resolve) => {
          opened.onupgradeneeded = () => opened.result.createObjectStore('work');
          opened.onsuccess = () => resolve(opened.result);
        });
        const store = database.transaction('work', 'readwrite').objectStore('work');
        if (sessionStorage.getItem('filled') === null)
          store.put({ domains: ['acme.example'] }, 'job:1:head:a');
        sessionStorage.setItem('filled', 'yes');
        const counted = store.count();
        await new Promise((resolve) => {
          counted.onsuccess = resolve;
        });
        database.close();
        return counted.result;
      });
    expect(await countWork()).toBe(1);
    await menuOf(page, 'Ada').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await keyField(page).waitFor();
    expect([await countWork(), await readKey(page), page.url()]).toEqual([0, null, `${app.service.url}/`]);
    await page.reload();
    await keyField(page).waitFor();
    await submitKey(page, app.grace.userKey);
    await menuOf(page, 'Grace').waitFor();
    await page.waitForURL('**/app/lists');
  });

  test('leaves another tab with another person as it is', async () => {
    const ada = await open('/app/settings/keys');
    const other = await open('/app/settings/keys', { key: app.grace.userKey, beside: ada });
    await menuOf(ada.page, 'Ada').waitFor();
    await menuOf(other.page, 'Grace').waitFor();
    await other.page.getByText('this tab').waitFor();
    expect(await ownersIn(other.page)).toEqual(['Grace']);
    expect(new Set(await ownersIn(ada.page))).toEqual(new Set(['Ada', 'Grace', 'Organization']));
    await menuOf(ada.page, 'Ada').click();
    await ada.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await keyField(ada.page).waitFor();
    await other.page.reload();
    await menuOf(other.page, 'Grace').waitFor();
    await other.page.getByText('this tab').waitFor();
    expect(await ownersIn(other.page)).toEqual(['Grace']);
  });
});
