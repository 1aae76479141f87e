import { formatNumber } from '../../../lib/format.ts';
import { numbersText } from '../../../text/builder-numbers.ts';
import classes from './numbers.module.css';

const text = numbersText.node;

interface NodeCountProps {
  /** Number of companies that the node matches by itself; undefined while it is not known. */
  count: number | undefined;
  /** Share of the largest count on the page, between 0 and 1: the length of the bar. */
  share: number;
  /** Number of companies that remain when the node is applied after the ones above it. */
  remaining?: number;
  /** Number of companies that remained before the node. */
  before?: number;
  isCurrent: boolean;
}

/** The count of a node, with a thin bar behind it. Marks a node that leaves nothing. */
export function NodeCount({ count, share, remaining, before, isCurrent }: NodeCountProps) {
  if (count === undefined) return <span className={classes.node} />;
  const kills = count === 0 || (remaining === 0 && before !== 0);
  const title = [
    text.alone(formatNumber(count)),
    remaining !== undefined && text.remaining(formatNumber(remaining)),
    kills && killText(count, before),
  ];
  return (
    <span
      className={`${classes.node} ${isCurrent ? '' : classes.stale}`}
      data-kills={kills || undefined}
      title={title.filter(Boolean).join('. ')}
    >
      <span className={classes.fill} style={{ width: `${Math.min(share, 1) * 100}%` }} aria-hidden="true" />
      <span className={classes.nodeText}>{formatNumber(count)}</span>
    </span>
  );
}

/** The words for a node that leaves nothing: "This one rules out the last 412". */
export function killText(count: number, before?: number): string {
  return before ? text.kills(formatNumber(before)) : count === 0 ? text.killsAlone : '';
}
