import { CheckIcon, Cross2Icon } from '@radix-ui/react-icons';
import type { Labels } from '../../../../filter/sentence.ts';
import { formatDay } from '../../../../lib/format.ts';
import { membersText } from '../../../../text/members.ts';
import { type Verdict, verdictSentence, windowOf } from '../reasons.ts';
import classes from './verdicts.module.css';

const text = membersText.why;
/** Values of a condition that are named. */
const MAX_VALUES = 6;

interface VerdictsProps {
  verdicts: readonly Verdict[];
  labels: Labels;
  /** Newest observation of the catalogue, from which evidence windows count back. */
  asOf: string | undefined;
}

/** Conditions of a filter, each with a check or a cross, and the date of its evidence. */
export function Verdicts({ verdicts, labels, asOf }: VerdictsProps) {
  return (
    <ul className={classes.verdicts} aria-label={text.label}>
      {verdicts.map((verdict, index) => (
        // Conditions are in the order of the filter, which may have the same one twice.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index} className={classes.verdict} data-met={verdict.met}>
          {verdict.met ? (
            <CheckIcon width={18} height={18} role="img" aria-label={text.met} />
          ) : (
            <Cross2Icon width={18} height={18} role="img" aria-label={text.notMet} />
          )}
          <div>
            <bdi>{verdictSentence(verdict, labels, MAX_VALUES)}</bdi>
            {verdict.lastSeen && <Evidence lastSeen={verdict.lastSeen} asOf={asOf} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Evidence({ lastSeen, asOf }: { lastSeen: string; asOf: string | undefined }) {
  return (
    <div className={classes.evidence}>
      {text.seen} <time dateTime={lastSeen}>{formatDay(lastSeen)}</time>
      {asOf !== undefined && `, ${text.windows[windowOf(lastSeen, asOf)]}`}
    </div>
  );
}
