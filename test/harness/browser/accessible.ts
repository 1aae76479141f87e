import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { CDPSession, Page } from 'playwright-core';
import { type InPage, inPageSource } from './in-page.ts';
import { findKeyboardFaults } from './keyboard.ts';
import { findNamelessControls } from './names.ts';

const TOOLS = 'accessibilityChecks';
/** What passes: numbers that are counted again and are dimmed, content that loads, a dialog whose title is about to name it. */
const PASSING =
  '[class*="_stale_"], .mantine-Skeleton-root, [role=dialog]:not([aria-label], [aria-labelledby])';
const PATIENCE = { timeout: 5_000 };
/** The checks that follow tell what is wrong. */
const noted = () => undefined;
/** Less than half as long as the main file of the package, and each page has to receive and compile it. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Checks the page as it stands: rules of WCAG 2.2 AA and best practice (axe-core), names of controls, the way of Tab,
 * title, language and heading, that no control of direction turns a text around, and that nothing is cut off, at this
 * window and at 200 % zoom. Leaves the page as it was.
 *
 * @throws Error that lists each fault with its element.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const faults = await findAccessibilityFaults(page);
  if (faults.length > 0) throw new Error(`not accessible: ${page.url()}\n${faults.join('\n')}`);
}

/** Returns the faults of a page, a line each that begins with the rule: `tab-order: …`. */
export async function findAccessibilityFaults(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  try {
    // What stays is checked as it is.
    await page
      .waitForFunction(
        (passing) => [...document.querySelectorAll(passing)].every((each) => !each.checkVisibility()),
        PASSING,
        PATIENCE,
      )
      .catch(noted);
    await loadTools(session);
    return [
      ...(await findRuleFaults(page)),
      ...(await findNamelessControls(session, TOOLS)),
      ...(await findHeadingFaults(page)),
      ...(await findDirectionControls(page)),
      ...(await findKeyboardFaults(session, TOOLS)),
      ...(await findWidthFaults(page)),
    ];
  } finally {
    await session.detach();
  }
}

/** Loads the checks into a page that does not have them, by the debugging protocol, which its policy does not bind. */
async function loadTools(session: CDPSession): Promise<void> {
  const { result } = await session.send('Runtime.evaluate', { expression: `'${TOOLS}' in globalThis` });
  if (result.value === true) return;
  const expression = `(() => {${AXE}\n})(); ${inPageSource(TOOLS)}`;
  const { exceptionDetails } = await session.send('Runtime.evaluate', { expression });
  if (exceptionDetails) throw new Error(`the checks do not load: ${exceptionDetails.text}`);
}

async function findRuleFaults(page: Page): Promise<string[]> {
  const violations = await page.evaluate(async (values) => {
    const loaded = Reflect.get(globalThis, 'axe') as typeof axe;
    // What fades in has less contrast until it is there.
    const ends = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(ends)
        .map(({ finished }) => finished),
    );
    const rules = { 'target-size': { enabled: true } };
    const results = await loaded.run(document, {
      runOnly: { type: 'tag', values },
      rules,
      resultTypes: ['violations'],
      // No rule of these tags reads style sheets, which axe-core would parse again.
      preload: { assets: ['media'] },
    });
    return results.violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ target, failureSummary = '' }) => ({ target: target.join(' '), failureSummary })),
    }));
  }, RULES);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target}: ${inOneLine(failureSummary)}`),
  );
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Axe-core asks for a heading of the first level, and accepts several. */
async function findHeadingFaults(page: Page): Promise<string[]> {
  const found = await page.evaluate(
    (tools) => (Reflect.get(globalThis, tools) as InPage).listHeadings(),
    TOOLS,
  );
  return found.length > 1 ? [`one-h1: the page has ${found.length}: ${found.join(', ')}`] : [];
}

/** Checks for horizontal scrolling: at the size of the window, and at half of it, which is what zoom of 200 % leaves. */
async function findWidthFaults(page: Page): Promise<string[]> {
  const size = page.viewportSize();
  if (!size) throw new Error('the page has no viewport');
  const half = { width: Math.floor(size.width / 2), height: Math.floor(size.height / 2) };
  const faults: string[] = [];
  for (const viewport of [size, half]) {
    await page.setViewportSize(viewport);
    const { by, beyond } = await page.evaluate(async (tools) => {
      // Components that watch their size need a frame for it.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return (Reflect.get(globalThis, tools) as InPage).readOverflow();
    }, TOOLS);
    if (by > 0)
      faults.push(`width: ${by} px wider than a window of ${viewport.width} px: ${beyond.join(', ')}`);
  }
  await page.setViewportSize(size);
  return faults;
}

/** Returns the texts, tooltips, names and title of a page that hold a control of direction; a line each. */
export async function findDirectionControls(page: Page): Promise<string[]> {
  const found = await page.evaluate(() => {
    const controls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
    const ownText = (node: Node) => (node.nodeType === Node.TEXT_NODE && node.textContent) || '';
    const shown = (element: Element) => [
      ...['title', 'aria-label', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
      // Fields for input have what was typed.
      ...(element.closest('textarea, script, style') ? [] : Array.from(element.childNodes, ownText)),
    ];
    return [document.title, ...[...document.querySelectorAll('*')].flatMap(shown)]
      .filter((text) => controls.test(text))
      .map((text) => JSON.stringify(text.slice(0, 80)));
  });
  return [...new Set(found)].map((text) => `direction-control: shown as it is in ${text}`);
}
