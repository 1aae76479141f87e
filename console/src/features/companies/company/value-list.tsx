import { Anchor } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { companiesText } from '../../../text/companies.ts';
import classes from '../facts.module.css';

/** Values that are shown before one asks for all. */
const SHOWN = 20;

/** Distinct values side by side. Long lists are cut, with a button that shows all. */
export function ValueList({
  values,
  render,
}: {
  values: readonly string[];
  render: (value: string) => ReactNode;
}) {
  const [isComplete, setComplete] = useState(values.length <= SHOWN);
  const shown = isComplete ? values : values.slice(0, SHOWN);
  return (
    <ul className={classes.values}>
      {shown.map((value) => (
        <li key={value}>{render(value)}</li>
      ))}
      {!isComplete && (
        <li>
          <Anchor component="button" type="button" c="var(--action)" onClick={() => setComplete(true)}>
            {companiesText.company.more(formatNumber(values.length - SHOWN))}
          </Anchor>
        </li>
      )}
    </ul>
  );
}
