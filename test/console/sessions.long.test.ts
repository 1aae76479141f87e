import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { openSession } from '../harness/browser/console-page.ts';
import { describeInBrowser } from '../harness/browser.ts';
import {
  cellsOf,
  DARK,
  dialogOf,
  HOSTILE,
  pasteField,
  rowsOf,
  SHOWN,
  SMALL,
  serveConsole,
  submit,
  widthOf,
} from './fixture.ts';

const app = serveConsole();
const { rest, openSignedOut, whoIsIn } = app;

const TABLE = 'Browsers in which you are signed in';
const PATH = '/app/settings/signing-in';

/** Signs in over the API, as another browser. */
const signInAs = (userAgent: string, key = app.tenant.userKey) =>
  openSession(app.service.url, key, userAgent);

/** Signs in on the page, by a link, so that the browser says which one it is. */
async function openPage(options = {}): Promise<Page> {
  const { page } = await openSignedOut(PATH, options);
  await submit(page, (await app.makeLink()).link);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await rowsOf(page, TABLE).first().waitFor();
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
  return page;
}

const readAgents = async (): Promise<(string | null)[]> =>
  (await rest().get('/v1/account/sessions').expect(200)).body.sessions.map(
    ({ user_agent }: { user_agent: string | null }) => user_agent,
  );

describeInBrowser('where a person is signed in', () => {
  test('lists the browsers of this person, which one is this, since when and how', async () => {
    await signInAs('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0');
    await signInAs('curl/8.14.1 <b>');
    await signInAs('Mozilla/5.0 (Windows NT 10.0) Firefox/140.0', app.grace.userKey);
    app.service.clock.advance({ hours: 2 });
    const page = await openPage();
    const earlier = (browser: string) => [
      `${browser}Signed in with a key 2 hours ago`,
      'not yet',
      'Sign out',
    ];
    expect(await cellsOf(page, TABLE)).toEqual([
      [
        expect.stringMatching(/^Chrome on Linuxthis browserSigned in with a link (now|\d+ seconds? ago)$/),
        expect.stringMatching(/^(not yet|now|\d+ seconds? ago)$/),
        'Sign out',
      ],
      earlier('curl/8.14.1 <b>'),
      earlier('Firefox on Linux'),
    ]);
    await expectAccessible(page);
  });

  test('is accessible on a phone in the dark, also with a program that has a hostile name', async () => {
    await signInAs('curl/8.14.1');
    await app.service.prisma.apiKey.updateMany({
      where: { userId: app.tenant.userId, signedInBy: 'key' },
      data: { userAgent: HOSTILE },
    });
    const page = await openPage(DARK);
    await page.getByText(SHOWN, { exact: true }).waitFor();
    expect(await widthOf(page)).toBe(SMALL.width);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await dialogOf(page).getByText('All browsers of the table are signed out').waitFor();
    // As far down as the button was, the header hides half of a tab, behind the dialog.
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectAccessible(page);
  });

  test('ends another one alone', async () => {
    await signInAs('curl/8.14.1');
    await signInAs('curl/7.0');
    const page = await openPage();
    await page.getByRole('button', { name: 'Sign out: curl/8.14.1' }).click();
    await page.getByText('curl/8.14.1 is signed out.').waitFor();
    await rowsOf(page, TABLE).filter({ hasText: 'curl/8.14.1' }).waitFor({ state: 'hidden' });
    expect(await readAgents()).toEqual([expect.stringContaining('HeadlessChrome'), 'curl/7.0']);
    expect(await whoIsIn(page)).toBe('Ada');
  });

  test('ends this one, which signs out here', async () => {
    await signInAs('curl/8.14.1');
    const page = await openPage();
    await rowsOf(page, TABLE).filter({ hasText: 'this browser' }).getByRole('button').click();
    await pasteField(page).waitFor();
    expect([await readAgents(), await page.context().cookies()]).toEqual([['curl/8.14.1'], []]);
  });

  test('ends all of them after a question, and no API key', async () => {
    await signInAs('curl/8.14.1');
    await signInAs('curl/7.0', app.grace.userKey);
    const page = await openPage();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    expect(await readAgents()).toHaveLength(2);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await dialogOf(page).getByRole('button', { name: 'Sign out everywhere' }).click();
    await pasteField(page).waitFor();
    expect([await readAgents(), await page.context().cookies()]).toEqual([[], []]);
    const { body } = await rest(app.grace.userKey).get('/v1/account/sessions').expect(200);
    expect(body.sessions).toHaveLength(1);
  });
});
