import { SegmentedControl } from '@mantine/core';
import type { Value } from '../../../filter/definition.ts';
import { valuesText } from '../../../text/builder-values.ts';

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
export function FlagEditor({ name, values, onChange }: FlagEditorProps) {
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
