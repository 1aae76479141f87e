import type { KeyboardEvent } from 'react';

/** Moves the focus up and down between the elements of a region that are marked with `data-stop`, by the arrow keys. */
export function moveFocus(event: KeyboardEvent, region: HTMLElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  // Keys in a dialog of the region arrive here as well, through React's tree.
  if (step === undefined || !region?.contains(event.target as Node)) return;
  const stops = [...region.querySelectorAll<HTMLElement>('[data-stop]')];
  const current = stops.findIndex((stop) => stop.contains(document.activeElement));
  const next = stops[current + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
