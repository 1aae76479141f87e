import type { Page } from 'playwright-core';
import { type OpenedContext, openContext } from '../browser.ts';
import { DESKTOP, signIn } from './console-page.ts';
import type { Problems } from './problems.ts';

export interface ConsoleOptions {
  /** Personal key of who is signed in. Without it nobody is. */
  key?: string;
  /** Address at which the console opens, with its fragment. By default the start. */
  path?: string;
  /** Size in CSS pixels; by default 1280 x 800. */
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  /** Whether the page is asked to keep still; by default it is, so that nothing moves while a test looks. */
  reducedMotion?: boolean;
  /** Language of the browser; by default British English. */
  locale?: string;
  /** Whether pages can be tapped. */
  hasTouch?: boolean;
  /** Another tab of the same browser, which shares its session. The key and the options of the context are its own. */
  beside?: ConsolePage;
}

export interface ConsolePage {
  page: Page;
  problems: Problems;
  opened: OpenedContext;
}

/** A service to open. Pages take their time from its clock, which runs on from there. */
interface Opened {
  url: string;
  clock?: { now(): Date };
}

/** Opens the console of a service in a new tab, and in a new context unless it is beside another tab. */
export async function openConsole(service: Opened, options: ConsoleOptions = {}): Promise<ConsolePage> {
  const { path = '/', beside } = options;
  const opened = beside?.opened ?? (await openFor(service, options));
  const page = await opened.context.newPage();
  await page.goto(service.url + path);
  return { page, problems: opened.problems, opened };
}

async function openFor({ url, clock }: Opened, options: ConsoleOptions): Promise<OpenedContext> {
  const { key, viewport = DESKTOP, colorScheme = 'light', reducedMotion = true, hasTouch = false } = options;
  const { locale = 'en-GB' } = options;
  const opened = await openContext(new URL(url).origin, {
    viewport,
    colorScheme,
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    hasTouch,
    locale,
    timezoneId: 'UTC',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  if (clock) await opened.context.clock.install({ time: clock.now() });
  await opened.context.addInitScript(hideBlur);
  if (key !== undefined) await signIn(opened.context, url, key);
  return opened;
}

/** Runs in the page. Without a graphics card, a blurred background behind a dialog takes more time than all of the page. */
function hideBlur(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { backdrop-filter: none !important }');
  document.adoptedStyleSheets = [sheet];
}
