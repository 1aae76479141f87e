import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { openConsole } from '../harness/browser/open-console.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { dialogOf, keyField, menuOf, ownersIn, readKey, serveConsole, submitKey } from './fixture.ts';

const app = serveConsole({ credits: 1234 });
const { rest, open } = app;

const ended = (page: Page) => page.getByRole('dialog', { name: 'Your key no longer works' });

/** Creates a personal key of the tenant's admin. */
async function createKey(): Promise<{ key: string; keyId: number }> {
  const { body } = await rest().post('/v1/keys', { kind: 'user' }).expect(201);
  return { key: body.key, keyId: body.key_id };
}

async function revoke(keyId: number): Promise<void> {
  await rest().delete(`/v1/keys/${keyId}`).expect(204);
}

describeInBrowser('a key that is revoked while a page is open', () => {
  test('is asked for again over the page, whose inputs stay and go on', async () => {
    const { key, keyId } = await createKey();
    const { page, problems } = await open('/app/settings/keys', { key });
    problems.expect(/401/);
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('Label', { exact: true }).fill('Kept while signing in');
    await revoke(keyId);
    await dialogOf(page).getByRole('button', { name: 'Create a key' }).click();
    await ended(page).waitFor();
    await expectFocusIn(page);
    for (let press = 0; press < 6; press += 1) await page.keyboard.press('Tab');
    await expectFocusIn(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await submitKey(page, 'cds_user_wrong');
    await ended(page).getByText('The service does not accept this key').waitFor();
    expect(await readKey(page)).toBe(key);
    await submitKey(page, app.tenant.userKey);
    await ended(page).waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Label', { exact: true }).inputValue()).toBe('Kept while signing in');
    await dialogOf(page).getByRole('button', { name: 'Create a key' }).click();
    await page.getByText('Copy it now.').waitFor();
    const { body } = await rest().get('/v1/keys').expect(200);
    expect(body.keys[0].label).toBe('Kept while signing in');
  });

  test('keeps the data of its caller from another person who signs in', async () => {
    const { key, keyId } = await createKey();
    const { page, problems } = await open('/app/settings/keys', { key });
    problems.expect(/401/);
    await page.getByText('this tab').waitFor();
    await revoke(keyId);
    await page.getByRole('tab', { name: 'People' }).click();
    await ended(page).waitFor();
    await submitKey(page, app.grace.userKey);
    await menuOf(page, 'Grace').waitFor();
    await page.getByRole('row', { name: 'Grace you' }).waitFor();
    await page.getByRole('tab', { name: 'API keys' }).click();
    await page.getByText('this tab').waitFor();
    expect(await ownersIn(page)).toEqual(['Grace']);
  });

  test('can be given up by signing out', async () => {
    const { key, keyId } = await createKey();
    const { page, problems } = await open('/app/settings/keys', { key });
    problems.expect(/401/);
    await page.getByText('this tab').waitFor();
    await revoke(keyId);
    await page.getByRole('tab', { name: 'Limits' }).click();
    await ended(page).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign out and drop my work' }).click();
    await keyField(page).waitFor();
    expect([await readKey(page), page.url()]).toEqual([null, `${app.service.url}/`]);
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
    server = createServer(app.service.app);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  test('is announced, leaves the page as it is, and is asked again for what failed when it is back', async () => {
    await start();
    const { page, problems } = await openConsole(
      { url },
      { key: app.tenant.userKey, path: '/app/settings/keys' },
    );
    problems.expect(/ERR_|dynamically imported/);
    await page.getByText('this tab').waitFor();
    await stop();
    await page.getByRole('tab', { name: 'People' }).click();
    await page.getByText('The service cannot be reached.').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: '1,234 credits' }).waitFor();
    await page.goBack();
    await page.getByText('this tab').waitFor();
    await page.goForward();
    await start(Number(new URL(url).port));
    await page.getByRole('row', { name: /Grace/ }).waitFor();
    await page.getByText('The service cannot be reached.').waitFor({ state: 'hidden' });
    await stop();
  });
});
