import { expect, test } from '@jest/globals';
import { describeInBrowser } from '../harness/browser.ts';
import { pasteField, serveConsole } from './fixture.ts';

const app = serveConsole();

describeInBrowser('on an IP address', () => {
  test('the console offers no passkeys, and says what they need', async () => {
    const { page } = await app.openSignedOut('/');
    await pasteField(page).waitFor();
    expect(await page.getByRole('button').allInnerTexts()).not.toContain('Sign in with a passkey');
    const settings = await app.openPage('/app/settings/signing-in');
    await settings.getByText('They need an address with HTTPS and a host name').waitFor();
    expect(await settings.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0);
  });
});
