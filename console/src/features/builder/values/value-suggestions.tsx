import { Button } from '@mantine/core';
import type { MouseEvent } from 'react';
import type { Value } from '../../../filter/definition.ts';
import { formatNumber } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { valuesText } from '../../../text/builder-values.ts';
import type { ValueFault } from './value-faults.ts';
import classes from './values.module.css';

/** Faults that are shown one by one. */
const SHOWN = 3;
const MAX_SUGGESTIONS = 3;

interface ValueSuggestionsProps {
  values: readonly Value[];
  faults: readonly ValueFault[];
  onChange: (values: readonly Value[]) => void;
}

/** Faults of values in words, with the values that are probably meant as buttons. */
export function ValueSuggestions({ values, faults, onChange }: ValueSuggestionsProps) {
  if (faults.length === 0) return null;
  const certain = faults.filter(({ index, suggestions }) => index !== undefined && suggestions.length > 0);
  const useAll = () => {
    const next = certain.reduce<readonly Value[]>(
      (all, { index = -1, suggestions: [first] }) => (first === undefined ? all : all.with(index, first)),
      values,
    );
    onChange([...new Set(next)]);
  };
  return (
    <div className={classes.faults} role="status" onMouseDown={keepFocus}>
      {faults.slice(0, SHOWN).map((fault) => (
        <Fault key={`${fault.index} ${fault.message}`} {...{ fault, values, onChange }} />
      ))}
      {certain.length > 1 && (
        <Button size="compact-xs" variant="light" onClick={useAll}>
          {valuesText.replaceAll(formatNumber(certain.length))}
        </Button>
      )}
    </div>
  );
}

/** An input that lost the focus would close, and the buttons would move away under the pointer. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

function Fault({ fault, values, onChange }: Omit<ValueSuggestionsProps, 'faults'> & { fault: ValueFault }) {
  const { index, message, suggestions } = fault;
  return (
    <>
      <bdi>{visibleText(message)}</bdi>
      {index !== undefined &&
        suggestions.slice(0, MAX_SUGGESTIONS).map((value) => (
          <Button
            key={value}
            size="compact-xs"
            variant="default"
            onClick={() => onChange([...new Set(values.with(index, value))])}
          >
            <bdi>{valuesText.use(visibleText(value))}</bdi>
          </Button>
        ))}
    </>
  );
}
