import { expect, test } from '@jest/globals';
import { describeInBrowser } from '../harness/browser.ts';
import { GERMANY, SOFTWARE, serveBuilder } from './builder/service.ts';
import { condition, dialogOf, downloadBy } from './fixture.ts';

const app = serveBuilder();
const SENTENCE = 'software companies in germany using docker, founded after 2000';
const ROOT = [
  SOFTWARE,
  GERMANY,
  condition('technology', 'any_of', 'docker'),
  condition('founded_year', 'gte', 2001),
];

describeInBrowser('a first visit', () => {
  test('leads from a link to a list that is saved, watched, shared with a new person, used and exported', async () => {
    const { code } = await app.makeLink();
    const { page } = await app.openSignedOut(`/#code=${code}`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();

    // The question has the focus. One line and two keys save a list.
    const question = page.getByRole('textbox', { name: 'Describe the companies you look for' });
    await question.and(page.locator(':focus')).waitFor();
    await page.keyboard.type(SENTENCE);
    await page
      .getByRole('list', { name: 'What remains after each condition' })
      .getByRole('listitem')
      .nth(4)
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Save as list' }).locator('input:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/app\/lists\/\d+$/);
    const listId = Number(new URL(page.url()).pathname.split('/').at(-1));

    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await page.getByText('The list is watched.').waitFor();

    // Three clicks and a name add five companies to another list.
    const boxes = page.locator('tbody').getByRole('checkbox');
    await boxes.nth(0).click();
    await boxes.nth(4).click({ modifiers: ['Shift'] });
    await page
      .getByRole('region', { name: 'Selected companies' })
      .getByRole('button', { name: 'Add to list' })
      .click();
    await dialogOf(page).getByLabel('Find a list, or name a new one').fill('Prospects');
    await dialogOf(page).getByRole('button', { name: 'New list “Prospects”' }).click();
    await page.getByText('5 companies added to “Prospects”.').waitFor();

    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
    const csv = await downloadBy(page, dialogOf(page).getByRole('button', { name: 'Export for 5 credits' }));

    await page.goto(`${app.service.url}/app/settings/people`);
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    await dialogOf(page).getByLabel('E-mail').fill(`noor@${app.tenant.name}.example`);
    await dialogOf(page).getByRole('button', { name: 'Make a link' }).click();
    await dialogOf(page).getByLabel('I have passed it on').check();
    await dialogOf(page).getByRole('button', { name: 'Done' }).click();
    await page.goto(`${app.service.url}/app/lists/${listId}/sharing`);
    await page.getByRole('combobox', { name: 'Person' }).fill('noor');
    await page.getByRole('option').click();
    await page.locator('form').getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByText('Shared with noor.').waitFor();

    const read = async (path: string) => (await app.rest().get(`/v1/lists${path}`).expect(200)).body;
    const { definition, name, watched } = await read(`/${listId}`);
    expect([name, definition.root, watched]).toEqual([
      SENTENCE.replace('software', 'Software'),
      { and: ROOT },
      true,
    ]);
    const { permissions } = await read(`/${listId}/permissions`);
    expect(permissions).toMatchObject([{ access_level: 'viewer' }]);
    const { members } = await read(`/${listId}/members`);
    const { lists } = await read('');
    const prospects = lists.find((each: { name: string }) => each.name === 'Prospects');
    const { domains } = await read(`/${prospects.list_id}/domains`);
    expect(domains.map(({ domain }: { domain: string }) => domain).sort()).toEqual(
      members
        .slice(0, 5)
        .map((each: { primary_domain: string }) => each.primary_domain)
        .sort(),
    );
    expect(csv.trim().split('\n')).toHaveLength(members.length + 1);
  });
});
