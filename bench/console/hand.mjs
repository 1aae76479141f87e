/** The keystroke model: seconds that a practised person needs. */
const SECONDS_OF_KEY = 0.2;
const SECONDS_OF_CLICK = 1.5;

/** Keys for which a keyboard needs Shift. */
const SHIFTED = /[A-Z@:"?!]/;

/**
 * Works on a page with a pointer and a keyboard alone. The page itself counts what arrives: each key, Shift among them, and
 * each press of the pointer.
 */
export async function useHands(page) {
  const made = { clicks: 0, keys: 0 };
  await page.exposeFunction('noteInput', (kind) => {
    made[kind] += 1;
  });
  await page.addInitScript(() => {
    const count = (type, kind) =>
      window.addEventListener(type, (event) => event.isTrusted && window.noteInput(kind), { capture: true });
    count('pointerdown', 'clicks');
    count('keydown', 'keys');
  });
  return {
    click: (target, options) => target.click(options),
    press: (keys) => page.keyboard.press(keys),
    async type(text) {
      for (const key of text) await page.keyboard.press(SHIFTED.test(key) ? `Shift+${key}` : key);
    },
    /** @returns clicks, keys and seconds so far. */
    async made() {
      // Counts travel in sequence, so that they precede the answer.
      await page.evaluate(() => undefined);
      return { ...made, seconds: made.clicks * SECONDS_OF_CLICK + made.keys * SECONDS_OF_KEY };
    },
  };
}
