import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { ConsolePage } from '../harness/browser/open-console.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { CLIENT, type Claims, startIssuer } from '../harness/issuer.ts';
import { menuOf, pasteField, serveConsole, submit } from './fixture.ts';

const withoutProvider = serveConsole({
  settings: {
    // Nothing listens there.
    oidc: { issuer: 'http://127.0.0.1:9', clientId: 'x', clientSecret: 'x', label: 'Acme & "Sons"' },
  },
});

describeInBrowser('the button of the OpenID provider', () => {
  test('names the provider, leads there from this page, and says why it came back', async () => {
    const { page } = await withoutProvider.openSignedOut('/app/companies?q=acme');
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
    const { page } = await withoutProvider.openSignedOut('/#error=sign_in_failed');
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toContain('This account signs nobody in.');
    await page.getByLabel('Link or personal key').waitFor();
  });
});

const issuer = await startIssuer(() => `${app.service.publicUrl}/v1/session/oidc/callback`, {
  hasPage: true,
});
const app = serveConsole({
  // Cookies know no ports: at another host, those of the issuer are its own.
  publicHost: 'localhost',
  settings: {
    oidc: { issuer: issuer.url, clientId: CLIENT.id, clientSecret: CLIENT.secret, label: 'Acme' },
  },
});
const { openSignedOut, makeLink, whoIsIn, rest } = app;

beforeAll(() => {
  // Tokens have the time of the issuer.
  app.service.clock.set(new Date().toISOString());
});
beforeEach(() => issuer.claims.clear());
afterAll(() => issuer.close());

const button = (page: Page) => page.getByRole('link', { name: 'Sign in with Acme', exact: true });

/** Opens the console as somebody who goes to the issuer and back. */
async function openAt(path: string): Promise<ConsolePage> {
  const opened = await openSignedOut(path);
  opened.problems.expect(new RegExp(`^request to another host: ${issuer.url}/`));
  return opened;
}

/** Signs in on the page of the issuer. @param account subject there. */
async function signInAtIssuer(page: Page, account: string, claims: Claims): Promise<void> {
  issuer.claims.set(account, claims);
  await button(page).click();
  await page.getByLabel('Account').fill(account);
  expect([new URL(page.url()).origin, await page.title()]).toEqual([issuer.url, 'Acme accounts']);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function signOut(page: Page, name: string): Promise<void> {
  await menuOf(page, name).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await pasteField(page).waitFor();
}

/** Reads the users of the organization, and how each of them signed in, the earliest first. */
async function readSignIns() {
  const { rows } = await app.service.database.pool.query(
    `SELECT u.name, array_remove(array_agg(k.signed_in_by::text ORDER BY k.id), NULL) AS ways
     FROM "user" u LEFT JOIN api_key k ON k.user_id = u.id WHERE u.organization_id = $1 GROUP BY u.id ORDER BY u.id`,
    [app.tenant.organizationId],
  );
  return rows.map(({ name, ways }) => [name, ways]);
}

describeInBrowser('signing in at the OpenID provider', () => {
  test('signs in who came by a link before, as the same person, and again without a question', async () => {
    const { page } = await openAt('/');
    await submit(page, (await makeLink()).link);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await menuOf(page, 'Ada').waitFor();
    await signOut(page, 'Ada');

    const claims = { email: app.tenant.email, email_verified: true };
    await signInAtIssuer(page, `ada of ${app.tenant.name}`, claims);
    await menuOf(page, 'Ada').waitFor();
    expect([new URL(page.url()).origin, await whoIsIn(page)]).toEqual([app.service.publicUrl, 'Ada']);
    await signOut(page, 'Ada');
    expect(await whoIsIn(page)).toBeUndefined();

    // The issuer still knows the browser.
    await button(page).click();
    await menuOf(page, 'Ada').waitFor();
    expect(await readSignIns()).toEqual([
      ['Ada', ['link', 'oidc', 'oidc']],
      ['Grace', []],
    ]);
  });

  test('signs in who was invited, on the page that they wanted to see', async () => {
    const email = `noor@${app.tenant.name}.example`;
    await rest().post('/v1/account/users', { email, role: 'member', name: 'Noor' }).expect(201);
    const path = '/app/companies?search=acme';
    const { page } = await openAt(path);
    await signInAtIssuer(page, email, { email: email.toUpperCase(), email_verified: true });
    await menuOf(page, 'Noor').waitFor();
    expect([page.url(), await whoIsIn(page)]).toEqual([app.service.publicUrl + path, 'Noor']);
    await page.reload();
    await menuOf(page, 'Noor').waitFor();
    expect(await readSignIns()).toEqual([
      ['Ada', []],
      ['Grace', []],
      ['Noor', ['oidc']],
    ]);
  });

  test.each([
    ['nobody has invited', () => ({ email: 'eve@evil.example', email_verified: true })],
    ['the provider has not verified', () => ({ email: app.tenant.email, email_verified: false })],
  ])('refuses an address that %s, on the sign-in page', async (_what, claims) => {
    const { page } = await openAt('/app/companies');
    await signInAtIssuer(page, `eve at ${app.tenant.name}`, claims());
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toContain('This account signs nobody in.');
    expect([page.url(), await whoIsIn(page)]).toEqual([`${app.service.publicUrl}/`, undefined]);
    await button(page).waitFor();
    expect(await readSignIns()).toEqual([
      ['Ada', []],
      ['Grace', []],
    ]);
  });
});
