import { visibleText } from '../../lib/visible-text.ts';
import { selectionText } from '../../text/selection.ts';
import classes from './selection.module.css';
import type { Selection } from './use-selection.ts';

interface RowCheckboxProps {
  /** Name of the company. */
  name: string;
  checked: boolean;
  /** Called with true for a click with Shift, which selects a range. */
  onToggle: (isRange: boolean) => void;
  tabIndex?: number;
}

/** Selects a row. A plain element, because hundreds of them render while one scrolls. */
export function RowCheckbox({ name, checked, onToggle, tabIndex }: RowCheckboxProps) {
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        aria-label={visibleText(selectionText.select(name))}
        checked={checked}
        tabIndex={tabIndex}
        readOnly
        onClick={({ shiftKey }) => onToggle(shiftKey)}
      />
    </label>
  );
}

interface AllCheckboxProps {
  label: string;
  selection: Pick<Selection<never>, 'extent' | 'toggleAll'>;
}

/** Selects all rows that are there, or none. */
export function AllCheckbox({ label, selection: { extent, toggleAll } }: AllCheckboxProps) {
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        aria-label={label}
        title={label}
        checked={extent === 'all'}
        ref={(input) => {
          // No attribute stands for it.
          if (input) input.indeterminate = extent === 'some';
        }}
        onChange={toggleAll}
      />
    </label>
  );
}
