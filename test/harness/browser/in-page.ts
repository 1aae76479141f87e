// Functions that run in the page. They are sent there as text, and may refer to each other but to nothing else.

/** Element that can get the focus by Tab, with what the checks compare. */
export interface TabStop {
  name: string;
  /** Position in the document, before anything was scrolled, in CSS pixels. */
  box: { top: number; bottom: number; left: number; right: number };
  /** Whether it stays in place when the page scrolls, so that its position says nothing of its order. */
  fixed: boolean;
  /** Everything that can show the focus. */
  look: string;
  /** Group of a radio button, else empty. */
  radio: string;
}

export interface InPage {
  describe(element: Element): string;
  listStops(): TabStop[];
  readFocus(): { index: number; stop: TabStop; inner: boolean } | undefined;
  listGone(): number[];
  releaseFocus(): void;
  hasModal(): boolean;
  listHeadings(): string[];
  readOverflow(): { by: number; beyond: string[] };
}

/** Names an element for a reader: `button.save "Save"`. */
function describe(element: Element): string {
  const id = element.id ? `#${element.id}` : '';
  const role = element.getAttribute('role');
  const classes = [...element.classList].slice(0, 2).map((name) => `.${name}`);
  const label = element.getAttribute('aria-label') ?? element.textContent ?? '';
  const text = label.replace(/\s+/g, ' ').trim().slice(0, 40);
  return `${element.localName}${id}${classes.join('')}${role ? `[role=${role}]` : ''}${text ? ` "${text}"` : ''}`;
}

/** Modal dialog in front, beyond which Tab must not lead. */
function findModal(): Element | undefined {
  return [...document.querySelectorAll('dialog:modal, [aria-modal="true"]')]
    .filter((found) => found.checkVisibility())
    .pop();
}

function findTabbable(): HTMLElement[] {
  const candidates = (findModal() ?? document).querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable=""], [contenteditable="true"]',
  );
  return [...candidates].filter(
    (found) =>
      found.tabIndex >= 0 &&
      !found.matches(':disabled') &&
      !found.closest('[inert]') &&
      found.checkVisibility({ visibilityProperty: true }),
  );
}

/** Everything that can show the focus: borders, outlines, shadows and colours of the element and of those around it. */
function readLook(element: Element): string {
  // A transition has just begun when the focus moves.
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  }
  const around = new Set<Element>([element, ...[...(element.parentElement?.children ?? [])].slice(0, 20)]);
  for (let up = element.parentElement, level = 0; up && level < 3; up = up.parentElement, level += 1)
    around.add(up);
  const styles = [...around].map((at) => getComputedStyle(at));
  for (const part of ['::before', '::after']) styles.push(getComputedStyle(element, part));
  return styles.map(readStyle).join('\n');
}

function readStyle(style: CSSStyleDeclaration): string {
  const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, borderWidth } = style;
  const { backgroundColor, backgroundImage, textDecorationLine, opacity, color } = style;
  const hidden = outlineStyle === 'none' || outlineWidth === '0px' || /^rgba.*, 0\)$/.test(outlineColor);
  const outline = hidden ? 'none' : `${outlineStyle} ${outlineWidth} ${outlineColor}`;
  const rest = [boxShadow, borderColor, borderWidth, backgroundColor, backgroundImage, textDecorationLine];
  return [outline, ...rest, opacity, color].join(' | ');
}

function readStop(element: Element): TabStop {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const [x, y] = [window.scrollX, window.scrollY];
  let fixed = false;
  for (let up: Element | null = element; up; up = up.parentElement) {
    fixed ||= ['fixed', 'sticky'].includes(getComputedStyle(up).position);
  }
  const box = { top: top + y, bottom: bottom + y, left: left + x, right: right + x };
  const radio = element.matches('input[type=radio]') ? (element.getAttribute('name') ?? '') : '';
  return { name: describe(element), box, fixed, look: readLook(element), radio };
}

const state: { tabbable: HTMLElement[]; before: Element | null } = { tabbable: [], before: null };

/** Lists the elements that Tab should reach. The next Tab leads to the first; from within a modal dialog, onwards. */
function listStops(): TabStop[] {
  state.before = document.activeElement;
  if (!findModal()) {
    window.scrollTo(0, 0);
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  } else {
    // From the last control without focus, Tab would lead out of a dialog, where nobody begins.
    findTabbable()[0]?.focus({ preventScroll: true });
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }
  state.tabbable = findTabbable();
  return state.tabbable.map(readStop);
}

/** Returns the element with the focus; its index is -1 if it was not listed. Undefined: none on the page has it. */
function readFocus(): { index: number; stop: TabStop; inner: boolean } | undefined {
  const element = document.activeElement;
  if (!element || element === document.body || element === document.documentElement) return undefined;
  // Within these, Tab moves among parts that the page cannot see.
  const inner = element.matches(
    'iframe, video, audio, input:is([type^=date], [type=time], [type=month], [type=week])',
  );
  return { index: state.tabbable.indexOf(element as HTMLElement), stop: readStop(element), inner };
}

/** Lists the listed elements that have left the page since then, such as the button of a message that goes by itself. */
function listGone(): number[] {
  return state.tabbable.flatMap((element, index) => (element.isConnected ? [] : [index]));
}

/** Returns the focus to where it was. */
function releaseFocus(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  if (state.before instanceof HTMLElement) state.before.focus();
}

function hasModal(): boolean {
  return findModal() !== undefined;
}

/** Lists the visible headings of the first level. */
function listHeadings(): string[] {
  return [...document.querySelectorAll('h1')].filter((heading) => heading.checkVisibility()).map(describe);
}

/** Returns by how many pixels the page is wider than the window, and the elements that reach beyond its edge. */
function readOverflow(): { by: number; beyond: string[] } {
  const { scrollWidth, clientWidth } = document.documentElement;
  const by = scrollWidth - clientWidth;
  if (by <= 0) return { by: 0, beyond: [] };
  const wide = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right + window.scrollX > clientWidth + 1,
  );
  return { by, beyond: wide.slice(0, 3).map(describe) };
}

/** Source text that puts the functions above under a name of the page's global object. */
export function inPageSource(name: string): string {
  const helpers = [findModal, findTabbable, readLook, readStyle, readStop];
  const offered = [
    describe,
    listStops,
    readFocus,
    listGone,
    releaseFocus,
    hasModal,
    listHeadings,
    readOverflow,
  ];
  const sources = [...helpers, ...offered].map(String).join('\n');
  const names = offered.map((offer) => offer.name).join(', ');
  return `globalThis[${JSON.stringify(name)}] = (() => {
    const state = { tabbable: [], before: null };
    ${sources}
    return { ${names} };
  })(); undefined`;
}
