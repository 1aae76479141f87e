import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { openSession } from '../harness/browser/console-page.ts';
import { describeInBrowser } from '../harness/browser.ts';
import {
  DARK,
  dialogOf,
  HOSTILE,
  pasteField,
  rowsOf,
  SHOWN,
  SMALL,
  serveConsole,
  widthOf,
} from './fixture.ts';

const app = serveConsole();
const { rest, open, openPage } = app;

const PATH = '/app/settings/people';
const rowOf = (page: Page, name: string) =>
  rowsOf(page, 'People of the organization').filter({ hasText: name });
const menuItems = (page: Page) => page.getByRole('menuitem').allInnerTexts();

async function openMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem').first().waitFor();
}

/** Chooses an action of a person, and confirms it. */
async function act(page: Page, name: string, item: string, button = item): Promise<void> {
  await openMenu(page, name);
  await page.getByRole('menuitem', { name: item }).click();
  await dialogOf(page).getByRole('button', { name: button, exact: true }).click();
}

const readUser = (id: number) =>
  app.service.prisma.user.findUniqueOrThrow({
    where: { id },
    select: { role: true, kind: true, name: true, disabledAt: true },
  });
const statusOf = async (key: string): Promise<number> => (await rest(key).get('/v1/account')).status;
const countSessions = async (key: string): Promise<number> =>
  (await rest(key).get('/v1/account/sessions').expect(200)).body.sessions.length;

describeInBrowser('people, for admins', () => {
  test('a member becomes an admin, and a member again', async () => {
    const page = await openPage(PATH);
    await act(page, 'Grace', 'Make admin');
    await page.getByText('Grace is an admin.').waitFor();
    await rowOf(page, 'Grace').getByText('Admin', { exact: true }).waitFor();
    expect(await readUser(app.grace.userId)).toMatchObject({ role: 'admin', disabledAt: null });
    await rest(app.grace.userKey).post('/v1/keys', { kind: 'org' }).expect(201);
    await act(page, 'Grace', 'Make member');
    await rowOf(page, 'Grace').getByText('Member', { exact: true }).waitFor();
    expect(await readUser(app.grace.userId)).toMatchObject({ role: 'member' });
    await rest(app.grace.userKey).post('/v1/keys', { kind: 'org' }).expect(403);
  });

  test('the last admin stays one, and the dialog says why', async () => {
    const page = await openPage(PATH);
    await openMenu(page, 'Ada');
    expect(await menuItems(page)).toEqual(['Make member']);
    await page.getByRole('menuitem').click();
    await dialogOf(page).getByRole('button', { name: 'Make member' }).click();
    await dialogOf(page).getByText('Make another user an admin first.').waitFor();
    await expectAccessible(page);
    expect(await readUser(app.tenant.userId)).toMatchObject({ role: 'admin' });
  });

  test('an admin who becomes a member loses the actions at once', async () => {
    await app.service.prisma.user.update({ where: { id: app.grace.userId }, data: { role: 'admin' } });
    const page = await openPage(PATH);
    await act(page, 'Ada', 'Make member');
    await page.getByText('An admin of your organization can invite more people.').waitFor();
    expect(await page.getByRole('button', { name: /^Actions for/ }).count()).toBe(0);
    // What only admins may read was not asked for again.
    expect(await page.getByText(/^Request /).count()).toBe(0);
    expect(await readUser(app.tenant.userId)).toMatchObject({ role: 'member' });
  });

  test('a disabled person is signed out and refused, until an admin enables them', async () => {
    await rest(app.tenant.userKey).patch(`/v1/account/users/${app.grace.userId}`, { role: 'admin' });
    await rest(app.grace.userKey).post('/v1/keys', { kind: 'org' }).expect(201);
    const { page: theirs, problems } = await open('/app/settings/limits', { key: app.grace.userKey });
    problems.expect(/401/);
    await theirs.getByRole('heading', { name: 'Limits', level: 1 }).waitFor();
    const page = await openPage(PATH);
    await openMenu(page, 'Grace');
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await dialogOf(page).getByText('They are signed out').waitFor();
    await expectAccessible(page);
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    expect(await statusOf(app.grace.userKey)).toBe(200);
    await act(page, 'Grace', 'Disable');
    await page.getByText('Keys of the organization that they made stay active: 1.').waitFor();
    await rowOf(page, 'Grace').getByText('disabled', { exact: true }).waitFor();
    expect((await readUser(app.grace.userId)).disabledAt).toEqual(app.service.clock.now());
    expect(await statusOf(app.grace.userKey)).toBe(401);
    await theirs.getByRole('tab', { name: 'People' }).click();
    await theirs.getByRole('dialog', { name: 'Your session has ended' }).waitFor();

    await act(page, 'Grace', 'Enable');
    await rowOf(page, 'Grace').getByText('disabled', { exact: true }).waitFor({ state: 'hidden' });
    expect((await readUser(app.grace.userId)).disabledAt).toBeNull();
    expect(await statusOf(app.grace.userKey)).toBe(200);
  });

  test('a person is signed out everywhere, and their keys keep working', async () => {
    await openSession(app.service.url, app.grace.userKey);
    await openSession(app.service.url, app.grace.userKey);
    const page = await openPage(PATH);
    await act(page, 'Grace', 'Sign out everywhere', 'Sign out');
    await page.getByText('Grace is signed out in 2 browsers.').waitFor();
    expect([await countSessions(app.grace.userKey), await countSessions(app.tenant.userKey)]).toEqual([0, 1]);
  });

  test('a service account gets a key that works with lists, until it is disabled', async () => {
    const page = await openPage(PATH);
    await page.getByRole('button', { name: 'Add a service account' }).click();
    await dialogOf(page).getByLabel('Name').fill(' Nightly import ');
    await expectAccessible(page);
    await dialogOf(page).getByRole('button', { name: 'Add', exact: true }).click();
    const creating = page.getByRole('dialog', { name: 'Create a key for Nightly import' });
    await creating.getByLabel('Label', { exact: true }).fill('CRM');
    expect(await creating.getByText('For whom').count()).toBe(0);
    await creating.getByRole('button', { name: 'Create a key' }).click();
    const key = await dialogOf(page).getByLabel('New key').inputValue();
    await dialogOf(page).getByLabel('I have stored it').check();
    await dialogOf(page).getByRole('button', { name: 'Done' }).click();
    await rowOf(page, 'Nightly import').getByText('Service account').waitFor();
    await expectAccessible(page);
    const { body } = await rest(key).get('/v1/account').expect(200);
    expect(body.user).toMatchObject({ name: 'Nightly import', kind: 'service', role: 'member' });
    await rest(key).get('/v1/lists').expect(200);

    await openMenu(page, 'Nightly import');
    expect(await menuItems(page)).toEqual(['Create a key', 'All keys', 'Disable']);
    await page.getByRole('menuitem', { name: 'All keys' }).click();
    await rowsOf(page, 'API keys').filter({ hasText: 'CRM' }).getByText('Nightly import').waitFor();
    await page.goBack();
    await act(page, 'Nightly import', 'Disable');
    await rowOf(page, 'Nightly import').getByText('disabled', { exact: true }).waitFor();
    expect(await statusOf(key)).toBe(401);
    expect(await readUser(body.user.user_id)).toMatchObject({ kind: 'service', name: 'Nightly import' });
  });

  test('names of 200 characters break neither the page of a phone nor a dialog', async () => {
    await app.service.prisma.user.update({ where: { id: app.grace.userId }, data: { name: HOSTILE } });
    const page = await openPage(PATH, DARK);
    await rowOf(page, SHOWN).waitFor();
    await expectAccessible(page);
    await openMenu(page, SHOWN);
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await dialogOf(page).getByText('They are signed out').waitFor();
    expect(await widthOf(page)).toBe(SMALL.width);
    const overflow = await dialogOf(page).evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(overflow).toBe(0);
    await page.evaluate(() => scrollTo(0, 0));
    await expectAccessible(page);
  });
});

describeInBrowser('people, for members', () => {
  test('are a list without actions, and without those who are disabled', async () => {
    const gone = await app.service.createColleague(app.tenant, 'Noor');
    await rest().patch(`/v1/account/users/${gone.userId}`, { disabled: true }).expect(200);
    const page = await openPage(PATH, { key: app.grace.userKey });
    await rowOf(page, 'Ada').waitFor();
    expect(await rowsOf(page, 'People of the organization').count()).toBe(2);
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    await expectAccessible(page);
  });

  test('are no longer shown to a person who is disabled meanwhile', async () => {
    const { page, problems } = await open(PATH, { key: app.grace.userKey });
    problems.expect(/401/);
    await rowOf(page, 'Ada').waitFor();
    await rest().patch(`/v1/account/users/${app.grace.userId}`, { disabled: true }).expect(200);
    await page.reload();
    await pasteField(page).waitFor();
    expect(await rowOf(page, 'Ada').count()).toBe(0);
  });
});
