import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './layout.module.css';

const PARTS = ['companies', 'numbers'] as const;

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
  const [shown, setShown] = useState<(typeof PARTS)[number]>('companies');
  return (
    <div className={classes.columns} data-rail={rail ? true : undefined} data-shown={shown}>
      {rail}
      <SegmentedControl
        className={classes.switch ?? ''}
        aria-label="Table or numbers"
        value={shown}
        onChange={(value) => setShown(PARTS.find((each) => each === value) ?? 'companies')}
        data={[
          { value: 'companies', label: 'Table' },
          { value: 'numbers', label: 'Numbers' },
        ]}
      />
      <div className={classes.table}>{children}</div>
      <section className={classes.numbers} aria-label="Numbers">
        {numbers}
      </section>
    </div>
  );
}
