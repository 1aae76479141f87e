import { formatAgo, formatMoment } from '../lib/format.ts';

/** A time relative to now; the title has the exact one. */
export function TimeAgo({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {formatAgo(at)}
    </time>
  );
}
