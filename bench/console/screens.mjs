import { line } from '../filters/report.mjs';
import { openPage } from './browser.mjs';

const MAX_SHIFT = 0.02;
const MAX_PAINT_MS = 600;
const MAX_TASK_MS = 100;

/** Time after which a screen has everything that it asked for. */
const SETTLED_MS = 2_500;

/** Records how far the page moved by itself, its first paint, and tasks of more than 50 ms. */
const recordLoading = () => {
  const seen = { shift: 0, paint: 0, task: 0 };
  window.seen = seen;
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) seen.shift += value;
  });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.paint = startTime;
  });
  watch('longtask', ({ duration }) => {
    seen.task = Math.max(seen.task, duration);
  });
};

/** Addresses of the screens that people see most, of a list that is created for them. */
async function screensOf(api, bodies) {
  const [definition] = bodies.values();
  const { list_id: id } = await api.post('/v1/lists', { name: 'Screens', definition });
  const { members } = await api.get(`/v1/lists/${id}/members?limit=1`);
  const [{ slug }] = members;
  return {
    home: '/app',
    lists: '/app/lists',
    draft: `/app/lists/${id}?edit=true`,
    list: `/app/lists/${id}`,
    changes: `/app/lists/${id}/changes`,
    companies: '/app/companies?search=cloud',
    company: `/app/companies/${slug}`,
    files: '/app/files',
    activity: '/app/activity',
    people: '/app/settings/people',
  };
}

/** Measures each screen with an empty cache: how far it moves while it loads, its first paint, its longest task. */
export async function benchScreens({ browser, url, key, bodies, api, signal }) {
  const found = [];
  for (const [name, path] of Object.entries(await screensOf(api, bodies))) {
    signal.throwIfAborted();
    const page = await openPage(browser, { url, key, record: recordLoading });
    await page.goto(url + path, { waitUntil: 'load' });
    await page.waitForTimeout(SETTLED_MS);
    found.push({ name, ...(await page.evaluate(() => window.seen)) });
    await page.context().close();
  }
  const worst = (figure, label, unit, target) => {
    const most = found.reduce((a, b) => (b[figure] > a[figure] ? b : a));
    return line(`${label} (${most.name})`, most[figure], unit, target);
  };
  return [
    ...found.map(({ name, shift }) => line(`layout shift of the screen: ${name}`, shift, '', MAX_SHIFT)),
    worst('paint', 'first contentful paint, the slowest of them', 'ms', MAX_PAINT_MS),
    worst('task', 'longest task while loading', 'ms', MAX_TASK_MS),
  ];
}
