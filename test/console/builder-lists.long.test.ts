import { expect, test } from '@jest/globals';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { PHONE } from '../harness/browser/console-page.ts';
import { describeInBrowser } from '../harness/browser.ts';
import {
  addByTyping,
  chipsOf,
  clickOption,
  GERMANY,
  KUBERNETES,
  linkTo,
  rowOf,
  SOFTWARE,
  serveBuilder,
  waitForRoot,
  waitForTotal,
} from './builder/service.ts';
import { condition, DARK, definitionOf, dialogOf } from './fixture.ts';

const app = serveBuilder();
const { openBuilder: open, countAll } = app;

const onLists = (operator: string, ...ids: number[]) => condition('list', operator, ...ids);
const createList = (name: string, root: object, key?: string) =>
  app.createList(definitionOf(root), name, key);

describeInBrowser('a list as a condition in the builder', () => {
  test('is found by its name, changes the number, and stays when the list is saved and opened again', async () => {
    const customers = await createList('Customers', KUBERNETES);
    const resellers = await createList('Resellers', SOFTWARE);
    const { page } = await open(`/app/build${linkTo(GERMANY)}`);
    await waitForTotal(page, await countAll([GERMANY]));
    await addByTyping(page, 'not in list custom');
    await waitForRoot(page, { and: [GERMANY, onLists('none_of', customers)] });
    await rowOf(page, 'the company is not in the list Customers').waitFor();
    const others = await countAll([GERMANY, onLists('none_of', customers)]);
    expect(others).toBeLessThan(await countAll([GERMANY]));
    await waitForTotal(page, others);
    await page.getByRole('button', { name: 'Add a value to List' }).click();
    await clickOption(page, 'Resellers');
    expect(await chipsOf(page, 'List')).toEqual(['Customers', 'Resellers']);
    const root = { and: [GERMANY, onLists('none_of', customers, resellers)] };
    await waitForRoot(page, root);
    await waitForTotal(page, await countAll(root.and));
    await page.reload();
    await rowOf(page, 'the company is in none of the lists Customers, Resellers').waitFor();
    await waitForTotal(page, await countAll(root.and));

    await page.getByRole('button', { name: 'Save as a new list' }).click();
    await dialogOf(page).getByLabel('Name').fill('Prospects');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/app\/lists\/\d+$/);
    const [listId = ''] = /\d+$/.exec(page.url()) ?? [];
    const { body } = await app.rest().get(`/v1/lists/${listId}`).expect(200);
    expect(body.definition.root).toEqual(root);
    await page.getByText('is in none of the lists').waitFor();
    await page.goto(`${app.service.url}/app/lists/${listId}/edit`);
    await rowOf(page, 'the company is in none of the lists Customers, Resellers').waitFor();
    await page.getByText('version 1, no changes').waitFor();
    expect(await chipsOf(page, 'List')).toEqual(['Customers', 'Resellers']);
  });

  test('is pasted by name; texts that are no list are left out', async () => {
    const customers = await createList('Customers', KUBERNETES);
    const resellers = await createList('Resellers', SOFTWARE);
    const { page } = await open();
    await page.getByRole('button', { name: 'Pick a field' }).click();
    await page.getByRole('menuitem', { name: 'List', exact: true }).click();
    await page.getByRole('option', { name: /Customers/ }).waitFor();
    await page.evaluate(() => navigator.clipboard.writeText('customers\nResellers\nNobody'));
    await page.keyboard.press('Control+V');
    await waitForRoot(page, onLists('any_of', customers, resellers));
  });

  test('cannot be the edited list; one that leads back to it is refused with the lists on the way', async () => {
    const customers = await createList('Customers', GERMANY);
    const between = await createList('Between', onLists('any_of', customers));
    const above = await createList('Above', { and: [SOFTWARE, onLists('none_of', between)] });
    const { page } = await open(`/app/lists/${customers}/edit`);
    await page.getByText('version 1, no changes').waitFor();
    await page.getByRole('button', { name: 'Pick a field' }).click();
    await page.getByRole('menuitem', { name: 'List', exact: true }).click();
    await page.getByRole('option', { name: /Above/ }).waitFor();
    expect(await page.getByRole('option', { name: /Customers/ }).count()).toBe(0);
    await clickOption(page, 'Above');
    await waitForRoot(page, { and: [GERMANY, onLists('any_of', above)] });
    await page.reload();
    await rowOf(page, 'Above')
      .getByText('This leads back to the list itself: Above → Between → this list.', { exact: false })
      .waitFor();
    await expectAccessible(page);
  });

  test('that an editor cannot see stays in the filter, is counted and is saved', async () => {
    const { grace, tenant } = app;
    const secret = await createList('Secret', KUBERNETES, grace.userKey);
    const root = { and: [GERMANY, onLists('none_of', secret)] };
    const shared = await createList('Shared', root, grace.userKey);
    const grant = { user_id: tenant.userId, access_level: 'editor' };
    await app.rest(grace.userKey).post(`/v1/lists/${shared}/permissions`, grant);
    const { page } = await open(`/app/lists/${shared}/edit`);
    const { body } = await app.rest(grace.userKey).get(`/v1/lists/${shared}/members`).expect(200);
    await waitForTotal(page, body.members.length);
    expect(await chipsOf(page, 'List')).toEqual([`List ${secret}`]);
    await addByTyping(page, 'software');
    await waitForRoot(page, { and: [...root.and, SOFTWARE] });
    await page
      .getByRole('button', { name: /: show details$/ })
      .first()
      .click();
    await dialogOf(page).getByText(`the company is not in the list List ${secret}`).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Review and save' }).click();
    await page.getByRole('button', { name: 'Save as version 2' }).click();
    await page.waitForURL(`**/app/lists/${shared}`);

    await page.goto(`${app.service.url}/app/build${linkTo(root)}`);
    await rowOf(page, `List ${secret}`).getByText('List not found, or it is not shared with you.').waitFor();
  });

  test('says where it is used, before it is deleted, and is named in explanations afterwards', async () => {
    const customers = await createList('Customers', KUBERNETES);
    const prospects = await createList('Prospects', {
      and: [GERMANY, onLists('none_of', customers)],
    });
    const { page } = await open(`/app/lists/${customers}/access`, { ready: 'dl' });
    await page.getByText('Used by 1 list', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Prospects' }).click();
    await page.waitForURL(`**/app/lists/${prospects}`);
    await page.getByText('is not in the list').waitFor();
    expect(await page.getByText(/^Used by/).count()).toBe(0);

    await page.goto(`${app.service.url}/app/lists`);
    await page.getByRole('button', { name: 'Actions for Customers' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialogOf(page)
      .getByText('It is used in the filters of “Prospects”. There it matches no company from then on.')
      .waitFor();
    await dialogOf(page).getByRole('button', { name: 'Delete the list' }).click();
    await page.getByText('“Customers” is deleted.').waitFor();
    // The message that offers Undo goes, and with it the list.
    await Promise.all([
      page.waitForResponse(
        (response) => response.request().postDataJSON()?.variables?.input?.listId === customers,
      ),
      page.getByRole('button', { name: 'Close' }).click(),
    ]);
    await page.goto(`${app.service.url}/app/lists/${prospects}?company=company-0`);
    await dialogOf(page).getByText(`the company is not in the list List ${customers}`).waitFor();
    await dialogOf(page).getByText(`List ${customers} was deleted: no company is in it.`).waitFor();
    await expectAccessible(page);
  });

  for (const options of [DARK, { viewport: PHONE }])
    test(`is accessible: ${JSON.stringify(options)}`, async () => {
      const customers = await createList('Customers', KUBERNETES);
      const root = { and: [GERMANY, onLists('none_of', customers), { not: onLists('any_of', customers) }] };
      const { page } = await open(`/app/build${linkTo(root)}`, options);
      await rowOf(page, 'Customers').first().waitFor();
      await waitForTotal(page, await countAll(root.and));
      await expectAccessible(page);
    });
});
