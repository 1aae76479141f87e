import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { addAuthenticator } from '../harness/browser/virtual-authenticator.ts';
import { describeInBrowser } from '../harness/browser.ts';
import {
  cellsOf,
  DARK,
  dialogOf,
  HOSTILE,
  menuOf,
  pasteField,
  rowsOf,
  SHOWN,
  SMALL,
  serveConsole,
  submit,
  widthOf,
} from './fixture.ts';

const app = serveConsole({ publicHost: 'localhost' });
const { rest, openSignedOut, whoIsIn } = app;

const TABLE = 'Your passkeys';
const PATH = '/app/settings/signing-in';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Signs in on the page by a link, with an authenticator at hand. */
async function openPage(options = {}) {
  const { page, problems } = await openSignedOut(PATH, options);
  const authenticator = await addAuthenticator(page);
  await submit(page, (await app.makeLink()).link);
  await button(page, 'Sign in').click();
  await button(page, 'Add a passkey').waitFor();
  return { page, problems, authenticator };
}

async function addPasskey(page: Page, name?: string): Promise<void> {
  await button(page, 'Add a passkey').click();
  if (name !== undefined) await dialogOf(page).getByLabel('Name').fill(name);
  await dialogOf(page).getByRole('button', { name: 'Continue' }).click();
  await page.getByText('The passkey is added. It signs you in from now on.').waitFor();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('table', { name: 'Browsers in which you are signed in' }).waitFor();
  await rowsOf(page, 'Browsers in which you are signed in')
    .filter({ hasText: 'this browser' })
    .getByRole('button')
    .click();
  await pasteField(page).waitFor();
}

/** Stores a passkey that no authenticator has. */
const storePasskey = (name: string) =>
  app.service.prisma.passkey.create({
    data: {
      userId: app.tenant.userId,
      name,
      credentialId: Buffer.from(`passkey of ${app.tenant.name}`),
      publicKey: Buffer.from('none'),
      createdAt: app.service.clock.now(),
    },
  });

/** Chooses an action of the menu of a passkey. */
async function act(page: Page, name: string, item: string): Promise<void> {
  await button(page, `Actions for ${name}`).click();
  await page.getByRole('menuitem', { name: item }).click();
}

// A check of accessibility ends its session of the DevTools protocol, and the authenticators of the page with it.

describeInBrowser('a passkey in the console', () => {
  test('is added, signs in without a name, and is removed', async () => {
    const { page, authenticator } = await openPage();
    await page.getByText('No passkeys yet').waitFor();
    await addPasskey(page, '  Ada’s laptop ');
    await rowsOf(page, TABLE).first().waitFor();
    expect([await cellsOf(page, TABLE), await authenticator.count()]).toEqual([
      [[expect.stringMatching(/^Ada’s laptopAdded (now|\d+ seconds? ago)$/), 'not yet', '']],
      1,
    ]);

    await signOut(page);
    expect(await whoIsIn(page)).toBeUndefined();
    await button(page, 'Sign in with a passkey').click();
    await menuOf(page, 'Ada').waitFor();
    await page.goto(app.service.publicUrl + PATH);
    await rowsOf(page, TABLE).first().waitFor();
    expect((await cellsOf(page, TABLE))[0]?.[1]).toMatch(/^(now|\d+ seconds? ago)$/);
    await page.getByText('Signed in with a passkey').waitFor();

    await act(page, 'Ada’s laptop', 'Remove');
    await dialogOf(page).getByRole('button', { name: 'Remove' }).click();
    await page.getByText('The passkey is removed.').waitFor();
    await page.getByText('No passkeys yet').waitFor();
    const { body } = await rest().get('/v1/account/passkeys').expect(200);
    expect(body).toEqual({ passkeys: [] });

    await signOut(page);
    await button(page, 'Sign in with a passkey').click();
    await page.getByText('The service does not accept this passkey').waitFor();
    expect(await whoIsIn(page)).toBeUndefined();
  });

  test('is not made twice by one device, and does not sign in who cannot unlock it', async () => {
    const { page, authenticator } = await openPage();
    await addPasskey(page);
    await button(page, 'Add a passkey').click();
    await dialogOf(page).getByRole('button', { name: 'Continue' }).click();
    await dialogOf(page).getByText('This device or app has a passkey of yours already').waitFor();
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await authenticator.verifyUser(false);
    await signOut(page);
    await button(page, 'Sign in with a passkey').click();
    await page.getByText('No passkey was chosen').waitFor();
    expect([await whoIsIn(page), await authenticator.count()]).toEqual([undefined, 1]);
    await expectAccessible(page);
  });

  test('is not made for somebody who signed in with a key, and the page says why', async () => {
    const { page } = await app.open(PATH);
    const authenticator = await addAuthenticator(page);
    await button(page, 'Add a passkey').click();
    await dialogOf(page).getByRole('button', { name: 'Continue' }).click();
    await dialogOf(page).getByText('the passkey would outlive the key').waitFor();
    expect(await authenticator.count()).toBe(0);
    await expectAccessible(page);
  });
});

describeInBrowser('the section of passkeys', () => {
  test('renames one, by the keyboard as well, and never to nothing', async () => {
    await storePasskey('Laptop');
    const { page } = await openPage();
    await act(page, 'Laptop', 'Rename');
    const field = dialogOf(page).getByLabel('Name');
    expect(await field.inputValue()).toBe('Laptop');
    await field.fill('   ');
    await field.press('Enter');
    await field.fill(' Ada’s laptop ');
    await field.press('Enter');
    await button(page, 'Actions for Ada’s laptop').waitFor();
    const { body } = await rest().get('/v1/account/passkeys').expect(200);
    expect(body).toEqual({ passkeys: [expect.objectContaining({ name: 'Ada’s laptop' })] });
  });

  test('says that a passkey was removed meanwhile, and keeps its new name in the field', async () => {
    await storePasskey('Laptop');
    const { page } = await app.open(PATH);
    await act(page, 'Laptop', 'Rename');
    await app.service.prisma.passkey.deleteMany({ where: { userId: app.tenant.userId } });
    await dialogOf(page).getByLabel('Name').fill('Phone');
    await dialogOf(page).getByRole('button', { name: 'Save' }).click();
    await dialogOf(page).getByText('You have no passkey with this id.').waitFor();
    expect(await dialogOf(page).getByLabel('Name').inputValue()).toBe('Phone');
  });

  test('is accessible, with its dialogs, and suggests a name', async () => {
    await storePasskey('Laptop');
    const { page } = await app.open(PATH);
    await rowsOf(page, TABLE).first().waitFor();
    await expectAccessible(page);
    await button(page, 'Add a passkey').click();
    expect(await dialogOf(page).getByLabel('Name').inputValue()).toBe('Chrome on Linux');
    await expectAccessible(page);
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await act(page, 'Laptop', 'Rename');
    await dialogOf(page).getByLabel('Name').waitFor();
    await expectAccessible(page);
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await act(page, 'Laptop', 'Remove');
    await dialogOf(page).getByText('It signs nobody in any more').waitFor();
    await expectAccessible(page);
  });

  test('is accessible on a phone in the dark, also with a hostile name', async () => {
    await storePasskey(HOSTILE);
    const { page } = await app.open(PATH, DARK);
    await rowsOf(page, TABLE).getByText(SHOWN, { exact: true }).waitFor();
    expect(await widthOf(page)).toBe(SMALL.width);
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Actions for / }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await dialogOf(page).getByText('It signs nobody in any more').waitFor();
    expect(await widthOf(page)).toBe(SMALL.width);
    await expectAccessible(page);
  });
});

const byAddress = serveConsole();

describeInBrowser('on an IP address', () => {
  test('the console offers no passkeys, and says what they need', async () => {
    const { page } = await byAddress.openSignedOut('/');
    await pasteField(page).waitFor();
    expect(await page.getByRole('button').allInnerTexts()).not.toContain('Sign in with a passkey');
    const settings = await byAddress.openPage('/app/settings/signing-in');
    await settings.getByText('They need an address with HTTPS and a host name').waitFor();
    expect(await settings.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0);
  });
});
