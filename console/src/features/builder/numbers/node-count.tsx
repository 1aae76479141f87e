import { formatNumber } from '../../../lib/format.ts';
import { numbersText } from '../../../text/builder-numbers.ts';
import classes from './numbers.module.css';

const text = numbersText.node;

interface Counts {
  /** Number of companies that the node matches by itself; undefined while it is not known. */
  alone: number | undefined;
  /** Number of companies that remain when the node is applied after the ones above it. */
  remaining: number | undefined;
  /** Number of companies that remained before the node. */
  before: number | undefined;
}

interface NodeCountProps extends Counts {
  /** Share of the largest count on the page, between 0 and 1: the length of the bar. */
  share: number;
  isCurrent: boolean;
}

/** The count of a node, with a thin bar behind it. Marks a node that leaves nothing. */
export function NodeCount({ share, isCurrent, ...counts }: NodeCountProps) {
  const { alone, remaining, before } = counts;
  if (alone === undefined) return <span className={classes.node} />;
  // The first condition of a group has none above it.
  const isNarrowing = remaining !== undefined && before !== undefined;
  const title = [
    text.alone(alone, formatNumber(alone)),
    isNarrowing && text.remaining(remaining, formatNumber(remaining)),
  ];
  return (
    <span
      className={`${classes.node} ${isCurrent ? '' : classes.stale}`}
      data-kills={killText(counts) ? true : undefined}
      title={title.filter(Boolean).join(' ')}
    >
      <span className={classes.fill} style={{ width: `${Math.min(share, 1) * 100}%` }} aria-hidden="true" />
      <span className={classes.nodeText}>{formatNumber(alone)}</span>
    </span>
  );
}

/** The words for a node that leaves nothing: "This one rules out the last 412". Empty for other nodes. */
export function killText({ alone, remaining, before }: Counts): string {
  if (remaining === 0 && before) return text.kills(before, formatNumber(before));
  return alone === 0 ? text.killsAlone : '';
}
