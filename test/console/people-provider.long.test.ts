import { afterAll, expect, test } from '@jest/globals';
import { readConfig } from '../../src/config.ts';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { startMailServer } from '../harness/smtp.ts';
import { dialogOf, rowsOf, serveConsole } from './fixture.ts';

const settings = {
  // Nothing listens there.
  oidc: { issuer: 'http://127.0.0.1:9', clientId: 'x', clientSecret: 'x', label: 'Acme Login' },
  oidcOnly: true,
};
const mailServer = await startMailServer();
const { mail } = readConfig({
  PUBLIC_URL: 'https://data.acme.example',
  SMTP_URL: `smtp://localhost:${mailServer.port}`,
});
const app = serveConsole({ settings });
const mailing = serveConsole({ settings: { ...settings, mail } });
afterAll(() => mailServer.close());

describeInBrowser('people, where the OpenID provider alone signs them in', () => {
  test('an invitation names the provider and the address, and makes no link', async () => {
    const { page } = await app.open('/app/settings/people');
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    const dialog = dialogOf(page);
    await dialog
      .getByText('They sign in with Acme Login, whose account needs this e-mail address.')
      .waitFor();
    expect(await dialog.innerText()).not.toMatch(/link|72 hours/i);
    await expectAccessible(page);
    await dialog.getByLabel('E-mail').fill(`noor@${app.tenant.name}.example`);
    await dialog.getByRole('button', { name: 'Invite somebody' }).click();
    await dialog.getByText('Tell them this address. They sign in there with Acme Login.').waitFor();
    expect(await dialog.getByLabel('Address', { exact: true }).inputValue()).toBe(app.service.publicUrl);
    expect(await dialog.innerText()).not.toMatch(/link|once/i);
    expect(await dialog.getByRole('checkbox').count()).toBe(0);
    await expectAccessible(page);
    // What is no secret needs no confirmation.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await rowsOf(page, 'People of the organization').filter({ hasText: 'noor' }).waitFor();
    const links = await app.service.database.pool.query('SELECT FROM sign_in_link');
    expect(links.rowCount).toBe(0);
  });

  test('an address that was mailed is said to be', async () => {
    const { page } = await mailing.open('/app/settings/people');
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('E-mail').fill(`noor@${mailing.tenant.name}.example`);
    await dialog.getByRole('button', { name: 'Invite somebody' }).click();
    await dialog.getByText('This address was mailed to them. They sign in there with Acme Login.').waitFor();
    expect(mailServer.mails).toHaveLength(1);
  });
});
