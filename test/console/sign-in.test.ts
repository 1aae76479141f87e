import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { loadConsole } from '../../src/http/console/files.ts';
import { SignInCode } from '../../src/modules/access/sign-in-code.ts';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { SESSION_KEY } from '../harness/browser/console-page.ts';
import { type ConsoleOptions, type ConsolePage, openConsole } from '../harness/browser/open-console.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { type Colleague, startTestService, type Tenant, type TestService } from '../harness/service.ts';

const HOSTILE = `<script>alert(1)</script>\u202e😀${'x'.repeat(172)}`;

let service: TestService;
let tenant: Tenant;
let grace: Colleague;

beforeAll(async () => {
  service = await startTestService({ consoleFiles: loadConsole() });
  tenant = await service.createTenant('sales', 1234);
  grace = await service.createColleague(tenant, 'Grace');
}, 60_000);
afterAll(() => service.close());

async function open(options: ConsoleOptions = {}, at: { url: string } = service): Promise<ConsolePage> {
  const opened = await openConsole(at, options);
  opened.page.setDefaultTimeout(8_000);
  return opened;
}

const field = (page: Page) => page.getByLabel('API key', { exact: true });
const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `${name}: account menu` });
const readKey = (page: Page) => page.evaluate((name) => sessionStorage.getItem(name), SESSION_KEY);
const ended = (page: Page) => page.getByRole('dialog', { name: 'Your key no longer works' });

async function submit(page: Page, key: string): Promise<void> {
  await field(page).fill(key);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Creates a personal key of the tenant's admin. */
async function createKey(): Promise<{ key: string; keyId: number }> {
  const { body } = await service.rest(tenant.userKey).post('/v1/keys', { kind: 'user' }).expect(201);
  return { key: body.key, keyId: body.api_key.key_id };
}

async function revoke(keyId: number): Promise<void> {
  await service.rest(tenant.userKey).delete(`/v1/keys/${keyId}`).expect(200);
}

/** Starts a service beside the other one that has a code for the tenant's admin. */
async function startDemo(name = 'Ada') {
  const signInCode = new SignInCode({ key: tenant.userKey, name }, service.clock);
  const demo = await startTestService({ beside: service, consoleFiles: loadConsole(), signInCode });
  const link = `/#${new URLSearchParams({ code: signInCode.code, name })}`;
  return { demo, code: signInCode.code, link };
}

describeInBrowser('signing in with a key', () => {
  test('shows who is signed in, of which organization, and the balance, where the address leads', async () => {
    const { page } = await open({ path: '/app/settings/people' });
    await expectAccessible(page);
    expect(await page.title()).toBe('Sign in · Company data');
    await submit(page, `  ${tenant.userKey}\n`);
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
    await page.getByRole('link', { name: '1,234 credits: open the ledger' }).waitFor();
    await menuOf(page, 'Ada').click();
    await page.getByRole('menu').getByText('sales', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/app/settings/people');
    expect(await readKey(page)).toBe(tenant.userKey);
  });

  test('says why a key is not taken, and keeps none', async () => {
    const { page, problems } = await open({ colorScheme: 'dark', viewport: { width: 360, height: 740 } });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await submit(page, ' ');
    await page.getByText('Paste a key first.').waitFor();
    await submit(page, 'secret');
    await page.getByText('A key begins with cds_user_ or cds_org_.').waitFor();
    expect(requests).toEqual([]);
    problems.expect(/401/);
    await submit(page, 'cds_user_wrong');
    await page.getByText('The service does not accept this key').waitFor();
    const described = await field(page).evaluate(
      (input) =>
        document.getElementById(input.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent,
    );
    expect([await field(page).getAttribute('aria-invalid'), described]).toEqual([
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
    try {
      const first = await open({}, demo);
      await first.opened.context.addInitScript(() => {
        const addresses: string[] = [];
        Reflect.set(window, 'addresses', addresses);
        const send = window.fetch;
        window.fetch = (...args) => {
          addresses.push(window.location.href);
          return send(...args);
        };
      });
      const { page, problems } = await open({ beside: first, path: link }, demo);
      await page.getByRole('heading', { name: 'Sign in as Ada?' }).waitFor();
      expect([page.url(), await readKey(page)]).toEqual([`${demo.url}/`, null]);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Sign in as Ada' }).click();
      await menuOf(page, 'Ada').waitFor();
      expect(await readKey(page)).toBe(tenant.userKey);
      const addresses = await page.evaluate(() => Reflect.get(window, 'addresses') as string[]);
      expect(addresses.length).toBeGreaterThan(0);
      expect(addresses.filter((address) => address.includes(code))).toEqual([]);
      await page.goBack().catch(() => undefined);
      expect(page.url()).not.toContain(code);

      const again = await open({ beside: first, path: link }, demo);
      problems.expect(/sign-in-code/);
      await again.page.getByRole('button', { name: 'Sign in as Ada' }).click();
      await again.page.getByText('Restart the demo for a new link, or sign in with a key').waitFor();
      await expectAccessible(again.page);
      await again.page.getByRole('button', { name: 'Sign in with a key' }).click();
      await submit(again.page, grace.userKey);
      await menuOf(again.page, 'Grace').waitFor();
    } finally {
      await demo.close();
    }
  });

  test('never replaces a session without a question, and declining keeps the session', async () => {
    const { demo, link } = await startDemo();
    try {
      const { page } = await open({ key: grace.userKey, path: link }, demo);
      await page
        .getByText('You are signed in as Grace. Signing in again replaces this in this tab.')
        .waitFor();
      expect(await readKey(page)).toBe(grace.userKey);
      await page.getByRole('button', { name: 'No, thanks' }).click();
      await menuOf(page, 'Grace').waitFor();
      expect(await readKey(page)).toBe(grace.userKey);
      const other = await open({ key: tenant.orgKey, path: link }, demo);
      await other.page.getByText('You are signed in as sales. Signing in again').waitFor();
      await other.page.getByRole('button', { name: 'Sign in as Ada' }).click();
      await menuOf(other.page, 'Ada').waitFor();
      expect(await readKey(other.page)).toBe(tenant.userKey);
    } finally {
      await demo.close();
    }
  });

  test('can be tried again after a lost connection, and holds a hostile name', async () => {
    const { demo, link } = await startDemo(HOSTILE);
    try {
      const { page, problems } = await open({ path: link, viewport: { width: 360, height: 740 } }, demo);
      const heading = page.getByRole('heading', { level: 1 });
      expect(await heading.innerText()).toBe(`Sign in as ${HOSTILE.replace('\u202e', '\u2426')}?`);
      await expectAccessible(page);
      problems.expect(/sign-in-code/);
      await page.route('**/app/sign-in-code', (route) => route.abort('connectionfailed'), { times: 1 });
      await page.getByRole('button', { name: /^Sign in as/ }).click();
      await page.getByText('No complete response arrived').waitFor();
      await page.getByRole('button', { name: /^Sign in as/ }).click();
      await menuOf(page, 'Ada').waitFor();
    } finally {
      await demo.close();
    }
  });
});

describeInBrowser('signing out', () => {
  test('forgets the key, drafts and jobs of the browser, and the address', async () => {
    const { page } = await open({ key: tenant.userKey, path: '/app/settings/keys' });
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
    await field(page).waitFor();
    expect([await countWork(), await readKey(page), page.url()]).toEqual([0, null, `${service.url}/`]);
    await page.reload();
    await field(page).waitFor();
    await submit(page, grace.userKey);
    await menuOf(page, 'Grace').waitFor();
    await page.waitForURL('**/app/lists');
  });

  test('leaves another tab with another person as it is', async () => {
    const ada = await open({ key: tenant.userKey, path: '/app/settings/keys' });
    const other = await open({ key: grace.userKey, path: '/app/settings/keys', beside: ada });
    const owners = (page: Page) => page.getByRole('row').locator('td:nth-child(2)').allInnerTexts();
    await menuOf(ada.page, 'Ada').waitFor();
    await menuOf(other.page, 'Grace').waitFor();
    await other.page.getByText('this tab').waitFor();
    expect(await owners(other.page)).toEqual(['Grace']);
    expect(new Set(await owners(ada.page))).toEqual(new Set(['Ada', 'Grace', 'Organization']));
    await menuOf(ada.page, 'Ada').click();
    await ada.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await field(ada.page).waitFor();
    await other.page.reload();
    await menuOf(other.page, 'Grace').waitFor();
    await other.page.getByText('this tab').waitFor();
    expect(await owners(other.page)).toEqual(['Grace']);
  });
});

describeInBrowser('a key that is revoked while a page is open', () => {
  test('is asked for again over the page, whose inputs stay and go on', async () => {
    const { key, keyId } = await createKey();
    const { page, problems } = await open({ key, path: '/app/settings/keys' });
    problems.expect(/401/);
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('Label', { exact: true }).fill('Kept while signing in');
    await revoke(keyId);
    await page.getByRole('dialog').getByRole('button', { name: 'Create a key' }).click();
    await ended(page).waitFor();
    await expectFocusIn(page);
    await expectAccessible(page);
    for (let press = 0; press < 6; press += 1) await page.keyboard.press('Tab');
    await expectFocusIn(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await submit(page, 'cds_user_wrong');
    await ended(page).getByText('The service does not accept this key').waitFor();
    expect(await readKey(page)).toBe(key);
    await submit(page, tenant.userKey);
    await ended(page).waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Label', { exact: true }).inputValue()).toBe('Kept while signing in');
    await page.getByRole('dialog').getByRole('button', { name: 'Create a key' }).click();
    await page.getByText('Copy it now.').waitFor();
    const { body } = await service.rest(tenant.userKey).get('/v1/keys').expect(200);
    expect(body.keys[0].label).toBe('Kept while signing in');
  });

  test('keeps the data of its caller from another person who signs in', async () => {
    const { key, keyId } = await createKey();
    const { page, problems } = await open({ key, path: '/app/settings/keys' });
    problems.expect(/401/);
    await page.getByText('this tab').waitFor();
    await revoke(keyId);
    await page.getByRole('tab', { name: 'People' }).click();
    await ended(page).waitFor();
    await submit(page, grace.userKey);
    await menuOf(page, 'Grace').waitFor();
    await page.getByRole('row', { name: 'Grace you' }).waitFor();
    await page.getByRole('tab', { name: 'API keys' }).click();
    await page.getByText('this tab').waitFor();
    expect(await page.getByRole('row').locator('td:nth-child(2)').allInnerTexts()).toEqual(['Grace']);
  });

  test('can be given up by signing out', async () => {
    const { key, keyId } = await createKey();
    const { page, problems } = await open({ key, path: '/app/settings/keys' });
    problems.expect(/401/);
    await page.getByText('this tab').waitFor();
    await revoke(keyId);
    await page.getByRole('tab', { name: 'Limits' }).click();
    await page.getByRole('button', { name: 'Sign out and drop my work' }).click();
    await field(page).waitFor();
    expect([await readKey(page), page.url()]).toEqual([null, `${service.url}/`]);
  });
});

async function expectFocusIn(page: Page): Promise<void> {
  const name = await page.evaluate(() => {
    const dialog = document.activeElement?.closest('[role=dialog]');
    return document.getElementById(dialog?.getAttribute('aria-labelledby') ?? '')?.textContent;
  });
  expect(name).toBe('Your key no longer works');
}

describeInBrowser('a service that goes away', () => {
  let server: Server;
  let url: string;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const start = async (port = 0) => {
    server = createServer(service.app);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  test('is announced, leaves the page as it is, and is asked again for what failed when it is back', async () => {
    await start();
    const { page, problems } = await open({ key: tenant.userKey, path: '/app/settings/keys' }, { url });
    problems.expect(/ERR_/);
    await page.getByText('this tab').waitFor();
    await stop();
    await page.getByRole('tab', { name: 'People' }).click();
    await page.getByText('The service cannot be reached.').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: '1,234 credits' }).waitFor();
    await start(Number(new URL(url).port));
    await page.getByRole('row', { name: /Grace/ }).waitFor();
    await page.getByText('The service cannot be reached.').waitFor({ state: 'hidden' });
    await stop();
  });
});
