import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { expectAccessible, findAccessibilityFaults } from '../harness/browser/accessible.ts';
import { openConsole } from '../harness/browser/open-console.ts';
import { goodPage, type PageServer, script, servePages } from '../harness/browser/serve-pages.ts';
import { describeInBrowser } from '../harness/browser.ts';

const CONTROLS = `<p><a href="#a">Lists</a> <a href="#b">Companies</a></p>
<p><label>Name <input></label> <button>Save</button></p>
<p><label><input type="radio" name="tier" checked> High</label> <label><input type="radio" name="tier"> Low</label></p>`;
const COLUMNS = `<div style="display: flex; gap: 20px"><div><p><button>One</button></p><p><button>Two</button></p></div>
<div><p><button>Three</button></p></div></div>`;
const TRAP =
  "document.querySelector('#cell').addEventListener('keydown', (e) => e.key === 'Tab' && e.preventDefault());";
const LOOP = `const [first, last] = document.querySelectorAll('input');
last.addEventListener('keydown', (e) => { if (e.key === 'Tab') { e.preventDefault(); first.focus(); } });`;
const SKIP = `const [first, , last] = document.querySelectorAll('button');
first.addEventListener('keydown', (e) => { if (e.key === 'Tab') { e.preventDefault(); last.focus(); } });`;
const OPEN = "document.querySelector('dialog').showModal();";

const flex = (direction: string, first: string, last: string) =>
  `<div style="display: flex; flex-direction: ${direction}"><button>${first}</button><button>${last}</button></div>`;
const tiny = (id: string) =>
  `<button id="${id}" style="min-height: 0; height: 10px; width: 10px; padding: 0; font-size: 8px">${id}</button>`;
const field = (id: string) => `<label>${id} <input id="${id}"></label>`;
const run = (name: string) => `<button>Save</button><script src="/${name}.js"></script>`;

/** Pages with one fault each, and the reports of it. */
const BAD: [check: string, page: string, ...reports: string[]][] = [
  [
    'a rule of axe-core, here contrast',
    goodPage('<p id="pale" style="color: #bbb">Pale</p>'),
    'color-contrast: Elements must meet minimum color contrast ratio thresholds: #pale: ',
  ],
  [
    'a rule that is not on by default, the size of targets',
    goodPage(tiny('a') + tiny('b')),
    'target-size: ',
    'target-size: ',
  ],
  [
    'names of controls',
    goodPage(
      '<div role="tree" aria-label="Filter"><div role="treeitem" tabindex="0" id="node" style="width: 30px; height: 30px"></div></div>',
    ),
    'aria-treeitem-name: ',
    'name: a treeitem has no accessible name: div#node[role=treeitem]',
  ],
  ['the title', goodPage('', ''), 'document-title: '],
  ['the language', goodPage('').replace(' lang="en"', ''), 'html-has-lang: '],
  [
    'a second heading of the first level',
    goodPage('<h1>Again</h1>'),
    'one-h1: the page has 2: h1 "Lists", h1 "Again"',
  ],
  [
    'a page without a heading of the first level',
    goodPage('').replaceAll('h1', 'h2'),
    'page-has-heading-one: ',
  ],
  [
    'visible focus',
    goodPage('<button style="outline: none">Save</button> <button>Discard</button>'),
    'focus-visible: nothing shows the focus of button "Save"',
  ],
  [
    'visible focus that a colour hides',
    goodPage('<button style="outline-color: transparent">Save</button>'),
    'focus-visible: nothing shows the focus of button "Save"',
  ],
  [
    'the order of Tab within a row',
    goodPage(flex('row-reverse', 'Right', 'Left')),
    'tab-order: button "Right" comes before button "Left"',
  ],
  [
    'the order of Tab among rows',
    goodPage(flex('column-reverse', 'Low', 'High')),
    'tab-order: button "Low" comes before button "High"',
  ],
  [
    'a control that keeps Tab',
    goodPage(field('cell') + run('trap')),
    'keyboard-trap: Tab leads from input#cell back to input#cell',
  ],
  [
    'controls among which Tab goes round',
    goodPage(field('a') + field('b') + run('loop')),
    'keyboard-trap: Tab leads from input#b back to input#a',
  ],
  [
    'a control that Tab leaves out',
    goodPage(`<button id="a">A</button><button id="b">B</button>${run('skip')}`),
    'tab-reach: Tab does not reach button#b "B"',
  ],
  [
    'scrolling to the side',
    goodPage('<div id="wide" style="width: 1400px">Wide</div>'),
    'width: 128 px wider than a window of 1280 px: div#wide "Wide"',
    'width: 768 px wider than a window of 640 px: ',
  ],
  [
    'scrolling to the side at 200 % zoom alone',
    goodPage('<div id="wide" style="width: 700px">Wide</div>'),
    'width: 68 px wider than a window of 640 px: div#wide "Wide"',
  ],
];

let pages: PageServer;
beforeAll(async () => {
  pages = await servePages({
    '/': goodPage(''),
    '/good': goodPage(CONTROLS),
    '/columns': goodPage(COLUMNS),
    '/dialog': goodPage(
      '<button>Behind</button><dialog aria-label="Save"><button>Save</button><button>Cancel</button></dialog><script src="/open.js"></script>',
    ),
    '/trap.js': script(TRAP),
    '/loop.js': script(LOOP),
    '/skip.js': script(SKIP),
    '/open.js': script(OPEN),
    ...Object.fromEntries(BAD.map(([, page], index) => [`/bad/${index}`, page])),
  });
});
afterAll(() => pages.close());

describeInBrowser('the check of accessibility', () => {
  it.each(['/good', '/columns', '/dialog'])(
    'finds nothing at %s, and leaves the page as it was',
    async (path) => {
      const { page } = await openConsole(pages, { path });
      const before = await page.evaluate(() => [document.body.outerHTML, innerWidth, innerHeight]);
      await expectAccessible(page);
      expect(await page.evaluate(() => [document.body.outerHTML, innerWidth, innerHeight])).toEqual(before);
    },
  );

  it('finds nothing in the dark', async () => {
    const { page } = await openConsole(pages, { path: '/good', colorScheme: 'dark' });
    await expectAccessible(page);
  });

  it('reports each fault', async () => {
    const { page } = await openConsole(pages);
    for (const [index, [check, , ...reports]] of BAD.entries()) {
      await page.goto(`${pages.url}/bad/${index}`);
      const found = await findAccessibilityFaults(page);
      expect([check, found]).toEqual([check, reports.map((report) => expect.stringContaining(report))]);
    }
  });

  it('lists all faults in one message', async () => {
    const { page } = await openConsole(pages, { path: '/bad/5' });
    await expect(expectAccessible(page)).rejects.toThrow(
      `not accessible: ${pages.url}/bad/5\none-h1: the page has 2: h1 "Lists", h1 "Again"`,
    );
  });
});
