import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { patiently } from '../../../api/load-code.ts';
import { valueEditor } from '../../../filter/affordances.ts';
import { type Catalogue, findField } from '../../../filter/catalogue.ts';
import type { Value } from '../../../filter/definition.ts';
import { useValueLabels } from '../../../preview/value-labels.ts';
import { ChipsEditor } from './chips-editor.tsx';
import { IntegerEditor } from './integer-editor.tsx';
import { NumberChart } from './number-chart.tsx';
import type { ValueFault } from './value-faults.ts';
import { ValueSuggestions } from './value-suggestions.tsx';

const FlagEditor = lazy(patiently(async () => ({ default: (await import('./flag-editor.tsx')).FlagEditor })));

interface ValueEditorProps {
  /** Id of the condition. */
  id: string;
  catalogue: Catalogue;
  /** Key of the field, which may be unknown. */
  field: string;
  operator: string;
  values: readonly Value[];
  onChange: (values: readonly Value[]) => void;
  /** Faults of these values (`valueFaults`). */
  faults?: readonly ValueFault[];
  /** Takes the focus, and opens the picker. */
  autoFocus?: boolean;
}

const NO_FAULTS: readonly ValueFault[] = [];

/** Edits the values of a condition, in the form that its field and operator need. */
export function ValueEditor(props: ValueEditorProps) {
  const {
    id,
    catalogue,
    field: key,
    operator,
    values,
    onChange,
    faults = NO_FAULTS,
    autoFocus = false,
  } = props;
  const field = findField(catalogue, key);
  const name = field?.label ?? key;
  const labels = useValueLabels(catalogue, key, values);
  const editor = valueEditor(catalogue, key, operator);
  if (editor.kind === 'flag')
    return (
      <Suspense fallback={<Skeleton w={150} h={28} />}>
        <FlagEditor {...{ name, values, onChange }} />
      </Suspense>
    );
  if (editor.kind === 'integer') {
    const fault = faults[0]?.message;
    const inputs = <IntegerEditor count={editor.count} {...{ name, values, onChange, fault, autoFocus }} />;
    return field ? (
      <NumberChart {...{ field }} condition={{ id, operator }}>
        {inputs}
      </NumberChart>
    ) : (
      inputs
    );
  }
  return (
    <div>
      <ChipsEditor
        condition={{ id, operator }}
        maxValues={editor.maxValues}
        {...{ field, name, values, labels, faults, onChange, autoFocus }}
      />
      <ValueSuggestions {...{ values, faults, onChange }} />
    </div>
  );
}
