import { formatNumber } from '../../../lib/format.ts';
import { accountText } from '../../../text/account.ts';
import classes from './sparkline.module.css';

interface SparklineProps {
  /** Days with requests, newest first, in UTC (`2026-03-01`). Days without any are left out. */
  days: readonly { day: string; requests: number }[];
  /** Number of days that the line spans, today included. */
  length: number;
}

const DAY_MS = 86_400_000;

/** Requests of each day as small bars, the oldest at the left. The number of all stands beside them. */
export function Sparkline({ days, length }: SparklineProps) {
  const byDay = new Map(days.map(({ day, requests }) => [day, requests]));
  const today = Date.now();
  const bars = Array.from({ length }, (_, index) => {
    const day = new Date(today - (length - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return { day, requests: byDay.get(day) ?? 0 };
  });
  const most = Math.max(1, ...bars.map(({ requests }) => requests));
  const total = formatNumber(bars.reduce((sum, { requests }) => sum + requests, 0));
  return (
    <div className={classes.line}>
      <svg viewBox={`0 0 ${length * 3} 20`} aria-hidden="true">
        {bars.map(({ day, requests }, index) => {
          const height = requests === 0 ? 0 : Math.max(1, (20 * requests) / most);
          return <rect key={day} x={index * 3} y={20 - height} width={2} height={height} />;
        })}
      </svg>
      <span title={accountText.keys.usageOf(total)}>{total}</span>
    </div>
  );
}
