import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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

/** Pages with one fault each, and the report of it. */
const BAD: { check: string; page: string; faults: string[] }[] = [
  {
    check: 'a rule of axe-core, here contrast',
    page: goodPage('<p id="pale" style="color: #bbb">Pale</p>'),
    faults: ['color-contrast: Elements must meet minimum color contrast ratio thresholds: #pale: '],
  },
  {
    check: 'a rule that is not on by default, the size of targets',
    page: goodPage(
      '<button id="a" style="min-height: 0; height: 10px; width: 10px; padding: 0; font-size: 8px">a</button>' +
        '<button id="b" style="min-height: 0; height: 10px; width: 10px; padding: 0; font-size: 8px">b</button>',
    ),
    faults: ['target-size: ', 'target-size: '],
  },
  {
    check: 'names of controls',
    page: goodPage(
      '<div role="tree" aria-label="Filter"><div role="treeitem" tabindex="0" id="node" style="width: 30px; height: 30px"></div></div>',
    ),
    faults: ['aria-treeitem-name: ', 'name: a treeitem has no accessible name: div#node[role=treeitem]'],
  },
  { check: 'the title', page: goodPage('', ''), faults: ['document-title: '] },
  {
    check: 'the language',
    page: goodPage('').replace(' lang="en"', ''),
    faults: ['html-has-lang: '],
  },
  {
    check: 'a second heading of the first level',
    page: goodPage('<h1>Again</h1>'),
    faults: ['one-h1: the page has 2: h1 "Lists", h1 "Again"'],
  },
  {
    check: 'a page without a heading of the first level',
    page: goodPage('').replaceAll('h1', 'h2'),
    faults: ['page-has-heading-one: '],
  },
  {
    check: 'visible focus',
    page: goodPage('<button style="outline: none">Save</button> <button>Discard</button>'),
    faults: ['focus-visible: nothing shows the focus of button "Save"'],
  },
  {
    check: 'visible focus that a colour hides',
    page: goodPage('<button style="outline-color: transparent">Save</button>'),
    faults: ['focus-visible: nothing shows the focus of button "Save"'],
  },
  {
    check: 'the order of Tab within a row',
    page: goodPage(
      '<p style="display: flex; flex-direction: row-reverse"><button>Right</button><button>Left</button></p>',
    ),
    faults: ['tab-order: button "Right" comes before button "Left"'],
  },
  {
    check: 'the order of Tab among rows',
    page: goodPage(
      '<div style="display: flex; flex-direction: column-reverse"><button>Low</button><button>High</button></div>',
    ),
    faults: ['tab-order: button "Low" comes before button "High"'],
  },
  {
    check: 'a control that keeps Tab',
    page: goodPage(
      '<label>Cell <input id="cell"></label><button>Save</button><script src="/trap.js"></script>',
    ),
    faults: ['keyboard-trap: Tab leads from input#cell back to input#cell'],
  },
  {
    check: 'controls among which Tab goes round',
    page: goodPage(
      '<label>A <input id="a"></label><label>B <input id="b"></label><button>Save</button><script src="/loop.js"></script>',
    ),
    faults: ['keyboard-trap: Tab leads from input#b back to input#a'],
  },
  {
    check: 'a control that Tab leaves out',
    page: goodPage(
      '<button id="a">A</button><button id="b">B</button><button id="c">C</button><script src="/skip.js"></script>',
    ),
    faults: ['tab-reach: Tab does not reach button#b "B"'],
  },
  {
    check: 'scrolling to the side',
    page: goodPage('<div id="wide" style="width: 1400px">Wide</div>'),
    faults: [
      'width: 128 px wider than a window of 1280 px: div#wide "Wide"',
      'width: 768 px wider than a window of 640 px: ',
    ],
  },
  {
    check: 'scrolling to the side at 200 % zoom alone',
    page: goodPage('<div id="wide" style="width: 700px">Wide</div>'),
    faults: ['width: 68 px wider than a window of 640 px: div#wide "Wide"'],
  },
];

let pages: PageServer;
beforeAll(async () => {
  pages = await servePages({
    '/good': goodPage(CONTROLS),
    '/columns': goodPage(COLUMNS),
    '/dialog': goodPage(
      '<button>Behind</button><dialog aria-label="Save"><button>Save</button><button>Cancel</button></dialog><script src="/open.js"></script>',
    ),
    '/trap.js': script(TRAP),
    '/loop.js': script(LOOP),
    '/skip.js': script(SKIP),
    '/open.js': script(OPEN),
    ...Object.fromEntries(BAD.map(({ page }, index) => [`/bad/${index}`, page])),
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

  describe('reports', () => {
    it.each(BAD.map((bad, index) => ({ ...bad, index })))('$check', async ({ index, faults }) => {
      const { page } = await openConsole(pages, { path: `/bad/${index}` });
      const found = await findAccessibilityFaults(page);
      expect(found).toEqual(faults.map((fault) => expect.stringContaining(fault)));
    });
  });

  it('lists all faults in one message', async () => {
    const { page } = await openConsole(pages, { path: '/bad/5' });
    await expect(expectAccessible(page)).rejects.toThrow(
      `not accessible: ${pages.url}/bad/5\none-h1: the page has 2: h1 "Lists", h1 "Again"`,
    );
  });
});
