import { Button, Text, VisuallyHidden } from '@mantine/core';
import { type MouseEvent, useState } from 'react';
import { bandsOf, type CatalogueField } from '../../../filter/catalogue.ts';
import { formatNumber, formatShare } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import type { BreakdownEntry } from '../../../preview/preview-request.ts';
import { numbersText } from '../../../text/builder-numbers.ts';
import { PlainText } from '../../../ui/plain-text.tsx';
import { type Addition, additionOf } from '../adding/addition.ts';
import classes from './numbers.module.css';

const text = numbersText.breakdown;
/** Bars that are shown before the others are behind "Show more". */
export const SHOWN = 6;

interface BreakdownBarsProps {
  field: CatalogueField;
  entries: readonly BreakdownEntry[];
  /** Number of all matches. */
  total: number;
  onAdd: (addition: Addition) => void;
}

/** The most frequent values of a field as bars; bands in their order, as a histogram that lies. */
export function BreakdownBars({ field, entries, total, onAdd }: BreakdownBarsProps) {
  const [isLong, setLong] = useState(false);
  if (entries.length === 0) return <Text c="dimmed">{text.none}</Text>;
  const bands = bandsOf(field)?.map(({ value, label }) => ({ value, label, count: countOf(entries, value) }));
  const shown = bands ?? (isLong ? entries : entries.slice(0, SHOWN));
  return (
    <>
      <ul className={classes.bars} aria-label={text.list(field.label)}>
        {shown.map((entry) => (
          <Bar key={entry.value} {...{ field, entry, total, onAdd }} />
        ))}
      </ul>
      {!bands && entries.length > SHOWN && (
        <Button variant="subtle" size="compact-xs" aria-expanded={isLong} onClick={() => setLong(!isLong)}>
          {isLong ? text.fewer : text.more(formatNumber(entries.length - SHOWN))}
        </Button>
      )}
    </>
  );
}

const countOf = (entries: readonly BreakdownEntry[], value: string) =>
  entries.find((each) => each.value === value)?.count ?? 0;

function Bar({
  field,
  entry,
  total,
  onAdd,
}: Omit<BreakdownBarsProps, 'entries'> & { entry: BreakdownEntry }) {
  const { value, count } = entry;
  const label = visibleText(entry.label);
  const share = total === 0 ? 0 : count / total;
  const add = (isNot: boolean) => onAdd(additionOf(field, value, isNot));
  return (
    <li className={classes.bar}>
      <button type="button" className={classes.is} onClick={(event: MouseEvent) => add(event.altKey)}>
        <span className={classes.fill} style={{ width: `${share * 100}%` }} aria-hidden="true" />
        <span className={classes.barLabel}>
          <VisuallyHidden>{text.is(field.label)} </VisuallyHidden>
          <PlainText text={label} />
        </span>
        <span className={classes.barCount}>
          {formatNumber(count)} <span className={classes.share}>{formatShare(share)}</span>
          <VisuallyHidden>: {text.addThis}</VisuallyHidden>
        </span>
      </button>
      <button
        type="button"
        className={classes.isNot}
        aria-label={text.isNot(field.label, label)}
        title={text.isNot(field.label, label)}
        onClick={() => add(true)}
      >
        {text.not}
      </button>
    </li>
  );
}
