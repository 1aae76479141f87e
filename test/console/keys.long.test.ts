import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { describeInBrowser } from '../harness/browser.ts';
import {
  DARK,
  dialogOf,
  HOSTILE,
  menuOf,
  pasteField,
  rowsOf,
  SHOWN,
  SMALL,
  serveConsole,
  widthOf,
} from './fixture.ts';

const app = serveConsole();
const { rest, open, openPage } = app;

interface Key {
  key_id: number;
  label: string | null;
  kind: string;
  status: string;
  monthly_credit_limit?: number;
  expires_at: string | null;
}
const readKeys = async (): Promise<Key[]> => (await rest().get('/v1/keys').expect(200)).body.keys;
const isAccepted = async (key: string): Promise<boolean> =>
  (await rest(key).get('/v1/account')).status === 200;

async function createKey(label: string): Promise<{ key: string; keyId: number }> {
  const { body } = await rest().post('/v1/keys', { kind: 'user', label }).expect(201);
  return { key: body.key, keyId: body.key_id };
}

async function act(page: Page, label: string, action: string): Promise<void> {
  await rowsOf(page, 'API keys').filter({ hasText: label }).getByRole('button').click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Reads the new key, which closes only after it is said to be stored. */
async function takeNewKey(page: Page): Promise<string> {
  const key = await dialogOf(page).getByLabel('New key').inputValue();
  await dialogOf(page).getByRole('button', { name: 'Copy' }).click();
  await dialogOf(page).getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await page.keyboard.press('Escape');
  expect(await dialogOf(page).getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
  await dialogOf(page).getByLabel('I have stored it').check();
  return key;
}

describeInBrowser('the page of keys', () => {
  test('creates a key that is shown once, copied, and kept until it is stored', async () => {
    const page = await openPage('/app/settings/limits');
    await page.getByRole('tab', { name: 'API keys' }).click();
    await page.getByRole('button', { name: 'Create a key' }).click();
    await dialogOf(page).getByLabel('Label', { exact: true }).fill(' Nightly ');
    await dialogOf(page).getByText('The organization', { exact: true }).click();
    await dialogOf(page).getByLabel('Expires').selectOption('In 30 days');
    await expectAccessible(page);
    await dialogOf(page).getByRole('button', { name: 'Create a key' }).click();
    await dialogOf(page).getByLabel('New key').waitFor();
    await page.goBack();
    const key = await takeNewKey(page);
    await expectAccessible(page);
    await dialogOf(page).getByRole('button', { name: 'Done' }).click();
    await rowsOf(page, 'API keys').filter({ hasText: 'Nightly' }).waitFor();
    expect(await page.content()).not.toContain(key);
    const [created] = await readKeys();
    expect(created).toMatchObject({ label: 'Nightly', kind: 'org', status: 'active' });
    expect(created?.expires_at?.slice(0, 10)).toBe('2026-03-31');
    expect(await isAccepted(key)).toBe(true);
  });

  test('changes the label and the expiry, and leaves an expiry as it is', async () => {
    const { keyId } = await createKey('Old');
    const page = await openPage('/app/settings/keys');
    const change = async (from: string, to: string, expiry?: string) => {
      await act(page, from, 'Label, expiry, limit');
      await dialogOf(page).getByLabel('Label', { exact: true }).fill(to);
      if (expiry !== undefined) await dialogOf(page).getByLabel('Expires').selectOption(expiry);
      await dialogOf(page).getByRole('button', { name: 'Save' }).click();
      await dialogOf(page).waitFor({ state: 'hidden' });
      return (await readKeys()).find(({ key_id }) => key_id === keyId);
    };
    const first = await change('Old', 'Newer', 'In a year');
    expect([first?.label, first?.expires_at?.slice(0, 10)]).toEqual(['Newer', '2027-03-01']);
    const second = await change('Newer', 'Newest');
    expect([second?.label, second?.expires_at]).toEqual(['Newest', first?.expires_at]);
  });

  test('sets, shows and removes the monthly credit limit of a key', async () => {
    const { key, keyId } = await createKey('Bounded');
    const page = await openPage('/app/settings/keys');
    const row = rowsOf(page, 'API keys').filter({ hasText: 'Bounded' });
    await row.getByRole('cell', { name: '0', exact: true }).last().waitFor();
    const setLimit = async (typed: string) => {
      await act(page, 'Bounded', 'Label, expiry, limit');
      await dialogOf(page).getByLabel('Credits a month').fill('1.5');
      expect(await dialogOf(page).getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
      await dialogOf(page).getByLabel('Credits a month').fill(typed);
      await expectAccessible(page);
      await dialogOf(page).getByRole('button', { name: 'Save' }).click();
      await dialogOf(page).waitFor({ state: 'hidden' });
      return (await readKeys()).find(({ key_id }) => key_id === keyId)?.monthly_credit_limit;
    };
    expect(await setLimit('1200')).toBe(1200);
    await row.getByText('0 of 1,200').waitFor();
    expect((await rest(key).get('/v1/account')).body.monthly_credit_limit).toBe(1200);
    expect(await setLimit('')).toBeUndefined();
    await row.getByText('0 of 1,200').waitFor({ state: 'hidden' });
  });

  test('rotates a key with an overlap, and shows the new one', async () => {
    const { key } = await createKey('This one');
    const page = await openPage('/app/settings/keys');
    await act(page, 'This one', 'Rotate');
    await dialogOf(page).getByLabel('The old key keeps working for').selectOption('an hour');
    await dialogOf(page).getByRole('button', { name: 'Rotate' }).click();
    const next = await takeNewKey(page);
    await dialogOf(page).getByRole('button', { name: 'Done' }).click();
    await rowsOf(page, 'API keys').filter({ hasText: 'replaced by' }).waitFor();
    expect([await isAccepted(key), await isAccepted(next)]).toEqual([true, true]);
    app.service.clock.advance({ minutes: 61 });
    expect([await isAccepted(key), await isAccepted(next)]).toEqual([false, true]);
  });

  test('revokes a key after its label was typed', async () => {
    const { key } = await createKey('CRM  import');
    const page = await openPage('/app/settings/keys');
    await act(page, 'CRM', 'Revoke');
    const button = dialogOf(page).getByRole('button', { name: 'Revoke' });
    expect(await button.isDisabled()).toBe(true);
    await dialogOf(page).getByLabel('Type “CRM import” to confirm').fill('CRM');
    expect(await button.isDisabled()).toBe(true);
    await dialogOf(page).getByLabel('Type “CRM import” to confirm').fill('CRM import');
    await expectAccessible(page);
    await button.click();
    await page.getByText('The key is revoked.').waitFor();
    expect(await isAccepted(key)).toBe(false);
    await rowsOf(page, 'API keys').filter({ hasText: 'Revoked' }).waitFor();
  });

  test.each([
    ['revoked', 'The key is revoked.'],
    ['rotated without an overlap', undefined],
  ])('signs out whoever signed in with the key when it is %s', async (how, message) => {
    const { key } = await createKey('Mine');
    const { page, problems } = await open('/app/settings/keys', { key });
    problems.expect(/401/);
    const action = message === undefined ? 'Rotate' : 'Revoke';
    await act(page, 'Mine', action);
    if (message === undefined)
      await dialogOf(page).getByLabel('The old key keeps working for').selectOption('not at all');
    else await dialogOf(page).getByLabel('Type “Mine” to confirm').fill('Mine');
    await dialogOf(page).getByRole('button', { name: action }).click();
    // The message goes by itself, and the question stays.
    if (message !== undefined) await page.getByText(message).waitFor();
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await ended.waitFor();
    await pasteField(page).fill(app.tenant.userKey);
    await page.keyboard.press('Enter');
    await ended.waitFor({ state: 'hidden' });
    // The new key was shown below the question, and is still there.
    if (message === undefined) expect(await isAccepted(await takeNewKey(page))).toBe(true);
    else await rowsOf(page, 'API keys').filter({ hasText: 'Mine' }).filter({ hasText: 'Revoked' }).waitFor();
    expect([how, await isAccepted(key)]).toEqual([how, false]);
  });
});

describeInBrowser('hostile names', () => {
  test('of the user, the organization and a key hold on every page of a phone', async () => {
    await app.service.prisma.organization.update({
      where: { id: app.tenant.organizationId },
      data: { name: HOSTILE },
    });
    await app.service.prisma.user.update({ where: { id: app.tenant.userId }, data: { name: HOSTILE } });
    const label = `Key ${HOSTILE}`.slice(0, 100);
    await createKey(label);
    const page = await openPage('/app/settings/keys', DARK);
    await menuOf(page, SHOWN).waitFor();
    for (const [tab, text] of [
      ['API keys', 'Key <script>'],
      ['Signing in', 'Where you are signed in'],
      ['People', 'Everybody in <script>'],
      ['Webhooks', 'No webhooks yet'],
      ['Limits', 'Storage'],
      ['Credits', 'Balance: '],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByText(text).first().waitFor();
      expect(await page.locator('main').innerText()).not.toContain('\u202e');
      expect(await widthOf(page)).toBe(SMALL.width);
      await expectAccessible(page);
    }
    await page.getByRole('tab', { name: 'API keys' }).click();
    await act(page, 'Key <script>alert(1)</script>\u2426', 'Revoke');
    await dialogOf(page)
      .getByLabel(/^Type “cds_user_/)
      .waitFor();
    const overflow = await dialogOf(page).evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(overflow).toBe(0);
  });
});
