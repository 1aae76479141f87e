import { useSyncExternalStore } from 'react';
import { formatAgo, formatMoment } from '../lib/format.ts';
import { onTick } from '../lib/ticks.ts';

/** A time relative to now, which moves on by itself; the title has the exact one. */
export function TimeAgo({ at }: { at: string }) {
  // The text is the snapshot, so that only texts that change are rendered again.
  const text = useSyncExternalStore(onTick, () => formatAgo(at));
  return (
    // Within a live region, screen readers would read each tick out.
    <time dateTime={at} title={formatMoment(at)} aria-live="off">
      {text}
    </time>
  );
}
