import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { FilterNode } from '../../console/src/filter/definition.ts';
import { describeInBrowser } from '../harness/browser.ts';
import type { Tenant, TestService } from '../harness/service.ts';
import {
  condition,
  countOf,
  openBuilder,
  rowOf,
  startBuilderService,
  tabTo,
  waitForRoot,
  waitForTotal,
} from './builder/service.ts';

let service: TestService;
let tenant: Tenant;
beforeAll(async () => {
  service = await startBuilderService();
  tenant = await service.createTenant('sales', 5);
}, 60_000);
afterAll(() => service.close());

interface Question {
  asked: string;
  root: FilterNode;
  /** Texts for "+ condition", each ended by Enter, and keys that follow. */
  typed: readonly string[];
  keys?: readonly string[];
  /** Field, operator and values for the mouse. */
  picked: readonly (readonly [field: string, operator: string, ...values: string[]])[];
}

const QUESTIONS: readonly Question[] = [
  {
    asked: 'Which companies are in Germany?',
    root: condition('country', 'any_of', 'DE'),
    typed: ['germany'],
    picked: [['Country', 'any_of', 'Germany']],
  },
  {
    asked: 'Which run Kubernetes?',
    root: condition('technology', 'any_of', 'kubernetes'),
    typed: ['kube'],
    picked: [['Technology', 'any_of', 'Kubernetes']],
  },
  {
    asked: 'Which were founded after 2015?',
    root: condition('founded_year', 'gte', 2016),
    typed: ['founded after 2015'],
    picked: [['Founded in', 'gte', '2016']],
  },
  {
    asked: 'Which does the Comet Fund invest in?',
    root: condition('investor', 'any_of', 'Comet Fund'),
    typed: ['comet'],
    picked: [['Investor', 'any_of', 'Comet Fund']],
  },
  {
    asked: 'Which are small, and not in retail?',
    root: {
      and: [condition('employee_range', 'any_of', '11-50'), condition('industry', 'none_of', 'Retail')],
    },
    typed: ['11-50', 'not retail'],
    picked: [
      ['Employees', 'any_of', '11-50'],
      ['Industry', 'none_of', 'Retail'],
    ],
  },
  {
    asked: 'Which are partners of Globex?',
    root: condition('partner', 'any_of', 'globex.example'),
    typed: ['globex'],
    picked: [['Partner', 'any_of', 'Globex']],
  },
  {
    asked: 'Which call themselves soft-something?',
    root: condition('name', 'starts_with', 'soft'),
    typed: ['name starts with soft'],
    picked: [['Name', 'starts_with', 'soft']],
  },
  {
    asked: 'Which have a domain under .test and some technology of containers?',
    root: {
      and: [
        condition('domain', 'ends_with', '.test'),
        condition('technology_category', 'any_of', 'Containers'),
      ],
    },
    typed: ['.test', 'containers'],
    picked: [
      ['Domain', 'ends_with', '.test'],
      ['Technology category', 'any_of', 'Containers'],
    ],
  },
  {
    asked: 'Which use one to two technologies, have a partner, and a known industry?',
    root: {
      and: [
        condition('technology_count', 'between', 1, 2),
        condition('partnership_count', 'gte', 1),
        condition('industry', 'is_known', true),
      ],
    },
    typed: ['1-2 technologies', 'at least 1 partners', '@Industry'],
    keys: ['is_known'],
    picked: [
      ['Number of technologies', 'between', '1', '2'],
      ['Number of partners', 'gte', '1'],
      ['Industry', 'is_known'],
    ],
  },
  {
    asked: 'Which software companies in Germany or Austria do without Kubernetes?',
    root: {
      and: [
        condition('industry', 'any_of', 'Software'),
        { or: [condition('country', 'any_of', 'DE'), condition('country', 'any_of', 'AT')] },
        { not: condition('technology', 'any_of', 'kubernetes') },
      ],
    },
    typed: ['software', 'germany', 'austria', 'kube'],
    keys: ['ArrowDown', 'ArrowDown', 'Alt+ArrowRight', 'ArrowDown', 'Alt+ArrowRight', 'ArrowDown', '!'],
    picked: [
      ['Industry', 'any_of', 'Software'],
      ['+', 'or'],
      ['Country', 'any_of', 'Germany'],
      ['Country', 'any_of', 'Austria'],
      ['Technology', 'any_of', 'Kubernetes'],
      ['not', 'Kubernetes'],
    ],
  },
];

async function checkAnswer(page: Page, root: FilterNode): Promise<void> {
  await waitForRoot(page, root);
  const total = await countOf(service, tenant.userKey, { registry_version: '1', root });
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThan(49);
  await waitForTotal(page, total);
}

/** Adds a condition by its words, once the first suggestion is marked. */
async function typeCondition(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.locator('[role=option][aria-selected=true]').first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('option').first().waitFor({ state: 'hidden' });
}

/** Adds a condition by its field, then chooses its operator by the first letters. */
async function pickByKeys(page: Page, field: string, operator: string): Promise<void> {
  await tabTo(page, 'Pick a field');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: field, exact: true }).waitFor();
  while ((await page.evaluate(() => document.activeElement?.textContent)) !== field)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByLabel(`Search values of ${field}`).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Tab');
  const isChosen = () =>
    page.evaluate(() =>
      document.activeElement instanceof HTMLSelectElement ? document.activeElement.value : '',
    );
  while ((await isChosen()) !== operator) await page.keyboard.press('ArrowDown');
}

async function pickByMouse(page: Page, picked: Question['picked'][number], group: boolean): Promise<void> {
  const [field, operator, ...values] = picked;
  const place = group ? page.locator('[data-end]').first() : page.locator('[data-end]').last();
  if (group) await place.getByLabel('Add a condition to this group').click();
  await place.getByRole('button', { name: 'Pick a field' }).click();
  await page.getByRole('menuitem', { name: field, exact: true }).click();
  const row = page
    .locator('[data-row][data-type=condition]')
    .filter({ has: page.locator('[data-part=values]') })
    .nth(await newIndex(page));
  await row.getByLabel('Operator').selectOption(operator);
  for (const [index, value] of values.entries()) await pickValue(page, row, value, index);
  await page.locator('h1').click();
}

/** Index of the row that is not finished: the one that was added last. */
async function newIndex(page: Page): Promise<number> {
  await page.locator('[data-row][data-unfinished][data-type=condition]').waitFor();
  return page
    .locator('[data-row][data-type=condition]')
    .evaluateAll((rows) => rows.findIndex((row) => row.hasAttribute('data-unfinished')));
}

type Row = ReturnType<typeof rowOf>;

async function pickValue(page: Page, row: Row, value: string, index: number): Promise<void> {
  const numbers = row.locator('[data-part=values] input[inputmode=numeric]');
  if ((await numbers.count()) > 0) return numbers.nth(index).fill(value);
  const add = row.getByRole('button', { name: /^Add a value/ });
  if ((await add.count()) > 0) await add.click();
  const input = row.locator('[data-part=values] input');
  await input.fill(value);
  if ((await input.getAttribute('role')) === 'combobox')
    await page.getByRole('option', { name: value }).first().click();
  else await input.press('Enter');
}

describeInBrowser('ten questions in the builder', () => {
  for (const { asked, root, typed, keys = [] } of QUESTIONS) {
    test(`by keyboard alone: ${asked}`, async () => {
      const { page } = await openBuilder(service, tenant.userKey);
      for (const text of typed) {
        if (text.startsWith('@')) {
          await pickByKeys(page, text.slice(1), keys[0] ?? '');
          continue;
        }
        await tabTo(page, 'Add a condition');
        await typeCondition(page, text);
      }
      if (keys.length > 1) await page.keyboard.press('Escape');
      for (const key of keys.length > 1 ? keys : []) await page.keyboard.press(key);
      await checkAnswer(page, root);
    });
  }

  for (const { asked, root, picked } of QUESTIONS) {
    test(`by mouse: ${asked}`, async () => {
      const { page } = await openBuilder(service, tenant.userKey);
      let group = false;
      for (const each of picked) {
        const [first, second] = each;
        if (first === '+')
          await page.locator('[data-end]').last().getByLabel('Add a group to this group').click();
        else if (first === 'not') {
          await rowOf(page, second)
            .getByRole('button', { name: /More actions/ })
            .click();
          await page.getByRole('menuitem', { name: /Negate/ }).click();
        } else await pickByMouse(page, each, group && first === 'Country');
        group ||= first === '+';
      }
      await checkAnswer(page, root);
    });
  }
});
