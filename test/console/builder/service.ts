import type { Page } from 'playwright-core';
import type { Definition, FilterNode } from '../../../console/src/filter/definition.ts';
import { readDraftLink, toDraftLink } from '../../../console/src/filter/draft-link.ts';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { type ConsoleOptions, openConsole } from '../../harness/browser/open-console.ts';
import { seedCompany, seedPartnership, seedTechnologies } from '../../harness/seed.ts';
import type { TestService } from '../../harness/service.ts';
import { expectSoon } from '../../harness/soon.ts';
import { condition, definitionOf, serveConsole } from '../fixture.ts';

export const GERMANY = condition('country', 'any_of', 'DE');
export const SOFTWARE = condition('industry', 'any_of', 'Software');
export const KUBERNETES = condition('technology', 'any_of', 'kubernetes');
export const DOCKER = condition('technology', 'any_of', 'docker');

const COUNTRIES = ['DE', 'AT', 'US'];
const INDUSTRIES = ['Software', 'Retail'];
const RANGES = ['11-50', '51-200'];

/** Inserts 48 companies, whose values repeat in different cycles. */
async function seedCompanies({ database: { pool } }: TestService): Promise<void> {
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
}

/** Serves the console with the companies, and opens the builder at an address, by default without a list and a draft. */
export function serveBuilder(seed: (service: TestService) => Promise<unknown> = seedCompanies) {
  const app = serveConsole({ credits: 5, seed });
  return Object.assign(app, {
    /** Waits until the page is `ready`: until a row is there. */
    async openBuilder(path = '/app/build', { ready = '[data-row]', ...options }: BuilderOptions = {}) {
      // Without the clock of the service: what a person types is counted while real time passes.
      const at = { url: app.service.url };
      const opened = await openConsole(at, { key: app.tenant.userKey, path, ...options });
      await opened.page.locator(ready).first().waitFor();
      return opened;
    },
    /** Number of companies that match all of the nodes, as the API counts them. */
    async countAll(nodes: readonly object[]): Promise<number> {
      const definition = definitionOf({ and: nodes });
      const { body } = await app.rest().post('/v1/lists/preview-count', definition).expect(200);
      return body.count;
    },
  });
}

type BuilderOptions = ConsoleOptions & { ready?: string };

/** Fragment of a draft with this root. @throws when it is too long for an address. */
export function linkTo(root: FilterNode): string {
  const link = toDraftLink({ definition: definitionOf(root) });
  if (link === undefined) throw new Error('the draft is too long for an address');
  return link;
}

/** Definition of the draft in the address; undefined without one. */
export function draftOf(page: Page): Definition | undefined {
  const link = readDraftLink(new URL(page.url()).hash);
  return link.kind === 'draft' ? link.draft.definition : undefined;
}

/** Waits until the address has a draft with this root. */
export const waitForRoot = (page: Page, root: unknown): Promise<void> =>
  expectSoon(() => draftOf(page)?.root, root);

/** Waits until the root's row shows a count. */
export async function waitForTotal(page: Page, total: number): Promise<void> {
  const cell = page.locator('[data-row]').first().getByRole('gridcell').last();
  const read = async () => (await cell.innerText()).replace(/\s+/g, ' ').trim();
  await expectSoon(read, `${total} ${total === 1 ? 'company' : 'companies'}`);
}

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

/** Types a condition into "+ condition" and adds the best match with Enter. */
export async function addByTyping(page: Page, text: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Add a condition' }).focus();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>(':focus')?.value === '');
}

/** Values of a field's chips on the page, in their order. */
export function chipsOf(page: Page, field: string): Promise<string[]> {
  return page
    .getByRole('list', { name: `Values of ${field}`, exact: true })
    .locator('bdi')
    .allInnerTexts();
}

/** Waits for a total that is announced, once the numbers are those of the latest filter. */
export async function waitForAnnounced(page: Page, total: number): Promise<void> {
  const said = `${total} ${total === 1 ? 'company matches' : 'companies match'}.`;
  await page.getByText(said, { exact: true }).waitFor({ state: 'attached' });
}

/** Clicks an option wherever it is: the list may move under a pointer while results arrive. */
export async function clickOption(page: Page, name: string): Promise<void> {
  const option = page.getByRole('option', { name }).first();
  await option.evaluate((element: HTMLElement) => element.click());
}
