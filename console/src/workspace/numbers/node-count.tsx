import type { GroupKind } from '../../filter/definition.ts';
import { formatNumber } from '../../lib/format.ts';
import classes from './numbers.module.css';

/** Words after a number of one company, and of several. */
const WORDS = {
  and: ['remains', 'remain'],
  or: ['matches', 'match'],
  all: ['company', 'companies'],
} as const;

/** Companies that a number of a node stands for: those that remain after it, or those that it matches by itself. */
export type NodePart = 'prefix' | 'alone';

interface Counts {
  /** Number of companies that the node matches by itself; undefined while it is not known. */
  alone: number | undefined;
  /** Number of companies that remain when the node is applied after the ones above it. */
  remaining: number | undefined;
  /** Number of companies that remained before the node. */
  before: number | undefined;
}

interface NodeCountProps extends Counts {
  /** How the node combines with those before it; undefined for the root. */
  joint: GroupKind | undefined;
  /** Whether nothing stands before it in its group. */
  isFirst: boolean;
  isCurrent: boolean;
  onShow: (part: NodePart) => void;
}

/** "1,010 remain", and "9,095 alone" while the row is used. Marks a node that leaves nothing. */
export function NodeCount({ joint, isFirst, isCurrent, onShow, ...counts }: NodeCountProps) {
  const { alone, remaining = alone } = counts;
  const [one, many] = WORDS[joint ?? 'all'];
  const hasOwn = joint === 'and' && (counts.before !== undefined || (alone === undefined && !isFirst));
  if (alone === undefined || remaining === undefined) return <Room {...{ hasOwn }} words={many} />;
  return (
    <span
      className={`${classes.node} ${isCurrent ? '' : classes.stale}`}
      data-kills={killText(counts) ? true : undefined}
    >
      {hasOwn && (
        <Count className={classes.own} count={alone} words="alone" onClick={() => onShow('alone')} />
      )}
      <Count count={remaining} words={remaining === 1 ? one : many} onClick={() => onShow('prefix')} />
    </span>
  );
}

/** Keeps the room of the numbers until they are there, so that the words before them do not wrap anew. */
function Room({ hasOwn, words }: { hasOwn: boolean; words: string }) {
  return (
    <span className={classes.node} aria-hidden="true">
      {hasOwn && <span className={`${classes.count} ${classes.own}`} />}
      <span className={`${classes.count} ${classes.room}`}>
        {'\u00a0'} <span className={classes.unit}>{words}</span>
      </span>
    </span>
  );
}

function Count(props: { className?: string | undefined; count: number; words: string; onClick: () => void }) {
  const { className = '', count, words, onClick } = props;
  const shown = formatNumber(count);
  return (
    <button
      type="button"
      className={`${classes.count} ${className}`}
      aria-label={`${shown} ${words}: show them`}
      onClick={onClick}
    >
      {shown} <span className={classes.unit}>{words}</span>
    </button>
  );
}

/** The words for a node that leaves nothing: "This one rules out the last 412". Empty for other nodes. */
export function killText({ alone, remaining, before }: Counts): string {
  if (remaining === 0 && before)
    return `This rules out the last ${before === 1 ? 'company' : `${formatNumber(before)} companies`}.`;
  return alone === 0 ? 'No company matches this.' : '';
}
