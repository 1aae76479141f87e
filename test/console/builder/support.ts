import type { Page } from 'playwright-core';
import { loadConsole } from '../../../src/http/console/files.ts';
import { openConsole } from '../../harness/browser/open-console.ts';
import { startTestService, type Tenant, type TestService } from '../../harness/service.ts';
import { definition, seedSmallCatalogue } from '../../modules/filters/support.ts';

export interface BuilderService {
  service: TestService;
  tenant: Tenant;
}

/** Starts a service with the built console and the small catalogue. */
export async function startBuilderService(): Promise<BuilderService> {
  const service = await startTestService({ consoleFiles: loadConsole() });
  await seedSmallCatalogue(service.database.pool);
  return { service, tenant: await service.createTenant('Builders') };
}

/** Opens the builder, by default without a list and without a draft. */
export async function openBuilder({ service: { url }, tenant }: BuilderService, path = '/app/build') {
  const opened = await openConsole({ url }, { key: tenant.userKey, path });
  await quickAdd(opened.page).waitFor();
  return opened;
}

export const quickAdd = (page: Page) => page.getByRole('combobox', { name: 'Add a condition' });

/** Types a condition into "+ condition" and adds the best match with Enter. */
export async function addByTyping(page: Page, text: string): Promise<void> {
  await quickAdd(page).focus();
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

/** Waits for a total on the page; it is announced once the numbers are those of the latest filter. */
export async function waitForTotal(page: Page, total: number): Promise<void> {
  await page.getByText(`${total} companies match.`, { exact: true }).waitFor({ state: 'attached' });
}

/** Count of the companies that match all of the nodes, from the API. */
export async function countAll(
  { service, tenant }: BuilderService,
  nodes: readonly object[],
): Promise<number> {
  const { body } = await service
    .rest(tenant.userKey)
    .post('/v1/lists/preview', { definition: definition({ and: nodes }) })
    .expect(200);
  return Number(body.count);
}
