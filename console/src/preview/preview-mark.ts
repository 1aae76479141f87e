const CHANGE = 'builder:change';
const NUMBERS = 'builder:numbers';

/** Whether a change was marked whose numbers are not painted yet. */
let isPending = false;
/** Whether the newest mark came from the event of the change itself. */
let isFromEvent = false;

/**
 * Marks a change of the definition, for measurements. An editor may call it in its event handler, so that the measure
 * begins before the change is rendered; the store calls it when the definition arrives there.
 */
export function markChange({ inEvent = false }: { inEvent?: boolean } = {}): void {
  if (!inEvent && isFromEvent) {
    isFromEvent = false;
    return;
  }
  performance.clearMarks(CHANGE);
  performance.mark(CHANGE);
  isPending = true;
  isFromEvent = inEvent;
}

/** Measures the time since the latest change, once its numbers have been painted. */
export function markNumbersAfterPaint(): void {
  if (!isPending) return;
  isPending = false;
  requestAnimationFrame(() => {
    // A message is handled after the frame that was just prepared has been painted.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      if (performance.getEntriesByName(CHANGE).length > 0) performance.measure(NUMBERS, CHANGE);
    };
    port2.postMessage(undefined);
  });
}
