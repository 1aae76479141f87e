import { line } from '../filters/report.mjs';
import { median } from '../lib/statistics.mjs';
import { ADD_CONDITION, openPage, paste } from './browser.mjs';

const CONDITIONS = 50;
const MAX_TASK_MS = 50;
const TYPED = 'germany kubernetes after 2015';

/** Records tasks of more than 50 ms, which the browser calls long. */
const recordLongTasks = () => {
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks.push(duration);
  }).observe({ entryTypes: ['longtask'] });
};

/** Blocks the page on purpose. @throws Error unless that is recorded: without a record, every figure would be 0 */
async function checkRecorder(page) {
  const recorded = await page.evaluate(async (milliseconds) => {
    await new Promise((resolve) => setTimeout(resolve));
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
    await new Promise((resolve) => setTimeout(resolve, 500));
    return window.longTasks.some((duration) => duration >= milliseconds);
  }, 2 * MAX_TASK_MS);
  if (!recorded) throw new Error('the browser does not record long tasks');
}

/** A filter of 50 conditions in groups, each with a value that some company has. */
function largeFilter(registryVersion) {
  const condition = (index) => ({
    condition: { field: 'founded_year', operator: 'gte', values: [1900 + index] },
  });
  const groups = Array.from({ length: CONDITIONS / 5 }, (_, group) => ({
    or: Array.from({ length: 5 }, (_each, index) => condition(group * 5 + index)),
  }));
  return { registry_version: registryVersion, root: { and: groups } };
}

/** Measures whether typing and editing block the page while its filter has 50 conditions. */
export async function benchTyping({ browser, url, key, bodies, quick, signal }) {
  const page = await openPage(browser, { url, key, record: recordLongTasks });
  await page.goto(`${url}/app/build`);
  await page.locator(ADD_CONDITION).first().waitFor();
  await checkRecorder(page);
  const [{ registry_version: version }] = bodies.values();
  await paste(page, largeFilter(version));
  await page.waitForTimeout(2_000);
  const longest = [];
  for (let round = 0; round < (quick ? 1 : 5); round++) {
    signal.throwIfAborted();
    await page.evaluate(() => {
      window.longTasks = [];
    });
    await page.locator(ADD_CONDITION).last().click();
    await page.keyboard.type(TYPED, { delay: 40 });
    await page.keyboard.press('Escape');
    await page.locator(ADD_CONDITION).last().fill('');
    for (const keys of ['Control+z', 'Control+Shift+z']) await page.keyboard.press(keys);
    await page.waitForTimeout(1_000);
    longest.push(Math.max(0, ...(await page.evaluate(() => window.longTasks))));
  }
  await page.context().close();
  return [
    line(`longest task while typing, ${CONDITIONS} conditions: median`, median(longest), 'ms', MAX_TASK_MS),
    line('longest task while typing: longest', Math.max(...longest), 'ms', MAX_TASK_MS),
  ];
}
