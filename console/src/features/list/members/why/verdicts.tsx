import { outcomesOf } from '../../../../filter/outcomes.ts';
import type { Labels } from '../../../../filter/sentence.ts';
import { formatDay } from '../../../../lib/format.ts';
import { membersText } from '../../../../text/members.ts';
import { Outcomes } from '../../../../ui/outcomes.tsx';
import classes from '../members-table.module.css';
import { type Verdict, verdictSentence, windowOf } from '../reasons.ts';

const text = membersText.why;
/** Values of a condition that are named. */
const MAX_VALUES = 6;

interface VerdictsProps {
  verdicts: readonly (Verdict & { pointer: string })[];
  labels: Labels;
  /** Newest observation of the catalogue, from which evidence windows count back. */
  asOf: string | undefined;
}

/** Conditions of a filter with their outcomes, and the date of their evidence. */
export function Verdicts({ verdicts, labels, asOf }: VerdictsProps) {
  return (
    <Outcomes
      label={text.label}
      root={outcomesOf(verdicts)}
      render={(verdict) => (
        <>
          <bdi>{verdictSentence(verdict, labels, MAX_VALUES)}</bdi>
          {verdict.lastSeen && <Evidence lastSeen={verdict.lastSeen} asOf={asOf} />}
        </>
      )}
    />
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
