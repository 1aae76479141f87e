import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { visibleText } from '../../lib/visible-text.ts';
import { common } from '../../text/common.ts';
import { fieldValuesText as text } from '../../text/fields.ts';
import { type EditedField, readTyped, type Typed, typedOf } from './typed-value.ts';
import { ValueInput } from './value-input.tsx';

interface ValueEditorProps {
  field: EditedField;
  /** Undefined: the company has none. */
  value: unknown;
  /** Text to begin with, such as one that was refused; the value unless given. */
  begin?: string | undefined;
  /** Stores a value, where null clears. @returns why it was not stored, as a sentence */
  onSave: (value: unknown) => Promise<string | undefined>;
  /** Called once the value is stored or left as it was. */
  onClose: () => void;
  /** Takes Tab, which then saves: 1 for the next cell, -1 for the one before. */
  onTab?: (side: number) => void;
}

/** Changes a value in its place. Enter saves, Escape leaves it as it was. */
export function ValueEditor({ field, value, begin, onSave, onClose, onTab }: ValueEditorProps) {
  const [typed, setTyped] = useState<Typed>(
    () => (field.multiple ? undefined : begin) ?? typedOf(field, value),
  );
  const [fault, setFault] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const label = visibleText(field.label);
  const save = async (now: Typed, after = onClose) => {
    if (isSaving) return;
    if (JSON.stringify(now) === JSON.stringify(typedOf(field, value))) return after();
    const read = readTyped(field, now);
    if ('reason' in read) return setFault(text.fault(label, read.reason));
    setFault(undefined);
    setSaving(true);
    const reason = await onSave(read.value);
    setSaving(false);
    if (reason === undefined) after();
    else setFault(reason);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(typed);
  };
  const tab = (event: KeyboardEvent) => {
    // After a refusal Tab leads to the buttons: it would not get anywhere else.
    if (!onTab || fault !== undefined || event.key !== 'Tab' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void save(typed, () => onTab(event.shiftKey ? -1 : 1));
  };
  return (
    <form
      aria-label={text.edit(label)}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        tab(event);
        byKey(event, onClose);
      }}
    >
      <Stack gap={6}>
        <ValueInput
          {...{ field, typed }}
          onChange={setTyped}
          onChoose={(now) => void save(now)}
          error={fault}
        />
        <Group gap={6}>
          <Button type="submit" size="compact-sm" loading={isSaving}>
            {common.save}
          </Button>
          <Button variant="default" size="compact-sm" onClick={onClose}>
            {common.cancel}
          </Button>
          {value !== undefined && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={text.clearOf(label)}
              onClick={() => void save(field.multiple ? [] : '')}
            >
              {text.clear}
            </Button>
          )}
        </Group>
        {field.description != null && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {visibleText(field.description)}
          </Text>
        )}
      </Stack>
    </form>
  );
}

function byKey(event: KeyboardEvent<HTMLFormElement>, onClose: () => void): void {
  const { key, shiftKey, nativeEvent, target, currentTarget } = event;
  if (nativeEvent.isComposing || !(target instanceof HTMLElement)) return;
  // An open list of options closes first.
  if (key === 'Escape' && !currentTarget.querySelector('[role=option]')) onClose();
  if (key !== 'Enter' || shiftKey || !(target instanceof HTMLTextAreaElement)) return;
  event.preventDefault();
  currentTarget.requestSubmit();
}
