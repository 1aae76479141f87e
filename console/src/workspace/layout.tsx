import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './layout.module.css';

/** The parts between which a narrow window switches. */
const PARTS = [
  { value: 'companies', label: 'Table' },
  { value: 'numbers', label: 'Numbers' },
];

interface ColumnsProps {
  /** The filter as a tree; absent while it is closed. */
  rail?: ReactNode;
  /** Breakdowns of the companies. */
  numbers: ReactNode;
  /** Table of the companies. */
  children: ReactNode;
}

/** A filter, its companies and their numbers beside each other. In a narrow window, a switch leads to the numbers. */
export function Columns({ rail, numbers, children }: ColumnsProps) {
  const [shown, setShown] = useState('companies');
  return (
    <div className={classes.columns} data-rail={rail ? true : undefined} data-shown={shown}>
      {rail}
      <SegmentedControl
        className={classes.switch ?? ''}
        aria-label="Table or numbers"
        value={shown}
        onChange={setShown}
        data={PARTS}
      />
      <div className={classes.table}>{children}</div>
      <section className={classes.numbers} aria-label="Numbers">
        {numbers}
      </section>
    </div>
  );
}
