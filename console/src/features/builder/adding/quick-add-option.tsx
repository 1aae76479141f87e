import { type Catalogue, findField, listedLabel } from '../../../filter/catalogue.ts';
import type { Candidate } from '../../../filter/rank.ts';
import { operatorText, whenWords } from '../../../filter/sentence.ts';
import { formatNumber } from '../../../lib/format.ts';
import { valuesText } from '../../../text/builder-values.ts';
import { PlainText } from '../../../ui/plain-text.tsx';
import classes from './adding.module.css';

/** Identifies a candidate while the list of them changes. */
export function idOfCandidate({ field, operator, values, negated, when }: Candidate): string {
  return JSON.stringify([field, operator, values, negated, when]);
}

/** A condition in one line: field, operator, value, and the number of companies of a positive one, where it is known. */
export function QuickAddOption({ catalogue, candidate }: { catalogue: Catalogue; candidate: Candidate }) {
  const { field, operator, values, negated, when, label, count } = candidate;
  const found = findField(catalogue, field);
  const { one, many } = operatorText(field, operator);
  const names = values.map((value) => listedLabel(catalogue, field, value));
  // The count is of the companies that have the value, which a negative condition leaves out.
  const isNegative = negated || operator === 'none_of';
  const shown = values.length > 1 ? names.join(`, `) : label;
  return (
    <>
      <span className={classes.candidate}>
        <span className={classes.field}>
          {negated && `${valuesText.quick.not} `}
          {found?.type === 'list' ? valuesText.quick.company : (found?.label ?? field)}
        </span>
        <span className={classes.operator}>{values.length > 1 ? many : one}</span>
        <b className={classes.value}>
          <PlainText text={shown} />
        </b>
        {when && <span className={classes.operator}>{whenWords(field, when, catalogue.asOf)}</span>}
      </span>
      {count !== undefined && !isNegative && (
        <span className={classes.count} title={valuesText.companies(formatNumber(count))}>
          {formatNumber(count)}
        </span>
      )}
    </>
  );
}
