import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type HTMLAttributes, type ReactNode, useState } from 'react';
import { formatNumber, formatShare } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { PlainText } from '../written-lines.tsx';
import type { MissingCount, ValueCount, ValueUse } from './value-count.ts';
import classes from './values.module.css';

interface ValueBarsProps {
  /** Name of the list, for screen readers. */
  name: string;
  /** Values in their order; undefined while they are counted. */
  entries: readonly ValueCount[] | undefined;
  /** Number of all companies. */
  total: number;
  /** Bars that are shown before the others are behind "Show more". */
  shown: number;
  /** Count of the longest bar, if bars are compared with each other; by default they are parts of all companies. */
  longest?: number | undefined;
  /** Hides shares: each count has another whole. */
  hidesShares?: boolean;
  use: (entry: ValueCount) => ValueUse;
  /** What a screen reader says before the label of a value, and after its numbers. */
  before?: string;
  after: string;
  /** Name of the button that adds the opposite; without it there is none. */
  not?: { sign: string; label: (value: string) => string };
  /** Companies without a value, which stand last. Undefined if their number is not known. */
  missing?: MissingCount | undefined;
}

/** Values of a field as bars, each as long as its share of all companies. */
export function ValueBars({ name, entries, shown, missing, ...props }: ValueBarsProps) {
  const [isLong, setLong] = useState(false);
  if (!entries) return <Skeletons count={shown} />;
  const more = entries.length - shown;
  return (
    <div>
      <ul aria-label={name}>
        {(isLong ? entries : entries.slice(0, shown)).map((entry) => (
          <Bar key={entry.value} entry={entry} {...props} />
        ))}
        {missing && <MissingBar missing={missing} {...props} />}
      </ul>
      {more > 0 && (
        <Button
          className={classes.more ?? ''}
          variant="subtle"
          size="compact-xs"
          aria-expanded={isLong}
          onClick={() => setLong(!isLong)}
        >
          {isLong ? 'Show fewer' : `Show ${formatNumber(more)} more`}
        </Button>
      )}
    </div>
  );
}

type BarProps = Omit<ValueBarsProps, 'name' | 'entries' | 'shown' | 'missing'> & { entry: ValueCount };

function Bar({ entry, before, not, use, ...props }: BarProps) {
  const label = visibleText(entry.label);
  const used = use(entry);
  return (
    <li className={classes.bar}>
      <ValueControl use={used} className={classes.value}>
        <BarContent {...props} count={entry.count}>
          {before !== undefined && <VisuallyHidden>{before} </VisuallyHidden>}
          <PlainText text={label} />
        </BarContent>
      </ValueControl>
      {not && used.kind === 'add' && (
        <button
          type="button"
          className={classes.not}
          aria-label={not.label(label)}
          title={not.label(label)}
          onClick={() => used.run(true)}
        >
          {not.sign}
        </button>
      )}
    </li>
  );
}

/** Fill, label and numbers of a bar. */
function BarContent({
  count,
  total,
  longest = total,
  hidesShares,
  after,
  children,
}: Pick<ValueBarsProps, 'total' | 'longest' | 'hidesShares'> & {
  count: number;
  after: string | undefined;
  children: ReactNode;
}) {
  const width = Math.min(1, count / Math.max(longest, 1)) * 100;
  return (
    <>
      <span className={classes.fill} style={{ width: count && `max(2px, ${width}%)` }} aria-hidden="true" />
      <span className={classes.label}>{children}</span>
      <span className={classes.count}>
        {formatNumber(count)}{' '}
        {!hidesShares && (
          <span className={classes.share}>{formatShare(total === 0 ? 0 : count / total)}</span>
        )}
        {after !== undefined && <VisuallyHidden>: {after}</VisuallyHidden>}
      </span>
    </>
  );
}

type MissingBarProps = Pick<ValueBarsProps, 'total' | 'longest' | 'after' | 'not'> & {
  missing: MissingCount;
};

/** Companies of which a value is not known; beside bars with a button `not`, its room is kept. Nothing where there are none. */
export function MissingBar({ missing: { label, count, use }, not, after, ...props }: MissingBarProps) {
  if (count <= 0) return null;
  const content = (
    <BarContent {...props} count={count} after={use && after}>
      {label}
    </BarContent>
  );
  return (
    <li className={classes.bar} data-missing>
      {use ? (
        <ValueControl use={use} className={classes.value}>
          {content}
        </ValueControl>
      ) : (
        <span className={classes.value}>{content}</span>
      )}
      {not && <span className={classes.not} style={{ visibility: 'hidden' }} aria-hidden="true" />}
    </li>
  );
}

const WIDTHS = [90, 70, 55, 50, 42, 36, 30, 24];

/** Bars that are not counted yet, with the height of those that come and of the button below them. */
const Skeletons = ({ count }: { count: number }) => (
  <div className={classes.skeletons} aria-hidden="true">
    {Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they have no identity
      <div key={index} className={classes.value}>
        <Skeleton h={16} w={`${WIDTHS[index % WIDTHS.length]}%`} />
      </div>
    ))}
  </div>
);

type ValueControlProps = HTMLAttributes<HTMLElement> & { use: ValueUse; [data: `data-${string}`]: unknown };

/** A button or link for a value. Alt and a click add its opposite. */
export function ValueControl({ use, ...props }: ValueControlProps) {
  if (use.kind === 'add')
    return <button type="button" onClick={(event) => use.run(event.altKey)} {...props} />;
  const hash = use.draft?.slice(1);
  return <Link to="/app/build" {...(hash && { hash })} preload={false} {...props} />;
}
