import { expect, test } from '@jest/globals';
import { readConfig } from '../../src/config.ts';
import { createDigests } from '../../src/modules/digests/service.ts';
import { createChallenges } from '../../src/modules/sign-in/challenges.ts';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { expectSoon } from '../harness/soon.ts';
import { DARK, documentOf, pasteField, SMALL, serveConsole, widthOf } from './fixture.ts';

const PATH = '/app/settings/signing-in';
const { mail } = readConfig({ SMTP_URL: 'smtp://localhost:1', PUBLIC_URL: 'https://data.example' });
const app = serveConsole({ settings: { mail } });
const mailless = serveConsole();

const readDigest = async () => (await app.rest().get('/v1/account/digest').expect(200)).body;

describeInBrowser('the digest by e-mail', () => {
  test('is turned on and off, and says when the next one is due', async () => {
    const page = await app.openPage(PATH);
    const frequency = page.getByRole('combobox', { name: 'How often the digest is mailed' });
    expect(await frequency.inputValue()).toBe('NONE');
    await frequency.selectOption('Every week');
    await page.getByText('The next one is due').waitFor();
    expect(await readDigest()).toMatchObject({ frequency: 'weekly', mailed: true });
    await expectAccessible(page);
    await frequency.selectOption('Never');
    await page.getByText('The next one is due').waitFor({ state: 'detached' });
    await expectSoon(async () => (await readDigest()).frequency, 'none');
  });

  test('is not offered where the service sends no mail', async () => {
    const page = await mailless.openPage('/app/settings/people');
    const isRead = page.waitForResponse((each) => documentOf(each.request()).includes('query Digest'));
    await page.getByRole('tab', { name: 'Signing in' }).click();
    await isRead;
    await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor();
    expect(await page.getByText('Digest by e-mail').count()).toBe(0);
  });
});

describeInBrowser('the link of a digest', () => {
  test('turns it off without signing in, on a page that fits a phone in the dark', async () => {
    const { pool } = app.service.database;
    const { clock, prisma } = app.service;
    const pools = { reads: pool, writes: pool };
    const challenges = createChallenges(prisma, clock);
    const digests = createDigests({ pools, clock, challenges, isMailed: true });
    await app.rest().patch('/v1/account/digest', { frequency: 'daily' }).expect(200);
    const token = await digests.tokenOf(app.tenant.userId);
    const { page } = await app.openSignedOut('/', DARK);
    await pasteField(page).waitFor();
    await page.goto(`${app.service.url}/v1/digest/unsubscribe?token=${token}`);
    await page.getByRole('heading', { name: 'Digests of watched lists' }).waitFor();
    expect(await widthOf(page)).toBe(SMALL.width);
    await expectAccessible(page);
    expect((await readDigest()).frequency).toBe('daily');
    await page.getByRole('button', { name: 'Send me no more digests' }).click();
    await page.getByText('You get no more digests.').waitFor();
    await expectAccessible(page);
    expect((await readDigest()).frequency).toBe('none');
  });
});
