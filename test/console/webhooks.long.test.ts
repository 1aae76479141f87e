import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { describeInBrowser } from '../harness/browser.ts';
import {
  createWebhook,
  LOOPBACK,
  type Received,
  type Receiver,
  readWebhook,
  received,
  useReceivers,
} from '../modules/webhooks/support.ts';
import {
  DARK,
  dialogOf,
  HOSTILE,
  menuOf,
  openPalette,
  palette,
  rowsOf,
  SHOWN,
  SMALL,
  serveConsole,
  widthOf,
} from './fixture.ts';

const app = serveConsole({ settings: LOOPBACK });
const { rest, open, openPage } = app;
const startReceiver = useReceivers();

const PATH = '/app/settings/webhooks';
const webhooksIn = (page: Page) => rowsOf(page, 'Webhooks');
const create = (body: { url: string; [name: string]: unknown }, key = app.tenant.userKey) =>
  createWebhook(app.service, key, body);
const readAll = async (key?: string) => (await rest(key).get('/v1/webhooks').expect(200)).body.webhooks;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

function first({ requests: [request] }: Receiver): Received {
  if (!request) throw new Error('nothing was received');
  return request;
}

async function takeSecret(page: Page): Promise<string> {
  const dialog = dialogOf(page);
  const secret = await dialog.getByLabel('Secret').inputValue();
  expect(await dialog.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
  await dialog.getByLabel('I have stored it').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  return secret;
}

/** Chooses an action of the menu on the page of a webhook. */
async function act(page: Page, item: string): Promise<void> {
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: item }).click();
}

describeInBrowser('the page of webhooks', () => {
  test('creates the first one, shows its secret once, and leads to its test', async () => {
    const receiver = await startReceiver();
    const listId = (await rest().post('/v1/lists', { name: 'Nordic SaaS' }).expect(201)).body.list_id;
    await rest().post('/v1/lists', { name: 'Another' }).expect(201);
    const page = await openPage('/app/settings/limits');
    await menuOf(page, 'Ada').click();
    await page.getByRole('menuitem', { name: 'Webhooks' }).click();
    await page.getByText('No webhooks yet').waitFor();
    await expectAccessible(page);
    await button(page, 'Create a webhook').click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('URL').fill('https://10.0.0.1/hook');
    await dialog.getByLabel('Label').fill(' CRM ');
    await dialog.getByLabel('All, also types that will be added').uncheck();
    await button(page, 'Create').click();
    await dialog.getByText('Choose at least one type of event.').waitFor();
    await dialog.getByLabel('List deleted').check();
    await dialog.getByLabel('Credits low').check();
    await dialog.getByLabel('Only of these lists').fill('nordic');
    await page.getByRole('option').filter({ hasText: 'Another' }).waitFor({ state: 'hidden' });
    await page.getByRole('option', { name: 'Nordic SaaS' }).click();
    await dialog.getByRole('list', { name: 'Chosen lists' }).getByText('Nordic SaaS').waitFor();
    await button(page, 'Create').click();
    await dialog.getByText('The URL must lead to a public address.').waitFor();
    await expectAccessible(page);
    expect(await readAll()).toEqual([]);

    await dialog.getByLabel('URL').fill(receiver.url);
    await button(page, 'Create').click();
    await dialog.getByText('The secret of your webhook').waitFor();
    await expectAccessible(page);
    const secret = await takeSecret(page);
    await page.getByRole('heading', { name: 'CRM', level: 1 }).waitFor();
    expect(await page.content()).not.toContain(secret);
    expect(await readAll()).toMatchObject([
      {
        url: receiver.url,
        label: 'CRM',
        format: 'standard',
        types: ['list.deleted', 'credits.low'],
        list_ids: [listId],
      },
    ]);
    await button(page, 'Send a test').click();
    await page.getByText('The test arrived').waitFor();
    await page.getByText('The endpoint answered with the status 204.').waitFor();
    await expectAccessible(page);
    const [body] = await received(receiver, 1);
    expect(body?.type).toBe('webhook.test');
    const { body: text, headers } = first(receiver);
    const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000);
    const signature = new Webhook(secret).sign(String(headers['webhook-id']), sentAt, text);
    expect(headers['webhook-signature']).toBe(signature);
  });

  test('changes a webhook, also back to all events of all lists', async () => {
    const listId = (await rest().post('/v1/lists', { name: 'Nordic SaaS' }).expect(201)).body.list_id;
    const { webhook_id: id } = await create({
      url: 'https://hooks.example/a',
      label: 'Old',
      types: ['list.deleted'],
      list_ids: [listId, 987_654],
    });
    const page = await openPage(`${PATH}/${id}`);
    await page.getByText('Nordic SaaS, List 987654, deleted or not shared with you').waitFor();
    await button(page, 'Edit').click();
    const dialog = dialogOf(page);
    expect(await dialog.getByLabel('List deleted').isChecked()).toBe(true);
    await dialog.getByLabel('Label').fill('');
    await dialog.getByLabel('URL').fill('https://hooks.example/b');
    await dialog.getByLabel('Format').selectOption('Slack');
    await dialog.getByLabel('All, also types that will be added').check();
    await dialog.getByRole('button', { name: 'Remove Nordic SaaS' }).click();
    await dialog.getByRole('button', { name: /^Remove List 987654/ }).click();
    await button(page, 'Save').click();
    await page.getByRole('heading', { name: 'hooks.example', level: 1 }).waitFor();
    await page.getByText('All, and events without a list').waitFor();
    const changed = await readWebhook(app.service, app.tenant.userKey, id);
    expect(changed).toMatchObject({
      url: 'https://hooks.example/b',
      format: 'slack',
      types: [],
      list_ids: [],
    });
    expect(changed).not.toHaveProperty('label');
  });

  test('replaces the secret: both sign for 24 hours', async () => {
    const receiver = await startReceiver();
    const { webhook_id: id, secret } = await create({ url: receiver.url, label: 'CRM' });
    const page = await openPage(`${PATH}/${id}`);
    await act(page, 'Replace the secret');
    await expectAccessible(page);
    await button(page, 'Replace').click();
    expect(await takeSecret(page)).not.toBe(secret);
    await page.getByText('Former secret ends').waitFor();
    await button(page, 'Send a test').click();
    await page.getByText('The test arrived').waitFor();
    expect(String(first(receiver).headers['webhook-signature']).split(' ')).toHaveLength(2);
    await act(page, 'Replace the secret');
    await dialogOf(page).getByText('Replacing it again ends the one before at once.').waitFor();
  });

  test('deletes a webhook after a question', async () => {
    const { webhook_id: id } = await create({ url: 'https://hooks.example/', label: 'CRM' });
    const page = await openPage(PATH);
    await page.getByRole('link', { name: 'CRM' }).click();
    await act(page, 'Delete');
    await dialogOf(page).getByText('This cannot be undone.').waitFor();
    await button(page, 'Cancel').click();
    expect(await readAll()).toHaveLength(1);
    await act(page, 'Delete');
    await button(page, 'Delete').click();
    await page.getByText('CRM is deleted.').waitFor();
    await page.getByText('No webhooks yet').waitFor();
    expect(await readAll()).toEqual([]);
    await page.goto(`${app.service.url}${PATH}/${id}`);
    await page.getByText('It was deleted, or it is not yours.').waitFor();
    await expectAccessible(page);
  });

  test('says what to do when the organization has all that it may have', async () => {
    for (let n = 0; n < 20; n += 1) await create({ url: `https://hooks.example/${n}` });
    const page = await openPage(PATH);
    await button(page, 'Create a webhook').click();
    await dialogOf(page).getByLabel('URL').fill('https://hooks.example/21');
    await button(page, 'Create').click();
    await dialogOf(page).getByText('has all the 20 webhooks that it may have. Delete one').waitFor();
  });
});

describeInBrowser('webhooks of others', () => {
  test('are seen and deleted by admins, who cannot change them', async () => {
    const { webhook_id: id } = await create({ url: 'https://hooks.example/' }, app.grace.userKey);
    const page = await openPage(PATH);
    await webhooksIn(page).filter({ hasText: 'by Grace' }).waitFor();
    await page.getByRole('link', { name: 'hooks.example' }).click();
    await page.getByText('Only its owner can change it. As an admin, you can delete it.').waitFor();
    await page.getByText('Nothing was sent in the last 7 days').waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('main').getByRole('button').allInnerTexts()).toEqual(['Delete', 'Refresh']);
    await button(page, 'Delete').click();
    await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No webhooks yet').waitFor();
    expect(await readAll(app.grace.userKey)).toEqual([]);
    await rest().get(`/v1/webhooks/${id}`).expect(404);
  });

  test('are hidden from members, whose own pause while they are disabled', async () => {
    const { webhook_id: theirs } = await create({ url: 'https://hooks.example/' });
    const { webhook_id: own } = await create({ url: 'https://own.example/' }, app.grace.userKey);
    const page = await openPage('/app/lists', { key: app.grace.userKey });
    await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor();
    await openPalette(page);
    await page.keyboard.type('webhooks');
    await palette(page).getByRole('button', { name: 'Webhooks' }).click();
    await webhooksIn(page).filter({ hasText: 'own.example' }).waitFor();
    expect(await webhooksIn(page).count()).toBe(1);
    expect(await webhooksIn(page).getByText('by ').count()).toBe(0);
    await page.goto(`${app.service.url}${PATH}/${theirs}`);
    await page.getByText('It was deleted, or it is not yours.').waitFor();

    // An open page would be refused what it asks for next, if it asks for anything.
    await page.close();
    await rest().patch(`/v1/account/users/${app.grace.userId}`, { disabled: true }).expect(200);
    const admin = await openPage(`${PATH}/${own}`);
    await admin.getByText('It waits until an admin enables them.').waitFor();
  });
});

describeInBrowser('hostile labels', () => {
  test('hold on the pages of a phone', async () => {
    const label = HOSTILE.slice(0, 100);
    const url = `https://hooks.example/${'x'.repeat(1_500)}`;
    const { webhook_id: id } = await create({ url, label });
    const { page } = await open(PATH, DARK);
    await page.getByRole('link', { name: SHOWN.slice(0, 40) }).waitFor();
    expect(await widthOf(page)).toBe(SMALL.width);
    await expectAccessible(page);
    await page.goto(`${app.service.url}${PATH}/${id}`);
    await page.getByText('Nothing was sent in the last 7 days').waitFor();
    expect(await page.locator('main').innerText()).not.toContain('\u202e');
    expect(await widthOf(page)).toBe(SMALL.width);
    await expectAccessible(page);
    await act(page, 'Delete');
    const overflow = await dialogOf(page).evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(overflow).toBe(0);
  });
});
