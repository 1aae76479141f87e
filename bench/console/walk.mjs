import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { line } from '../filters/report.mjs';
import { runCommand } from '../lib/children.mjs';
import { createApi, createOwnerKey } from '../lists/api.mjs';
import { openPage } from './browser.mjs';
import { useHands } from './hand.mjs';

const SHARED = { clicks: 8, seconds: 45 };
const WHOLE = { clicks: 30, seconds: 150 };
const TIMEOUT_MS = 30_000;

const OWNER = { organization: 'Walk', email: 'walk@example.com' };
const SENTENCE = 'software companies in germany';
const COLLEAGUE = 'noor@example.com';
const OTHER = 'Prospects';
const FIELD = { key: 'org.stage', label: 'Stage', type: 'category' };
const VALUE = 'pilot';
const [ADDED, SET] = [5, 10];

/** Chooses the first rows of the table: the first one, and with Shift the last one. */
async function chooseRows(page, hands, count) {
  const boxes = page.locator('tbody').getByRole('checkbox');
  await hands.click(boxes.first());
  await hands.click(boxes.nth(count - 1), { modifiers: ['Shift'] });
  return page.getByRole('region', { name: 'Selected companies' });
}

/** One line, typed where the focus is, becomes a list. @returns its id */
async function save(page, hands) {
  const question = page.getByRole('textbox', { name: 'Describe the companies you look for' });
  await question.and(page.locator(':focus')).waitFor();
  await hands.type(SENTENCE);
  await page.getByRole('button', { name: 'Save as list' }).waitFor();
  await hands.press('Enter');
  await page.getByRole('dialog', { name: 'Save as list' }).locator('input:focus').waitFor();
  await hands.press('Enter');
  await page.waitForURL(/\/app\/lists\/\d+$/);
  return new URL(page.url()).pathname.split('/').at(-1);
}

async function watch(page, hands) {
  await hands.click(page.getByRole('button', { name: 'Watch', exact: true }));
  await page.getByText('The list is watched.').waitFor();
}

/** Shares the list with an address that nobody has, which invites it. @returns the link of the invitation */
async function share(page, hands) {
  await hands.click(page.getByRole('button', { name: 'Share', exact: true }));
  await hands.click(page.getByRole('combobox', { name: 'Person', exact: true }));
  await hands.type(COLLEAGUE);
  await hands.click(page.getByRole('button', { name: 'Invite and share' }));
  const made = page.getByRole('dialog', { name: 'Their link' });
  const link = await made.getByLabel('Link').inputValue();
  await hands.click(made.getByLabel('I have passed it on'));
  await hands.press('Enter');
  await made.waitFor({ state: 'detached' });
  await page.getByText(/^Shared with /).waitFor();
  return link;
}

async function addToOther(page, hands) {
  await hands.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const bar = await chooseRows(page, hands, ADDED);
  await hands.click(bar.getByRole('button', { name: 'Add to list' }));
  await page.getByLabel('Find a list, or name a new one').and(page.locator(':focus')).waitFor();
  await hands.type(OTHER);
  await hands.press('Enter');
  await page.getByText(`${ADDED} companies added to “${OTHER}”.`).waitFor();
}

async function setField(page, hands) {
  const bar = await chooseRows(page, hands, SET);
  await hands.click(bar.getByRole('button', { name: 'Set a field' }));
  const dialog = page.getByRole('dialog', { name: /^Set a field/ });
  await dialog.getByLabel(FIELD.label, { exact: true }).and(page.locator(':focus')).waitFor();
  await hands.type(VALUE);
  await hands.press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

/** @returns the lines of the file */
async function exportFile(page, hands) {
  // No browser without a screen can answer the question for a place.
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await hands.click(page.getByRole('button', { name: 'Export', exact: true }));
  const pay = page.getByRole('dialog').getByRole('button', { name: /^Export for/ });
  await pay.waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), hands.click(pay)]);
  await page.getByText('The file is complete').waitFor();
  return (await readFile(await file.path(), 'utf8')).trim().split('\n');
}

/** Reads over the API what the walk has done. @throws AssertionError unless every step had its effect */
async function check(api, listId, { link, rows }) {
  const list = await api.get(`/v1/lists/${listId}`);
  assert.equal(list.watched, true, 'the list is not watched');
  const used = JSON.stringify(list.definition.root);
  assert.ok(/"country".*"DE"/.test(used) && /"industry"/.test(used), `another filter was saved: ${used}`);
  const { permissions } = await api.get(`/v1/lists/${listId}/permissions`);
  const { users } = await api.get('/v1/account/users');
  const invited = users.find(({ email }) => email === COLLEAGUE);
  assert.match(link, /#code=/, 'there is no link of the invitation');
  assert.deepEqual(
    permissions.map(({ user_id: user, access_level: level }) => [user, level]),
    [[invited?.user_id, 'viewer']],
    'the list is not shared with the colleague',
  );
  const page = await api.get(`/v1/lists/${listId}/members?limit=${SET + 1}&include=fields`);
  const { members, total } = page;
  const { lists } = await api.get('/v1/lists');
  const other = lists.find(({ name }) => name === OTHER);
  const { domains } = await api.get(`/v1/lists/${other?.list_id}/domains`);
  assert.deepEqual(
    domains.map(({ domain }) => domain).sort(),
    members
      .slice(0, ADDED)
      .map(({ primary_domain: domain }) => domain)
      .sort(),
    'the other list has other members',
  );
  assert.deepEqual(
    members.map(({ fields }) => fields?.[FIELD.key]),
    [...Array(SET).fill(VALUE), undefined],
    'the field has other values',
  );
  assert.equal(rows.length - 1, total, 'the file has another number of rows');
}

const linesOf = (what, { clicks, keys, seconds }, target) => [
  line(`${what}: clicks`, clicks, '', target.clicks),
  line(`${what}: keys`, keys, ''),
  line(`${what}: by the keystroke model`, seconds, 's', target.seconds),
];

/**
 * Walks through the console as a person of a new organization does, and counts clicks and keys: an idea becomes a list that is
 * watched and shared with a person who is invited; then members go to another list, get a value, and are exported.
 */
export async function benchWalk({ browser, url, root, databaseUrl, signal }) {
  const key = await createOwnerKey(root, databaseUrl, OWNER);
  // Admins declare fields and invite.
  await runCommand(root, databaseUrl, 'user', 'role', '--email', OWNER.email, '--role', 'admin');
  const api = createApi({ url }, key);
  await api.post('/v1/fields', FIELD);
  const page = await openPage(browser, { url, key });
  page.setDefaultTimeout(TIMEOUT_MS);
  const hands = await useHands(page);
  await page.goto(`${url}/app`);
  const listId = await save(page, hands);
  signal.throwIfAborted();
  await watch(page, hands);
  const link = await share(page, hands);
  const shared = await hands.made();
  await addToOther(page, hands);
  await setField(page, hands);
  const rows = await exportFile(page, hands);
  const whole = await hands.made();
  await page.context().close();
  await check(api, listId, { link, rows });
  return [
    ...linesOf('empty home to a saved, watched and shared list', shared, SHARED),
    ...linesOf('the same, five members, a field of ten, and an export', whole, WHOLE),
  ];
}
