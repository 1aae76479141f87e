import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { rebuildIndex } from '../../src/modules/filters/facet-index.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { seedCompany } from '../harness/seed.ts';
import { expectSoon } from '../harness/soon.ts';
import { LOOPBACK } from '../modules/webhooks/support.ts';
import { linkTo } from './builder/service.ts';
import { condition, countryIs, dialogOf, documentOf, rowsOf, serveConsole } from './fixture.ts';

const SOURCE = 'console/src';
const app = serveConsole({
  credits: 100,
  settings: LOOPBACK,
  async seed({ database: { pool } }) {
    for (const slug of ['acme', 'beta'])
      await seedCompany(pool, {
        name: slug.toUpperCase(),
        slug,
        domains: [`${slug}.example`],
        country: 'DE',
        industry: 'Software',
      });
    await rebuildIndex(pool);
  },
});
const { rest } = app;

/** A list of the admin with two versions, shared with Grace; new for each test. */
let listId: number;
beforeEach(async () => {
  listId = await app.createList(countryIs('DE'), 'Germans');
  const saved = await rest().get(`/v1/lists/${listId}`).expect(200);
  await rest()
    .put(`/v1/lists/${listId}/definition`, countryIs('DE', 'AT'))
    .set('If-Match', String(saved.body.definition_version))
    .expect(200);
  const to = { user_id: app.grace.userId, access_level: 'viewer' };
  await rest().post(`/v1/lists/${listId}/permissions`, to).expect(201);
});

interface Case {
  name: string;
  path: string | (() => string | Promise<string>);
  open: (page: Page) => Promise<void>;
  /** Fills what is required. The focus stays in the last field. */
  fill?: (page: Page) => Promise<void>;
  /** Keys that submit; by default Enter. */
  keys?: string;
  /** What follows: a change is sent, by default; nothing, as the focus is on Cancel; or what a dialog that only reads shows. */
  follows?: 'sent' | 'nothing' | ((page: Page) => Promise<void>);
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const press = (name: string) => (page: Page) => button(page, name).click();
const menu = (opener: string | RegExp, item: string) => async (page: Page) => {
  await page.getByRole('button', { name: opener }).first().click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};
/** A field of the dialog. The label of one that is required has a star. */
const field = (label: string) => (page: Page) =>
  dialogOf(page)
    .getByLabel(label, { exact: true })
    .or(dialogOf(page).getByLabel(`${label} *`, { exact: true }))
    .first();
const type = (label: string, text: string) => (page: Page) => field(label)(page).fill(text);
const part = (tab: string) => () => `/app/lists/${listId}/${tab}`;

const KEYS = '/app/settings/keys';
const keyMenu = (item: string) => async (page: Page) => {
  await rest().post('/v1/keys', { kind: 'user', label: 'Nightly' }).expect(201);
  await page.reload();
  await rowsOf(page, 'API keys').filter({ hasText: 'Nightly' }).getByRole('button').click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};
const changed = () => `/app/lists/${listId}/edit${linkTo(condition('country', 'any_of', 'DE'))}`;

const CASES: readonly Case[] = [
  {
    name: 'a new key',
    path: KEYS,
    open: press('Create a key'),
    fill: type('Label', 'CRM'),
  },
  {
    name: 'the expiry of a key',
    path: KEYS,
    open: keyMenu('Label, expiry, limit'),
    fill: (page) => field('Expires')(page).focus(),
  },
  {
    name: 'the name of a list',
    path: '/app/lists',
    open: menu('Actions for Germans', 'Rename…'),
    fill: (page) => dialogOf(page).getByRole('textbox').fill('Austrians'),
  },
  {
    name: 'the tags of a list',
    path: '/app/lists',
    open: menu('Actions for Germans', 'Edit tags…'),
    async fill(page) {
      await field('Tags')(page).fill('dach');
      // The first Enter makes the tag.
      await page.keyboard.press('Enter');
    },
  },
  {
    name: 'the deletion of a shared list',
    path: '/app/lists',
    open: menu('Actions for Germans', 'Delete'),
    follows: 'nothing',
  },
  {
    name: 'an older version',
    path: part('history'),
    async open(page) {
      await button(page, 'Restore version 1').click();
      await expectSoon(
        () => dialogOf(page).getByRole('button', { name: 'Restore version 1' }).isEnabled(),
        true,
      );
    },
  },
  {
    name: 'why a company is no member',
    path: () => `/app/lists/${listId}`,
    open: press('Why not …?'),
    fill: type('Domain or company', 'acme.example'),
    follows: (page) => dialogOf(page).getByText('ACME', { exact: false }).first().waitFor(),
  },
  {
    name: 'a conflict',
    path: changed,
    async open(page) {
      await button(page, 'Review and save').waitFor();
      const saved = await rest().get(`/v1/lists/${listId}`).expect(200);
      await rest()
        .put(`/v1/lists/${listId}/definition`, countryIs('DE', 'US'))
        .set('If-Match', String(saved.body.definition_version))
        .expect(200);
      await page.getByText('Version 3 was saved while you were editing.').waitFor();
      await button(page, 'Review and save').click();
      await page.getByRole('dialog', { name: 'The list was changed meanwhile' }).waitFor();
    },
    follows: (page) => page.getByRole('dialog', { name: 'Review and save' }).waitFor(),
  },
  {
    name: 'a pasted filter',
    path: () => `/app/build${linkTo(condition('country', 'any_of', 'AT'))}`,
    open: press('Paste JSON'),
    fill: type('Filter', JSON.stringify(countryIs('DE'))),
    keys: 'Control+Enter',
    follows: closes,
  },
  {
    name: 'a report of wrong data',
    path: '/app/companies/acme',
    open: press('Report wrong data'),
    fill: type('What looks wrong? (optional)', 'Founded in 2011.'),
    keys: 'Control+Enter',
  },
];

/** Dialogs without such a form: they only show something, have another form, or one field of a line, which browsers submit. */
const OTHERS = [
  'app/shortcuts-dialog.tsx',
  'features/account/credits-page.tsx',
  'features/list/changes/comparison.tsx',
  'features/list/members/members-toolbar.tsx',
  'features/sign-in/screens.tsx',
  'ui/selection/add-to-list.tsx',
];
/** Dialogs that take something away: the focus begins at Cancel. */
const DANGEROUS = [
  'features/account/keys/key-dialogs.tsx',
  'features/account/passkeys/passkeys.tsx',
  'features/account/people/people-dialogs.tsx',
  'features/account/signing-in-page.tsx',
  'features/account/webhooks/notice.tsx',
  'features/files/job-actions.tsx',
  'features/list/sharing/sharing-tab.tsx',
  'features/lists/list-dialogs.tsx',
  'ui/fields/fields-panel.tsx',
  'ui/leave-list.tsx',
  'ui/loss-question.tsx',
];

async function closes(page: Page): Promise<void> {
  await dialogOf(page).waitFor({ state: 'detached' });
}

test('every dialog is made by the same component, and its form by those that Enter submits', async () => {
  const files = await readdir(SOURCE, { recursive: true });
  const texts = new Map<string, string>();
  for (const file of files.filter((each) => each.endsWith('.tsx')))
    texts.set(file, await readFile(join(SOURCE, file), 'utf8'));
  const having = (tag: RegExp) => [...texts].flatMap(([file, text]) => (tag.test(text) ? [file] : [])).sort();
  expect(having(/<Modal\b/)).toEqual(['ui/dialog.tsx']);
  const forms = having(/<(FormDialog|DialogForm|NameDialog|Question)\b|onKeyDown=\{submitOnEnter\}/);
  expect(having(/<Dialog\b/).filter((file) => !forms.includes(file))).toEqual(OTHERS);
  const dangerous = having(/\bdanger\b(?!\??:)/).filter(
    (file) => !/(form-dialog|action-menu)\.tsx$/.test(file),
  );
  expect(dangerous).toEqual(DANGEROUS);
  // So are tables with columns. The other ones say names and values of one thing.
  expect(having(/<table\b|<Table\.Thead\b/)).toEqual([
    // A matrix.
    'features/insight/overlap.tsx',
    'ui/data-table.tsx',
    'ui/virtual-table.tsx',
  ]);
  expect(having(/<Table\n? /)).toEqual([
    'app/shortcuts-dialog.tsx',
    'features/account/credits-page.tsx',
    'ui/company-facts.tsx',
    'ui/data-table.tsx',
  ]);
});

/** Notes the changes that a page sends from now on. Drafts are saved by themselves. */
function noteChanges(page: Page): string[] {
  const changes: string[] = [];
  page.on('request', (request) => {
    const text = documentOf(request);
    // Fragments can stand before it.
    const [, name] = /\bmutation (\w+)/.exec(text) ?? [];
    if (name !== undefined && !['SaveDraft', 'DeleteDraft'].includes(name)) changes.push(name);
  });
  return changes;
}

describeInBrowser('Enter in a dialog', () => {
  test.each(CASES)('submits, unless it takes something away: $name', async (each) => {
    const { path, open, fill, keys = 'Enter', follows = 'sent' } = each;
    const at = typeof path === 'string' ? path : await path();
    const { page } = await app.open(at);
    await open(page);
    await dialogOf(page).waitFor();
    await fill?.(page);
    await expectSoon(
      () => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null),
      true,
    );
    const changes = noteChanges(page);
    if (follows === 'nothing') {
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
    }
    await page.keyboard.press(keys);
    if (typeof follows === 'function') return follows(page);
    if (follows === 'sent') return expectSoon(() => changes.length, 1);
    await closes(page);
    expect(changes).toEqual([]);
  });
});
