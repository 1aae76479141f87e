import { expect, test } from '@jest/globals';
import { describeInBrowser } from '../harness/browser.ts';
import { serveConsole } from './fixture.ts';

const { openSignedOut } = serveConsole({
  settings: {
    // Nothing listens there.
    oidc: { issuer: 'http://127.0.0.1:9', clientId: 'x', clientSecret: 'x', label: 'Acme & "Sons"' },
  },
});

describeInBrowser('the button of the OpenID provider', () => {
  test('names the provider, leads there from this page, and says why it came back', async () => {
    const { page } = await openSignedOut('/app/companies?q=acme');
    const button = page.getByRole('link', { name: 'Sign in with Acme & "Sons"', exact: true });
    expect(await button.getAttribute('href')).toBe(
      `/v1/session/oidc/start?to=${encodeURIComponent('/app/companies?q=acme')}`,
    );
    await button.click();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toContain('The provider cannot be used at the moment.');
    expect(new URL(page.url()).hash).toBe('');
  });

  test('says that an account signs nobody in', async () => {
    const { page } = await openSignedOut('/#error=sign_in_failed');
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toContain('This account signs nobody in.');
    await page.getByLabel('Link or personal key').waitFor();
  });
});
