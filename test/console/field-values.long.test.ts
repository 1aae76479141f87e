import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { rebuildIndex } from '../../src/modules/filters/facet-index.ts';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { seedPlain } from '../harness/seed.ts';
import { focusIsOn, HOSTILE, SHOWN, SMALL, serveConsole, turnDark, widthOf } from './fixture.ts';

const app = serveConsole({
  async seed({ database: { pool } }) {
    await seedPlain(pool, 'acme');
    await seedPlain(pool, 'globex');
    await rebuildIndex(pool);
  },
});
const { rest, openPage } = app;

const ACME = '/app/companies/acme';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const blockOf = (page: Page) => page.getByRole('region', { name: 'Own fields' });
const declare = (key: string, label: string, type: string, more: object = {}) =>
  rest()
    .post('/v1/fields', { key, label, type, ...more })
    .expect(201);
const store = (identifier: string, fields: object) =>
  rest()
    .post('/v1/fields/values', { values: [{ identifier, fields }] })
    .expect(200);
/** Values of ACME as the API has them. */
const readValues = async (key?: string) =>
  (await rest(key).get('/v1/companies/acme?include=fields').expect(200)).body.fields;
/** The value of a field as the page shows it. */
const shown = (page: Page, label: string) =>
  blockOf(page)
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: label }) })
    .locator('dd');

/** Begins a value by the menu, with the keyboard. */
async function add(page: Page, label: string): Promise<void> {
  await closed(page);
  await button(page, 'Add a value').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: label, exact: true }).focus();
  await page.keyboard.press('Enter');
  await begun(page, label);
}

/** Waits until an editor has the focus: what is pressed before goes elsewhere. */
const begun = (page: Page, label: string) =>
  page
    .getByRole('form', { name: `Edit ${label}` })
    .locator(':focus')
    .waitFor({ state: 'attached' });

/** Waits until an editor has closed. */
const closed = (page: Page) => page.getByRole('form', { name: /^Edit / }).waitFor({ state: 'hidden' });

describeInBrowser('own fields of a company', () => {
  test('a number is read as its field writes it', async () => {
    await declare('org.revenue', 'Revenue', 'number', { number_format: '1.200,50' });
    const page = await openPage(ACME);
    await add(page, 'Revenue');
    await page.keyboard.type('12.500');
    await page.keyboard.press('Enter');
    await shown(page, 'Revenue').getByText('12,500', { exact: true }).waitFor();
    expect(await readValues()).toEqual({ 'org.revenue': 12500 });
  });

  test('values of each type are set, read back and cleared, by the keyboard alone', async () => {
    await declare('org.score', 'Score', 'number', { unit: 'points' });
    await declare('org.owner', 'Owner', 'category');
    await declare('org.tags', 'Tags', 'category', { multiple: true });
    await declare('org.customer', 'Customer', 'boolean');
    await declare('org.renewal', 'Renewal', 'date');
    await declare('org.note', 'Note', 'text');
    await declare('org.crm', 'CRM page', 'url');
    const page = await openPage(ACME);
    await button(page, 'Add a value').waitFor();
    await expectAccessible(page);
    await button(page, 'Add a value').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Owner' }).waitFor();
    await page.keyboard.press('Escape');
    await focusIsOn(page, 'Add a value');
    await add(page, 'Score');
    await page.keyboard.type('-12345.6789');
    await page.keyboard.press('Enter');
    await shown(page, 'Score').getByText('-12,345.6789\u00a0points').waitFor();
    await focusIsOn(page, 'Edit Score');
    await add(page, 'Owner');
    await page.keyboard.type(' Ada ');
    await page.keyboard.press('Enter');
    await shown(page, 'Owner').getByText('Ada', { exact: true }).waitFor();
    await add(page, 'Tags');
    for (const tag of ['Key account', 'DACH']) {
      await page.keyboard.type(tag);
      await page.keyboard.press('Enter');
    }
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await shown(page, 'Tags').getByRole('listitem').nth(1).waitFor();
    await add(page, 'Customer');
    await page.keyboard.press('ArrowRight');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await shown(page, 'Customer').getByText('Yes').waitFor();
    await add(page, 'Renewal');
    await page.getByLabel('Renewal', { exact: true }).fill('2026-03-01');
    await page.keyboard.press('Enter');
    await shown(page, 'Renewal').getByText('1 Mar 2026').waitFor();
    await add(page, 'Note');
    await page.keyboard.type('Met at the fair.');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('Ask again.');
    await page.keyboard.press('Enter');
    await shown(page, 'Note').getByText('Ask again.').waitFor();
    await add(page, 'CRM page');
    await page.keyboard.type('https://crm.example/7');
    await page.keyboard.press('Enter');
    await closed(page);
    const link = shown(page, 'CRM page').getByRole('link');
    expect([await link.getAttribute('href'), await link.getAttribute('rel')]).toEqual([
      'https://crm.example/7',
      'noopener noreferrer',
    ]);
    expect(await button(page, 'Add a value').count()).toBe(0);
    expect(await readValues()).toEqual({
      'org.score': -12345.6789,
      'org.owner': 'Ada',
      'org.tags': ['Key account', 'DACH'],
      'org.customer': true,
      'org.renewal': '2026-03-01',
      'org.note': 'Met at the fair.\nAsk again.',
      'org.crm': 'https://crm.example/7',
    });
    await expectAccessible(page);
    await turnDark(page);
    await expectAccessible(page);
    expect(await widthOf(page)).toBe(SMALL.width);

    for (const label of ['Score', 'Tags', 'Customer', 'Note']) {
      await button(page, `Edit ${label}`).focus();
      await page.keyboard.press('Enter');
      await begun(page, label);
      await button(page, `Clear ${label}`).focus();
      await page.keyboard.press('Enter');
      await focusIsOn(page, 'Add a value');
    }
    await button(page, 'Edit CRM page').focus();
    await page.keyboard.press('Enter');
    await begun(page, 'CRM page');
    await page.keyboard.type('/another');
    await page.keyboard.press('Escape');
    await focusIsOn(page, 'Edit CRM page');
    expect(await readValues()).toEqual({
      'org.owner': 'Ada',
      'org.renewal': '2026-03-01',
      'org.crm': 'https://crm.example/7',
    });
  });

  test('a value that the service refuses stays in its editor, with the reason', async () => {
    await declare('org.score', 'Score', 'number');
    await declare('org.crm', 'CRM page', 'url');
    await store('acme', { 'org.score': 7 });
    const page = await openPage(ACME);
    await button(page, 'Edit Score').click();
    const score = page.getByLabel('Score', { exact: true });
    for (const [typed, reason] of [
      ['1,5', 'Score must be a number.'],
      ['12.34567', 'Score has more than 4 digits after the point.'],
      ['123456789012345.00001', 'Score has more than 15 digits.'],
      ['1e3', 'Score must be a number.'],
    ] as const) {
      await score.fill(typed);
      await page.keyboard.press('Enter');
      await page.getByText(reason, { exact: true }).waitFor();
      expect(await score.inputValue()).toBe(typed);
    }
    await expectAccessible(page);
    await button(page, 'Cancel').click();
    await add(page, 'CRM page');
    await page.keyboard.type('javascript:alert(1)');
    await page.keyboard.press('Enter');
    await page.getByText('CRM page must be an address that begins with http:// or https://').waitFor();
    expect(await readValues()).toEqual({ 'org.score': 7 });
  });

  test('a field that was deleted meanwhile is told, and the value is not', async () => {
    await declare('org.score', 'Score', 'number');
    await store('acme', { 'org.score': 7 });
    const page = await openPage(ACME);
    await button(page, 'Edit Score').click();
    await rest().delete('/v1/fields/org.score').expect(204);
    await page.getByLabel('Score', { exact: true }).fill('8');
    await page.keyboard.press('Enter');
    // The page reads everything again after a change.
    await blockOf(page).waitFor({ state: 'hidden' });
    expect(await readValues()).toBeUndefined();
  });

  test('a category offers the values that other companies have', async () => {
    await declare('org.owner', 'Owner', 'category');
    await declare('org.tags', 'Tags', 'category', { multiple: true });
    await store('globex', { 'org.owner': 'Grace', 'org.tags': ['Partner', 'Press'] });
    const page = await openPage(ACME);
    await add(page, 'Owner');
    await page.keyboard.type('gr');
    await page.getByRole('option', { name: 'Grace' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await shown(page, 'Owner').getByText('Grace').waitFor();
    await add(page, 'Tags');
    await page.keyboard.type('pre');
    await page.getByRole('option', { name: 'Partner' }).waitFor({ state: 'hidden' });
    await page.getByRole('option', { name: 'Press' }).click();
    await button(page, 'Save').click();
    await closed(page);
    expect(await readValues()).toEqual({ 'org.owner': 'Grace', 'org.tags': ['Press'] });
  });

  test('nothing is there without a field, nor of the fields of another organization', async () => {
    const other = await app.service.createTenant('Another');
    await rest(other.userKey)
      .post('/v1/fields', { key: 'org.secret', label: 'Secret', type: 'text' })
      .expect(201);
    const values = [{ identifier: 'acme', fields: { 'org.secret': 'Ours' } }];
    await rest(other.userKey).post('/v1/fields/values', { values }).expect(200);
    const page = await openPage(ACME);
    await page.getByRole('heading', { name: 'Partners (0)' }).waitFor();
    expect(await blockOf(page).count()).toBe(0);
    expect(await page.content()).not.toContain('Secret');
    await declare('org.score', 'Score', 'number');
    await page.reload();
    await add(page, 'Score');
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    await shown(page, 'Score').getByText('1', { exact: true }).waitFor();
    expect(await page.content()).not.toContain('Secret');
    expect(await readValues(other.userKey)).toEqual({ 'org.secret': 'Ours' });
  });

  test('values of the catalogue are read alone, beside hostile texts of the organization', async () => {
    await app.service.admin.setOperator(app.tenant.email, true);
    await declare('custom.revenue', 'Revenue', 'number', { unit: 'EUR' });
    await declare('org.owner', HOSTILE, 'category');
    await store('acme', { 'org.owner': HOSTILE });
    const { prisma } = app.service;
    const { id } = await prisma.ownField.findFirstOrThrow({ where: { key: 'custom.revenue' } });
    const { id: companyId } = await prisma.company.findUniqueOrThrow({ where: { slug: 'acme' } });
    await prisma.ownFieldValues.create({ data: { scopeId: 0, companyId, values: { [id]: 1200.5 } } });
    // A member sets values as an admin does.
    const page = await openPage(ACME, { viewport: SMALL, key: app.grace.userKey });
    await shown(page, 'Revenue').getByText('1,200.5\u00a0EUR').waitFor();
    expect(await button(page, 'Edit Revenue').count()).toBe(0);
    expect(await widthOf(page)).toBe(SMALL.width);
    await expectAccessible(page);
    await button(page, `Edit ${SHOWN}`).click();
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: SHOWN }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Ada');
    await page.keyboard.press('Enter');
    await closed(page);
    expect(await readValues()).toEqual({ 'custom.revenue': 1200.5, 'org.owner': 'Ada' });
    await rest().delete('/v1/fields/custom.revenue').expect(204);
  });
});
