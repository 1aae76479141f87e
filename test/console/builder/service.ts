import type { Page } from 'playwright-core';
import type { Definition, FilterNode } from '../../../console/src/filter/definition.ts';
import { readDraftLink, toDraftLink } from '../../../console/src/filter/draft-link.ts';
import { loadConsole } from '../../../src/http/console/files.ts';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { type ConsoleOptions, type ConsolePage, openConsole } from '../../harness/browser/open-console.ts';
import { seedCompany, seedPartnership, seedTechnologies } from '../../harness/seed.ts';
import { startTestService, type TestService } from '../../harness/service.ts';

const COUNTRIES = ['DE', 'AT', 'US'];
const INDUSTRIES = ['Software', 'Retail'];
const RANGES = ['11-50', '51-200'];

/** Starts a service with 48 companies, whose values repeat in different cycles. */
export async function startBuilderService(): Promise<TestService> {
  const service = await startTestService({ consoleFiles: loadConsole() });
  const { pool } = service.database;
  const ids: number[] = [];
  for (let index = 0; index < 48; index += 1) {
    const name = index % 5 === 0 ? `Softworks ${index}` : `Company ${index}`;
    const id = await seedCompany(pool, {
      name,
      slug: `company-${index}`,
      domains: [`company-${index}.${index % 4 === 0 ? 'test' : 'example'}`],
      ...(index % 6 === 0 ? { investors: ['Comet Fund'] } : {}),
      ...(index % 7 === 0 ? {} : { industry: INDUSTRIES[index % 2] ?? '' }),
      country: COUNTRIES[index % 3] ?? '',
      employeeRange: RANGES[index % 2] ?? '',
      foundedYear: 2000 + (index % 24),
    });
    ids.push(id);
    await seedTechnologies(pool, id, [
      { key: 'docker', name: 'Docker', category: 'Containers' },
      ...(index % 4 === 1 ? [{ key: 'kubernetes', name: 'Kubernetes', category: 'Containers' }] : []),
    ]);
  }
  const hub = await seedCompany(pool, { name: 'Globex', slug: 'globex', domains: ['globex.example'] });
  for (const id of ids.filter((_, index) => index % 5 === 2)) await seedPartnership(pool, hub, id);
  await rebuildIndex(pool);
  return service;
}

/** Opens the builder, and waits until it is `ready`: until a row is there. */
export async function openBuilder(
  service: TestService,
  key: string,
  path = '/app/build',
  { ready = '[data-row]', ...options }: ConsoleOptions & { ready?: string } = {},
): Promise<ConsolePage> {
  const opened = await openConsole({ url: service.url }, { key, path, ...options });
  await opened.page.locator(ready).first().waitFor();
  return opened;
}

/** Fragment of a draft with this root. @throws when it is too long for an address. */
export function linkTo(root: FilterNode): string {
  const link = toDraftLink({ definition: { registry_version: '1', root } });
  if (link === undefined) throw new Error('the draft is too long for an address');
  return link;
}

/** Definition of the draft in the address; undefined without one. */
export function draftOf(page: Page): Definition | undefined {
  const link = readDraftLink(new URL(page.url()).hash);
  return link.kind === 'draft' ? link.draft.definition : undefined;
}

/** Waits until the address has a draft with this root. */
export async function waitForRoot(page: Page, root: unknown): Promise<void> {
  const expected = JSON.stringify(root);
  await waitUntil(page, () => JSON.stringify(draftOf(page)?.root), expected);
}

/** Waits until a value read from the page is the expected one. @throws with both if it never is. */
export async function waitUntil(page: Page, read: () => unknown, expected: unknown): Promise<void> {
  for (let round = 0; round < 160; round += 1) {
    if ((await read()) === expected) return;
    await page.waitForTimeout(50);
  }
  throw new Error(`expected ${String(expected)}, found ${String(await read())}`);
}

/** Number of companies that match, as the API counts them. */
export async function countOf(service: TestService, key: string, definition: Definition): Promise<number> {
  const query = 'query ($definition: JSON!) { previewCount(definitionJson: $definition) { exactCount } }';
  const { body } = await service.graphql(key, query, { definition });
  return body.data.previewCount.exactCount;
}

/** Waits until the root's row shows a count. */
export async function waitForTotal(page: Page, total: number): Promise<void> {
  const cell = page.locator('[data-row]').first().getByRole('gridcell').last();
  await waitUntil(page, async () => (await cell.innerText()).trim(), String(total));
}

export const condition = (field: string, operator: string, ...values: (string | number | boolean)[]) => ({
  condition: { field, operator, values },
});

/** Presses Tab until a control with this name has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let press = 0; press < 80; press += 1) {
    const label = await page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
    );
    if (label === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reaches “${name}”`);
}

/** Row whose words contain a text. */
export const rowOf = (page: Page, words: string) => page.locator(`[data-row][aria-label*="${words}"]`);
