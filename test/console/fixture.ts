import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import type { APIResponse, Locator, Page, Request, Route } from 'playwright-core';
import { loadConsole } from '../../src/http/console.ts';
import { makeSignInLink } from '../../src/modules/sign-in/links.ts';
import { type ConsoleOptions, openConsole } from '../harness/browser/open-console.ts';
import { type Colleague, startTestService, type Tenant, type TestService } from '../harness/service.ts';

/** A name that breaks pages which do not expect it: markup, a control that turns text around, an emoji, 200 characters. */
export const HOSTILE = `<script>alert(1)</script>\u202e😀${'x'.repeat(172)}`;
/** The name as pages show it. */
export const SHOWN = HOSTILE.replace('\u202e', '\u2426');

/** Size of a window in which pages must not scroll to the side. */
export const SMALL = { width: 360, height: 740 };
export const DARK = { viewport: SMALL, colorScheme: 'dark' } as const;

interface Served {
  /** Fills the catalogue, once for the file. */
  seed?: (service: TestService) => Promise<unknown>;
  /** Balance of each organization. */
  credits?: number;
  /** Host name at which pages are opened; by default the IP address, where browsers have no passkeys. */
  publicHost?: string;
  settings?: Parameters<typeof startTestService>[0];
}

/** Serves the console to the tests of a file. Each test has an organization of its own, with the admin Ada and with Grace. */
export function serveConsole({ seed, credits = 10, publicHost, settings }: Served = {}) {
  let service: TestService;
  let tenant: Tenant;
  let grace: Colleague;
  beforeAll(async () => {
    service = await startTestService({
      ...settings,
      consoleFiles: loadConsole(),
      ...(publicHost && { publicHost }),
    });
    await seed?.(service);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    tenant = await service.createTenant(`t${randomBytes(4).toString('hex')}`, credits);
    grace = await service.createColleague(tenant, 'Grace');
  });
  /** Requests to the REST API, by default with the key of the admin. */
  const rest = (key = tenant.userKey) => service.rest(key);
  /** Where browsers find the service. */
  const site = () => ({ url: publicHost ? service.publicUrl : service.url, clock: service.clock });
  /** Opens the console at an address, by default signed in as the admin. */
  const open = (path: string, options: ConsoleOptions = {}) =>
    openConsole(site(), { key: tenant.userKey, path, ...options });
  return {
    get service() {
      return service;
    },
    get tenant() {
      return tenant;
    },
    get grace() {
      return grace;
    },
    rest,
    open,
    /** Opens the console at an address while nobody is signed in. The browser notes that the service says so. */
    async openSignedOut(path: string, options: ConsoleOptions = {}) {
      const opened = await openConsole(site(), { path, ...options });
      opened.problems.expect(/401/);
      return opened;
    },
    openPage: async (path: string, options?: ConsoleOptions) => (await open(path, options)).page,
    /** Creates a list over the API. @returns its id. */
    async createList(definition: object, name = 'A list', key?: string): Promise<number> {
      const { body } = await rest(key).post('/v1/lists', { name, definition }).expect(201);
      return body.list_id;
    },
    /** Makes a link that signs in once, by default as the admin. */
    async makeLink(userId = tenant.userId) {
      const { link } = await makeSignInLink(service.prisma, service.clock, '', userId, {
        isInvitation: false,
      });
      return { link, code: link.slice('/#code='.length) };
    },
    /** Asks the service who is signed in to the browser of a page. @returns the name; undefined if nobody is. */
    async whoIsIn(page: Page): Promise<string | undefined> {
      const { body } = await service
        .rest()
        .get('/v1/session')
        .set({ Cookie: await cookiesOf(page), 'Sec-Fetch-Site': 'same-origin' });
      return body.user?.name;
    },
  };
}

export const condition = (field: string, operator: string, ...values: (string | number | boolean)[]) => ({
  condition: { field, operator, values },
});
export const definitionOf = <Root extends object | null>(root: Root) => ({ registry_version: '1', root });
export const countryIs = (...values: string[]) => definitionOf(condition('country', 'any_of', ...values));

const DOCUMENTS = JSON.parse(await readFile('console/src/generated/persisted-documents.json', 'utf8'));

/** Text of the GraphQL document that a request of a page names; empty for other requests. */
export function documentOf(request: Request): string {
  if (!request.url().endsWith('/graphql') || request.method() !== 'POST') return '';
  const { documentId, query } = JSON.parse(request.postData() ?? '{}');
  return query ?? DOCUMENTS[documentId] ?? '';
}

export const dialogOf = (page: Page) => page.getByRole('dialog');
/** Rows of a table, without those that stand for what is loaded. */
export const rowsOf = (page: Page, table: string) =>
  page
    .getByRole('table', { name: table })
    .locator('tbody tr:not(:has(> td[colspan] > .mantine-Skeleton-root))');
/** Texts of the cells of a table, row by row. */
export const cellsOf = (page: Page, table: string) =>
  rowsOf(page, table).evaluateAll((rows) =>
    rows.map((row) => Array.from(row.children, (cell) => cell.textContent ?? '')),
  );
/** Text of the file that a click downloads. */
export async function downloadBy(page: Page, button: Locator): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return readFile(await download.path(), 'utf8');
}
/** Sends the request of a page, which gets no response by that. */
export async function sendFor(route: Route): Promise<APIResponse> {
  // The service refuses a request from a browser without this header, and Playwright leaves it out.
  const headers = { ...(await route.request().allHeaders()), 'sec-fetch-site': 'same-origin' };
  const response = await route.fetch({ headers });
  expect(response.status()).toBe(200);
  return response;
}
/** Shows a page in the dark, by default in a small window. */
export async function turnDark(page: Page, viewport = SMALL): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
}
export const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** Cookies of a page, as a header. */
async function cookiesOf(page: Page): Promise<string> {
  const cookies = await page.context().cookies();
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

/** The field of the sign-in page. */
export const pasteField = (page: Page) => page.getByLabel('Link or personal key', { exact: true });
export const menuOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `${name}: account menu` });
export const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' });
/** Opens the palette by its shortcut, and waits until it takes letters. */
export async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await palette(page).locator('input:focus').waitFor();
}
/** Owners of the keys in the table of keys. */
export const ownersIn = (page: Page) => page.getByRole('row').locator('td:nth-child(2)').allInnerTexts();

/** Signs in on the page with a link or a key. */
export async function submit(page: Page, pasted: string): Promise<void> {
  await pasteField(page).fill(pasted);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Waits until an element of this name has the focus. */
export const focusIsOn = (page: Page, name: string) =>
  page.waitForFunction(
    (wanted) =>
      [document.activeElement?.getAttribute('aria-label'), document.activeElement?.textContent].includes(
        wanted,
      ),
    name,
  );
