import { SegmentedControl } from '@mantine/core';
import { FLAG_OPERATOR } from '../../filter/catalogue.ts';
import type { Value } from '../../filter/definition.ts';

const flags = (yes: string, no: string) => [
  { value: 'true', label: yes },
  { value: 'false', label: no },
];

interface FlagEditorProps {
  name: string;
  operator: string;
  values: readonly Value[];
  onChange: (values: readonly Value[]) => void;
}

/** Chooses between "known" and "unknown", or "yes" and "no" of a field that is true or false. */
export function FlagEditor({ name, operator, values, onChange }: FlagEditorProps) {
  const isKnown = operator === FLAG_OPERATOR;
  return (
    <SegmentedControl
      size="xs"
      aria-label={`Whether ${name} is ${isKnown ? 'known' : 'true'}`}
      data={isKnown ? flags('known', 'unknown') : flags('yes', 'no')}
      value={String(values[0] ?? '')}
      onChange={(value) => onChange([value === 'true'])}
    />
  );
}
