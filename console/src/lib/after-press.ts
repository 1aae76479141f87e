/** Whether a button of the mouse, or a finger, is down. */
let isDown = false;
const note = ({ type }: Event) => {
  isDown = type === 'pointerdown';
};
for (const type of ['pointerdown', 'pointerup', 'pointercancel']) window.addEventListener(type, note, true);

/**
 * Runs a change that moves what stands below, once the click that led to it has reached its target. A button that moves
 * between the press and the release gets no click.
 */
export function afterPress(run: () => void): void {
  const later = () => setTimeout(run);
  if (!isDown) return void later();
  const stop = new AbortController();
  const end = () => {
    stop.abort();
    later();
  };
  for (const type of ['pointerup', 'pointercancel'])
    window.addEventListener(type, end, { signal: stop.signal });
}
