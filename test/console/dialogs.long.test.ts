import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accountText } from '../../console/src/text/account.ts';
import { editorText } from '../../console/src/text/builder-editor.ts';
import { companiesText } from '../../console/src/text/companies.ts';
import { enrichText } from '../../console/src/text/enrich.ts';
import { homeText } from '../../console/src/text/home.ts';
import { exportText } from '../../console/src/text/list-export.ts';
import { historyText } from '../../console/src/text/list-history.ts';
import { sharingText } from '../../console/src/text/list-sharing.ts';
import { watchText } from '../../console/src/text/list-watch.ts';
import { listsText } from '../../console/src/text/lists.ts';
import { membersText } from '../../console/src/text/members.ts';
import { peopleText } from '../../console/src/text/people.ts';
import { selectionText } from '../../console/src/text/selection.ts';
import { webhooksText } from '../../console/src/text/webhooks.ts';
import { rebuildIndex } from '../../src/modules/filters/facet-index.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { seedCompany } from '../harness/seed.ts';
import { expectSoon } from '../harness/soon.ts';
import { raiseFlag } from '../modules/flags/support.ts';
import { createWebhook, LOOPBACK } from '../modules/webhooks/support.ts';
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
  /** File that has the dialog. */
  file: string;
  name: string;
  path: string | (() => string | Promise<string>);
  /** Who opens it; by default the admin. */
  as?: 'Grace';
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
const webhook = async () => {
  const { webhook_id: id } = (await createWebhook(app.service, app.tenant.userKey, {
    url: 'http://127.0.0.1:9/hook',
  })) as unknown as { webhook_id: number };
  return `/app/settings/webhooks/${id}`;
};
const webhookMenu = (item: string) => menu(webhooksText.page.more, item);
const PEOPLE = '/app/settings/people';
const grace = (item: string) => menu(peopleText.actionsOf('Grace'), item);
const pick = (label: string) => async (page: Page) => {
  await page.getByRole('combobox', { name: label }).fill('grace');
  await page.getByRole('option', { name: /Grace/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
};
const passkey = async () => {
  await app.service.prisma.passkey.create({
    data: {
      userId: app.tenant.userId,
      name: 'Laptop',
      credentialId: Buffer.from(`passkey of ${app.tenant.name}`),
      publicKey: Buffer.from('none'),
      createdAt: app.service.clock.now(),
    },
  });
  return '/app/settings/signing-in';
};
const operator = (path: string) => async () => {
  await app.service.admin.setOperator(app.tenant.email, true);
  return path;
};
const changed = () => `/app/lists/${listId}/edit${linkTo(condition('country', 'any_of', 'DE'))}`;

const CASES: readonly Case[] = [
  {
    file: 'features/account/keys/create-key.tsx',
    name: 'a new key',
    path: KEYS,
    open: press(accountText.keys.create),
    fill: type(accountText.keys.label, 'CRM'),
  },
  {
    file: 'ui/shown-once.tsx',
    name: 'a new key that is stored',
    path: KEYS,
    async open(page) {
      await button(page, accountText.keys.create).click();
      await field(accountText.keys.label)(page).press('Enter');
      await field(accountText.keys.created.field)(page).waitFor();
    },
    fill: (page) => field(accountText.keys.created.stored)(page).check(),
    follows: closes,
  },
  {
    file: 'features/account/keys/key-dialogs.tsx',
    name: 'the label of a key',
    path: KEYS,
    open: keyMenu(accountText.keys.rename),
    fill: type(accountText.keys.label, 'CRM'),
  },
  {
    file: 'features/account/keys/key-dialogs.tsx',
    name: 'the expiry of a key',
    path: KEYS,
    open: keyMenu(accountText.keys.rename),
    fill: (page) => field(accountText.keys.expiry)(page).focus(),
  },
  {
    file: 'features/account/keys/key-dialogs.tsx',
    name: 'the rotation of a key',
    path: KEYS,
    open: keyMenu(accountText.keys.rotate),
  },
  {
    file: 'features/account/keys/key-dialogs.tsx',
    name: 'the revocation of a key whose label was typed',
    path: KEYS,
    open: keyMenu(accountText.keys.revoke),
    fill: type(accountText.keys.revocation.confirm('Nightly'), 'Nightly'),
  },
  {
    file: 'features/account/passkeys/passkey-dialogs.tsx',
    name: 'the name of a passkey',
    path: passkey,
    open: press(accountText.passkeys.renameOf('Laptop')),
    fill: type(accountText.passkeys.adding.name, 'Phone'),
  },
  {
    file: 'features/account/passkeys/passkey-dialogs.tsx',
    name: 'the removal of a passkey',
    path: passkey,
    open: press(accountText.passkeys.removeOf('Laptop')),
    follows: 'nothing',
  },
  {
    file: 'features/account/sessions/sessions.tsx',
    name: 'signing out everywhere',
    path: '/app/settings/signing-in',
    open: press(accountText.sessions.everywhere.action),
    follows: 'nothing',
  },
  {
    file: 'features/account/people/invite.tsx',
    name: 'an invitation',
    path: PEOPLE,
    open: press(peopleText.invite),
    fill: type(peopleText.email, 'new@example.com'),
  },
  {
    file: 'features/account/people/create-account.tsx',
    name: 'a service account',
    path: PEOPLE,
    open: press(peopleText.addAccount),
    fill: type(peopleText.columns.name, 'Nightly'),
  },
  {
    file: 'features/account/people/person-dialogs.tsx',
    name: 'a new admin',
    path: PEOPLE,
    open: grace(peopleText.promotion.item),
  },
  {
    file: 'features/account/people/person-dialogs.tsx',
    name: 'disabling somebody',
    path: PEOPLE,
    open: grace(peopleText.disabling.item),
    follows: 'nothing',
  },
  {
    file: 'features/account/webhooks/webhook-dialog.tsx',
    name: 'a new webhook',
    path: '/app/settings/webhooks',
    open: press(webhooksText.creating.title),
    fill: type(webhooksText.form.url, 'http://127.0.0.1:9/hook'),
  },
  {
    file: 'features/account/webhooks/replay.tsx',
    name: 'a replay',
    path: webhook,
    open: webhookMenu(webhooksText.replay.item),
  },
  {
    file: 'features/account/webhooks/webhook-questions.tsx',
    name: 'a new secret',
    path: webhook,
    open: webhookMenu(webhooksText.rotation.item),
  },
  {
    file: 'features/account/webhooks/webhook-questions.tsx',
    name: 'the deletion of a webhook',
    path: webhook,
    open: webhookMenu(webhooksText.deletion.item),
    follows: 'nothing',
  },
  {
    file: 'features/lists/create-dialog.tsx',
    name: 'a list of domains',
    path: '/app/lists',
    open: press(listsText.newDomains),
    fill: (page) => dialogOf(page).getByRole('textbox').fill('Customers'),
  },
  {
    file: 'features/lists/list-dialogs.tsx',
    name: 'the name of a list',
    path: '/app/lists',
    open: menu(listsText.menu.label('Germans'), listsText.menu.rename),
    fill: (page) => dialogOf(page).getByRole('textbox').fill('Austrians'),
  },
  {
    file: 'features/lists/tags-dialog.tsx',
    name: 'the tags of a list',
    path: '/app/lists',
    open: menu(listsText.menu.label('Germans'), listsText.menu.tags),
    async fill(page) {
      await field(listsText.tags.label)(page).fill('dach');
      // The first Enter makes the tag.
      await page.keyboard.press('Enter');
    },
  },
  {
    file: 'features/lists/delete-dialog.tsx',
    name: 'the deletion of a shared list',
    path: '/app/lists',
    open: menu(listsText.menu.label('Germans'), listsText.menu.remove),
    follows: 'nothing',
  },
  {
    file: 'features/lists/leave-dialog.tsx',
    name: 'leaving a list of others',
    path: '/app/lists',
    as: 'Grace',
    open: menu(listsText.menu.label('Germans'), listsText.menu.leave),
    follows: 'nothing',
  },
  {
    file: 'features/list/sharing/leave-list.tsx',
    name: 'leaving this list',
    path: part('sharing'),
    as: 'Grace',
    open: press(sharingText.leave),
    follows: 'nothing',
  },
  {
    file: 'features/list/sharing/revoke-dialog.tsx',
    name: 'revoking access',
    path: part('sharing'),
    open: press(sharingText.revokeOf('Grace')),
    follows: 'nothing',
  },
  {
    file: 'features/list/sharing/transfer-list.tsx',
    name: 'giving a list away',
    path: part('sharing'),
    async open(page) {
      await pick(sharingText.newOwner)(page);
      await button(page, sharingText.transfer).click();
    },
    follows: 'nothing',
  },
  {
    file: 'features/list/watch/watch-button.tsx',
    name: 'watching a list',
    path: part('sharing'),
    open: press(watchText.off),
  },
  {
    file: 'features/list/export/export-button.tsx',
    name: 'an export',
    path: part('sharing'),
    async open(page) {
      await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
      await button(page, exportText.button).click();
      await dialogOf(page)
        .getByText(/2 credits/)
        .first()
        .waitFor();
    },
  },
  {
    file: 'features/list/history/restore-dialog.tsx',
    name: 'an older version',
    path: part('history'),
    async open(page) {
      await button(page, historyText.restoreOf(1)).click();
      await expectSoon(
        () =>
          dialogOf(page)
            .getByRole('button', { name: historyText.restoreAction(1) })
            .isEnabled(),
        true,
      );
    },
  },
  {
    file: 'features/list/members/why-not.tsx',
    name: 'why a company is no member',
    path: () => `/app/lists/${listId}`,
    open: press(membersText.whyNot.button),
    fill: type(membersText.whyNot.label, 'acme.example'),
    follows: (page) => dialogOf(page).getByText('ACME', { exact: false }).first().waitFor(),
  },
  {
    file: 'features/builder/saving/review-dialog.tsx',
    name: 'a new version of a filter',
    path: changed,
    open: press(editorText.page.review),
  },
  {
    file: 'features/builder/saving/conflict-dialog.tsx',
    name: 'a conflict',
    path: changed,
    async open(page) {
      await button(page, editorText.page.review).waitFor();
      const saved = await rest().get(`/v1/lists/${listId}`).expect(200);
      await rest()
        .put(`/v1/lists/${listId}/definition`, countryIs('DE', 'US'))
        .set('If-Match', String(saved.body.definition_version))
        .expect(200);
      await page.getByText(editorText.conflict.banner(3)).waitFor();
      await button(page, editorText.page.review).click();
      await page.getByRole('dialog', { name: editorText.conflict.title }).waitFor();
    },
    follows: (page) => page.getByRole('dialog', { name: editorText.review.title }).waitFor(),
  },
  {
    file: 'features/builder/editor/paste-dialog.tsx',
    name: 'a pasted filter',
    path: () => `/app/build${linkTo(condition('country', 'any_of', 'AT'))}`,
    open: press(editorText.toolbar.paste),
    fill: type(editorText.paste.label, JSON.stringify(countryIs('DE'))),
    keys: 'Control+Enter',
    follows: closes,
  },
  {
    file: 'features/builder/saving/create-dialog.tsx',
    name: 'a new list of the builder',
    path: () => `/app/build${linkTo(condition('country', 'any_of', 'DE'))}`,
    open: press(editorText.page.saveAsNew),
  },
  {
    file: 'features/home/save-dialog.tsx',
    name: 'a new list of a sentence',
    path: '/app',
    async open(page) {
      await page.getByRole('textbox').first().fill('software companies in germany');
      await button(page, homeText.save).click();
    },
  },
  {
    file: 'features/companies/flag/flag-button.tsx',
    name: 'a report of wrong data',
    path: '/app/companies/acme',
    open: press(companiesText.flag.button),
    fill: type(companiesText.flag.label, 'Founded in 2011.'),
    keys: 'Control+Enter',
  },
  {
    file: 'ui/selection/add-to-list.tsx',
    name: 'a new list of companies',
    path: '/app/companies/acme',
    open: press(selectionText.add),
    fill: type(selectionText.picker.search, 'Prospects'),
  },
  {
    file: 'features/enrich/job/delete-job.tsx',
    name: 'the deletion of a job',
    path: '/app/enrich',
    async open(page) {
      await page.getByLabel(enrichText.input.label, { exact: true }).fill('acme.example');
      await page.getByRole('button', { name: /^Enrich 1 domain/ }).click();
      await button(page, enrichText.job.remove).click();
    },
    follows: 'nothing',
  },
  {
    file: 'features/installation/grant-credits.tsx',
    name: 'a grant of credits',
    path: operator('/app/installation/organizations'),
    open: (page) => page.getByRole('button', { name: /grant/i }).first().click(),
    fill: type('Credits', '5'),
  },
  {
    file: 'features/installation/resolve-report.tsx',
    name: 'the result of a review',
    async path() {
      await app.service.prisma.dataFlag.deleteMany();
      await raiseFlag(app.service, app.grace.userKey, 'Wrong.');
      return operator('/app/installation/reports')();
    },
    open: (page) => page.getByRole('button', { name: /^Resolve report/ }).click(),
    fill: (page) => dialogOf(page).getByRole('radio').first().check(),
  },
];

/** Dialogs that only show something, or that other tests submit, such as those about a session that ends. */
const OTHERS = [
  'app/shortcuts-dialog.tsx',
  'features/account/ledger/receipt.tsx',
  'features/account/passkeys/add-passkey.tsx',
  'features/list/changes/why-changed.tsx',
  'features/sign-in/ended-dialog.tsx',
  'ui/loss-question.tsx',
];

async function closes(page: Page): Promise<void> {
  await dialogOf(page).waitFor({ state: 'detached' });
}

test('the table has all dialogs of the console, and each is made by the same component', async () => {
  const files = await readdir(SOURCE, { recursive: true });
  const texts = new Map<string, string>();
  for (const file of files.filter((each) => each.endsWith('.tsx')))
    texts.set(file, await readFile(join(SOURCE, file), 'utf8'));
  const having = (tag: RegExp) => [...texts].flatMap(([file, text]) => (tag.test(text) ? [file] : []));
  expect(having(/<Modal\b/)).toEqual(['ui/dialog.tsx']);
  const dialogs = having(/<(Dialog|ConfirmDialog|NameDialog)\b/).filter(
    (file) => !['ui/confirm-dialog.tsx', 'ui/name-dialog.tsx'].includes(file),
  );
  expect([...new Set([...CASES.map(({ file }) => file), ...OTHERS])].sort()).toEqual(dialogs.sort());
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
    const { path, as, open, fill, keys = 'Enter', follows = 'sent' } = each;
    const at = typeof path === 'string' ? path : await path();
    const { page } = await app.open(at, as && { key: app.grace.userKey });
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
