import type { CDPSession } from 'playwright-core';
import type { InPage, TabStop } from './in-page.ts';

/** Pixels by which boxes of one row may overlap or be shifted. */
const TOLERANCE = 4;

interface Walk {
  /** Stops in the order of Tab, with their positions before the walk. */
  stops: TabStop[];
  faults: string[];
}

/** Presses Tab through the page. Returns stops without visible focus or out of order, those left out, and traps. */
export async function findKeyboardFaults(session: CDPSession, tools: string): Promise<string[]> {
  const call = callerOf(session, tools);
  const known = await call('listStops');
  const modal = await call('hasModal');
  const { stops, faults } = await walk(session, call, known, modal);
  await call('releaseFocus');
  return [...faults, ...findDisorder(modal ? [] : stops)];
}

type Call = <Name extends keyof InPage>(name: Name) => Promise<ReturnType<InPage[Name]>>;

/** Returns a function that calls the checks in the page by the protocol: half of the walk's time was Playwright's otherwise. */
function callerOf(session: CDPSession, tools: string): Call {
  return async (name) => {
    const expression = `${tools}.${name}()`;
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(`${name} fails: ${exceptionDetails.exception?.description}`);
    return result.value;
  };
}

/** Presses Tab, and releases it. */
async function pressTab(session: CDPSession): Promise<void> {
  const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...tab });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...tab });
}

async function walk(
  session: CDPSession,
  call: Call,
  known: readonly TabStop[],
  modal: boolean,
): Promise<Walk> {
  const faults: string[] = [];
  const stops: TabStop[] = [];
  const reached = new Set<number>();
  const end = (...more: string[]) => ({ stops, faults: [...faults, ...more] });
  const unreached = async () => findUnreached(known, new Set([...reached, ...(await call('listGone'))]));
  let last: { index: number; name: string } | undefined;
  let left = 0;
  // A page may show more stops on the way, such as a link that appears with the focus.
  for (let press = 0; press < known.length * 2 + 20; press += 1) {
    await pressTab(session);
    const focus = await call('readFocus');
    if (!focus) {
      left += 1;
      // In a dialog the walk begins in the middle, and leads through the browser to what is before.
      if (!modal || left === 2) return end(...(await unreached()));
      continue;
    }
    const { index, stop, inner } = focus;
    const stays = last?.index === index;
    if (inner && stays) continue;
    if (reached.has(index)) {
      // A dialog with a single control keeps the focus on it.
      if (stays && modal && known.length === 1) return end();
      if (!stays && known.every((_, at) => reached.has(at))) return end();
      if (!stays && modal) return end(...(await unreached()));
      return end(`keyboard-trap: Tab leads from ${last?.name} back to ${stop.name}`);
    }
    const before = known[index];
    if (before?.look === stop.look) faults.push(`focus-visible: nothing shows the focus of ${stop.name}`);
    if (index >= 0) reached.add(index);
    stops.push(before ?? stop);
    last = { index, name: stop.name };
  }
  return end(`keyboard-trap: Tab never leaves the page, last at ${last?.name}`);
}

/** Radio buttons of a group share a stop. */
function findUnreached(known: readonly TabStop[], reached: ReadonlySet<number>): string[] {
  return known
    .filter(
      ({ radio }, index) =>
        !reached.has(index) &&
        !known.some((other, at) => radio !== '' && other.radio === radio && reached.has(at)),
    )
    .map(({ name }) => `tab-reach: Tab does not reach ${name}`);
}

/** Compares neighbours: the next stop is lower, or further right, or at the top of a column further right. */
function findDisorder(stops: readonly TabStop[]): string[] {
  return stops.flatMap((stop, index) => {
    const before = stops[index - 1];
    if (!before || before.fixed || stop.fixed) return [];
    return isAfter(before.box, stop.box) ? [] : [`tab-order: ${before.name} comes before ${stop.name}`];
  });
}

function isAfter(before: TabStop['box'], next: TabStop['box']): boolean {
  const above = next.bottom <= before.top + TOLERANCE;
  const shared = Math.min(before.bottom, next.bottom) - Math.max(before.top, next.top);
  const sameRow = shared > Math.min(before.bottom - before.top, next.bottom - next.top) / 2;
  if (above) return next.left >= before.right - TOLERANCE;
  return !sameRow || next.right > before.left + TOLERANCE;
}
