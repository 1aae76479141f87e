import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { When } from '../../console/src/filter/definition.ts';
import { rebuildIndex } from '../../src/modules/filters/facet-index.ts';
import { REGISTRY_VERSION } from '../../src/modules/filters/registry.ts';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { seedCompany, seedTechnologies } from '../harness/seed.ts';
import type { TestService } from '../harness/service.ts';
import { expectSoon } from '../harness/soon.ts';
import {
  addByTyping,
  GERMANY,
  KUBERNETES,
  linkTo,
  rowOf,
  serveBuilder,
  waitForRoot,
  waitForTotal,
} from './builder/service.ts';
import { condition, DARK, definitionOf, dialogOf } from './fixture.ts';

const AS_OF = '2026-03-01T00:00:00Z';
/** Ages count back from the newest observation, which all texts name. */
const BEFORE = 'before 1 Mar 2026';
/** First and last sighting of Kubernetes at each company: adopted in winter, long in use, dropped. */
const SEEN: Record<string, [first: string, last: string]> = {
  newcomer: ['2026-01-10T00:00:00Z', AS_OF],
  veteran: ['2023-01-01T00:00:00Z', AS_OF],
  leaver: ['2023-01-01T00:00:00Z', '2025-06-01T00:00:00Z'],
};

async function seed({ database: { pool } }: TestService): Promise<void> {
  for (const [slug, [first, last]] of Object.entries(SEEN)) {
    const id = await seedCompany(pool, { name: slug, slug, domains: [`${slug}.example`], country: 'DE' });
    await seedTechnologies(pool, id, [
      { key: 'kubernetes', name: 'Kubernetes', category: 'Containers', first, last },
    ]);
  }
  await rebuildIndex(pool);
}

const app = serveBuilder(seed);
const { openBuilder: open, rest } = app;

const ageIn = (page: Page) => page.getByRole('combobox', { name: 'When it was seen' });
const kubernetes = (when: When) => ({ condition: { ...KUBERNETES.condition, when } });
const ADOPTED = kubernetes({ first_seen: '90d' });

describeInBrowser('the age of evidence in the builder', () => {
  test('is chosen by keys, changes the number, and stands in the list that is opened again', async () => {
    const { page } = await open();
    await addByTyping(page, 'kubernetes');
    await waitForTotal(page, 3);
    await ageIn(page).selectOption(`adopted in the 90 days ${BEFORE}`);
    await waitForRoot(page, ADOPTED);
    await waitForTotal(page, 1);
    await rowOf(page, `technology is Kubernetes, adopted in the 90 days ${BEFORE}`).waitFor();
    await ageIn(page).focus();
    await page.keyboard.press('ArrowUp');
    await waitForRoot(page, kubernetes({ first_seen: '30d' }));
    await waitForTotal(page, 0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+z');
    await waitForRoot(page, ADOPTED);
    await page.reload();
    await rowOf(page, 'technology is Kubernetes').waitFor();
    await waitForTotal(page, 1);

    await page.getByRole('button', { name: 'Save as a new list' }).click();
    const dialog = dialogOf(page);
    expect(await dialog.getByLabel('Name').inputValue()).toBe(
      'Technology is Kubernetes, adopted in the last 90 days of data',
    );
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/app\/lists\/\d+$/);
    const [listId = ''] = /\d+$/.exec(page.url()) ?? [];
    const { body } = await rest().get(`/v1/lists/${listId}`).expect(200);
    expect(body.definition).toEqual({ registry_version: REGISTRY_VERSION, root: ADOPTED });
    await page.goto(`${app.service.url}/app/lists/${listId}/edit`);
    await page.getByText('version 1, no changes').waitFor();
    expect(await ageIn(page).inputValue()).toBe(`adopted in the 90 days ${BEFORE}`);
  });

  test('is read from what is typed into "+ condition", which shows it before', async () => {
    const { page } = await open();
    await page
      .getByRole('combobox', { name: 'Add a condition' })
      .fill('using kubernetes in the last 30 days');
    await page.getByRole('option', { name: `Kubernetes in use in the 30 days ${BEFORE}` }).waitFor();
    await page.keyboard.press('Enter');
    await waitForRoot(page, kubernetes({ last_seen: '30d' }));
    await waitForTotal(page, 2);
    expect(await ageIn(page).inputValue()).toBe(`in use in the 30 days ${BEFORE}`);
  });

  test('counts companies where it is in use, where it is gone, and where it was at any time', async () => {
    const { page } = await open(`/app/build${linkTo(ADOPTED)}`);
    await waitForTotal(page, 1);
    for (const [words, root, total] of [
      [`in use in the 30 days ${BEFORE}`, kubernetes({ last_seen: '30d' }), 2],
      [`not seen in the 180 days ${BEFORE}`, kubernetes({ not_seen: '180d' }), 1],
      ['any time', KUBERNETES, 3],
    ] as const) {
      await ageIn(page).selectOption(words);
      await waitForRoot(page, root);
      await waitForTotal(page, total);
    }
  });

  test('stays on a field with dates, and goes with a field without', async () => {
    const { page } = await open(`/app/build${linkTo(ADOPTED)}`);
    const field = page.getByRole('combobox', { name: 'Field', exact: true });
    await field.selectOption('Partner');
    expect(await ageIn(page).inputValue()).toBe(`new in the 90 days ${BEFORE}`);
    await field.selectOption('Industry');
    await ageIn(page).waitFor({ state: 'detached' });
    await field.selectOption('Technology');
    expect(await ageIn(page).inputValue()).toBe('');
  });

  test('that the service refuses is marked at its row, with a button that mends it', async () => {
    const late = { condition: { ...GERMANY.condition, when: { first_seen: '90d' } } };
    const { page } = await open(`/app/build${linkTo({ and: [kubernetes({ first_seen: '45d' }), late] })}`);
    await rowOf(page, `adopted in the 45 days ${BEFORE}`)
      .getByText('must be one of 30d', { exact: false })
      .waitFor();
    await rowOf(page, 'Germany').getByText('has no dated evidence', { exact: false }).waitFor();
    await expectAccessible(page);
    await rowOf(page, 'Germany').getByRole('button', { name: 'Use “any time”' }).click();
    await rowOf(page, 'Kubernetes').getByRole('button', { name: 'Use “any time”' }).click();
    await waitForRoot(page, { and: [KUBERNETES, GERMANY] });
    await waitForTotal(page, 3);
  });

  test('stands in the review of a change, in the history, and in an explanation with the date that decides', async () => {
    const listId = await app.createList(definitionOf(ADOPTED));
    const { page } = await open(`/app/lists/${listId}/edit`);
    await ageIn(page).selectOption(`not seen in the 180 days ${BEFORE}`);
    await page.getByRole('button', { name: 'Review and save' }).click();
    const change = page.getByRole('list', { name: 'Comparison' }).getByRole('listitem');
    await expectSoon(
      () => change.allInnerTexts(),
      [
        `Changedtechnology is Kubernetes, adopted in the 90 days ${BEFORE} → technology is Kubernetes, not seen in the 180 days ${BEFORE}`,
      ],
    );
    await page.getByRole('heading', { name: '1 company enter' }).waitFor();
    await page.getByRole('button', { name: 'Save as version 2' }).click();
    await page.waitForURL(`**/app/lists/${listId}`);
    await page.getByText(`technology is Kubernetes, not seen in the 180 days ${BEFORE}`).first().waitFor();
    const ask = async (domain: string) => {
      await dialogOf(page).getByLabel('Domain or company').fill(domain);
      await page.keyboard.press('Enter');
    };
    await page.getByRole('link', { name: 'Access & history' }).click();
    await page.getByText('Versions', { exact: true }).click();
    await page.getByText(`technology is Kubernetes, adopted in the 90 days ${BEFORE}`).first().waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Why not …?' }).click();
    await ask('leaver.example');
    await dialogOf(page).getByText('last seen 1 Jun 2025, more than 180 days before 1 Mar 2026').waitFor();
    await ask('newcomer.example');
    await dialogOf(page).getByText('last seen 1 Mar 2026, in the 180 days before 1 Mar 2026').waitFor();
    const adopted = await app.createList(definitionOf(ADOPTED), 'Adopted');
    await page.goto(`${app.service.url}/app/lists/${adopted}?company=newcomer`);
    await dialogOf(page).getByText('first seen 10 Jan 2026, in the 90 days before 1 Mar 2026').waitFor();
    await expectAccessible(page);
  });

  test('is read from a pasted filter', async () => {
    const { page } = await open(`/app/build${linkTo(GERMANY)}`);
    await page.getByRole('button', { name: 'Paste JSON' }).click();
    const field =
      '{condition: {field: TECHNOLOGY, operator: ANY_OF, values: ["kubernetes"], when: {firstSeen: DAYS_90}}}';
    await page.getByRole('textbox', { name: 'Filter' }).fill(`{registryVersion: "2", root: ${field}}`);
    await page.getByRole('button', { name: 'Load' }).click();
    await waitForRoot(page, ADOPTED);
    await waitForTotal(page, 1);
  });

  for (const options of [{}, DARK, { viewport: { width: 390, height: 844 } }])
    test(`is accessible: ${JSON.stringify(options)}`, async () => {
      const root = {
        and: [
          ADOPTED,
          { not: kubernetes({ not_seen: '365d' }) },
          condition('technology_category', 'any_of', 'Containers'),
        ],
      };
      const { page } = await open(`/app/build${linkTo(root)}`, options);
      await waitForTotal(page, 1);
      await expectAccessible(page);
    });
});
