import '../../test/harness/typescript.mjs';

const { findBrowser } = await import('../../test/harness/browser/executable.ts');
const { launchBrowser } = await import('../../test/harness/browser/launch.ts');
const { signIn } = await import('../../test/harness/browser/console-page.ts');

const VIEWPORT = { width: 1280, height: 800 };

/** Field into which conditions are typed; the builder can be used as soon as it is there. */
export const ADD_CONDITION = 'input[aria-label="Add a condition"]';

/** Starts the browser that the tests use. */
export async function openBrowser() {
  const found = await findBrowser();
  if (found.path === undefined) throw new Error(`no browser: ${found.reason}`);
  return launchBrowser(found.path);
}

/** Opens a page with an empty cache, signed in to the service at a URL. @returns the page, whose context is closed with it */
export async function openPage(browser, { url, key, record, viewport = VIEWPORT }) {
  const context = await browser.newContext({ viewport, locale: 'en-GB' });
  await signIn(context, url, key);
  const page = await context.newPage();
  if (record) await page.addInitScript(record);
  return page;
}

/** Pastes a definition into the page, as a user does: the builder replaces its filter by it. */
export function paste(page, definition) {
  return page.evaluate((text) => {
    document.activeElement?.blur?.();
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.body.dispatchEvent(event);
  }, JSON.stringify(definition));
}
