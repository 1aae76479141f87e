import { SegmentedControl } from '@mantine/core';
import { valueEditor } from '../../../filter/affordances.ts';
import { type Catalogue, findField } from '../../../filter/catalogue.ts';
import type { Value } from '../../../filter/definition.ts';
import { useValueLabels } from '../../../preview/value-labels.ts';
import { valuesText } from '../../../text/builder-values.ts';
import { ChipsEditor } from './chips-editor.tsx';
import { IntegerEditor } from './integer-editor.tsx';
import { NumberChart } from './number-chart.tsx';
import type { ValueFault } from './value-faults.ts';
import { ValueSuggestions } from './value-suggestions.tsx';

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
  if (editor.kind === 'flag') return <FlagEditor {...{ name, values, onChange }} />;
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

const DATA = [
  { value: 'true', label: valuesText.known },
  { value: 'false', label: valuesText.unknownFlag },
];

interface FlagEditorProps {
  name: string;
  values: readonly Value[];
  onChange: (values: readonly Value[]) => void;
}

/** Chooses between "known" and "unknown". */
function FlagEditor({ name, values, onChange }: FlagEditorProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={valuesText.isKnown(name)}
      data={DATA}
      value={String(values[0] ?? '')}
      onChange={(value) => onChange([value === 'true'])}
    />
  );
}
