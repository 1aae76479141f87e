import { type FocusEvent, type ReactNode, useState } from 'react';
import type { CatalogueField } from '../../../filter/catalogue.ts';
import { afterPress } from '../../../lib/after-press.ts';
import { formatNumber } from '../../../lib/format.ts';
import { valuesText } from '../../../text/builder-values.ts';
import { useEditor } from '../editor/context.ts';
import type { Bin } from '../numbers/bins.ts';
import { LaterHistogram } from '../numbers/later-histogram.tsx';
import { type ChosenFor, useValueCounts } from './use-value-counts.ts';
import classes from './values.module.css';

interface NumberChartProps {
  condition: ChosenFor;
  field: CatalogueField;
  /** Inputs of the numbers. */
  children: ReactNode;
}

/** The numbers of a field as a histogram below their inputs, while one of them is used. A bar fills the inputs. */
export function NumberChart({ condition, field, children }: NumberChartProps) {
  const [isOpen, setOpen] = useState(false);
  const leave = (event: FocusEvent) => {
    // The chart goes, and what stands below it moves up.
    if (!event.currentTarget.contains(event.relatedTarget)) afterPress(() => setOpen(false));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it follows the focus of the inputs within
    <div onFocus={() => setOpen(true)} onBlur={leave}>
      {children}
      {isOpen && <Chart {...{ condition, field }} />}
    </div>
  );
}

function Chart({ condition, field }: Omit<NumberChartProps, 'children'>) {
  const { act } = useEditor();
  const counts = useValueCounts(field, condition, true);
  const pick = ({ low, high }: Bin) => {
    const { id } = condition;
    // One number is no range.
    const operator = condition.operator === 'eq' && low !== high ? 'between' : condition.operator;
    if (operator !== condition.operator) act({ type: 'setOperator', id, operator });
    const values = { gte: [low], lte: [high], eq: [low] }[operator] ?? [low, high];
    act({ type: 'setValues', id, values, time: performance.now() });
  };
  if (!counts) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press keeps the focus in the input
    <div className={classes.chart} onMouseDown={(event) => event.preventDefault()}>
      <LaterHistogram
        {...{ field }}
        entries={counts.entries}
        total={counts.total}
        hasNot={false}
        onPick={pick}
      />
      <div className={classes.chartNote}>{valuesText.within(formatNumber(counts.total))}</div>
    </div>
  );
}
