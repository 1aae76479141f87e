import { beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { rebuildIndex } from '../../src/modules/filters/facet-index.ts';
import { findDirectionControls } from '../harness/browser/accessible.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { seedCompany, seedPartnership, seedTechnologies } from '../harness/seed.ts';
import { condition, definitionOf, serveConsole } from './fixture.ts';

/** A text that turns around what follows it, by every kind of control. */
const turned = (text: string) => `${text} \u202egpj\u202c \u2067x\u2069 \u200fy \u061cz`;
/** Texts that people and imports wrote, as pages show them. */
const shown = (text: string) => `${text} \u2426gpj\u2426 \u2426x\u2426 \u2426y \u2426z`;

const INDUSTRY = condition('industry', 'any_of', turned('Trade'));
const NAME = condition('name', 'contains', turned('acme').toLowerCase());
const TECHNOLOGY = condition('technology', 'any_of', 'tool');

const app = serveConsole({
  credits: 100,
  async seed({ database: { pool } }) {
    const seed = (slug: string, name: string) =>
      seedCompany(pool, {
        name: turned(name),
        slug,
        domains: [`${slug}.example`],
        industry: turned('Trade'),
        investors: [turned('Fund')],
      });
    const [acme, other] = [await seed('acme', 'Acme'), await seed('other', 'Other')];
    await seedPartnership(pool, acme, other);
    const tools = [{ key: 'tool', name: turned('Tool'), category: turned('Tools') }];
    await seedTechnologies(pool, acme, tools);
    await rebuildIndex(pool);
  },
});
const { rest } = app;
let listId: number;

beforeEach(async () => {
  const { service, tenant, grace } = app;
  const { organizationId: id, userId } = tenant;
  await service.prisma.organization.update({ where: { id }, data: { name: turned(tenant.name) } });
  await service.prisma.user.update({ where: { id: userId }, data: { name: turned('Ada') } });
  await service.prisma.user.update({ where: { id: grace.userId }, data: { name: turned('Grace') } });
  const label = turned('Laptop');
  await rest().post('/v1/keys', { kind: 'user', label }).expect(201);
  const domains = ['acme.example'];
  await rest().post('/v1/enrich/partnerships', { domains }).expect(200);
  listId = await app.createList(definitionOf({ and: [INDUSTRY] }), turned('List'));
  await rest().get(`/v1/lists/${listId}/members`).expect(200);
  const changed = definitionOf({ and: [INDUSTRY, NAME, TECHNOLOGY] });
  await rest().put(`/v1/lists/${listId}/definition`, changed).expect(200);
  const name = turned('Renamed');
  await rest().patch(`/v1/lists/${listId}`, { name }).expect(200);
});

/** Waits until a text is there as pages show it, and checks everything else of the page. */
async function expectShown(page: Page, text: string): Promise<void> {
  await page.getByText(shown(text)).first().waitFor();
  await page.waitForFunction(() => !document.querySelector('.mantine-Skeleton-root'));
  expect([page.url(), await findDirectionControls(page)]).toEqual([page.url(), []]);
}

describeInBrowser('texts that people and imports wrote', () => {
  test('cannot turn a page around: lists, companies, keys and people', async () => {
    const page = await app.openPage('/app/lists');
    await expectShown(page, 'Renamed');
    for (const [path, text] of [
      ['/app/companies/acme', 'Acme'],
      ['/app/settings/keys', 'Laptop'],
      ['/app/settings/people', 'Grace'],
      ['/app/companies?search=acme', 'Trade'],
      [`/app/companies/${encodeURIComponent(turned('none'))}`, 'none'],
    ] as const) {
      await page.goto(app.service.url + path);
      await expectShown(page, text);
    }
  });

  test('cannot turn the pages of a list around', async () => {
    const page = await app.openPage(`/app/lists/${listId}`);
    await expectShown(page, 'Acme');
    expect(await page.title()).toBe(`${shown('Renamed')} · Company data`);
    await page.getByRole('link', { name: `${shown('Acme')}: open details` }).click();
    await page.getByRole('heading', { name: 'Why is it here?' }).waitFor();
    await expectShown(page, 'Tool');
    for (const [tab, text] of [
      ['activity', 'Renamed'],
      ['sharing', 'Ada'],
      ['history', 'Trade'],
    ] as const) {
      await page.goto(`${app.service.url}/app/lists/${listId}/${tab}`);
      await expectShown(page, text);
      expect(await page.title()).toBe(`${shown('Renamed')} · Company data`);
    }
    await page.getByText('In JSON').click();
    await expectShown(page, 'Trade');
  });

  test('cannot turn the builder around, nor its dialogs', async () => {
    const page = await app.openPage(`/app/lists/${listId}/edit`);
    await page.locator('[data-row]').nth(3).waitFor();
    await expectShown(page, 'Trade');
    await page.locator('[data-row]').nth(1).focus();
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Review and save' }).click();
    await expectShown(page, 'Trade');
    await page.getByRole('tab', { name: 'As JSON' }).click();
    await page.getByText(`"${shown('Trade')}"`).waitFor();
    await expectShown(page, 'Trade');
  });

  test('cannot turn around what a dialog asks and a message says', async () => {
    const spare = await app.createList(definitionOf(null), turned('Spare'));
    // Somebody waits for its events, so that it is not deleted without a question.
    await rest().put(`/v1/lists/${spare}/watch`).expect(204);
    const page = await app.openPage('/app/lists');
    await page
      .getByRole('row', { name: shown('Spare') })
      .getByRole('button')
      .last()
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByText(shown('Spare')).first().waitFor();
    await expectShown(page, 'Spare');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Delete/ })
      .click();
    await page.getByRole('alert').getByText(shown('Spare')).waitFor();
    await expectShown(page, 'Renamed');
    // Leaving the page ends the time for an undo.
    await page.goto(`${app.service.url}/app/lists`);
    while ((await rest().get(`/v1/lists/${spare}`)).status !== 404) await page.waitForTimeout(50);
  });
});
