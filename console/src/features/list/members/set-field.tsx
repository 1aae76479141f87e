import { Checkbox, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { common } from '../../../text/common.ts';
import { fieldValuesText } from '../../../text/fields.ts';
import { readTyped, type Typed, typedOf } from '../../../ui/fields/typed-value.ts';
import { ValueInput } from '../../../ui/fields/value-input.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import type { OwnField } from '../../../ui/own-fields.tsx';

interface SetFieldProps {
  /** Number of companies. */
  count: number;
  /** Fields of the organization. */
  fields: readonly OwnField[];
  /** Whether the service does it later, as a job. */
  isJob: boolean;
  /** Stores a value, where null clears. @returns why it was not stored, as a sentence */
  onSet: (field: OwnField, value: unknown) => Promise<string | undefined>;
  onClose: () => void;
}

/** Gives all selected companies the same value of a field. */
export function SetField({ count, fields, isJob, onSet, onClose }: SetFieldProps) {
  const [field = fields[0], setField] = useState<OwnField>();
  const [typed, setTyped] = useState<Typed>();
  const [isClearing, setClearing] = useState(false);
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  if (!field) return null;
  const now = typed ?? typedOf(field, undefined);
  const companies = common.companies(count, formatNumber(count));
  const read = isClearing ? { value: null } : readTyped(field, now);
  const save = async () => {
    if ('reason' in read) return setFault(fieldValuesText.fault(visibleText(field.label), read.reason));
    setBusy(true);
    const reason = await onSet(field, read.value);
    setBusy(false);
    if (reason === undefined) onClose();
    else setFault(reason);
  };
  return (
    <FormDialog
      title={`Set a field of ${companies}`}
      size="md"
      action={isClearing ? fieldValuesText.clear : 'Set'}
      busy={isBusy}
      // Without an input there is nothing to set: only the checkbox clears.
      disabled={!isClearing && 'value' in read && read.value === null}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <NativeSelect
        label="Field"
        // A yes or no has no field to begin in.
        data-autofocus={field.type === 'BOOLEAN' || undefined}
        value={field.key}
        data={fields.map(({ key, label }) => ({ value: key, label: visibleText(label) }))}
        onChange={({ currentTarget: { value } }) => {
          setField(fields.find(({ key }) => key === value));
          setTyped(undefined);
          setClearing(false);
          setFault(undefined);
        }}
      />
      {!isClearing && (
        <ValueInput
          key={field.key}
          {...{ field }}
          typed={now}
          onChange={setTyped}
          onChoose={setTyped}
          error={fault}
        />
      )}
      <Checkbox
        label="Clear the value"
        checked={isClearing}
        error={isClearing && fault}
        onChange={({ currentTarget: { checked } }) => {
          setClearing(checked);
          setFault(undefined);
        }}
      />
      <Text size="sm" c="dimmed">
        {isJob
          ? 'The service does this as a job. It cannot be undone in one step.'
          : 'What the companies have now is replaced. You can undo it.'}
      </Text>
    </FormDialog>
  );
}
