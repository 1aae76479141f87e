import { outcomesOf } from '../../../../filter/outcomes.ts';
import { evidenceOf, type Verdict, verdictSentence } from '../../../../filter/reasons.ts';
import type { Labels } from '../../../../filter/sentence.ts';
import { formatDay } from '../../../../lib/format.ts';
import { filterText } from '../../../../text/filter.ts';
import { membersText } from '../../../../text/members.ts';
import { Outcomes } from '../../../../ui/outcomes.tsx';
import classes from '../members-table.module.css';

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
          <EvidenceLine verdict={verdict} asOf={asOf} />
          {verdict.deletedLists?.map((id) => (
            <div key={id} className={classes.evidence}>
              {text.deletedList(filterText.sentence.listNumber(id))}
            </div>
          ))}
        </>
      )}
    />
  );
}

function EvidenceLine({ verdict, asOf }: { verdict: Verdict; asOf: string | undefined }) {
  const evidence = evidenceOf(verdict, asOf);
  if (!evidence) return null;
  const { label, seen, meaning } = evidence;
  return (
    <div className={classes.evidence}>
      {label} <time dateTime={seen}>{formatDay(seen)}</time>
      {meaning !== undefined && `, ${meaning}`}
    </div>
  );
}
